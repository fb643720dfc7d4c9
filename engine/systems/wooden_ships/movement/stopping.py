"""Who stopped whom: told from where ships lie when all have moved, for the log."""

from __future__ import annotations

from collections.abc import Mapping

from engine.systems.wooden_ships.fleet.place import hexes, lies_on
from engine.systems.wooden_ships.movement.carry_out import stepped
from engine.systems.wooden_ships.sailing.notation import read
from engine.systems.wooden_ships.state.sides import afloat
from engine.systems.wooden_ships.state.state import State


def who_stopped(state: State, kept: Mapping[str, str], ship: str) -> list[str]:
    """Return the ships that cut a plot short; `kept` are the parts of plots that were carried out.

    Who collides moves no more, so the next step of the plot leads into the ship that was in the
    way. The holder of a contested hex was stopped too: by those whose next step leads into her.
    """
    ahead = _in_the_way(state, ship, kept[ship])
    return ahead or [other for other in kept if ship in _in_the_way(state, other, kept[other])]


def _in_the_way(state: State, ship: str, done: str) -> list[str]:
    """Return the ships on the hexes that the first step that was not taken leads to."""
    moving = state.ships[ship]
    sign = read(moving.order)[len(read(done))]
    wanted = set(hexes(*stepped((moving.bow, moving.facing), sign)))
    return [
        other.id
        for other in afloat(state)
        if other.id != ship and not wanted.isdisjoint(lies_on(other))
    ]
