"""Effects on who sails in Formation (Oak & Iron ch. 5, Formation)."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from engine.kit.cached_per_state import cached_per_state
from engine.space.plane.contact import Body, within
from engine.space.plane.hull import Hull
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.machine.card_worth import worth
from engine.systems.oak_iron.machine.moment import Moment
from engine.systems.oak_iron.state.bases import LAND, area, distance, hulls
from engine.systems.oak_iron.state.state import Ship, State, Terrain
from engine.systems.oak_iron.table.formation import Link, chain
from engine.systems.oak_iron.table.formation import links as plane_links

FLAGS: Moment[Callable[[], bool]] = Moment("flags")
"""() to whether a ship counts as a Flagship for Formation."""

GATHERS: Moment[Callable[[State, Ship], bool]] = Moment("gathers")
"""(state, ship) to whether friends within Musket Shot of her count as in Formation."""

COORDINATES: Moment[Callable[[], bool]] = Moment("coordinates")
"""() to whether ships within Musket Shot of the flagship count for initiative cards."""


CLOSED_UP: Moment[Callable[[State, Ship], bool]] = Moment("closed_up")
"""(state, ship) to whether she counts as in Formation without a link to the flagship."""


@CLOSED_UP("adjust_formation")
@worth(adjust_formation=lambda turn: 0.3 * turn.loose)
def adjust_formation(state: State, ship: Ship) -> bool:
    """Adjust Formation: within Pistol Shot of a friend."""
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
    """Vice Flag: a Flagship too."""
    return True


@GATHERS("dispatch_ship")
def dispatch_ship(state: State, ship: Ship) -> bool:
    """Dispatch Ship: near her Flagship, in the Initiative and Movement Phases."""
    flagship = state.ships.get(state.squadrons[ship.squadron].flagship)
    if flagship is None or not flagship.fights or state.phase not in ("initiative", "movement"):
        return False
    return _near(state, ship, flagship)


@COORDINATES("superior_coordination")
def superior_coordination() -> bool:
    """Superior Coordination: all of the squadron that is near the flagship."""
    return True


def counted_flagships(state: State, squadron: str) -> tuple[str, ...]:
    """Return the ships of a squadron that count as its Flagship, by id."""
    return tuple(
        ship.id
        for ship in state.own_ships(squadron)
        if ship.upgrades and ship.fights and any(flag() for _, flag in FLAGS.on(state, ship))
    )


def counted(state: State, squadron: str, for_cards: bool) -> set[str]:
    """Return the ids of the ships that cards count as in Formation.

    With `for_cards`, also those that count for the effects of initiative cards only.
    """
    found: set[str] = set()
    own = [ship for ship in state.own_ships(squadron) if ship.fights]
    for gatherer in state.ships.values():
        if gatherer.upgrades and _gathers(state, squadron, gatherer):
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


def _gathers(state: State, squadron: str, ship: Ship) -> bool:
    """Tell whether friends near a ship count as in Formation, those of a squadron among them."""
    if not ship.fights or state.side_of(ship.id) != state.squadrons[squadron].side:
        return False
    return any(works(state, ship) for _, works in GATHERS.on(state, ship))


def _near(state: State, one: Ship, other: Ship) -> bool:
    musket = book().measures.musket
    return one.id == other.id or within(distance(state, one.id, other.id), musket)


def links(state: State, squadron: str) -> tuple[Link, ...]:
    """Return the links between a squadron's ships; those out of the fight have none."""
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
    """Return the links of a line. Cached: each shot that a decision offers asks for them."""
    ships = {key: base for key, base in bases if key in line}
    others: dict[str, Body] = {key: base for key, base in bases if key not in ships}
    lands = {piece.id: area(piece) for piece in terrain if piece.kind in LAND}
    return plane_links(ships, others | lands, reach)


@cached_per_state
def in_formation(state: State, squadron: str, for_cards: bool = True) -> frozenset[str]:
    """Return the ids of the ships in Formation; none when the flagship is alone.

    The chain of ships linked with the flagship, and those that cards count as in Formation.
    With `for_cards`, also ships that count for the effects of initiative cards only, not for
    the die of an attack or for events. Cached for the state: each shot asks for it.
    """
    found = links(state, squadron)
    formed: set[str] = set()
    for flag in (state.squadrons[squadron].flagship, *counted_flagships(state, squadron)):
        together = chain(found, flag)
        formed.update(together if len(together) > 1 else ())
    return frozenset(formed | counted(state, squadron, for_cards))
