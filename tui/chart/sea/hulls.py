"""Hulls: fixed small drawings for the usual scale, and computed outlines for larger scales."""

from __future__ import annotations

from functools import lru_cache
from math import atan2, cos, degrees, floor, hypot, sin
from typing import Literal

import msgspec

from engine.space.plane.pose import Point, Pose, unit
from tui.chart.sea import lines
from tui.chart.sea.lines import QUARTERS, Cell, Corner, cells, quarters
from tui.chart.sea.window import SeaWindow
from tui.terminal.terminal import Glyphs

# Small fixed drawings of hulls for the home scale, one row per inch. Each base has five drawings,
# from north to east; the other eleven of the 16 headings are mirror images. `LL` is the place of
# the label, which reads forward in every image. Blanks inside a row belong to the hull.


Drawing = Literal["ascii", "filled", "line"]
Masters = tuple[tuple[tuple[str, ...], ...], ...]

_ASCII: Masters = (
    (
        ("/\\", "LL"),
        (" /|", "LL "),
        ("  /|", "LL/ "),
        ("  _,>", "LL-' "),
        ("[LL>",),
    ),
    (
        ("/\\", "LL", "[]"),
        ("  /|", " LL/", "[_/ "),
        ("   /|", " LL/ ", "[_/  "),
        ("  __,>", "[LL-' "),
        ("[=LL>",),
    ),
    (
        (" /\\ ", "/  \\", "|LL|", "[__]"),
        ("   _/|", "  /  |", " /LL/ ", "[__/  "),
        ("    __/|", " _/LL / ", "[____/  "),
        ("   __,-->", "_/LL  _/ ", "[__,-'   "),
        (",-----. ", "[__LL__>"),
    ),
)
_FILLED: Masters = (
    (
        ("▟▙", "LL"),
        (" ▟▌", "LL "),
        (" ▗▟◥", "LL▛ "),
        ("  ▗▄►", "LL█▀ "),
        ("▐LL►",),
    ),
    (
        ("▟▙", "LL", "██"),
        ("  ▟▌", " LL▘", "▟█▘ "),
        ("  ▗▟◥", " LL▛ ", "▜▛▘  "),
        ("  ▗▄▄►", "▐LL█▀ "),
        ("██LL►",),
    ),
    (
        (" ▟▙ ", "▟██▙", "▐LL▌", "▐██▌"),
        ("   ▗▟▌", "  ▟██▌", " ▟LL▛ ", "▝▜██▘ "),
        ("   ▗▄█◥", " ▗█LL█▛", "▜████▛ "),
        ("   ▗▄▟█►", "▗█LL██▛▘", "▝▜█▀▀▘  "),
        ("▗▄▄▄▄▄  ", "▐██LL██►"),
    ),
)
_LINE: Masters = (
    (
        ("╱╲", "LL"),
        (" ╱▏", "LL "),
        ("  ╱◹", "LL╱ "),
        ("  ╶─▷", "LL╶╯ "),
        ("╞LL▷",),
    ),
    (
        ("╱╲", "LL", "╰╯"),
        ("  ╱│", " LL╱", "└─╱ "),
        ("   ╱◹", " LL╱ ", "└─╱  "),
        ("  ╶──▷", "╘LL─╯ "),
        ("╞═LL▷",),
    ),
    (
        (" ╱╲ ", "╱  ╲", "│LL│", "╰──╯"),
        ("   ╱│", "  ╱ │", " ╱LL╱", "└──╱ "),
        ("    ╱◹", "  ╱  ╱", " ╱LL╱ ", "└──╱  "),
        ("  ╭────▷", "╭─╯LL ╭╯", "╰─────╯ "),
        ("╭────╮", "╞═LL═▷"),
    ),
)

_MASTERS: dict[Drawing, Masters] = {"ascii": _ASCII, "filled": _FILLED, "line": _LINE}


def _swaps(*pairs: str) -> dict[int, int]:
    both = [(ord(pair[0]), ord(pair[1])) for pair in pairs]
    return dict(both + [(b, a) for a, b in both])


_EAST_WEST = _swaps(
    *("/\\", "[]", "<>", "()", "▌▐", "▖▗", "▘▝", "▙▟", "▛▜", "▚▞", "►◄", "▷◁", "◥◤", "◢◣"),
    *("◹◸", "◿◺", "╱╲", "╭╮", "╰╯", "┌┐", "└┘", "╞╡", "╘╛", "╒╕", "╶╴", "▏▕"),
)
_NORTH_SOUTH = _swaps(
    *("/\\", "^v", ",'", "▀▄", "▖▘", "▗▝", "▙▛", "▟▜", "▲▼", "△▽", "◥◢", "◤◣"),
    *("◹◿", "◸◺", "╱╲", "╭╰", "╮╯", "┌└", "┐┘", "╘╒", "╛╕", "▞▚"),
) | {ord("_"): ord("-"), ord("."): ord("'")}


class HullStamp(msgspec.Struct, frozen=True):
    """A fixed drawing of a hull in rows of equal length; `label` is (column, row) of its label's
    first letter.
    """

    rows: tuple[str, ...]
    label: tuple[int, int]

    @property
    def width(self) -> int:
        """The width in columns."""
        return len(self.rows[0])

    @property
    def height(self) -> int:
        """The height in rows."""
        return len(self.rows)


def nearest_heading(heading: float) -> int:
    """Return the number, 0 to 15, of the drawn heading that is nearest to `heading` degrees: 4 is
    east.
    """
    return round(heading / 22.5) % 16


def base_class(length: float) -> int:
    """Return the class of a ship's base (her rectangle on the table): 0, 1 or 2 for the nearest of
    2, 2.5 and 3.5 inches.
    """
    return (length > 2.25) + (length > 3.0)


@lru_cache(maxsize=256)
def stamp(drawing: Drawing, base: int, heading16: int) -> HullStamp:
    """Return the drawing of a hull, by the class of its base and one of 16 headings.

    Cached: there are only 144.
    """
    masters = _MASTERS[drawing][base]
    if heading16 <= 4:
        rows = masters[heading16]
    elif heading16 <= 8:
        rows = _flipped(masters[8 - heading16])
    elif heading16 <= 12:
        rows = _mirrored(_flipped(masters[heading16 - 8]))
    else:
        rows = _mirrored(masters[16 - heading16])
    line = next(number for number, row in enumerate(rows) if "LL" in row)
    return HullStamp(rows, (rows[line].index("LL"), line))


def _mirrored(rows: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(row[::-1].translate(_EAST_WEST) for row in rows)


def _flipped(rows: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(row.translate(_NORTH_SOUTH) for row in reversed(rows))


# The outlines of hulls and bases, and the hulls drawn from them, at scales of 3/2 rows per inch or
# more. Lengths are in inches. Poses are not rounded to stamps: the drawing shows the true heading.


ARROWS = {"ascii": "^>v<", "filled": "▲►▼◄", "line": "△▷▽◁"}
_GUN_GAP = 0.22
"""Inches from the base to the dots of its guns: the dots must not touch the hull."""
_MASTS = (0.22, -0.02, -0.28)
"""The positions of the masts forward of the centre, as fractions of the length."""
STATIONS = (
    (-0.50, 0.38),
    (-0.44, 0.47),
    (-0.30, 0.50),
    (0.08, 0.50),
    (0.22, 0.44),
    (0.34, 0.32),
    (0.43, 0.17),
    (0.50, 0.0),
)
"""The shape of a hull from stern to bow, as (position, half width): the position forward of the
centre as a fraction of the length, the half width as a fraction of the width."""


def at(pose: Pose, ahead: float, right: float) -> Point:
    """Return the point that is `ahead` inches ahead of a pose's centre and `right` inches to its
    right.
    """
    east, north = unit(pose.heading)
    return pose.x + ahead * east + right * north, pose.y + ahead * north - right * east


def outline(pose: Pose, length: float, width: float) -> list[Point]:
    """Return the outline of a hull in inches, pointed at the bow and square at the stern."""
    right = [at(pose, ahead * length, side * width) for ahead, side in STATIONS]
    left = [at(pose, ahead * length, -side * width) for ahead, side in STATIONS[-2::-1]]
    return right + left


def base(pose: Pose, length: float, width: float) -> list[Point]:
    """Return the corners of a ship's base (her rectangle on the table), in inches."""
    halves = ((0.5, 0.5), (-0.5, 0.5), (-0.5, -0.5), (0.5, -0.5))
    return [at(pose, ahead * length, side * width) for ahead, side in halves]


def in_cells(points: list[Point], view: SeaWindow) -> list[tuple[float, float]]:
    """Return points given in inches as (column, row) in the window."""
    return [view.to_cell(point) for point in points]


@lru_cache(maxsize=256)
def filled(pose: Pose, length: float, width: float, view: SeaWindow) -> dict[Cell, str]:
    """Return {cell: glyph} of a filled hull, drawn in quarters of cells.

    Cached, like all drawings of hulls: most ships do not move between frames.
    """
    corners = in_cells(outline(pose, length, width), view)
    bits = quarters(corners, view.columns, view.rows)
    return {cell: QUARTERS[on] for cell, on in bits.items()}


@lru_cache(maxsize=256)
def lined(pose: Pose, length: float, width: float, view: SeaWindow) -> dict[Cell, str]:
    """Return {cell: glyph} of a hull as an outline of braille dots, blank inside."""
    corners = in_cells(outline(pose, length, width), view)
    drawn = dict.fromkeys(cells(corners, view.columns, view.rows), " ")
    drawn |= {cell: lines.glyph(on) for cell, on in lines.walk(corners).items()}
    return drawn


@lru_cache(maxsize=256)
def sloped(pose: Pose, length: float, width: float, view: SeaWindow) -> dict[Cell, str]:
    """Return {cell: glyph} of a hull as an outline in ASCII, blank inside, with an arrow head at
    the bow.
    """
    corners = in_cells(outline(pose, length, width), view)
    drawn = dict.fromkeys(cells(corners, view.columns, view.rows), " ")
    drawn |= _edges(corners)
    drawn[bow_cell(pose, length, view)] = bow_sign(pose, "ascii")
    return drawn


def bow_cell(pose: Pose, length: float, view: SeaWindow) -> Cell:
    """Return the cell of the bow's tip."""
    across, down = view.to_cell(at(pose, length * 0.47, 0.0))
    return floor(across), floor(down)


def bow_sign(pose: Pose, drawing: str) -> str:
    """Return the arrow head nearest to a ship's heading, one of four."""
    return ARROWS[drawing][round(pose.heading / 90) % 4]


def base_line(
    pose: Pose, length: float, width: float, view: SeaWindow, glyphs: Glyphs
) -> dict[Cell, str]:
    """Return {cell: glyph} of a ship's base (her rectangle on the table), as a thin outline."""
    corners = in_cells(base(pose, length, width), view)
    if glyphs == "unicode":
        return {cell: lines.glyph(on) for cell, on in lines.walk(corners).items()}
    return dict.fromkeys(_edges(corners), ":")


def guns(  # noqa: PLR0913 - pose and size are of a hull, view and glyphs of the chart
    pose: Pose,
    length: float,
    width: float,
    sides: tuple[bool, bool],
    view: SeaWindow,
    glyphs: Glyphs,
) -> dict[Cell, str]:
    """Return {cell: glyph} of five dots along each side with loaded guns, just outside the base.

    `sides` is (port loaded, starboard loaded).
    """
    places: list[Corner] = []
    for loaded, hand in zip(sides, (-1, 1), strict=True):
        if loaded:
            off = hand * (width / 2 + _GUN_GAP)
            stations = (length * (0.10 - 0.14 * (2 - number)) for number in range(5))
            places += [view.to_cell(at(pose, ahead, off)) for ahead in stations]
    if glyphs == "unicode":
        bits = lines.dots((floor(across * 2), floor(down * 4)) for across, down in places)
        return {cell: lines.glyph(on) for cell, on in bits.items()}
    return {(floor(across), floor(down)): "'" if down % 1 < 0.5 else "." for across, down in places}


def masts(pose: Pose, length: float, view: SeaWindow) -> list[Cell]:
    """Return the cells of the three masts."""
    spots = (view.to_cell(at(pose, length * share, 0.0)) for share in _MASTS)
    return [(floor(across), floor(down)) for across, down in spots]


def _edges(corners: list[Corner]) -> dict[Cell, str]:
    """Return {cell: ASCII character} for the cells that a closed line crosses.

    A cell counts when it contains at least 0.7 column widths of the line: shorter pieces look like
    noise.
    """
    sums: dict[Cell, list[float]] = {}
    for (ax, ay), (bx, by) in zip(corners, [*corners[1:], corners[0]], strict=True):
        across, up = bx - ax, (ay - by) * 2
        length = hypot(across, up)
        if length < 1e-9:
            continue
        steps = max(1, round(length * 6))
        part = length / steps
        # Doubled angles, so that the two opposite directions of a line add up instead of cancelling
        # out.
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
