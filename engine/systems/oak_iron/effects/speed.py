"""Effects on the speed rating: what is added to the printed value (Oak & Iron ch. 4)."""

from __future__ import annotations

from collections.abc import Callable

from engine.systems.oak_iron.machine.card_worth import worth
from engine.systems.oak_iron.machine.moment import Moment
from engine.systems.oak_iron.state.state import PointOfSail, Ship, State

SPEED: Moment[Callable[[State, Ship, PointOfSail], int]] = Moment("speed")
"""(state, ship, point of sail) to what the rating gains, or loses below 0."""


@SPEED("favorable_wind", "swift", "fast")
@worth(favorable_wind=lambda turn: 0.3 * (turn.ships - turn.fight))
def faster_large(state: State, ship: Ship, point: PointOfSail) -> int:
    """Favorable Wind, Swift, Fast: 1 more when Large."""
    return int(point == "large")


@SPEED("wind_increases")
def fresher_wind(state: State, ship: Ship, point: PointOfSail) -> int:
    """Wind Increases: 1 more."""
    return 1


@SPEED("wind_decreases")
def lighter_wind(state: State, ship: Ship, point: PointOfSail) -> int:
    """Wind Decreases: 1 less."""
    return -1


@SPEED("weatherly")
def faster_windward(state: State, ship: Ship, point: PointOfSail) -> int:
    """Weatherly: 1 more when Windward."""
    return int(point == "windward")


@SPEED("foul")
def slower_large(state: State, ship: Ship, point: PointOfSail) -> int:
    """Foul: 1 less when Large."""
    return -int(point == "large")
