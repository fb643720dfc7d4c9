"""Which ships sail in Formation, with what cards add (Oak & Iron ch. 5, Formation)."""

from __future__ import annotations

from functools import lru_cache

from engine.kit.cached_per_state import cached_per_state
from engine.space.plane.contact import Body
from engine.space.plane.hull import Hull
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.effects.formation import counted, counted_flagships
from engine.systems.oak_iron.state.bases import LAND, area, hulls
from engine.systems.oak_iron.state.state import State, Terrain
from engine.systems.oak_iron.table.formation import Link, chain
from engine.systems.oak_iron.table.formation import links as plane_links


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
