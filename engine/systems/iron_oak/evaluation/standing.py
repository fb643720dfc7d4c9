"""How a side stands: points won and lost, and the Hits on the way to more."""

from __future__ import annotations

from engine.game.advice import Reason
from engine.systems.iron_oak.evaluation.aims import weight
from engine.systems.iron_oak.fleet.hulls import original_hits, value
from engine.systems.iron_oak.fleet.sides import other_side, side_of
from engine.systems.iron_oak.state.state import State
from engine.systems.iron_oak.victory.ending import lines_of
from engine.systems.iron_oak.victory.lines import holds
from engine.systems.iron_oak.victory.points import points

WON = 1000.0
"""Worth of a victory line that holds."""


def standing(view: State, seat: str) -> tuple[Reason, ...]:
    """Return how well a seat's side stands against its enemy, term by term, in Victory Points."""
    side = side_of(view, seat)
    enemy = other_side(side)
    won = sum(
        WON if line.side == side else -WON
        for line in lines_of(view)
        if not line.at and line.when != "points" and holds(view, line)
    )
    lead = points(view, side) - points(view, enemy)
    hurt = _hurt(view, enemy, side) - _hurt(view, side, enemy)
    return (
        Reason("victory", "victory lines that hold", float(won)),
        Reason("points", "points won less points lost", float(lead)),
        Reason("hits", "Hits given less Hits taken", hurt),
    )


def _hurt(view: State, side: str, by: str) -> float:
    """Return what the Hits on a side's ships afloat are worth to its enemy."""
    return sum(
        ship.hits / original_hits(ship) * value(ship) / 2 * weight(view, by, ship)
        for ship in view.ships.values()
        if ship.side == side and ship.on_map and ship.kind == "ship"
    )
