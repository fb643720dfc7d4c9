"""The window on a board of boxes, and the positions of ships in a box."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from engine.game.chart import CROSSED, Boxes, Counter, Terrain, Tie
from engine.space.plane.pose import Point

# The window on a board of boxes: the size of a box on the screen, and the visible part of the
# board.


SIZES = ((9, 2), (9, 3), (13, 3), (13, 4), (17, 5), (21, 7), (25, 8))
"""Columns and rows of a box without borders, small to large; the smallest holds one ship and its
name."""
LITTLE = ((3, 2), (3, 1), (1, 1))
"""Columns and rows of a box on a small map, where a letter stands for a ship; large to small."""


class BoxWindow(msgspec.Struct, kw_only=True, frozen=True):
    """A window of cells on the board; `left` and `top` are its first cell on the drawn board.

    Borders take a cell between boxes and around the board.
    """

    left: int
    top: int
    wide: int
    high: int
    columns: int
    rows: int
    board_rows: int

    @classmethod
    def fitted(cls, board: Boxes, columns: int, rows: int) -> BoxWindow:
        """Return the window that shows the whole board with the largest boxes that fit."""
        fitting = [size for size in SIZES if _fits(board, size, columns, rows)]
        wide, high = fitting[-1] if fitting else SIZES[0]
        whole = cls(
            left=0,
            top=0,
            wide=wide,
            high=high,
            columns=columns,
            rows=rows,
            board_rows=board.rows,
        )
        return whole.clamped_to(board)

    @classmethod
    def little_map(cls, board: Boxes, columns: int, rows: int) -> BoxWindow | None:
        """Return a window that shows the whole board in small boxes; None if the board fits in
        normal ones.
        """
        if _fits(board, SIZES[0], columns, rows):
            return None
        size = next((size for size in LITTLE if _fits(board, size, columns, rows)), None)
        if size is None:
            return None
        wide, high = drawn_size(board, size)
        return cls(
            left=0,
            top=0,
            wide=size[0],
            high=size[1],
            columns=wide,
            rows=high,
            board_rows=board.rows,
        )

    @property
    def is_little(self) -> bool:
        """Whether boxes are too small for ships and their names."""
        return self.wide < SIZES[0][0]

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows of a box."""
        return self.wide, self.high

    def corner(self, row: int, column: int) -> tuple[int, int]:
        """Return the first cell (column, row) inside a box."""
        return (
            column * (self.wide + 1) + 1 - self.left,
            row * (self.high + 1) + 1 - self.top,
        )

    def box_at(self, cell: tuple[int, int]) -> tuple[int, int]:
        """Return (row, column) of the box at a cell; a border belongs to the next box."""
        across, down = cell[0] + self.left - 1, cell[1] + self.top - 1
        return max(down, 0) // (self.high + 1), max(across, 0) // (self.wide + 1)

    def to_cell(self, point: Point) -> tuple[float, float]:
        """Return (column, row) of a point of the plane."""
        down = self.board_rows - point[1]
        across = point[0] // 1 * (self.wide + 1) + 1 + point[0] % 1 * self.wide
        below = down // 1 * (self.high + 1) + 1 + down % 1 * self.high
        return across - self.left, below - self.top

    def to_plane(self, column: float, row: float) -> Point:
        """Return the point of the plane at a column and row."""
        across, down = column + self.left - 1, row + self.top - 1
        x = across // (self.wide + 1) + min(across % (self.wide + 1) / self.wide, 0.999)
        y = down // (self.high + 1) + min(down % (self.high + 1) / self.high, 0.999)
        return x, self.board_rows - y

    def shows(self, point: Point) -> bool:
        """Tell whether the point lies in the window."""
        column, row = self.to_cell(point)
        return 0 <= column < self.columns and 0 <= row < self.rows

    def panned(self, columns: int, rows: int) -> BoxWindow:
        """Return the window moved by `columns` cells to the east and `rows` cells to the south."""
        return msgspec.structs.replace(self, left=self.left + columns, top=self.top + rows)

    def zoomed(self, step: int, about: Point) -> BoxWindow:
        """Return the window with boxes larger by `step` sizes, or smaller if negative.

        The point `about` stays near its cell.
        """
        nearest = min(range(len(SIZES)), key=lambda i: abs(SIZES[i][0] - self.wide) * 9
                      + abs(SIZES[i][1] - self.high))  # fmt: skip
        wide, high = SIZES[max(0, min(len(SIZES) - 1, nearest + step))]
        column, row = self.to_cell(about)
        other = msgspec.structs.replace(self, wide=wide, high=high)
        x, y = other.to_cell(about)
        return other.panned(round(x - column), round(y - row))

    def centred(self, point: Point) -> BoxWindow:
        """Return the window centred on a point."""
        column, row = self.to_cell(point)
        return self.panned(round(column - self.columns / 2), round(row - self.rows / 2))

    def sized(self, columns: int, rows: int) -> BoxWindow:
        """Return the window with the same upper left corner and another number of columns and
        rows.
        """
        return msgspec.structs.replace(self, columns=columns, rows=rows)

    def clamped_to(self, board: Boxes) -> BoxWindow:
        """Return the window moved so that it shows as much of the board as possible."""
        wide, high = drawn_size(board, self.size)
        return msgspec.structs.replace(
            self,
            left=max(0, min(wide - self.columns, self.left)),
            top=max(0, min(high - self.rows, self.top)),
        )


def drawn_size(board: Boxes, size: tuple[int, int]) -> tuple[int, int]:
    """Return (columns, rows) of a whole board, borders included, whose boxes have the given
    size.
    """
    return board.columns * (size[0] + 1) + 1, board.rows * (size[1] + 1) + 1


def largest(board: Boxes, columns: int, rows: int) -> tuple[int, int]:
    """Return (columns, rows) of the board drawn with the largest boxes that fit.

    If it does not fit even with the smallest boxes, the result is limited to `columns` and `rows`.
    """
    fitting = [size for size in SIZES if _fits(board, size, columns, rows)]
    wide, high = drawn_size(board, fitting[-1] if fitting else SIZES[0])
    return min(wide, columns), min(high, rows)


def _fits(board: Boxes, size: tuple[int, int], columns: int, rows: int) -> bool:
    wide, high = drawn_size(board, size)
    return wide <= columns and high <= rows


def box_of(board: Boxes, ground: Terrain) -> tuple[int, int]:
    """Return the (row, column) of the box that a piece of land covers."""
    xs, ys = zip(*ground.outline, strict=True)
    return board.box((sum(xs) / len(xs), sum(ys) / len(ys)))


# Places of ships inside a box: below each other; two that grapple each other side by side.


BROADSIDE = 7
"""The number of characters of a ship from the side."""
ALONGSIDE = 2 * BROADSIDE + 1
"""Columns for two ships side by side, with the sign between them."""
How = Literal["side", "end", "name"]


class StackedShip(msgspec.Struct, frozen=True):
    """A ship in a box. Her column and row are counted from the upper left corner of the box."""

    ship: Counter
    how: How
    """The drawing of a ship: from the side, seen end on, or only the name."""
    column: int
    row: int
    """The row of the box, from 0, in which the ship's drawing begins, or its name if there is no
    drawing."""
    name_row: int
    joined: bool = False
    """Whether a sign to the left of this ship shows that she is tied to the ship there."""


def stacked_ships(
    ships: Sequence[Counter], ties: Sequence[Tie], wide: int, high: int
) -> list[StackedShip]:
    """Return the positions of the ships of a box; they are drawn only if all of them have room.

    A ship that crosses the bow or stern of another is drawn above it, and the other is drawn seen
    from its end, so that both form a T.
    """
    ships = _ordered(ships, ties)
    if len(ships) * 2 > high:
        shown = ships if len(ships) <= high else ships[: high - 1]
        return [StackedShip(ship, "name", 0, row, row) for row, ship in enumerate(shown)]
    crossed = {tie.keys[1] for tie in ties if tie.kind in CROSSED}
    across = crossed | {tie.keys[0] for tie in ties if tie.kind in CROSSED}
    pairs = [frozenset(tie.keys) for tie in ties if tie.kind == "fouled"]
    placed: list[StackedShip] = []
    row = 0
    for ship in ships:
        before = placed[-1] if placed else None
        beside = (
            before is not None
            and not before.joined
            and wide > ALONGSIDE
            and {before.ship.key, ship.key} in pairs
            and not {before.ship.key, ship.key} & across
        )
        if beside and before is not None:
            placed.append(StackedShip(ship, "side", BROADSIDE + 1, before.row, row, True))
            row += 1
            continue
        how: How = "end" if ship.key in crossed else "side"
        placed.append(StackedShip(ship, how, 0, row, row + 1))
        row += 2
    return placed


def _ordered(ships: Sequence[Counter], ties: Sequence[Tie]) -> list[Counter]:
    """Return the ships of a box so that tied ships follow each other, and a ship that crosses
    another comes before it.
    """
    left = {ship.key: ship for ship in ships}
    over = {tie.keys[1]: tie.keys[0] for tie in ties if tie.kind in CROSSED}
    found: list[Counter] = []

    def take(key: str) -> None:
        ship = left.pop(key, None)
        if ship is None:
            return
        if key in over:
            take(over[key])
        found.append(ship)
        for tie in ties:
            if key in tie.keys:
                take(tie.keys[1] if tie.keys[0] == key else tie.keys[0])

    for ship in ships:
        take(ship.key)
    return found
