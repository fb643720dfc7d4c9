"""Effects on a ship under way: speed, turns, shifts, shoals, her boats (Oak & Iron ch. 4 and 5)."""

from __future__ import annotations

from collections.abc import Callable

from engine.space.plane.contact import within
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.effects.formation import in_formation
from engine.systems.oak_iron.machine.card_worth import worth
from engine.systems.oak_iron.machine.moment import Moment
from engine.systems.oak_iron.state.bases import distance
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


TWICE: Moment[Callable[[], bool]] = Moment("twice")
"""() to whether a ship may turn both before and after her move."""

EYE_TURNS: Moment[Callable[[], int]] = Moment("eye_turns")
"""() to further turns In the Wind's Eye, after the ordinary one."""


@TWICE("yare")
def yare() -> bool:
    """Yare: at both ends of the move."""
    return True


@EYE_TURNS("yare", "fore_and_aft")
def another_turn() -> int:
    """Yare, Fore & Aft: 1 more."""
    return 1


def turns_twice(state: State, ship: Ship) -> bool:
    """Tell whether a ship may turn at both ends of her move."""
    return any(twice() for _, twice in TWICE.on(state, ship))


def eye_turns(state: State, ship: Ship) -> int:
    """Return how many times a ship may turn In the Wind's Eye."""
    return 1 + sum(turns() for _, turns in EYE_TURNS.on(state, ship))


SHIFTS: Moment[Callable[[State, Ship], bool]] = Moment("shifts")
"""(state, ship) to whether a ship that is free to move may shift sideways."""


@SHIFTS("adjust_position")
@worth(adjust_position=lambda turn: 0.3 * turn.fight)
def adjust_position(state: State, ship: Ship) -> bool:
    """Adjust Position: within Pistol Shot of a friend, or in Formation."""
    pistol = book().measures.pistol
    friends = (
        other.id
        for other in state.ships.values()
        if other.fights and other.id != ship.id and not state.opposed(ship.id, other.id)
    )
    if any(within(distance(state, ship.id, friend), pistol) for friend in friends):
        return True
    return ship.id in in_formation(state, ship.squadron)


@SHIFTS("engage_more_closely")
def engage_more_closely(state: State, ship: Ship) -> bool:
    """Engage More Closely: every ship."""
    return True


def shifting(state: State, ship: Ship) -> str:
    """Return the card that lets a ship shift, '' when none does or she is not free to move."""
    if ship.aground or ship.sail == "anchored" or state.holds(ship.id):
        return ""
    return next((card for card, may in SHIFTS.on(state, ship) if may(state, ship)), "")


BOATS: Moment[Callable[[], tuple[int, float]]] = Moment("boats")
"""() to the greatest speed at which a ship sends her boats, and their range in inches."""


@BOATS("boat_assault")
@worth(boat_assault=lambda turn: 0.2 * turn.fight)
def boat_assault() -> tuple[int, float]:
    """Boat Assault: at speed 2 or less, within Pistol Shot."""
    return 2, book().measures.pistol


def boats(state: State, ship: Ship) -> str:
    """Return the card that lets a ship send her boats, '' when none does."""
    return next((card for card, _ in BOATS.on(state, ship)), "")


SHOAL_DICE: Moment[Callable[[], int]] = Moment("shoal_dice")
"""() to the dice that a check gains, or loses below 0."""

KNOWN_WATER: Moment[Callable[[], bool]] = Moment("known_water")
"""() to whether the ship ignores shoals."""


@SHOAL_DICE("shallow_draft")
def shallow_draft() -> int:
    """Shallow Draft: 1 fewer."""
    return -1


@KNOWN_WATER("shoals_ahead", "local_pilot")
@worth(shoals_ahead=lambda turn: 0.1 * turn.ships)
def knows_the_water() -> bool:
    """Shoals Ahead, Local Pilot: no shoal is struck."""
    return True
