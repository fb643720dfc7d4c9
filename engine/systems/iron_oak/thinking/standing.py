"""How a side stands: points won and lost, and the Hits on the way to more."""

from __future__ import annotations

from collections.abc import Iterable

from engine.game.decision import Reason
from engine.systems.iron_oak.fleet import original_hits, other_side, side_of, value
from engine.systems.iron_oak.state.state import State
from engine.systems.iron_oak.thinking.place_worth import AGROUND, outside_worth, place_worth, weight
from engine.systems.iron_oak.victory import NAMES, at_end, holds, lines_of, points

WON = 1000.0
"""Worth of a victory line that holds."""
POINT = 40.0
"""Victory Points that make a point of judgement, of which a lead of 20 is a won battle."""


def in_points(reasons: Iterable[Reason]) -> tuple[Reason, ...]:
    """Return reasons whose worths are Victory Points in points of judgement."""
    return tuple(Reason(each.term, each.words, each.worth / POINT) for each in reasons)


def standing(view: State, seat: str) -> tuple[Reason, ...]:
    """Return how well a seat's side stands against its enemy, term by term."""
    side = side_of(view, seat)
    enemy = other_side(side)
    won = _won(view, side)
    lead = points(view, side) - points(view, enemy)
    hurt = _hurt(view, enemy, side) - _hurt(view, side, enemy)
    found = (
        Reason("victory", "victory lines that hold", won),
        Reason("points", "points won less points lost", float(lead)),
        Reason("hits", "Hits given less Hits taken", hurt),
        Reason("aground", "ships afloat and clear", _stuck(view, enemy) - _stuck(view, side)),
        Reason("places", "where the ships lie", _places(view, side) - _places(view, enemy)),
    )
    return in_points(found)


def _won(view: State, side: str) -> float:
    """Return what has won or lost the battle already: its end, or lines that hold."""
    if view.outcome is not None:
        winners = view.outcome.winners
        return WON * (NAMES[side] in winners) - WON * (NAMES[other_side(side)] in winners)
    return sum(
        WON if line.side == side else -WON
        for line in lines_of(view)
        if not at_end(line) and holds(view, line)
    )


def _stuck(view: State, side: str) -> float:
    """Return what ships aground or fouled cost a side."""
    return AGROUND * sum(
        ship.grounded or bool(ship.fouled)
        for ship in view.ships.values()
        if ship.control == side and ship.on_map and ship.kind == "ship"
    )


def _places(view: State, side: str) -> float:
    """Return what the places of a side's ships are worth to it: fire, and the way to her aim.

    A battle that is over has no more use for them.
    """
    if view.outcome is not None:
        return 0.0
    return sum(
        place_worth(view, ship.id, ship.box) if ship.on_map else outside_worth(view, ship)
        for ship in view.ships.values()
        if ship.control == side and not ship.lost and ship.kind == "ship"
    )


def _hurt(view: State, side: str, by: str) -> float:
    """Return what the Hits on a side's ships afloat are worth to its enemy."""
    return sum(
        ship.hits / original_hits(ship) * value(ship) / 2 * weight(view, by, ship)
        for ship in view.ships.values()
        if ship.side == side and ship.on_map and ship.kind == "ship"
    )
