"""Everything that can happen, a module a theme. Events carry results, never what to compute."""

from __future__ import annotations

from engine.systems.wooden_ships.state.events.boarding import (
    CameAboard,
    CrewsLeft,
    MeleeEnded,
    MeleeFought,
    MeleeSettled,
    PartiesFormed,
    PartyLost,
    ReserveFilled,
    ShipCaptured,
    ShipRetaken,
)
from engine.systems.wooden_ships.state.events.event import WoodenShipsEvent
from engine.systems.wooden_ships.state.events.gunnery import (
    CrewKilled,
    HitsMarked,
    Modifiers,
    ShipSurrendered,
    SideFired,
    SideLoaded,
    Silent,
    TargetDrawn,
    UnableToFire,
)
from engine.systems.wooden_ships.state.events.moves import (
    CastOffTried,
    Collided,
    ContestSettled,
    Drifted,
    FoulRolled,
    GrappleTried,
    ImpulseTaken,
    MovementEnded,
    UnfoulTried,
)
from engine.systems.wooden_ships.state.events.turn import (
    BattleEnded,
    Planned,
    PointsGiven,
    PointsWithdrawn,
    SeatGaveUp,
    SheetReopened,
    SheetSealed,
    SheetsOpened,
    ShipArrived,
    ShipRescued,
    SignalsHoisted,
    SquadronMade,
    StandingChanged,
    TurnBegan,
    TurnEnded,
)

AnyEvent = (
    SquadronMade
    | TurnBegan
    | ShipArrived
    | ShipRescued
    | SheetSealed
    | SheetReopened
    | SheetsOpened
    | StandingChanged
    | SignalsHoisted
    | SeatGaveUp
    | PointsGiven
    | PointsWithdrawn
    | TurnEnded
    | BattleEnded
    | Planned
    | UnfoulTried
    | ContestSettled
    | ImpulseTaken
    | Collided
    | FoulRolled
    | Drifted
    | MovementEnded
    | GrappleTried
    | CastOffTried
    | PartiesFormed
    | TargetDrawn
    | SideFired
    | UnableToFire
    | HitsMarked
    | ShipSurrendered
    | CrewKilled
    | SideLoaded
    | CrewsLeft
    | CameAboard
    | MeleeFought
    | MeleeSettled
    | PartyLost
    | ShipCaptured
    | ShipRetaken
    | ReserveFilled
    | MeleeEnded
)

__all__ = [
    "AnyEvent",
    "BattleEnded",
    "CameAboard",
    "CastOffTried",
    "Collided",
    "ContestSettled",
    "CrewKilled",
    "CrewsLeft",
    "Drifted",
    "FoulRolled",
    "GrappleTried",
    "HitsMarked",
    "ImpulseTaken",
    "MeleeEnded",
    "MeleeFought",
    "MeleeSettled",
    "Modifiers",
    "MovementEnded",
    "PartiesFormed",
    "PartyLost",
    "Planned",
    "PointsGiven",
    "PointsWithdrawn",
    "ReserveFilled",
    "SeatGaveUp",
    "SheetReopened",
    "SheetSealed",
    "SheetsOpened",
    "ShipArrived",
    "ShipCaptured",
    "ShipRescued",
    "ShipRetaken",
    "ShipSurrendered",
    "SideFired",
    "SideLoaded",
    "SignalsHoisted",
    "Silent",
    "SquadronMade",
    "StandingChanged",
    "TargetDrawn",
    "TurnBegan",
    "TurnEnded",
    "UnableToFire",
    "UnfoulTried",
    "WoodenShipsEvent",
]
