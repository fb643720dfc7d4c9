"""Who the person at the keyboard is, and where on the chart her ships lie."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.game.chart import Counter, Fort, Hull, Scene
from engine.sitting.seats import SeatTable
from engine.space.plane.pose import Point
from tui.chart.viewport import lying

ALIKE = 0.5
"""Hexes, boxes or inches between the middles of both sides from which one lies on a side."""


def you_are(table: SeatTable, scene: Scene) -> str:
    """Return who somebody is, `You are Red, at the left of the chart.`; '' who watches or shares.

    By the middle of her ships against that of the others; without a place before they lie there.
    """
    if table.hot or not table.viewer_seat:
        return ""
    name = table.name(table.viewer_seat)
    mine, owned = own_keys(table, scene), _owners(scene)
    parted: tuple[list[Point], list[Point]] = ([], [])
    for key, place, _ in lying(scene):
        if key in owned:
            parted[key not in mine].append(place)
    where = _side(*parted)
    return f"You are {name}{f', at the {where} of the chart' if where else ''}."


def own_keys(table: SeatTable, scene: Scene) -> set[str]:
    """Return the ships and forts of the side of whose view is shown."""
    allies = {seat.side for seat in table.seats if seat.key == table.viewer_seat}
    mine = {seat.key for seat in table.seats if seat.side in allies}
    return {key for key, owner in _owners(scene).items() if owner in mine}


def _owners(scene: Scene) -> dict[str, str]:
    ours = (mark for mark in scene.marks if isinstance(mark, Hull | Counter | Fort))
    return {mark.key: mark.owner for mark in ours}


def _side(own: Sequence[Point], others: Sequence[Point]) -> str:
    if not own or not others:
        return ""
    east = _mean(x for x, _ in own) - _mean(x for x, _ in others)
    north = _mean(y for _, y in own) - _mean(y for _, y in others)
    if max(abs(east), abs(north)) < ALIKE:
        return ""
    if abs(east) > abs(north):
        return "right" if east > 0 else "left"
    return "top" if north > 0 else "bottom"


def _mean(values: Iterable[float]) -> float:
    found = list(values)
    return sum(found) / len(found)
