"""Sampled hulls, from 3/2 rows an inch: the true outline at the true pose."""

from __future__ import annotations

from functools import lru_cache
from math import atan2, cos, degrees, floor, hypot, sin
from typing import Literal

from engine.space.plane.pose import Pose
from tui.chart.sea import braille, outline
from tui.chart.sea.area import QUARTERS, Cell, Corner, cells, quarters
from tui.chart.sea.view import View

Glyphs = Literal["ascii", "unicode"]
ARROWS = {"ascii": "^>v<", "filled": "▲►▼◄", "line": "△▷▽◁"}
_GUN_GAP = 0.22
_MASTS = (0.22, -0.02, -0.28)


@lru_cache(maxsize=256)
def filled(pose: Pose, length: float, width: float, view: View) -> dict[Cell, str]:
    """Return a hull in quarters of cells."""
    corners = outline.in_cells(outline.hull(pose, length, width), view)
    bits = quarters(corners, view.columns, view.rows)
    return {cell: QUARTERS[on] for cell, on in bits.items()}


@lru_cache(maxsize=256)
def lined(pose: Pose, length: float, width: float, view: View) -> dict[Cell, str]:
    """Return a hull as a line of dots, blank inside."""
    corners = outline.in_cells(outline.hull(pose, length, width), view)
    drawn = dict.fromkeys(cells(corners, view.columns, view.rows), " ")
    drawn |= {cell: braille.glyph(on) for cell, on in braille.walk(corners).items()}
    return drawn


@lru_cache(maxsize=256)
def sloped(pose: Pose, length: float, width: float, view: View) -> dict[Cell, str]:
    """Return a hull in the eight signs of seven-bit text, blank inside, its bow an arrow head."""
    corners = outline.in_cells(outline.hull(pose, length, width), view)
    drawn = dict.fromkeys(cells(corners, view.columns, view.rows), " ")
    drawn |= _edges(corners)
    drawn[bow_cell(pose, length, view)] = bow_sign(pose, "ascii")
    return drawn


def bow_cell(pose: Pose, length: float, view: View) -> Cell:
    """Return the cell of the bow's point."""
    across, down = view.to_cell(outline.at(pose, length * 0.47, 0.0))
    return floor(across), floor(down)


def bow_sign(pose: Pose, drawing: str) -> str:
    """Return the arrow head of a heading, to the nearest quarter of the compass."""
    return ARROWS[drawing][round(pose.heading / 90) % 4]


def base_line(
    pose: Pose, length: float, width: float, view: View, glyphs: Glyphs
) -> dict[Cell, str]:
    """Return the rectangle of the base, thinly drawn."""
    corners = outline.in_cells(outline.base(pose, length, width), view)
    if glyphs == "unicode":
        return {cell: braille.glyph(on) for cell, on in braille.walk(corners).items()}
    return dict.fromkeys(_edges(corners), ":")


def guns(
    pose: Pose, length: float, width: float, sides: tuple[bool, bool], view: View, glyphs: Glyphs
) -> dict[Cell, str]:
    """Return five dots along each loaded side (port, starboard), just outside the base."""
    places: list[Corner] = []
    for loaded, hand in zip(sides, (-1, 1), strict=True):
        if loaded:
            off = hand * (width / 2 + _GUN_GAP)
            stations = (length * (0.10 - 0.14 * (2 - number)) for number in range(5))
            places += [view.to_cell(outline.at(pose, ahead, off)) for ahead in stations]
    if glyphs == "unicode":
        bits = braille.dots((floor(across * 2), floor(down * 4)) for across, down in places)
        return {cell: braille.glyph(on) for cell, on in bits.items()}
    return {(floor(across), floor(down)): "'" if down % 1 < 0.5 else "." for across, down in places}


def masts(pose: Pose, length: float, view: View) -> list[Cell]:
    """Return the cells of the three masts."""
    spots = (view.to_cell(outline.at(pose, length * share, 0.0)) for share in _MASTS)
    return [(floor(across), floor(down)) for across, down in spots]


def _edges(corners: list[Corner]) -> dict[Cell, str]:
    """Return a sign for each cell that the line crosses for at least 0.7 column widths."""
    sums: dict[Cell, list[float]] = {}
    for (ax, ay), (bx, by) in zip(corners, [*corners[1:], corners[0]], strict=True):
        across, up = bx - ax, (ay - by) * 2
        length = hypot(across, up)
        if length < 1e-9:
            continue
        steps = max(1, round(length * 6))
        part = length / steps
        turned = 2 * atan2(up, across)
        for step in range(steps):
            share = (step + 0.5) / steps
            x, y = ax + across * share, ay + (by - ay) * share
            total = sums.setdefault((floor(x), floor(y)), [0.0, 0.0, 0.0, 0.0])
            total[0] += part
            total[1] += part * cos(turned)
            total[2] += part * sin(turned)
            total[3] += part * (y % 1)
    return {cell: _slope(*total) for cell, total in sums.items() if total[0] >= 0.7}


def _slope(length: float, level: float, rise: float, height: float) -> str:
    angle = degrees(atan2(rise, level)) / 2
    if abs(angle) <= 38:
        part = height / length
        return ("_" if abs(angle) < 15 else ",") if part > 2 / 3 else "-" if part > 1 / 3 else "'"
    if abs(angle) > 68:
        return "|"
    return "/" if angle > 0 else "\\"
