"""The hexes that ships may cover with their broadsides in a turn: the shadow of their guns."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from engine.kit.cached_per_state import cached_per_state
from engine.space.hexes import Axial, Hex, axial, offset
from engine.systems.wooden_ships.data.book import book
from engine.systems.wooden_ships.foresight.prospects import ready
from engine.systems.wooden_ships.foresight.ways import ways
from engine.systems.wooden_ships.gunnery.play import covered_hexes
from engine.systems.wooden_ships.state.sides import afloat, friends
from engine.systems.wooden_ships.state.state import SideName, State


@cached_per_state
def may_cover(view: State, ship_id: str) -> frozenset[Axial]:
    """Return the hexes that a ship may fire into after some plot, as axial coordinates.

    Nothing comes in her way, and nobody before her guns.
    """
    ends = {each.end for each in ways(view, ship_id)}
    found: set[Axial] = set()
    for side in ready(view, ship_id):
        for bow, facing in ends:
            q, s = axial(bow)
            shape = _shape(facing, side, book().gunnery.max_range)
            found.update([(q + dq, s + ds) for dq, ds in shape])
    return frozenset(found)


@cached_per_state
def danger(view: State, ship_id: str) -> dict[Hex, int]:
    """Return the hexes that enemies of a ship may fire into, and how many of them may."""
    ship = view.ships[ship_id]
    found: Counter[Axial] = Counter()
    for other in afloat(view):
        if not friends(view, ship, other):
            found.update(may_cover(view, other.id))
    return {offset(at): count for at, count in found.items()}


@lru_cache(maxsize=64)
def _shape(facing: int, side: SideName, reach: int) -> tuple[Axial, ...]:
    """Return the hexes of a side's field of fire, from the bow."""
    q, s = axial((0, 0))
    return tuple((a - q, b - s) for a, b in map(axial, covered_hexes((0, 0), facing, side, reach)))
