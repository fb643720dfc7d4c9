"""Own ships that would run into each other: the plots of a seat carried out without the enemy."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import cycle
from typing import NamedTuple

from engine.space.hexes import label
from engine.systems.wooden_ships.foresight.encounter import CLEAR, alone_with
from engine.systems.wooden_ships.movement.carry_out import carry_out
from engine.systems.wooden_ships.sailing.notation import read
from engine.systems.wooden_ships.sailing.orders import GIVE_UP
from engine.systems.wooden_ships.sailing.plots import why_no_order
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.sides import afloat, holder
from engine.systems.wooden_ships.state.state import State

FALLING = (6, 5, 4, 3, 2, 1)
"""Faces that settle every contest of a die: in any case the ships collide."""


class Meeting(NamedTuple):
    """Two own ships that come to one hex; impulse 0 is the drift."""

    one: str
    other: str
    impulse: int
    place: str

    def __str__(self) -> str:
        """Return it in words: `A2 meets A3 in step 2 on V19`."""
        when = f"in step {self.impulse}" if self.impulse else "in the drift"
        return f"{self.one} meets {self.other} {when} on {self.place}"


def meetings(view: State, seat: str, plotted: Mapping[str, str]) -> tuple[Meeting, ...]:
    """Return the first collisions among ships of a seat whose plots are written.

    Ships that get no order lie in the way; those whose plot is still open, and all of other
    seats, are thought away.
    """
    own = frozenset(
        ship.id
        for ship in afloat(view)
        if holder(ship) == seat and (ship.id in plotted or why_no_order(view, ship))
    )
    orders = {
        ship: read(plot)
        for ship, plot in plotted.items()
        if ship in own and plot not in ("", GIVE_UP)
    }
    faces = cycle(FALLING)
    events = carry_out(alone_with(view, own), orders, lambda: next(faces), lambda: CLEAR)
    return tuple(
        Meeting(each.holder, loser, each.impulse, label(each.hex))
        for each in events
        if isinstance(each, ev.ContestSettled)
        for loser in each.losers
    )
