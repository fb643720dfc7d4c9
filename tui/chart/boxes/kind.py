"""A board of boxes: its frame and sizes, the contents of a box, the thing under the cursor."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

import msgspec

from engine.game.chart import Boxes, Counter, Fort, Mark, Obstacle, Scene, Terrain
from engine.game.panel import Heading, Row, Span, Style, Words, words
from engine.space.plane.pose import Point
from tui.chart.boxes.chart import draw
from tui.chart.boxes.window import SIZES, BoxWindow, box_of, largest
from tui.chart.kind import BoardKind, Cell, holds, middle
from tui.terminal.cells import Grid
from tui.terminal.terminal import Glyphs

# Around a board of boxes: numbers of the columns, letters of the rows, wind and current.


GUTTER = 3
"""The number of columns to the left of the chart; the letter of each row is written there."""
SPEEDS = ("", "slow", "moderate", "fast")
ARROWS = {
    "unicode": {"west": "◄──", "east": "──►", "north": "▲", "south": "▼"},
    "ascii": {"west": "<--", "east": "-->", "north": "^", "south": "v"},
}


def frame(board: Boxes, window: BoxWindow) -> Grid:
    """Return the frame around a window, blank inside; it has columns + 4 by rows + 2 cells."""
    grid = Grid(window.columns + GUTTER + 1, window.rows + 2, "frame")
    for column in range(board.columns):
        left, _ = window.corner(0, column)
        middle = left + window.wide // 2
        if 0 <= middle < window.columns:
            grid.write(GUTTER + middle, 0, str(column + 1), "ruler")
    for row in range(board.rows):
        _, top = window.corner(row, 0)
        middle = top + (window.high - 1) // 2
        if 0 <= middle < window.rows:
            grid.put(1, middle + 1, chr(ord("A") + row), "ruler")
    return grid


def weather(board: Boxes, glyphs: Glyphs) -> str:
    """Return wind and current in a few words, for example `calm   current ◄──`."""
    words = [board.wind]
    if board.current and board.swiftness:
        words.append(f"{SPEEDS[board.swiftness]} current {ARROWS[glyphs][board.current]}")
    return "   ".join(filter(None, words))


# The contents of the box under the cursor. A full box shows only a number; this list shows each
# ship and fort.


_NAMES = {
    "obstruction": "an obstruction",
    "heavy": "a heavy obstruction",
    "sandbar": "a sandbar",
    "torpedo": "a torpedo",
    "hulk": "a hulk",
    "land": "high ground",
    "island": "low ground",
}


def units_in(scene: Scene, box: tuple[int, int]) -> tuple[str, ...]:
    """Return the keys of the ships and forts of a box (row, column), in the order of the box's
    list.
    """
    return tuple(
        mark.key
        for mark in scene.marks
        if isinstance(mark, Counter | Fort)
        and mark.box == box
        and not (isinstance(mark, Counter) and mark.ghost)
    )


def box_rows(scene: Scene, board: Boxes, at: Point, selected: str) -> list[Row]:
    """Return a panel row for each thing in the box at a point; [] for a single ship or an empty
    box.
    """
    box = board.box(at)
    units = units_in(scene, box)
    ground: list[Row] = []
    for mark in scene.marks:
        if (isinstance(mark, Obstacle) and mark.box == box) or (
            isinstance(mark, Terrain) and box == box_of(board, mark)
        ):
            ground.append(words(_NAMES[mark.kind], "dim"))
    if len(units) < 2 and not ground:
        return []
    rows: list[Row] = [Heading(f"In this box: {len(units)}" if units else "In this box")]
    for mark in scene.marks:
        if isinstance(mark, Counter | Fort) and mark.key in units:
            sign = ">" if mark.key == selected else " "
            text = "  ".join(filter(None, (mark.name, mark.state, mark.tokens)))
            style: Style = "side_a" if mark.owner[:1] == "A" else "side_b"
            rows.append(Words((Span(f"{sign}{text}", style),), mark.key))
    return [*rows, *ground]


# A board of boxes: windows on it, its frame and sizes, and the contents of a box.


class BoxKind(BoardKind[BoxWindow]):
    """A board of boxes, shown whole if it fits. The arrow keys move the cursor from box to box."""

    boxed: ClassVar[bool] = True

    def __init__(self, board: Boxes) -> None:
        self.board = board

    def whole(self, columns: int, rows: int, about: Sequence[Point]) -> BoxWindow:
        """Return a window that shows the whole board, with the largest boxes that fit."""
        return BoxWindow.fitted(self.board, columns, rows)

    def first(self, columns: int, rows: int, about: Sequence[Point]) -> BoxWindow:
        """Return the window that a chart opens with: the whole board, as its five rows of boxes fit
        in every terminal.
        """
        return self.whole(columns, rows, about)

    def near(self, window: BoxWindow, about: Sequence[Point]) -> BoxWindow:
        """Return a window in which the boxes at the given places are fully visible, with the
        largest boxes that allow this.
        """
        place = middle(about)
        for wide, high in reversed(SIZES):
            if place is None or wide * high <= window.wide * window.high:
                break
            larger = msgspec.structs.replace(window, wide=wide, high=high)
            found = self.clamped(larger.centred(place))
            if holds(found, about, wide / 2 + 1, high / 2 + 1):
                return found
        return window

    def clamped(self, window: BoxWindow) -> BoxWindow:
        return window.clamped_to(self.board)

    def stepped(self, window: BoxWindow, cursor: Cell, east: int, south: int) -> Cell:
        """Return the middle cell of the next box in a direction; at the edge of the board, of the
        same box.
        """
        row, column = window.box_at(cursor)
        row = max(0, min(self.board.rows - 1, row + south))
        column = max(0, min(self.board.columns - 1, column + east))
        left, top = window.corner(row, column)
        return left + window.wide // 2, top + window.high // 2

    def reach(self, window: BoxWindow) -> float:
        """Return the distance at which the cursor selects a thing: three quarters of a box."""
        return 0.75

    def fitted(self, columns: int, rows: int) -> tuple[int, int]:
        """Return (columns, rows) of the whole board drawn with the largest boxes that fit."""
        return largest(self.board, columns, rows)

    def little(self, columns: int, rows: int) -> BoxWindow | None:
        """Return a window that shows the whole board in small boxes; None if the board fits in
        normal ones.
        """
        return BoxWindow.little_map(self.board, columns, rows)

    def extent(self, places: Sequence[Point]) -> tuple[float, float, float, float]:
        """Return (left, bottom, width, height) of the board in units of the plane."""
        return 0.0, 0.0, float(self.board.columns), float(self.board.rows)

    def framed(
        self, scene: Scene, window: BoxWindow, glyphs: Glyphs, extra: Sequence[Mark], selected: str
    ) -> Grid:
        """Return the chart with its frame, on which the boxes are numbered."""
        framed = frame(self.board, window)
        framed.paste(draw(scene, self.board, window, glyphs, extra, selected), 3, 1)
        return framed

    def wind_words(self, glyphs: Glyphs) -> str:
        """Return the directions of wind and current in a few words."""
        return weather(self.board, glyphs)

    def things(self, marks: Iterable[Mark]) -> Iterator[tuple[str, Point, float]]:
        """Yield (key, centre of its box, half length) of each ship and fort."""
        for mark in marks:
            if isinstance(mark, Counter | Fort):
                yield mark.key, self.board.middle(*mark.box), 0.5

    def units_at(self, scene: Scene, at: Point) -> tuple[str, ...]:
        """Return the keys of the ships and forts in the box at a point."""
        return units_in(scene, self.board.box(at))

    def listing(self, scene: Scene, at: Point, selected: str) -> list[Row]:
        """Return a panel row for each thing in the box at a point; [] for a box with one ship or
        none.
        """
        return box_rows(scene, self.board, at, selected)
