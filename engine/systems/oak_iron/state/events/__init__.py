"""The events of a battle, a module a theme.

Each carries its result (the pose at the end, the points now), never what is to be computed
again: a replay needs no rules. Tags are written in battle files.
"""

from __future__ import annotations

from engine.systems.oak_iron.state.events.attacks import (
    AttackDeclared,
    AttackEnded,
    CriticalRolled,
    HelmHit,
    HitsScored,
    Reloaded,
    ReloadMarked,
)
from engine.systems.oak_iron.state.events.cards import (
    BoatsLowered,
    CardBorrowed,
    CardChosen,
    CardDropped,
    CardLaidAtRandom,
    CardLaidOpen,
    CardsReturned,
    CardsRevealed,
    CardSwapped,
    EffectApplied,
    EffectUsed,
    FatigueIgnored,
    InitiativeWon,
)
from engine.systems.oak_iron.state.events.dice import (
    ChallengeRolled,
    DiceAdded,
    DiceRerolled,
    DiceRolled,
    FortuneGained,
    FortuneSpent,
    OfficerRolled,
    SinkingRolled,
    TestResolved,
)
from engine.systems.oak_iron.state.events.event import (
    ActivePhase,
    Means,
    OakIronEvent,
    Officer,
    Rerolling,
    Way,
)
from engine.systems.oak_iron.state.events.harm import (
    BecameCrippled,
    BecameOutOfAction,
    BecameShaken,
    DamageRepaired,
    DamageSpared,
    DamageTaken,
    FatigueRemoved,
    FatigueSpared,
    FatigueTaken,
)
from engine.systems.oak_iron.state.events.moves import (
    Collided,
    CutLoose,
    Entangled,
    GotOff,
    MoveRated,
    Parted,
    PartyLanded,
    PartyLost,
    PassedShoal,
    PointChosen,
    ReactionsClosed,
    ReactionUsed,
    SailChanged,
    ShipActivated,
    ShipLeft,
    ShipMoved,
    ShoalCleared,
    SpeedAdjusted,
    WakePlaced,
    WakeRemoved,
    WentAground,
)
from engine.systems.oak_iron.state.events.prizes import (
    AdmiralKilled,
    FlagTransferred,
    ShipCaptured,
    ShipDestroyed,
    ShipRecaptured,
    ShipRemoved,
)
from engine.systems.oak_iron.state.events.set_up import (
    DraftEnded,
    MarkerBurns,
    MarkerLaid,
    ObjectiveScored,
    PieceAdded,
    PieceLaid,
    PieceMoved,
    PieceRemoved,
    RoleTaken,
    ScenarioCardTaken,
    ScenarioDrawn,
    ShipDelayed,
    ShipDeployed,
    SquadronsMustered,
    TokenLaid,
    TokenLanded,
)
from engine.systems.oak_iron.state.events.turn import (
    BattleEnded,
    PhaseBegan,
    Planned,
    StrikePointsCounted,
    TurnBegan,
)
from engine.systems.oak_iron.state.events.weather import (
    CurrentSet,
    EventDrawn,
    EventIgnored,
    EventLasts,
    EventOver,
    SeaScrolled,
    TerrainLaid,
    TerrainMoved,
    TerrainTaken,
    WeatherShifted,
    WindTurned,
)

AnyEvent = (
    Planned
    | TurnBegan
    | PhaseBegan
    | DiceRolled
    | DiceRerolled
    | DiceAdded
    | TestResolved
    | ChallengeRolled
    | CardChosen
    | CardsRevealed
    | InitiativeWon
    | CardsReturned
    | CardBorrowed
    | BoatsLowered
    | CardDropped
    | CardLaidAtRandom
    | CardLaidOpen
    | EventDrawn
    | EventIgnored
    | EventLasts
    | EventOver
    | WeatherShifted
    | CurrentSet
    | TerrainLaid
    | TerrainTaken
    | TerrainMoved
    | SeaScrolled
    | EffectApplied
    | EffectUsed
    | FatigueIgnored
    | CardSwapped
    | ShipActivated
    | PointChosen
    | SpeedAdjusted
    | MoveRated
    | ShipMoved
    | Collided
    | ShipLeft
    | Entangled
    | Parted
    | CutLoose
    | PassedShoal
    | ShoalCleared
    | WentAground
    | GotOff
    | SailChanged
    | FatigueTaken
    | FatigueSpared
    | FatigueRemoved
    | DamageSpared
    | DamageTaken
    | DamageRepaired
    | BecameCrippled
    | BecameShaken
    | BecameOutOfAction
    | ReloadMarked
    | Reloaded
    | WakePlaced
    | WakeRemoved
    | AttackDeclared
    | HitsScored
    | CriticalRolled
    | HelmHit
    | OfficerRolled
    | AttackEnded
    | ReactionUsed
    | ReactionsClosed
    | PartyLanded
    | PartyLost
    | FlagTransferred
    | AdmiralKilled
    | FortuneSpent
    | FortuneGained
    | ShipCaptured
    | ShipRecaptured
    | ShipDestroyed
    | ShipRemoved
    | SinkingRolled
    | StrikePointsCounted
    | BattleEnded
    | SquadronsMustered
    | ScenarioDrawn
    | RoleTaken
    | ScenarioCardTaken
    | DraftEnded
    | PieceAdded
    | PieceLaid
    | PieceMoved
    | PieceRemoved
    | MarkerLaid
    | TokenLaid
    | TokenLanded
    | MarkerBurns
    | ObjectiveScored
    | WindTurned
    | ShipDeployed
    | ShipDelayed
)


__all__ = [
    "ActivePhase",
    "AdmiralKilled",
    "AnyEvent",
    "AttackDeclared",
    "AttackEnded",
    "BattleEnded",
    "BecameCrippled",
    "BecameOutOfAction",
    "BecameShaken",
    "BoatsLowered",
    "CardBorrowed",
    "CardChosen",
    "CardDropped",
    "CardLaidAtRandom",
    "CardLaidOpen",
    "CardSwapped",
    "CardsReturned",
    "CardsRevealed",
    "ChallengeRolled",
    "Collided",
    "CriticalRolled",
    "CurrentSet",
    "CutLoose",
    "DamageRepaired",
    "DamageSpared",
    "DamageTaken",
    "DiceAdded",
    "DiceRerolled",
    "DiceRolled",
    "DraftEnded",
    "EffectApplied",
    "EffectUsed",
    "Entangled",
    "EventDrawn",
    "EventIgnored",
    "EventLasts",
    "EventOver",
    "FatigueIgnored",
    "FatigueRemoved",
    "FatigueSpared",
    "FatigueTaken",
    "FlagTransferred",
    "FortuneGained",
    "FortuneSpent",
    "GotOff",
    "HelmHit",
    "HitsScored",
    "InitiativeWon",
    "MarkerBurns",
    "MarkerLaid",
    "Means",
    "MoveRated",
    "OakIronEvent",
    "ObjectiveScored",
    "Officer",
    "OfficerRolled",
    "Parted",
    "PartyLanded",
    "PartyLost",
    "PassedShoal",
    "PhaseBegan",
    "PieceAdded",
    "PieceLaid",
    "PieceMoved",
    "PieceRemoved",
    "Planned",
    "PointChosen",
    "ReactionUsed",
    "ReactionsClosed",
    "ReloadMarked",
    "Reloaded",
    "Rerolling",
    "RoleTaken",
    "SailChanged",
    "ScenarioCardTaken",
    "ScenarioDrawn",
    "SeaScrolled",
    "ShipActivated",
    "ShipCaptured",
    "ShipDelayed",
    "ShipDeployed",
    "ShipDestroyed",
    "ShipLeft",
    "ShipMoved",
    "ShipRecaptured",
    "ShipRemoved",
    "ShoalCleared",
    "SinkingRolled",
    "SpeedAdjusted",
    "SquadronsMustered",
    "StrikePointsCounted",
    "TerrainLaid",
    "TerrainMoved",
    "TerrainTaken",
    "TestResolved",
    "TokenLaid",
    "TokenLanded",
    "TurnBegan",
    "WakePlaced",
    "WakeRemoved",
    "Way",
    "WeatherShifted",
    "WentAground",
    "WindTurned",
]
