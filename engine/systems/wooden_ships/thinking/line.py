"""The line: a ship on her way keeps station behind the next ahead.

She leaves it for a target, and for land or a wreck, which cost more than any station is worth.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.base.counting import counted
from engine.game.advice import Reason
from engine.game.answer import Answer
from engine.kit.cached_per_state import cached_per_state
from engine.space.hexes import distance
from engine.systems.wooden_ships.fleet.place import Place, apart, hexes
from engine.systems.wooden_ships.sailing.station import ship_ahead
from engine.systems.wooden_ships.state.state import Ship, State
from engine.systems.wooden_ships.thinking.prospect import foes
from engine.systems.wooden_ships.thinking.traffic import expected_plot, path_of

OFF_STATION = 0.3
"""Points for each hex that she is off her station after a plot."""
LOST = 4
"""Hexes from which on she is no longer in the line."""
TARGET = 7
"""Hexes within which an enemy is a target: a ship may reach her in a turn and fire."""


def line_reasons(
    view: State, ship: Ship, end: Place, draft: Mapping[str, Answer]
) -> tuple[Reason, ...]:
    """Return what a place counts for the line; nothing for who leads or has a target."""
    leader = next_ahead(view, ship.id)
    if leader is None:
        return ()
    bow, facing = path_of(view, leader, expected_plot(view, ship, view.ships[leader], draft))[-1]
    astern = hexes(hexes(bow, facing)[1], facing)[1]
    off = min(distance(end[0], astern), LOST)
    words = f"{counted(off, 'hex', 'hexes')} off her station" if off else "keeps station"
    return (Reason("station", f"{words} astern of {leader}", OFF_STATION * (LOST - off)),)


@cached_per_state
def next_ahead(view: State, ship_id: str) -> str | None:
    """Return the ship that one follows: the next ahead of her seat, while no target is near."""
    ship = view.ships[ship_id]
    if any(apart(ship, view.ships[foe]) <= TARGET for foe in foes(view, ship_id)):
        return None
    leader = ship_ahead(view, ship)
    return leader.id if leader else None
