"""What happened, as data: one small struct a fact, tagged by a short name."""

from __future__ import annotations

from engine.systems.iron_oak.state.events.cards import (
    CardPlayed,
    CardReplaced,
    CardsDealt,
    CardsDiscarded,
    DeckRenewed,
    Quieted,
    Screened,
    SpringsRigged,
    StandingChanged,
)
from engine.systems.iron_oak.state.events.harm import (
    ArmamentChecked,
    BlastRolled,
    BlastStruck,
    BurntOut,
    Captured,
    CrewLost,
    CriticalRolled,
    DudFired,
    FireStarted,
    GunfireEnded,
    GunfireSeen,
    HitsTaken,
    IncendiaryRolled,
    Marked,
    SectionDestroyed,
    ShieldWorsened,
    ShotEnded,
    ShotFired,
    Silenced,
    SmokeThickened,
    StrikeWasted,
    Sunk,
    TargetNamed,
)
from engine.systems.iron_oak.state.events.moves import (
    Anchored,
    AnchorSlipped,
    BeakChecked,
    DiceFeigned,
    DriftRolled,
    EngineStrained,
    Fouled,
    FoulingChecked,
    Freed,
    HazardChecked,
    ManeuverRolled,
    MineExploded,
    MovementStopped,
    OpposedMarked,
    OppositionEnded,
    OrderRevealed,
    PositionsEnded,
    Rammed,
    RamTried,
    RanAground,
    RefloatTried,
    Revealed,
    Searched,
    SegmentEnded,
    ShipsLeft,
    ShipsMoved,
    SparExploded,
    SparTried,
    TCrossed,
    TowEnded,
    TowTaken,
    TTried,
    UnfoulTried,
    WayNamed,
    Weighed,
)
from engine.systems.iron_oak.state.events.turn import (
    BattleEnded,
    CountersNumbered,
    EngineRolled,
    FireChecked,
    HiddenPlaced,
    OrdersGiven,
    OrdersReopened,
    PartyRecalled,
    PartySent,
    PhaseBegan,
    Planned,
    PlayerTurnEnded,
    RepairTried,
    SmokeChecked,
    StartedAnchored,
    TurnEnded,
    UnitActed,
    UnitChosen,
)

AnyEvent = (
    Planned
    | PhaseBegan
    | PlayerTurnEnded
    | TurnEnded
    | BattleEnded
    | EngineRolled
    | RepairTried
    | PartySent
    | PartyRecalled
    | FireChecked
    | SmokeChecked
    | OrdersGiven
    | OrdersReopened
    | UnitChosen
    | UnitActed
    | CountersNumbered
    | HiddenPlaced
    | StartedAnchored
    | CardsDealt
    | CardPlayed
    | CardsDiscarded
    | DeckRenewed
    | CardReplaced
    | Quieted
    | SpringsRigged
    | StandingChanged
    | Screened
    | OrderRevealed
    | WayNamed
    | DiceFeigned
    | ManeuverRolled
    | ShipsMoved
    | ShipsLeft
    | DriftRolled
    | HazardChecked
    | MovementStopped
    | MineExploded
    | RanAground
    | Fouled
    | Freed
    | Anchored
    | Weighed
    | AnchorSlipped
    | RefloatTried
    | EngineStrained
    | UnfoulTried
    | TowTaken
    | TowEnded
    | OpposedMarked
    | OppositionEnded
    | TCrossed
    | PositionsEnded
    | TTried
    | RamTried
    | SparTried
    | SparExploded
    | Rammed
    | BeakChecked
    | FoulingChecked
    | SegmentEnded
    | Searched
    | Revealed
    | TargetNamed
    | GunfireEnded
    | GunfireSeen
    | ShotFired
    | ShotEnded
    | BlastStruck
    | HitsTaken
    | ShieldWorsened
    | CrewLost
    | CriticalRolled
    | Marked
    | FireStarted
    | BlastRolled
    | BurntOut
    | SmokeThickened
    | ArmamentChecked
    | IncendiaryRolled
    | DudFired
    | Sunk
    | Silenced
    | SectionDestroyed
    | Captured
    | StrikeWasted
)

__all__ = [
    "AnchorSlipped",
    "Anchored",
    "AnyEvent",
    "ArmamentChecked",
    "BattleEnded",
    "BeakChecked",
    "BlastRolled",
    "BlastStruck",
    "BurntOut",
    "Captured",
    "CardPlayed",
    "CardReplaced",
    "CardsDealt",
    "CardsDiscarded",
    "CountersNumbered",
    "CrewLost",
    "CriticalRolled",
    "DeckRenewed",
    "DiceFeigned",
    "DriftRolled",
    "DudFired",
    "EngineRolled",
    "EngineStrained",
    "FireChecked",
    "FireStarted",
    "Fouled",
    "FoulingChecked",
    "Freed",
    "GunfireEnded",
    "GunfireSeen",
    "HazardChecked",
    "HiddenPlaced",
    "HitsTaken",
    "IncendiaryRolled",
    "ManeuverRolled",
    "Marked",
    "MineExploded",
    "MovementStopped",
    "OpposedMarked",
    "OppositionEnded",
    "OrderRevealed",
    "OrdersGiven",
    "OrdersReopened",
    "PartyRecalled",
    "PartySent",
    "PhaseBegan",
    "Planned",
    "PlayerTurnEnded",
    "PositionsEnded",
    "Quieted",
    "RamTried",
    "Rammed",
    "RanAground",
    "RefloatTried",
    "RepairTried",
    "Revealed",
    "Screened",
    "Searched",
    "SectionDestroyed",
    "SegmentEnded",
    "ShieldWorsened",
    "ShipsLeft",
    "ShipsMoved",
    "ShotEnded",
    "ShotFired",
    "Silenced",
    "SmokeChecked",
    "SmokeThickened",
    "SparExploded",
    "SparTried",
    "SpringsRigged",
    "StandingChanged",
    "StartedAnchored",
    "StrikeWasted",
    "Sunk",
    "TCrossed",
    "TTried",
    "TargetNamed",
    "TowEnded",
    "TowTaken",
    "TurnEnded",
    "UnfoulTried",
    "UnitActed",
    "UnitChosen",
    "WayNamed",
    "Weighed",
]
