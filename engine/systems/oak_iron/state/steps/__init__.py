"""The agenda: what is still to be done, as data. The last step of the stack is next.

A step holds only what distinguishes it; what the active ship has done so far is in the
state's `activation`, `roll` and `attack`. Tags are written in battle files.
"""

from __future__ import annotations

from engine.kit.step import Step
from engine.systems.oak_iron.state.steps.attack import (
    ApplyAttack,
    ApplyCritical,
    AttackChoice,
    AttackPhase,
    BurnOut,
    CarefulAimOffer,
    EndAttack,
    FreeAttack,
    HelmChoice,
    OfficerDie,
    RerollOffer,
    RollAttack,
    RollCritical,
    SecondBroadside,
)
from engine.systems.oak_iron.state.steps.end import (
    CheckWithdrawal,
    Inspire,
    LostFlagships,
    PartShaken,
    Prizes,
    ReturnCards,
    SinkShips,
    TrimHand,
)
from engine.systems.oak_iron.state.steps.initiative import (
    BorrowCard,
    BreakTie,
    CardEffect,
    CardTest,
    CardTestStands,
    Challenge,
    ChooseCards,
    LayShoal,
    RelieveAll,
    ResolveCards,
    RevealCards,
    ScoreChallenge,
    ShowCards,
    SwapCard,
    TurnUp,
)
from engine.systems.oak_iron.state.steps.movement import (
    AlongsideChoice,
    BeginPhase,
    BoardingTest,
    BonusStands,
    BonusTest,
    CrewAction,
    EndActivation,
    EyeTurn,
    FreeLanding,
    FreeSail,
    LastTurn,
    LowerBoats,
    Manoeuvre,
    Movement,
    NameShip,
    NameSquadron,
    PointOfSailChoice,
    Reactions,
    RepairTest,
    SeamanshipAction,
    SeamanshipOffer,
    SettleMove,
    SharedRally,
    ShiftOffer,
    SquadronMoves,
    TryBoarding,
)
from engine.systems.oak_iron.state.steps.set_up import (
    AdjustTerrain,
    Arrivals,
    ChooseRole,
    DeploySquadron,
    Draft,
    DrawScenario,
    GarrisonChoice,
    LoadTokens,
    MusterFleets,
    MusterSquadrons,
    ObjectiveTerrain,
    OpenBattle,
    PlaceTerrain,
    RazeTest,
    SailChoice,
    SelectTerrain,
    TakeAttack,
    WindChoice,
)
from engine.systems.oak_iron.state.steps.weather import (
    DrawEvent,
    EventEffect,
    LayFog,
    RelayTerrain,
    SquallResult,
    SquallTest,
)

AnyStep = (
    ChooseCards
    | ShowCards
    | RevealCards
    | DrawEvent
    | EventEffect
    | SquallTest
    | SquallResult
    | LayFog
    | RelayTerrain
    | BreakTie
    | SwapCard
    | TurnUp
    | Challenge
    | ScoreChallenge
    | ResolveCards
    | CardEffect
    | BorrowCard
    | RelieveAll
    | CardTest
    | CardTestStands
    | LayShoal
    | FreeAttack
    | LowerBoats
    | TryBoarding
    | BeginPhase
    | Movement
    | NameSquadron
    | SquadronMoves
    | NameShip
    | PointOfSailChoice
    | SeamanshipOffer
    | SeamanshipAction
    | ShiftOffer
    | Manoeuvre
    | LastTurn
    | EyeTurn
    | SettleMove
    | Reactions
    | CrewAction
    | BoardingTest
    | RepairTest
    | AlongsideChoice
    | BonusTest
    | BonusStands
    | SharedRally
    | FreeSail
    | FreeLanding
    | EndActivation
    | AttackPhase
    | AttackChoice
    | SecondBroadside
    | RollAttack
    | RerollOffer
    | ApplyAttack
    | RollCritical
    | CarefulAimOffer
    | ApplyCritical
    | HelmChoice
    | OfficerDie
    | BurnOut
    | EndAttack
    | Prizes
    | PartShaken
    | Inspire
    | CheckWithdrawal
    | SinkShips
    | LostFlagships
    | TrimHand
    | ReturnCards
    | MusterSquadrons
    | MusterFleets
    | DrawScenario
    | ChooseRole
    | TakeAttack
    | Draft
    | ObjectiveTerrain
    | LoadTokens
    | RazeTest
    | SelectTerrain
    | PlaceTerrain
    | AdjustTerrain
    | DeploySquadron
    | WindChoice
    | SailChoice
    | GarrisonChoice
    | Arrivals
    | OpenBattle
)


__all__ = [
    "AdjustTerrain",
    "AlongsideChoice",
    "AnyStep",
    "ApplyAttack",
    "ApplyCritical",
    "Arrivals",
    "AttackChoice",
    "AttackPhase",
    "BeginPhase",
    "BoardingTest",
    "BonusStands",
    "BonusTest",
    "BorrowCard",
    "BreakTie",
    "BurnOut",
    "CardEffect",
    "CardTest",
    "CardTestStands",
    "CarefulAimOffer",
    "Challenge",
    "CheckWithdrawal",
    "ChooseCards",
    "ChooseRole",
    "CrewAction",
    "DeploySquadron",
    "Draft",
    "DrawEvent",
    "DrawScenario",
    "EndActivation",
    "EndAttack",
    "EventEffect",
    "EyeTurn",
    "FreeAttack",
    "FreeLanding",
    "FreeSail",
    "GarrisonChoice",
    "HelmChoice",
    "Inspire",
    "LastTurn",
    "LayFog",
    "LayShoal",
    "LoadTokens",
    "LostFlagships",
    "LowerBoats",
    "Manoeuvre",
    "Movement",
    "MusterFleets",
    "MusterSquadrons",
    "NameShip",
    "NameSquadron",
    "ObjectiveTerrain",
    "OfficerDie",
    "OpenBattle",
    "PartShaken",
    "PlaceTerrain",
    "PointOfSailChoice",
    "Prizes",
    "RazeTest",
    "Reactions",
    "RelayTerrain",
    "RelieveAll",
    "RepairTest",
    "RerollOffer",
    "ResolveCards",
    "ReturnCards",
    "RevealCards",
    "RollAttack",
    "RollCritical",
    "SailChoice",
    "ScoreChallenge",
    "SeamanshipAction",
    "SeamanshipOffer",
    "SecondBroadside",
    "SelectTerrain",
    "SettleMove",
    "SharedRally",
    "ShiftOffer",
    "ShowCards",
    "SinkShips",
    "SquadronMoves",
    "SquallResult",
    "SquallTest",
    "Step",
    "SwapCard",
    "TakeAttack",
    "TrimHand",
    "TryBoarding",
    "TurnUp",
    "WindChoice",
]
