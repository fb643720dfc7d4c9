"""The numbers of the order sets in alternating movement: odd for the first side.

Iron & Oak 9.3.
"""

from __future__ import annotations

from engine.systems.iron_oak.data.facts import Side
from engine.systems.iron_oak.fleet.sides import other_side
from engine.systems.iron_oak.state.state import State


def order_sets(state: State, side: Side) -> dict[str, int]:
    """Return the number of each ship's order set, {id: 1}; {} before its orders are given.

    The first side has 1, 3, 5 and so on, the other 2, 4, 6, both without gaps (Iron & Oak 9.3.2).
    A side
    whose sets a seat may not see has none in its view.
    """
    start = 1 if side == state.first else 2
    return {id: start + 2 * place for place, id in enumerate(state.sides[side].sequence)}


def next_set(state: State) -> str:
    """Return the ship whose order set is next, '' when all have acted."""
    sets = {**order_sets(state, state.first), **order_sets(state, other_side(state.first))}
    left = (
        id
        for id in sorted(sets, key=lambda id: sets[id])
        if id in state.ships and not state.ships[id].acted and not state.ships[id].lost
    )
    return next(left, "")
