"""Smoke outside the side that fired, and the wake of a ship that has moved."""

from __future__ import annotations

from math import floor

from engine.game.chart import Hull, Smoke
from engine.space.plane.pose import Point
from tui.chart.sea import braille
from tui.chart.sea.area import Cell, cells
from tui.chart.sea.hulls import at
from tui.chart.sea.window import SeaWindow
from tui.terminal.terminal import Glyphs

_NEAR, _FAR = 0.5, 1.7
"""Inches from the side to the near and the far edge of a cloud."""
_PUFFS = {1: "(@)%o", 2: "( ) o"}
_CLOUDS = {1: "▒", 2: "░"}
"""The texture by age, in ASCII and in Unicode."""
_WAKE = ((0.35, 0.3), (0.35, -0.3), (0.7, 0.18), (0.7, -0.18), (1.05, 0.0))
"""The dots of a wake: inches astern, and share of the width to the right."""


def smoke(mark: Smoke, view: SeaWindow, glyphs: Glyphs) -> dict[Cell, str]:
    """Return the cells of a cloud: a flash at age 0, dense at 1, thin at 2, then none."""
    if mark.age == 0:
        spots = [view.to_cell(_off(mark, 0.5, share)) for share in (-0.4, -0.2, 0, 0.2, 0.4)]
        return {(floor(across), floor(down)): "*" for across, down in spots}
    if mark.age not in _PUFFS:
        return {}
    corners = [(_NEAR, -0.45), (_NEAR, 0.45), (_FAR, 0.6), (_FAR, -0.6)]
    shape = [view.to_cell(_off(mark, out, along)) for out, along in corners]
    covered = cells(shape, view.columns, view.rows)
    if glyphs == "unicode":
        return dict.fromkeys(covered, _CLOUDS[mark.age])
    east, south = view.origin
    return {(c, r): _PUFFS[mark.age][(c + east + 2 * (r + south)) % 5] for c, r in covered}


def wake(hull: Hull, view: SeaWindow, glyphs: Glyphs) -> dict[Cell, str]:
    """Return the cells of the wake behind a stern."""
    spots = [
        view.to_cell(at(hull.pose, -hull.length / 2 - astern, share * hull.width))
        for astern, share in _WAKE
    ]
    if glyphs == "unicode":
        bits = braille.dots((floor(across * 2), floor(down * 4)) for across, down in spots)
        return {cell: braille.glyph(on) for cell, on in bits.items()}
    near, far = spots[:2], spots[4]
    drawn = {(floor(far[0]), floor(far[1])): "'"}
    return drawn | {(floor(across), floor(down)): '"' for across, down in near}


def _off(mark: Smoke, out: float, along: float) -> Point:
    """Return the point `out` inches off the firing side, `along` it by a share of its length."""
    if mark.side in ("port", "starboard"):
        hand = 1 if mark.side == "starboard" else -1
        return at(mark.pose, along * mark.length, hand * (mark.width / 2 + out))
    hand = 1 if mark.side == "bow" else -1
    return at(mark.pose, hand * (mark.length / 2 + out), along * mark.width)
