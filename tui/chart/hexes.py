"""A chart of hexes: its window and frame, the drawings of ships, the hexes that guns bear on."""

from __future__ import annotations

from collections.abc import Container, Sequence
from functools import lru_cache
from math import ceil, floor

import msgspec
from msgspec.structs import replace

from engine.game.chart import Hexes, Hull, Lit, Mark, Scene, Sea, Smoke, Spot, Terrain, Tie, Trace
from engine.space.hexes import NAMES
from engine.space.plane.pose import Point, Pose
from tui.chart.kind import BoardKind, Cell, holds, middle
from tui.chart.sea import chart as sea
from tui.chart.sea.kind import write_keys
from tui.chart.sea.ships import EdgeKey, edge_keys
from tui.chart.sea.window import SeaWindow
from tui.terminal.cells import Grid
from tui.terminal.terminal import Glyphs

# The window on a sea of hexes: its scale (rows per hex) and its first cell; the sea has no edge. A
# column of hexes is twice as many cells wide as a hex has rows, so that a hull keeps its shape at
# every heading: the lattice is a little wider on the screen than on the plane.


ACROSS = 0.8660254
"""The distance between columns of hexes; the centres of neighbouring hexes are 1 apart."""
SCALES = (1, 2, 3, 4)
"""The scales of the chart: rows of cells for each hex."""
HOME = 2
"""The usual scale (rows for each hex), at which ships are drawn in detail."""


class HexWindow(msgspec.Struct, frozen=True):
    """A window of cells on the sea.

    `left` and `top` give its first cell, counted from the centre of hex A0.
    """

    left: int
    top: int
    scale: int
    columns: int
    rows: int

    def to_cell(self, point: Point) -> tuple[float, float]:
        """Return (column, row) of a point; the centre of a hex is in the middle of a cell."""
        return (
            point[0] / ACROSS * 2 * self.scale - self.left + 0.5,
            -point[1] * self.scale - self.top + 0.5,
        )

    def to_plane(self, column: float, row: float) -> Point:
        """Return the point of the plane at a column and row."""
        return (
            (column + self.left - 0.5) * ACROSS / (2 * self.scale),
            -(row + self.top - 0.5) / self.scale,
        )

    def shows(self, point: Point) -> bool:
        """Tell whether the point lies in the window."""
        column, row = self.to_cell(point)
        return 0 <= column < self.columns and 0 <= row < self.rows

    def panned(self, columns: int, rows: int) -> HexWindow:
        """Return the window moved by `columns` cells to the east and `rows` cells to the south."""
        return msgspec.structs.replace(self, left=self.left + columns, top=self.top + rows)

    def zoomed(self, step: int, about: Point) -> HexWindow:
        """Return the window zoomed in by `step` scales, or out if negative.

        The point `about` stays near its cell.
        """
        at = SCALES.index(self.scale) + step
        other = msgspec.structs.replace(self, scale=SCALES[max(0, min(len(SCALES) - 1, at))])
        column, row = self.to_cell(about)
        x, y = other.to_cell(about)
        return other.panned(round(x - column), round(y - row))

    def centred(self, point: Point) -> HexWindow:
        """Return the window centred on a point."""
        column, row = self.to_cell(point)
        return self.panned(round(column - self.columns / 2), round(row - self.rows / 2))

    def sized(self, columns: int, rows: int) -> HexWindow:
        """Return the window with the same upper left corner and another number of columns and
        rows.
        """
        return msgspec.structs.replace(self, columns=columns, rows=rows)

    @property
    def sea(self) -> SeaWindow:
        """The same window on a sea chart, which is measured in inches: a hex is two inches high,
        and columns are two inches apart.
        """
        scale = self.scale
        left, top = (self.left - 0.5) / scale, (-self.top + 0.5) * 2 / scale
        return SeaWindow(left, top, scale / 2, self.columns, self.rows)


def on_sea(point: Point) -> Point:
    """Return where a point of the hex plane lies on a sea chart, in inches."""
    return point[0] / ACROSS * 2, point[1] * 2


# The frame of a chart of hexes: letters of columns, numbers of rows, the wind below.


GUTTER = 3
"""The number of columns to the left of the chart: two digits and the frame."""
NOTE = " one step = one hex, from dot to dot "
ARROWS = {"ascii": "^/>\\v/<\\", "unicode": "▲◥►◢▼◣◄◤"}
"""Arrows for the eight wind directions, clockwise from north."""


def wind_arrow(wind_to: float, glyphs: Glyphs) -> str:
    """Return the arrow for the direction, in degrees, towards which the wind blows."""
    return ARROWS[glyphs][round(wind_to / 45) % 8]


def label(column: int) -> str:
    """Return the letters of a column: A, Z, AA, ZZ, AAA; -A for the first one west of A.

    >>> [label(column) for column in (0, 25, 26, 51, 52, -1)]
    ['A', 'Z', 'AA', 'ZZ', 'AAA', '-A']
    """
    if column < 0:
        return "-" + label(-column - 1)
    return chr(ord("A") + column % 26) * (column // 26 + 1)


def frame(
    window: HexWindow, wind_to: float | None, glyphs: Glyphs, keys: Sequence[EdgeKey] = ()
) -> Grid:
    """Return the frame around a window, blank inside; it has columns + 4 by rows + 2 cells.

    `keys` are the labels of ships outside the window; no text of the frame is written where one of
    them would cut it.
    """
    scale = window.scale
    grid = Grid(window.columns + GUTTER + 1, window.rows + 2, "frame")
    level, side, corners = ("-", "|", "++++") if glyphs == "ascii" else ("─", "│", "┌┐└┘")
    last, bottom = window.columns + GUTTER, window.rows + 1
    for row, pair in ((0, corners[:2]), (bottom, corners[2:])):
        grid.write(GUTTER - 1, row, pair[0] + level * window.columns + pair[1], "frame")
    for row in range(1, bottom):
        grid.put(GUTTER - 1, row, side, "frame")
        grid.put(last, row, side, "frame")
    wide = 2 * window.scale
    first = ceil(window.left / wide)
    names = {at: label(at) for at in range(first, first + window.columns // wide + 1)}
    longest = max(map(len, names.values()), default=1)
    step = -(-(longest + 1) // wide)
    for column, name in names.items():
        at = column * wide - window.left
        if column % step == 0 and at >= 0 and at + len(name) <= window.columns:
            grid.write(GUTTER + at, 0, name, "ruler")
    for row in range(window.rows):
        number, rest = divmod(row + window.top, scale)
        if rest == 0 and (scale > 1 or number % 2 == 0):
            grid.write(0, row + 1, f"{number:2}"[-2:], "ruler")
    if wind_to is not None:
        arrow = wind_arrow(wind_to, glyphs)
        bottom, last = window.rows + 1, window.columns - 6
        for place in (4, 16, last):
            if 0 <= place < window.columns:
                grid.put(GUTTER + place, bottom, arrow, "wind")
        note = range(17, 17 + len(NOTE))
        below = (range(each.cell, each.cell + len(each.text)) for each in keys
                 if each.edge == "bottom")  # fmt: skip
        if last > note[-1] and not any(set(note) & set(each) for each in below):
            grid.write(GUTTER + 17, bottom, NOTE, "ruler")
    write_keys(grid, keys)
    return grid


# Draw a sea of hexes: a dot for each centre, ships as stamps, a highlight on hexes that guns bear
# on.


LENGTH, WIDTH = 3.6, 1.3
"""The length and width of a drawn ship in inches of the sea chart; she covers two hexes."""
SIGNS = {
    "unicode": {"dot": "·", "full": "∘", "part": "·", "reach": "∘"},
    "ascii": {"dot": ".", "full": "o", "part": ".", "reach": "o"},
}
LABELS = ("label_", "plate_", "active", "chosen")
"""The beginnings of the names of the styles of labels: the number of a step must not cover such a
label."""
BESIDE = ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1))
"""Where a step's number may be written: offsets from a hex's centre in (columns, rows), best first.
"""
HEADINGS = (0.0, 67.49, 112.51, 180.0, 247.49, 292.51)
"""The six headings of a ship in degrees of the chart. The oblique ones are just off the middle
between two of eight arrows, so that north-east and south-east are not drawn as east."""
OPEN = Sea(10000.0, 10000.0)
"""A sea so large that its edge is never visible; its own dots are not drawn."""


def draw(
    scene: Scene,
    window: HexWindow,
    glyphs: Glyphs,
    extra: Sequence[Mark] = (),
    selected: str = "",
) -> Grid:
    """Return the chart of a scene of hexes with extra marks: ghosts of orders, lines, highlighted
    hexes.
    """
    lights = [mark for mark in (*scene.marks, *extra) if isinstance(mark, Lit)]
    # A dot stands in the centre of each hex; highlighted hexes have another sign there.
    water, signs = _dotted(window, glyphs).copy(), SIGNS[glyphs]
    for light in lights:
        if light.kind != "step":
            column, row = (floor(value) for value in window.to_cell(light.at))
            style = "ring" if light.kind == "part" else "path"
            water.put(column, row, light.text or signs[light.kind], style)
    marks = tuple(_moved(mark) for mark in scene.marks if not isinstance(mark, Lit | Tie))
    more = [_moved(mark) for mark in extra if not isinstance(mark, Lit | Tie)]
    # A line between every two tied ships; for grappled ships it has close dots.
    places: dict[str, Point] = {
        mark.key: on_sea(mark.pose.at) for mark in scene.marks if isinstance(mark, Hull)
    }
    more += [
        Trace(
            "path" if mark.kind == "fouled" else "link",
            (places[mark.keys[0]], places[mark.keys[1]]),
        )
        for mark in (*scene.marks, *extra)
        if isinstance(mark, Tie) and all(key in places for key in mark.keys)
    ]
    grid = sea.draw(Scene(OPEN, marks), window.sea, glyphs, more, selected, water=water)
    away = out_of_sight(scene, window, glyphs)
    left = {(0, key.cell) for key in away if key.edge == "left"}
    for light in lights:
        if light.kind == "step":
            column, row = (floor(value) for value in window.to_cell(light.at))
            _number(grid, column, row, light.text, window.scale, left)
    return grid


def _number(  # noqa: PLR0913  (a text, its place, the scale, what to avoid)
    grid: Grid,
    column: int,
    row: int,
    text: str,
    scale: int,
    closed: Container[tuple[int, int]] = (),
) -> None:
    """Write the number of one step of a planned move into its hex, or beside a label there.

    It is left out if its hex has no free cell: in another one it would show another move. It is
    never written next to a ship's label, because both together would look like another label.
    `closed` are cells to avoid because a label on the frame is beside them.
    """
    for across, down in BESIDE:
        if 2 * abs(down) >= scale:
            continue
        at = column + across, row + down
        around = [(at[0] + step, at[1]) for step in range(-1, len(text) + 1)]
        named = (_is_named(*grid.cell(x, y)) for x, y in around if grid.holds(x, y))
        whole = grid.holds(*at) and grid.holds(at[0] + len(text) - 1, at[1])
        if whole and not any(named) and at not in closed:
            grid.write(*at, text, "ghost")
            return


def _is_named(glyph: str, style: str) -> bool:
    """Tell whether a cell belongs to the label of a ship, or of the ghost that shows where she
    would go.
    """
    return style.startswith(LABELS) or (style == "ghost" and glyph.isalnum())


def out_of_sight(scene: Scene, window: HexWindow, glyphs: Glyphs) -> list[EdgeKey]:
    """Return a label for each ship outside the window, to be written on the frame."""
    hulls = [_moved(mark) for mark in scene.marks if isinstance(mark, Hull)]
    return edge_keys([hull for hull in hulls if isinstance(hull, Hull)], window.sea, glyphs)


@lru_cache(maxsize=4)
def _dotted(window: HexWindow, glyphs: Glyphs) -> Grid:
    """Return the water with a dot in the centre of each hex.

    Cached, because a window seldom moves.
    """
    grid = Grid(window.columns, window.rows)
    dot, scale = SIGNS[glyphs]["dot"], window.scale
    first = floor(window.left / (2 * scale))
    for column in range(first, first + ceil(window.columns / (2 * scale)) + 2):
        across = column * 2 * scale - window.left
        half = scale / 2 if column % 2 else 0.0
        top = floor((window.top - half) / scale)
        for row in range(top, top + ceil(window.rows / scale) + 2):
            grid.put(across, floor(row * scale + half) - window.top, dot, "sea")
    return grid


def _moved(mark: Mark) -> Mark:
    """Return a mark of the hex chart as a mark of a sea chart, in inches.

    A ship gets a heading for which a drawing exists.
    """
    match mark:
        case Hull():
            return replace(mark, pose=_pose(mark.pose), length=LENGTH, width=WIDTH)
        case Smoke():
            return replace(mark, pose=_pose(mark.pose), length=LENGTH, width=WIDTH)
        case Terrain():
            return replace(mark, outline=tuple(on_sea(point) for point in mark.outline))
        case Trace():
            return replace(mark, points=tuple(on_sea(point) for point in mark.points))
        case Spot():
            return replace(mark, at=on_sea(mark.at))
    return mark


def _pose(pose: Pose) -> Pose:
    """Return the pose of a ship on the sea chart, in inches.

    The hexes are stretched on it: 60 degrees become about 67.5, one of the sixteen headings for
    which a hull is drawn.
    """
    x, y = on_sea(pose.at)
    sixth = round(pose.heading / 60) % 6
    return Pose(x, y, HEADINGS[sixth])


# A sea of hexes: windows on it, and its frame.


MARGIN = 3
"""The number of cells that stay free around the outermost ships when the whole battle is shown."""


class HexKind(BoardKind[HexWindow]):
    """A sea of hexes without an edge. Its windows follow the ships and may lie anywhere."""

    def __init__(self, board: Hexes) -> None:
        self.board = board

    def whole(self, columns: int, rows: int, about: Sequence[Point]) -> HexWindow:
        """Return a window that shows every place of `about`, at the largest scale possible.

        If none shows them all, the window has the smallest scale.
        """
        window = self._about(SCALES[-1], columns, rows, about)
        for scale in reversed(SCALES):
            window = self._about(scale, columns, rows, about)
            cells = [window.to_cell(place) for place in about]
            if all(MARGIN <= x < columns - MARGIN and 1 <= y < rows - 1 for x, y in cells):
                break
        return window

    def first(self, columns: int, rows: int, about: Sequence[Point]) -> HexWindow:
        """Return the window that a chart opens with: around the places, at the scale with detailed
        ships.
        """
        return self._about(HOME, columns, rows, about)

    def near(self, window: HexWindow, about: Sequence[Point]) -> HexWindow:
        """Return a window around some places, at the largest scale that shows them all.

        It is never zoomed out from the scale of `window`.
        """
        if not about:
            return window
        for scale in reversed([each for each in SCALES if each > window.scale]):
            found = self._about(scale, window.columns, window.rows, about)
            if holds(found, about, 2 * scale, scale):
                return found
        if holds(window, about, MARGIN, 1):
            return window
        found = self._about(window.scale, window.columns, window.rows, about)
        return found if holds(found, about, MARGIN, 1) else window

    def clamped(self, window: HexWindow) -> HexWindow:
        """Return the window unchanged: the sea has no edge."""
        return window

    def stepped(self, window: HexWindow, cursor: Cell, east: int, south: int) -> Cell:
        """Return the cell that is `east` cells to the right of the cursor and `south` cells below
        it.
        """
        return cursor[0] + east, cursor[1] + south

    def reach(self, window: HexWindow) -> float:
        """Return the distance at which the cursor selects a ship: the length of 1.5 cells, in
        hexes.
        """
        return 1.5 / window.scale

    def framed(
        self, scene: Scene, window: HexWindow, glyphs: Glyphs, extra: Sequence[Mark], selected: str
    ) -> Grid:
        """Return the chart in its frame, which has the names of the ships outside the window."""
        framed = frame(window, self.board.wind_to, glyphs, out_of_sight(scene, window, glyphs))
        framed.paste(draw(scene, window, glyphs, extra, selected), 3, 1)
        return framed

    def wind_words(self, glyphs: Glyphs) -> str:
        """Return in words where the wind comes from, with an arrow that shows where it blows to."""
        wind_to = self.board.wind_to
        if wind_to is None:
            return ""
        name = NAMES[(round(wind_to / 60) + 3) % 6]
        return f"wind from {name} {wind_arrow(wind_to, glyphs)}"

    def _about(self, scale: int, columns: int, rows: int, about: Sequence[Point]) -> HexWindow:
        return HexWindow(0, 0, scale, columns, rows).centred(middle(about) or (0.0, 0.0))
