"""Effects on Fatigue: the dice that it takes from a roll, and points that are not taken."""

from __future__ import annotations

from collections.abc import Callable

from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.machine.card_worth import worth
from engine.systems.oak_iron.machine.moment import Moment
from engine.systems.oak_iron.state.state import Ship, State

STEADY: Moment[Callable[[], int]] = Moment("steady")
"""() to the first points of Fatigue that take no dice; of several effects the highest counts."""

EASED: Moment[Callable[[str], int]] = Moment("eased")
"""(purpose of a roll) to the points of Fatigue that do not count for it; effects add up."""

UNDAUNTED: Moment[Callable[[State, Ship], bool]] = Moment("undaunted")
"""(state, ship) to whether the next point of Fatigue is ignored."""


SPARED: Moment[Callable[[], int]] = Moment("spared")
"""() to the first points of Fatigue of each attack that are not taken."""

UNTIRED: Moment[Callable[[Ship], bool]] = Moment("untired")
"""(ship) to whether she counts as having no Fatigue."""


@SPARED("down")
@worth(down=lambda turn: 0.5 * turn.weary + 0.1 * turn.fight)
def down() -> int:
    """Down!: the first."""
    return 1


@UNTIRED("bravado")
@worth(bravado=lambda turn: 0.8 * turn.weary)
def bravado(ship: Ship) -> bool:
    """Bravado: while she is not Shaken."""
    return not ship.shaken


@STEADY("persistent")
def persistent() -> int:
    """Persistent: the first point."""
    return 1


@STEADY("veteran_crew")
def veteran_crew() -> int:
    """Veteran Crew: the first two points."""
    return 2


@EASED("daring")
def daring(purpose: str) -> int:
    """Daring: one point less for Seamanship."""
    return int(purpose == "seamanship")


@UNDAUNTED("brave")
def brave(state: State, ship: Ship) -> bool:
    """Brave: the first of each turn."""
    return mark(state, "brave") not in ship.used


def mark(state: State, source: str) -> str:
    """Return what is noted on a ship that has used an effect that works once a turn."""
    return f"{source}@{state.turn}"


def effective_fatigue(state: State, ship: Ship, purpose: str = "") -> int:
    """Return the points of Fatigue that take dice from a ship's roll, after cards."""
    if not ship.fatigue:
        return 0
    if any(fresh(ship) for _, fresh in UNTIRED.on(state, ship)):
        return 0
    steady = max((points() for _, points in STEADY.on(state, ship)), default=0)
    eased = sum(points(purpose) for _, points in EASED.on(state, ship))
    return max(ship.fatigue - steady - eased, 0)


def fatigue_spared(state: State, ship: Ship) -> int:
    """Return the first points of Fatigue of each attack that a ship does not take."""
    return sum(points() for _, points in SPARED.on(state, ship))


def fatigue_spared_by(state: State, ship: Ship) -> str:
    """Return the card that spares a ship the first Fatigue of an attack, '' when none does."""
    return next((source for source, points in SPARED.on(state, ship) if points()), "")


def fatigue_ignored_by(state: State, ship: Ship) -> str:
    """Return the card by which a ship ignores the next point of Fatigue, '' when none does."""
    return next((source for source, now in UNDAUNTED.on(state, ship) if now(state, ship)), "")


INSPIRES: Moment[Callable[[], float]] = Moment("inspires")
"""() to the inches within which a friend, or the ship herself, loses 1 Fatigue."""


@INSPIRES("inspiring")
def inspiring() -> float:
    """Inspiring: within Musket Shot."""
    return book().measures.musket


def reach(state: State, ship: Ship) -> float:
    """Return the inches within which a ship's commander inspires; -1 when he does not."""
    return max((inches() for _, inches in INSPIRES.on(state, ship)), default=-1.0)
