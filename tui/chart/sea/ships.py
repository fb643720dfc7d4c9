"""Ships at every scale with their labels, and labels on the frame for ships outside."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import floor
from typing import Literal

import msgspec

from engine.game.chart import Hull
from engine.space.plane.pose import unit
from tui.chart.sea import hulls
from tui.chart.sea.hulls import Drawing, base_class, nearest_heading, stamp
from tui.chart.sea.lines import Cell
from tui.chart.sea.window import SeaWindow
from tui.terminal.terminal import Glyphs

# Ships at every scale: the cells of each, the place of its label, and how overlaps are resolved.


_COARSE: dict[Drawing, tuple[str, ...]] = {
    "ascii": ("^", "^>", ">", "v>", "v", "<v", "<", "<^"),
    "filled": tuple("▲◥►◢▼◣◄◤"),
    "line": tuple("△◹▷◿▽◺◁◸"),
}
STAMPED_FROM = 0.99
"""The smallest scale (rows per inch) at which a ship is a fixed drawing; below it a ship is an
arrow beside its label. Slightly below the steps of the zoom, so that rounding does not matter."""
SAMPLED_FROM = 1.01
"""The smallest scale (rows per inch) at which a ship's exact outline replaces the fixed drawing."""
FLAG_FROM = 1.99
"""The smallest scale (rows per inch) at which there is room for the flagship's mark."""
BOWS = "<>►◄▷◁"
"""The signs of a bow that points west or east."""
NAME_FROM = 3.99
"""The smallest scale (rows per inch) at which there is room for the ship's name."""


class Piece(msgspec.Struct):
    """One ship as {cell: (glyph, style)}, and the cells of her label."""

    hull: Hull
    cells: dict[Cell, tuple[str, str]]
    label: list[Cell]

    @property
    def row_span(self) -> tuple[int, int]:
        """The first and last column that the ship covers in the row of its label."""
        row = self.label[0][1]
        columns = [column for column, line in (*self.cells, *self.label) if line == row]
        return min(columns), max(columns)

    def moved(self, columns: int, rows: int) -> Piece:
        """Return the piece moved by cells."""
        return Piece(
            self.hull,
            {(c + columns, r + rows): look for (c, r), look in self.cells.items()},
            [(c + columns, r + rows) for c, r in self.label],
        )


def label_of(hull: Hull) -> str:
    """Return the label of a ship: the letter and number of her key, such as `A1`.

    A prize keeps her label, because the captor's letter with her number may name another ship;
    colour, drawing and the sign of a prize show the captor.
    """
    number = hull.key.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ") or hull.key[1:]
    # Two or three characters: fleets may have more than nine ships.
    return hull.key[:1] + (number[-2:] if number.isdigit() else number[-1:] or " ")


def drawing_of(hull: Hull, glyphs: Glyphs) -> Drawing:
    """Return how a hull is drawn: in ASCII always the same way; otherwise filled for side A, an
    outline for others.
    """
    if glyphs == "ascii":
        return "ascii"
    return "filled" if hull.side == "A" else "line"


def piece(hull: Hull, view: SeaWindow, glyphs: Glyphs) -> Piece:
    """Return a live ship or a wreck as cells, in the drawing for the view's scale."""
    if view.rows_per_inch < STAMPED_FROM:
        made = _coarse(hull, view, glyphs)
    elif view.rows_per_inch < SAMPLED_FROM:
        made = _stamped(hull, view, glyphs)
    else:
        drawing = drawing_of(hull, glyphs)
        draw = {"ascii": hulls.sloped, "filled": hulls.filled, "line": hulls.lined}[drawing]
        body, head = _styles(hull, drawing)
        shape = draw(hull.pose, hull.length, hull.width, view)
        cells = {cell: (glyph, body) for cell, glyph in shape.items()}
        text = label_of(hull)
        label = _centred(hull, view, len(text))
        if hull.flagship and view.rows_per_inch >= FLAG_FROM:
            longer = _centred(hull, view, len(text) + 1)
            if all(cell in cells for cell in longer):
                text, label = text + "*", longer
        made = _labelled(Piece(hull, cells, label), text, head)
        if view.rows_per_inch >= NAME_FROM and hull.state == "live":
            _furnish(made, view, glyphs)
    if hull.state == "wreck":
        sign = "x" if glyphs == "ascii" else "×"
        lettered = set(made.label)
        shown = {
            cell: (look[0] if cell in lettered else sign, "wreck")
            for cell, look in made.cells.items()
        }
        return Piece(made.hull, shown, made.label)
    return made


def ghost(hull: Hull, view: SeaWindow, glyphs: Glyphs) -> Piece:
    """Return the ghost of a ship, which previews where she would be: her shape in dots, her label
    in small letters.
    """
    if view.rows_per_inch < STAMPED_FROM:
        made = _coarse(hull, view, "ascii")
        cells = {cell: (glyph.lower(), "ghost") for cell, (glyph, _) in made.cells.items()}
        return Piece(hull, cells, made.label)
    if glyphs == "ascii" and view.rows_per_inch < SAMPLED_FROM:
        plain = msgspec.structs.replace(hull, active=False)
        made = _stamped(plain, view, "ascii")
        cells = {
            cell: (":" if glyph not in "^v<> " else glyph, "ghost")
            for cell, (glyph, _) in made.cells.items()
            if glyph != " "
        }
        if not any(glyph in "^v<>" for glyph, _ in cells.values()):
            bow = hulls.bow_cell(hull.pose, hull.length, view)
            spot = min(cells, key=lambda cell: abs(cell[0] - bow[0]) + 2 * abs(cell[1] - bow[1]))
            if spot not in made.label:
                cells[spot] = (hulls.bow_sign(hull.pose, "ascii"), "ghost")
        return _labelled(Piece(hull, cells, made.label), label_of(hull).lower(), "ghost")
    drawn = hulls.base_line(hull.pose, hull.length, hull.width, view, glyphs)
    cells = {cell: (glyph, "ghost") for cell, glyph in drawn.items()}
    sign = hulls.bow_sign(hull.pose, "ascii" if glyphs == "ascii" else "line")
    cells[hulls.bow_cell(hull.pose, hull.length, view)] = (sign, "ghost")
    text = label_of(hull).lower()
    return _labelled(Piece(hull, cells, _centred(hull, view, len(text))), text, "ghost")


def out_of_view(hull: Hull, view: SeaWindow) -> bool:
    """Tell whether the ship's centre is outside the window."""
    return not view.shows(hull.pose.at)


def _styles(hull: Hull, drawing: Drawing) -> tuple[str, str]:
    """Return (style of the hull, style of the label)."""
    owner = hull.owner[:1].lower()
    body = f"hull_{owner}" if drawing == "filled" else f"plate_{owner}"
    return body, "active" if hull.active else f"label_{owner}"


def _coarse(hull: Hull, view: SeaWindow, glyphs: Glyphs) -> Piece:
    drawing = drawing_of(hull, glyphs)
    octant = round(hull.pose.heading / 45) % 8
    arrow = "x" if hull.state == "wreck" else _COARSE[drawing][octant]
    across, down = view.to_cell(hull.pose.at)
    start, row = floor(across - 0.5), floor(down)
    text = label_of(hull)
    label = [(start + offset, row) for offset in range(len(text))]
    first = start - len(arrow) if octant >= 5 and arrow != "x" else start + len(text)
    body = f"hull_{hull.owner[:1].lower()}"
    cells = {(first + offset, row): (sign, body) for offset, sign in enumerate(arrow)}
    return _labelled(Piece(hull, cells, label), text, _styles(hull, drawing)[1])


def _stamped(hull: Hull, view: SeaWindow, glyphs: Glyphs) -> Piece:
    drawing = drawing_of(hull, glyphs)
    drawn = stamp(drawing, base_class(hull.length), nearest_heading(hull.pose.heading))
    across, down = view.to_cell(hull.pose.at)
    left, top = floor(across - drawn.width / 2 + 0.5), floor(down - drawn.height / 2 + 0.5)
    body, head = _styles(hull, drawing)
    cells: dict[Cell, tuple[str, str]] = {}
    for row, text in enumerate(drawn.rows):
        start, end = len(text) - len(text.lstrip()), len(text.rstrip())
        for column in range(start, end):
            cells[left + column, top + row] = (text[column], body)
    text = label_of(hull)
    column, row = left + drawn.label[0], top + drawn.label[1]
    if len(text) > 2 and cells.get((column + 2, row), ("", ""))[0] in BOWS:
        column -= 1  # the bow stays visible
    label = [(column + offset, row) for offset in range(len(text))]
    return _labelled(Piece(hull, cells, label), text, head)


def _furnish(made: Piece, view: SeaWindow, glyphs: Glyphs) -> None:
    """Write the ship's name and damage on her deck and draw her masts, as far as there is room."""
    hull = made.hull
    owner = hull.owner[:1].lower()
    style = f"label_{owner}" if drawing_of(hull, glyphs) == "filled" else f"plate_{owner}"
    done, total = hull.damage
    full, empty = ("#", ".") if glyphs == "ascii" else ("■", "□")
    row = made.label[0][1]
    middle = made.label[0][0] + len(made.label) / 2
    taken = set(made.label)
    for line, text in ((row - 1, hull.name), (row + 1, full * done + empty * (total - done))):
        start = floor(middle - len(text) / 2 + 0.5)
        spots = [(start + offset, line) for offset in range(len(text))]
        if all(_inside(made, spot) for spot in spots):
            made.cells |= {spot: (sign, style) for spot, sign in zip(spots, text, strict=True)}
            taken |= set(spots)
    for spot in hulls.masts(hull.pose, hull.length, view):
        if spot not in taken and _inside(made, spot):
            made.cells[spot] = ("+" if glyphs == "ascii" else "╂", style)


def _inside(made: Piece, spot: Cell) -> bool:
    """Tell whether a cell is deck: covered, and not part of the hull's edge."""
    return made.cells.get(spot, ("", ""))[0] in (" ", "█")


def _centred(hull: Hull, view: SeaWindow, length: int) -> list[Cell]:
    """Return the cells for a label of `length` letters: at the hull's centre, or a little aft of
    it.
    """
    east, _ = unit(hull.pose.heading)
    across, down = view.to_cell(hull.pose.at)
    start = floor(across - length / 2 + 0.5 - 0.2 * east)
    return [(start + offset, floor(down)) for offset in range(length)]


def _labelled(made: Piece, text: str, style: str) -> Piece:
    for cell, sign in zip(made.label, text, strict=True):
        made.cells[cell] = (sign, style)
    return made


def avoid_overlaps(pieces: Sequence[Piece], farthest: int = 1) -> list[Piece]:
    """Return the drawn ships; one that would cover an earlier one is moved aside.

    Ships never overlap on the table, but a drawing may be half a cell off. `farthest` is the
    maximum number of cells by which a ship is moved.
    """
    placed: list[Piece] = []
    taken: dict[Cell, Piece] = {}
    for wanted in pieces:
        piece = wanted
        rival = next((taken[cell] for cell in wanted.cells if cell in taken), None)
        if rival is not None:
            piece = min(
                (wanted.moved(*step) for step in _steps(rival, wanted, farthest)),
                key=lambda moved: sum(cell in taken for cell in moved.cells),
            )
        placed.append(piece)
        taken |= dict.fromkeys(piece.cells, piece)
    return placed


def _steps(rival: Piece, piece: Piece, farthest: int) -> Iterator[Cell]:
    """Yield (columns, rows) by which a drawn ship may be moved away from another, short moves
    first.

    Along the axis on which the two centres are farther apart, a move comes first. The last is (0,
    0): no move.
    """
    east = piece.hull.pose.x - rival.hull.pose.x
    south = rival.hull.pose.y - piece.hull.pose.y
    across, down = (1 if east >= 0 else -1), (1 if south >= 0 else -1)
    for cells in range(1, farthest + 1):
        level, steep = (across * cells, 0), (0, down * cells)
        yield from (level, steep) if abs(east) >= abs(south) else (steep, level)
        yield across * cells, down * cells
    yield 0, 0


# Labels on the frame for ships outside the window: `B2>`, `^A3`.


SeaEdge = Literal["top", "bottom", "left", "right"]
ARROWS: dict[str, dict[SeaEdge, str]] = {
    "ascii": {"top": "^", "bottom": "v", "left": "<", "right": ">"},
    "unicode": {"top": "▲", "bottom": "▼", "left": "◄", "right": "►"},
}


class EdgeKey(msgspec.Struct, frozen=True):
    """The label of a ship outside the window; it is written on the frame at the column or row
    `cell`, nearest to her.
    """

    edge: SeaEdge
    cell: int
    key: str
    label: str
    arrow: str
    style: str

    @property
    def text(self) -> str:
        """The label with its arrow, as it is written on the frame."""
        return self.label + self.arrow if self.edge == "right" else self.arrow + self.label


def edge_keys(hulls: Iterable[Hull], view: SeaWindow, glyphs: Glyphs) -> list[EdgeKey]:
    """Return a label for each live ship outside the window, each in a place of its own."""
    away = tuple(hull for hull in hulls if hull.state == "live" and out_of_view(hull, view))
    return list(_labels_outside(away, view, glyphs))


@lru_cache(16)  # cached: the chart and its frame both need it
def _labels_outside(hulls: Iterable[Hull], view: SeaWindow, glyphs: Glyphs) -> Sequence[EdgeKey]:
    """Return a label for each hull, each in a place of its own; all hulls are outside the
    window.
    """
    keys: list[EdgeKey] = []
    taken: dict[SeaEdge, set[int]] = {edge: set() for edge in ARROWS[glyphs]}
    for hull in hulls:
        edge, cell = _nearest(hull, view)
        label = label_of(hull)
        across = edge in ("top", "bottom")
        # Along the top or bottom edge a label needs room for its arrow and a blank after it; along
        # a side it needs one row.
        long = len(label) + 1
        limit, wide = (view.columns - long, long + 1) if across else (view.rows - 1, 1)
        cell = _free(min(max(cell, 0), limit), limit, wide, taken[edge])
        taken[edge].update(range(cell, cell + wide))
        style = "active" if hull.active else f"label_{hull.owner[:1].lower()}"
        keys.append(EdgeKey(edge, cell, hull.key, label, ARROWS[glyphs][edge], style))
    return keys


def _nearest(hull: Hull, view: SeaWindow) -> tuple[SeaEdge, int]:
    across, down = view.to_cell(hull.pose.at)
    if across < 0:
        return "left", floor(down)
    if across >= view.columns:
        return "right", floor(down)
    return ("top" if down < 0 else "bottom"), floor(across) - 1


def _free(wanted: int, limit: int, wide: int, taken: set[int]) -> int:
    """Return the cell nearest to `wanted` from which `wide` cells in a row are free.

    If there is none, return `wanted`.
    """
    for away in range(limit + 1):
        for cell in (wanted - away, wanted + away):
            if 0 <= cell <= limit and taken.isdisjoint(range(cell, cell + wide)):
                return cell
    return wanted
