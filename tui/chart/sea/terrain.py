"""Draws terrain, smoke and wakes as cells."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import floor

from engine.game.chart import Hull, Sea, Smoke, Terrain
from engine.space.plane.pose import Point
from tui.chart.sea import lines
from tui.chart.sea.hulls import at
from tui.chart.sea.lines import QUARTERS, Cell, cells, quarters
from tui.chart.sea.window import SeaWindow, ticks_across, ticks_down
from tui.terminal.cells import Grid
from tui.terminal.terminal import Glyphs

# Smoke beside the side that fired, and the wake of a ship that has moved.


_NEAR, _FAR = 0.5, 1.7
"""Inches from the side of the ship that has fired to the near and to the far edge of its smoke."""
_PUFFS = {1: "(@)%o", 2: "( ) o"}
_CLOUDS = {1: "▒", 2: "░"}
"""{age of a cloud of smoke: its texture}: 1 is dense, 2 thin; the same in ASCII and in Unicode."""
_WAKE = ((0.35, 0.3), (0.35, -0.3), (0.7, 0.18), (0.7, -0.18), (1.05, 0.0))
"""The dots of a wake: (inches behind the stern, fraction of the ship's width to the right)."""


def smoke(mark: Smoke, view: SeaWindow, glyphs: Glyphs) -> dict[Cell, str]:
    """Return {cell: glyph} of a cloud of smoke: a flash at age 0, dense smoke at 1, thin at 2, then
    none.
    """
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
    """Return {cell: glyph} of the wake behind a ship."""
    spots = [
        view.to_cell(at(hull.pose, -hull.length / 2 - astern, share * hull.width))
        for astern, share in _WAKE
    ]
    if glyphs == "unicode":
        bits = lines.dots((floor(across * 2), floor(down * 4)) for across, down in spots)
        return {cell: lines.glyph(on) for cell, on in bits.items()}
    near, far = spots[:2], spots[4]
    drawn = {(floor(far[0]), floor(far[1])): "'"}
    return drawn | {(floor(across), floor(down)): '"' for across, down in near}


def _off(mark: Smoke, out: float, along: float) -> Point:
    """Return a point `out` inches outside the side that has fired (port, starboard, bow or stern).

    `along` is its distance from the middle of that side, as a fraction of the side's length:
    forward on port and starboard, to the right at bow and stern.
    """
    if mark.side in ("port", "starboard"):
        hand = 1 if mark.side == "starboard" else -1
        return at(mark.pose, along * mark.length, hand * (mark.width / 2 + out))
    hand = 1 if mark.side == "bow" else -1
    return at(mark.pose, hand * (mark.length / 2 + out), along * mark.width)


# Terrain as cells. Textures distinguish it, for screens without colour. A cell belongs to a piece
# of terrain if at least half of the cell is covered.


TerrainLook = tuple[str, str]
LAND = ("island", "land")
_ORDER = {"zone": 0, "shoal": 1, "fog": 2, "rocks": 3, "island": 4, "land": 4}
"""{kind of terrain: order of drawing}. What matters more to a ship is drawn later, on top."""


@lru_cache(maxsize=16)
def ground(
    sea: Sea, pieces: tuple[Terrain, ...], view: SeaWindow, glyphs: Glyphs
) -> tuple[Grid, frozenset[Cell]]:
    """Return (grid, cells of land): the water with all terrain and its dots.

    The grid is cached: copy it before writing on it.
    """
    grid = Grid(view.columns, view.rows)
    land = lay(grid, pieces, view, glyphs)
    # Dots on open water, six inches apart; three inches at larger scales.
    sign = "." if glyphs == "ascii" else "·"
    columns = [column for _, column in ticks_across(sea, view)]
    rows = [row for _, row in ticks_down(sea, view)]
    for r in rows:
        for c in columns:
            if grid.styles[r][c] == "sea":
                grid.glyphs[r][c] = sign
    left, bottom = (round(value) for value in view.to_cell((0.0, 0.0)))
    right, top = (round(value) for value in view.to_cell((sea.width, sea.height)))
    for r in range(view.rows):
        for c in range(view.columns):
            if not (left <= c < right and top <= r < bottom):
                grid.glyphs[r][c], grid.styles[r][c] = " ", "off"
    return grid, land


def lay(grid: Grid, pieces: Sequence[Terrain], view: SeaWindow, glyphs: Glyphs) -> frozenset[Cell]:
    """Draw terrain over water, and return the cells of land."""
    land: set[Cell] = set()
    for mark in sorted(pieces, key=lambda piece: _ORDER[piece.kind]):
        drawn = looks(mark, view, glyphs)
        for (column, row), (glyph, style) in drawn.items():
            grid.put(column, row, glyph, style)
        if mark.kind in LAND:
            land |= drawn.keys()
    return frozenset(land)


@lru_cache(maxsize=64)
def looks(mark: Terrain, view: SeaWindow, glyphs: Glyphs) -> dict[Cell, TerrainLook]:
    """Return (glyph, style) for each cell of one piece of terrain. Cached: copy before changing."""
    corners = [view.to_cell(point) for point in mark.outline]
    if mark.kind == "zone":
        return {}
    if mark.kind in LAND:
        if glyphs == "unicode":
            bits = quarters(corners, view.columns, view.rows)
            return {
                cell: ("▒", "land") if on == 15 else (QUARTERS[on], "coast")
                for cell, on in bits.items()
            }
        return _coast(cells(corners, view.columns, view.rows), view)
    covered = cells(corners, view.columns, view.rows)
    texture = {"shoal": _shoal, "fog": _fog, "rocks": _rocks}[mark.kind]
    return texture(covered, view, glyphs)


def _shoal(covered: set[Cell], view: SeaWindow, glyphs: Glyphs) -> dict[Cell, TerrainLook]:
    signs = ". " if glyphs == "ascii" else "⠂⠠"
    east, south = view.origin
    return {(c, r): (signs[(c + east + r + south) % 2], "shoal") for c, r in covered}


def _fog(covered: set[Cell], view: SeaWindow, glyphs: Glyphs) -> dict[Cell, TerrainLook]:
    if glyphs == "unicode":
        return dict.fromkeys(covered, ("░", "fog"))
    east, south = view.origin
    return {(c, r): ("~ "[(c + east + r + south) % 2], "fog") for c, r in covered}


def _rocks(covered: set[Cell], view: SeaWindow, glyphs: Glyphs) -> dict[Cell, TerrainLook]:
    """Return the texture `+*+` along each row from its first cell on, so that the texture follows
    the outline.
    """
    first: dict[int, int] = {}
    for c, r in covered:
        first[r] = min(c, first.get(r, c))
    return {
        (c, r): ("+*+"[place], "rocks") for c, r in covered if (place := (c - first[r]) % 6) < 3
    }


def _coast(land: set[Cell], view: SeaWindow) -> dict[Cell, TerrainLook]:
    """Return the look of land in ASCII: slopes at the ends of rows, a rim at top and bottom, a few
    peaks inside.
    """
    east, south = view.origin
    drawn: dict[Cell, TerrainLook] = {}
    for c, r in land:
        west_sea, east_sea = (c - 1, r) not in land, (c + 1, r) not in land
        north_sea, south_sea = (c, r - 1) not in land, (c, r + 1) not in land
        peak = (c + east + 3 * (r + south)) % 5 == 0
        if west_sea and east_sea:
            sign = "^" if north_sea else "v" if south_sea else "|"
        elif west_sea or east_sea:
            falls = "/\\" if west_sea else "\\/"
            sign = "|" if north_sea == south_sea else falls[south_sea]
        elif north_sea:
            sign = "^" if peak else "-"
        elif south_sea:
            sign = "_"
        else:
            drawn[c, r] = ("^" if peak else " ", "land")
            continue
        drawn[c, r] = (sign, "coast")
    return drawn
