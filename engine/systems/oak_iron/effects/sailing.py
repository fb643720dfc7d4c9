"""Effects of cards on a moving ship (speed, turns, shifts, shoals), and on Formation.

Ships in Formation sail in a line with their flagship; they get one more die in attacks.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from engine.kit.by_type import cached_per_state
from engine.space.plane.contact import Body, within
from engine.space.plane.hull import Hull
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.machine import Moment, worth
from engine.systems.oak_iron.state.ships import LAND, area, distance, hulls
from engine.systems.oak_iron.state.state import PointOfSail, Ship, State, Terrain
from engine.systems.oak_iron.table.sight import Link, chain
from engine.systems.oak_iron.table.sight import links as plane_links

# Effects on which ships sail in Formation (Oak & Iron ch. 5, Formation).


FLAGS: Moment[Callable[[], bool]] = Moment("flags")
"""Hook: whether a ship counts as a second Flagship when Formation is worked out."""

GATHERS: Moment[Callable[[State, Ship], bool]] = Moment("gathers")
"""Hook called with (state, ship): whether friends within Musket Shot of this ship count as in
Formation."""

COORDINATES: Moment[Callable[[], bool]] = Moment("coordinates")
"""Hook: whether ships within Musket Shot of the flagship count as in Formation when an initiative
card asks for Formation."""


CLOSED_UP: Moment[Callable[[State, Ship], bool]] = Moment("closed_up")
"""Hook called with (state, ship): whether she counts as in Formation although she is not in a line
with the flagship."""


@CLOSED_UP("adjust_formation")
@worth(adjust_formation=lambda turn: 0.3 * turn.loose)
def adjust_formation(state: State, ship: Ship) -> bool:
    """Adjust Formation: a ship within Pistol Shot of a friend counts as in Formation."""
    pistol = book().measures.pistol
    return any(
        other.fights
        and other.id != ship.id
        and not state.opposed(ship.id, other.id)
        and within(distance(state, ship.id, other.id), pistol)
        for other in state.ships.values()
    )


@FLAGS("vice_flag")
def vice_flag() -> bool:
    """Vice Flag: the ship counts as a second Flagship when Formation is worked out."""
    return True


@GATHERS("dispatch_ship")
def dispatch_ship(state: State, ship: Ship) -> bool:
    """Dispatch Ship: friends near this ship count as in Formation while she is near her Flagship.

    Tells whether she is within Musket Shot of the Flagship in the Initiative or Movement Phase.
    """
    flagship = state.ships.get(state.squadrons[ship.squadron].flagship)
    if flagship is None or not flagship.fights or state.phase not in ("initiative", "movement"):
        return False
    return _near(state, ship, flagship)


@COORDINATES("superior_coordination")
def superior_coordination() -> bool:
    """Superior Coordination: the squadron's ships within Musket Shot of the flagship count as in
    Formation for initiative cards.
    """
    return True


def counted_flagships(state: State, squadron: str) -> tuple[str, ...]:
    """Return the ids of a squadron's ships that count as further Flagships because of upgrades."""
    return tuple(
        ship.id
        for ship in state.own_ships(squadron)
        if ship.upgrades and ship.fights and any(flag() for _, flag in FLAGS.on(state, ship))
    )


def counted(state: State, squadron: str, for_cards: bool) -> set[str]:
    """Return the ids of a squadron's ships that count as in Formation because of cards alone.

    With `for_cards`, also return those that count only for the effects of initiative cards.
    """
    found: set[str] = set()
    own = [ship for ship in state.own_ships(squadron) if ship.fights]
    for gatherer in state.ships.values():
        if (
            gatherer.upgrades
            and gatherer.fights
            and state.side_of(gatherer.id) == state.squadrons[squadron].side
            and any(works(state, gatherer) for _, works in GATHERS.on(state, gatherer))
        ):
            found.update(ship.id for ship in own if _near(state, ship, gatherer))
    for _, near_friends in CLOSED_UP.of(state, squadron):
        found.update(ship.id for ship in own if near_friends(state, ship))
    flagship = state.ships.get(state.squadrons[squadron].flagship)
    if not for_cards or flagship is None or not flagship.fights:
        return found
    if any(works() for _, works in COORDINATES.of(state, squadron)):
        near = {ship.id for ship in own if _near(state, ship, flagship)}
        found |= near if len(near) > 1 else set()
    return found


def _near(state: State, one: Ship, other: Ship) -> bool:
    musket = book().measures.musket
    return one.id == other.id or within(distance(state, one.id, other.id), musket)


def links(state: State, squadron: str) -> tuple[Link, ...]:
    """Return the links of a squadron: pairs of its ships, one astern of the other, in line.

    Ships that can no longer fight have no links.
    """
    bases = hulls(state)
    line = tuple(ship.id for ship in state.own_ships(squadron) if ship.fights)
    if len(line) < 2:
        return ()
    return _linked(line, tuple(bases.items()), state.terrain, book().measures.musket)


@lru_cache(maxsize=128)
def _linked(
    line: tuple[str, ...],
    bases: tuple[tuple[str, Hull], ...],
    terrain: tuple[Terrain, ...],
    reach: float,
) -> tuple[Link, ...]:
    """Return the links between the ships `line`; see `links`.

    Cached, because every shot that a decision offers asks for them again.
    """
    ships = {key: base for key, base in bases if key in line}
    others: dict[str, Body] = {key: base for key, base in bases if key not in ships}
    lands = {piece.id: area(piece) for piece in terrain if piece.kind in LAND}
    return plane_links(ships, others | lands, reach)


@cached_per_state
def in_formation(state: State, squadron: str, for_cards: bool = True) -> frozenset[str]:
    """Return the ids of a squadron's ships that are in Formation.

    They are the ships in an unbroken line with the flagship (not a flagship alone), and the ships
    that count as in Formation because of cards. With `for_cards`, that includes ships that count
    only for initiative cards, but not for the extra die in an attack or for events. Cached by
    state, because the dice of each shot depend on Formation.
    """
    found = links(state, squadron)
    formed: set[str] = set()
    for flag in (state.squadrons[squadron].flagship, *counted_flagships(state, squadron)):
        together = chain(found, flag)
        formed.update(together if len(together) > 1 else ())
    return frozenset(formed | counted(state, squadron, for_cards))


# Effects on a ship under way: speed, turns, shifts, shoals, her boats (Oak & Iron ch. 4 and 5).


SPEED: Moment[Callable[[State, Ship, PointOfSail], int]] = Moment("speed")
"""Hook called with (state, ship, point of sail): how much a card changes the ship's speed
rating."""


@SPEED("favorable_wind", "swift", "fast")
@worth(favorable_wind=lambda turn: 0.3 * (turn.ships - turn.fight))
def faster_large(state: State, ship: Ship, point: PointOfSail) -> int:
    """Favorable Wind, Swift, Fast: speed 1 more with the wind from behind (Large)."""
    return int(point == "large")


@SPEED("wind_increases")
def fresher_wind(state: State, ship: Ship, point: PointOfSail) -> int:
    """Wind Increases: speed 1 more."""
    return 1


@SPEED("wind_decreases")
def lighter_wind(state: State, ship: Ship, point: PointOfSail) -> int:
    """Wind Decreases: speed 1 less."""
    return -1


@SPEED("weatherly")
def faster_windward(state: State, ship: Ship, point: PointOfSail) -> int:
    """Weatherly: speed 1 more when sailing close to the wind (Windward)."""
    return int(point == "windward")


@SPEED("foul")
def slower_large(state: State, ship: Ship, point: PointOfSail) -> int:
    """Foul: speed 1 less with the wind from behind (Large)."""
    return -int(point == "large")


TWICE: Moment[Callable[[], bool]] = Moment("twice")
"""Hook: whether a ship may turn both before and after the slide of her move."""

EYE_TURNS: Moment[Callable[[], int]] = Moment("eye_turns")
"""Hook: how many more turns a ship may make In the Wind's Eye, after the one turn that the rules
give."""


@TWICE("yare")
def yare() -> bool:
    """Yare: the ship may turn both before and after the slide of her move."""
    return True


@EYE_TURNS("yare", "fore_and_aft")
def another_turn() -> int:
    """Yare, Fore & Aft: the ship may make 1 more turn In the Wind's Eye."""
    return 1


def turns_twice(state: State, ship: Ship) -> bool:
    """Tell whether a ship may turn both before and after the slide of her move."""
    return any(twice() for _, twice in TWICE.on(state, ship))


def eye_turns(state: State, ship: Ship) -> int:
    """Return how many turns a ship may make In the Wind's Eye: 1, and those that cards add."""
    return 1 + sum(turns() for _, turns in EYE_TURNS.on(state, ship))


SHIFTS: Moment[Callable[[State, Ship], bool]] = Moment("shifts")
"""Hook called with (state, ship): whether a card lets her shift sideways, if she is free to
move."""


@SHIFTS("adjust_position")
@worth(adjust_position=lambda turn: 0.3 * turn.fight)
def adjust_position(state: State, ship: Ship) -> bool:
    """Adjust Position: a ship in Formation or within Pistol Shot of a friend may shift sideways."""
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
    """Engage More Closely: every ship of the squadron may shift sideways."""
    return True


def shifting(state: State, ship: Ship) -> str:
    """Return the card that lets a ship shift sideways; '' for none, or if she cannot move."""
    if ship.aground or ship.sail == "anchored" or state.holds(ship.id):
        return ""
    return next((card for card, may in SHIFTS.on(state, ship) if may(state, ship)), "")


BOATS: Moment[Callable[[], tuple[int, float]]] = Moment("boats")
"""Hook: a pair (the greatest speed at which a ship may send boats, the range of the boats in
inches)."""


@BOATS("boat_assault")
@worth(boat_assault=lambda turn: 0.2 * turn.fight)
def boat_assault() -> tuple[int, float]:
    """Boat Assault: a ship may send boats after a slow move to an enemy within Pistol Shot.

    Returns (greatest speed of that move, range in inches).
    """
    return 2, book().measures.pistol


def boats(state: State, ship: Ship) -> str:
    """Return the card that lets a ship send her boats, '' when none does."""
    return next((card for card, _ in BOATS.on(state, ship)), "")


SHOAL_DICE: Moment[Callable[[], int]] = Moment("shoal_dice")
"""Hook: how many dice a card adds to a ship's check for running aground on shoals; below 0 if it
takes dice away."""

KNOWN_WATER: Moment[Callable[[], bool]] = Moment("known_water")
"""Hook: whether the ship can never run aground on shoals."""


@SHOAL_DICE("shallow_draft")
def shallow_draft() -> int:
    """Shallow Draft: 1 die less in the check for running aground on shoals, so less risk."""
    return -1


@KNOWN_WATER("shoals_ahead", "local_pilot")
@worth(shoals_ahead=lambda turn: 0.1 * turn.ships)
def knows_the_water() -> bool:
    """Shoals Ahead, Local Pilot: the ship cannot run aground on shoals."""
    return True
