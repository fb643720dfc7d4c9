"""Draws a sea chart layer by layer, and places labels where all their cells are free."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import floor, radians, sin

from engine.game.chart import Hull, Mark, Scene, Sea, Smoke, Spot, Terrain, Trace
from tui.chart.sea import hulls, lines, ships, terrain
from tui.chart.sea.lines import Cell
from tui.chart.sea.ships import Piece, edge_keys, label_of
from tui.chart.sea.terrain import smoke, wake
from tui.chart.sea.window import SeaWindow
from tui.terminal.cells import Grid, ground
from tui.terminal.terminal import Glyphs

Text = tuple[int, int, str]
"""(column, row, text to write there)."""


class FreeCells:
    """The cells of the window that are not covered by a ship, by land or by a label."""

    def __init__(self, view: SeaWindow, land: Iterable[Cell]) -> None:
        self.columns, self.rows = view.columns, view.rows
        self.land = land if isinstance(land, frozenset) else frozenset(land)
        self.taken: set[Cell] = set()

    def take(self, cells: Iterable[Cell]) -> None:
        """Mark cells as taken."""
        self.taken.update(cells)

    def free(self, column: int, row: int, length: int, on_land: bool = False) -> bool:
        """Tell whether `length` cells of a row, from `column` on, are in the window and free.

        Land counts as free only with `on_land`.
        """
        if not (0 <= row < self.rows and column >= 0 and column + length <= self.columns):
            return False
        spots = [(column + offset, row) for offset in range(length)]
        return not any(spot in self.taken or (not on_land and spot in self.land) for spot in spots)

    def place(self, text: str, spots: Iterable[Cell], on_land: bool = False) -> Text | None:
        """Reserve the first free spot for a text and return the text with its place; None when none
        is free.
        """
        for column, row in spots:
            if self.free(column, row, len(text), on_land):
                self.take((column + offset, row) for offset in range(len(text)))
                return column, row, text
        return None


def tokens_of(piece: Piece) -> str:
    """Return the tokens (markers) of a ship as text: at most three characters, then `+` if there
    are more.
    """
    shown = piece.hull.tokens.replace("w", "")
    if len(piece.label) > len(label_of(piece.hull)):  # the label already marks the flagship
        shown = shown.replace("*", "")
    if piece.hull.state == "wreck" and "x" not in shown:
        shown = "x" + shown
    return shown if len(shown) <= 3 else shown[:3] + "+"


def beside(piece: Piece, length: int) -> Iterator[Cell]:
    """Yield places for a ship's tokens, best first.

    These are astern, ahead, above and below the ship, then the same places one cell farther away.
    """
    row = piece.label[0][1]
    first, last = piece.row_span
    left, right = (first - length, row), (last + 1, row)
    sides = (left, right) if sin(radians(piece.hull.pose.heading)) > 0.3 else (right, left)
    yield from sides
    top = min(line for _, line in piece.cells)
    bottom = max(line for _, line in piece.cells)
    column = piece.label[0][0] + 1 - (length + 1) // 2
    yield column, top - 1
    yield column, bottom + 1
    yield first - length - 1, row
    yield last + 2, row
    yield column, top - 2
    yield column, bottom + 2


def in_line(trace: Trace, view: SeaWindow, length: int) -> Iterator[Cell]:
    """Yield cells where the label of a line may begin, best first.

    Best is the north-east of a closed ring, the middle of a measured line, the end of any other
    line.
    """
    if not trace.closed:
        (ax, ay), (bx, by) = trace.points[0], trace.points[-1]
        for share in (
            (0.5, 0.65, 0.35, 0.8, 0.95)
            if trace.kind == "measure"
            else ((1.0, 0.85, 0.7, 0.55, 0.4))
        ):
            yield _about(view, ax + (bx - ax) * share, ay + (by - ay) * share, length)
        return
    middle_x = sum(x for x, _ in trace.points) / len(trace.points)
    middle_y = sum(y for _, y in trace.points) / len(trace.points)
    corners = zip(trace.points, [*trace.points[1:], trace.points[0]], strict=True)
    dense = [
        (ax + (bx - ax) * part / 4, ay + (by - ay) * part / 4)
        for (ax, ay), (bx, by) in corners
        for part in range(4)
    ]
    for wanted in (1.0, 0.6, 1.7, 0.25, 3.0, 0.0):
        for hand_x, hand_y in ((1, 1), (-1, 1), (1, -1), (-1, -1)):
            x, y = min(
                dense,
                key=lambda p: _off(hand_x * (p[0] - middle_x), hand_y * (p[1] - middle_y), wanted),
            )
            yield _about(view, x, y, length)


def in_middle(mark: Terrain, covered: Iterable[Cell], length: int) -> Iterator[Cell]:
    """Yield cells where the name of a piece of terrain may begin: centred, in each row that has
    room.

    A cell stays free at both ends, so that the outline is visible.
    """
    rows: dict[int, list[int]] = {}
    for column, row in covered:
        rows.setdefault(row, []).append(column)
    if not rows:
        return
    centre = sum(rows) / len(rows)
    for row in sorted(rows, key=lambda line: abs(line - centre)):
        first, last = min(rows[row]), max(rows[row])
        if last - first + 1 >= length + 2 and len(rows[row]) == last - first + 1:
            yield (first + last + 1 - length) // 2 + (first + last + 1 - length) % 2, row


def _off(east: float, north: float, wanted: float) -> float:
    """Return how far a direction is from the `wanted` slope (east divided by north), from 0 to 1.

    For a direction outside the north-east quadrant the result is 9.0.
    """
    if east < 0 or north < 0:
        return 9.0
    whole = east + north or 1.0
    return abs(east / whole - wanted / (1 + wanted))


def _about(view: SeaWindow, x: float, y: float, length: int) -> Cell:
    column, row = view.to_cell((x, y))
    return floor(column - length / 2 + 0.5), floor(row)


# Draw a scene: marks in inches become a grid of cells.
#
# The order of layers, the last one on top: sea, shoal and fog, land and rocks, dots, rings,
# paths, swept path, wake, links and rays, smoke, wrecks, ghosts, hulls, labels, tokens.


_BASE_FROM = 2.99
"""The smallest scale (rows per inch) at which the selected ship's base (its rectangle on the table)
is drawn; at smaller scales it would hide the hull. Slightly below a step of the zoom, so that
rounding does not matter."""
_SPOT_STYLES = {"collision": "collision", "label": "name", "party": "tokens", "marker": "tokens"}


def draw(  # noqa: PLR0913 - a chart needs all of these, mostly by keyword
    scene: Scene,
    view: SeaWindow,
    glyphs: Glyphs,
    extra: Sequence[Mark] = (),
    selected: str = "",
    water: Grid | None = None,
) -> Grid:
    """Return the chart of a scene with extra marks: previews of orders (ghosts), smoke, and others.

    A ship or a wreck among the extra marks replaces the scene's hull with the same key.
    """
    drawing = _SeaDrawing(scene, view, glyphs, extra, water)
    drawing.draw_water()
    drawing.draw_lines()
    drawing.draw_ships(selected)
    return drawing.grid


class _SeaDrawing:
    """One chart being drawn; its `lay_` methods are called in the order of the layers."""

    def __init__(
        self,
        scene: Scene,
        view: SeaWindow,
        glyphs: Glyphs,
        extra: Sequence[Mark],
        water: Grid | None = None,
    ) -> None:
        self.view, self.glyphs = view, glyphs
        moved = {mark.key for mark in extra if isinstance(mark, Hull) and mark.state != "ghost"}
        still = (m for m in scene.marks if not (isinstance(m, Hull) and m.key in moved))
        marks = [*still, *extra]
        self.terrain = tuple(mark for mark in marks if isinstance(mark, Terrain))
        self.traces = [mark for mark in marks if isinstance(mark, Trace)]
        self.traces += [
            Trace("ring", mark.outline, closed=True, label=mark.name)
            for mark in self.terrain
            if mark.kind == "zone"
        ]
        self.spots = [mark for mark in marks if isinstance(mark, Spot)]
        self.smoke = [mark for mark in marks if isinstance(mark, Smoke)]
        every = [mark for mark in marks if isinstance(mark, Hull)]
        self.hulls = [hull for hull in every if hull.state == "live"]
        self.out = edge_keys(every, view, glyphs)
        self.ships = [ships.piece(hull, view, glyphs) for hull in self.hulls if self._near(hull)]
        if view.rows_per_inch < ships.SAMPLED_FROM:
            coarse = view.rows_per_inch < ships.STAMPED_FROM
            self.ships = ships.avoid_overlaps(self.ships, farthest=3 if coarse else 1)
        self.wrecks = [
            ships.piece(hull, view, glyphs)
            for hull in every
            if hull.state == "wreck" and self._near(hull)
        ]
        self.ghosts = [
            ships.ghost(hull, view, glyphs)
            for hull in every
            if hull.state == "ghost" and self._near(hull)
        ]
        if water is None:
            assert isinstance(scene.board, Sea)
            ground, land = terrain.ground(scene.board, self.terrain, view, glyphs)
            self.grid = ground.copy()
        else:
            self.grid = water
            land = terrain.lay(self.grid, self.terrain, view, glyphs)
        self.free = FreeCells(view, land)
        for piece in (*self.ships, *self.wrecks):
            self.free.take(piece.cells)
        for piece in self.ghosts:
            self.free.take(piece.label)
        for key in self.out:
            if key.edge == "right":
                first = view.columns - len(key.label)
                self.free.take((column, key.cell) for column in range(first, view.columns))
        tokens = []
        for piece in (*self.ships, *self.wrecks):
            text = tokens_of(piece)
            shown = any(self.grid.holds(*cell) for cell in piece.label)
            if text and shown and self.view.rows_per_inch >= ships.STAMPED_FROM:
                found = self.free.place(text, beside(piece, len(text)))
                if found:
                    tokens.append(found)
        self.tokens = tokens
        named = [trace for trace in self.traces if trace.label]
        named.sort(key=lambda trace: trace.kind != "bar")
        self.line_labels = [(trace, self._in_line(trace)) for trace in named]

    # Layers ----------------------------------------------------------------------

    def draw_water(self) -> None:
        """Write the names of places on a chart that already has its water and land."""
        for mark in self.terrain:
            if not mark.name or mark.kind == "zone":
                continue
            covered = terrain.looks(mark, self.view, self.glyphs)
            text = f" {mark.name} "
            placed = self.free.place(text, in_middle(mark, covered, len(text)), on_land=True)
            if placed:
                place = "place" if mark.kind in terrain.LAND else "name"
                self._write(placed, self._on_ground(place, *placed[:2]))

    def draw_lines(self) -> None:
        """Draw rings, paths of ships, areas that they sweep, wakes, links and rays, with their
        labels.
        """
        labels = {
            (column + offset, row)
            for _, (column, row, text) in ((t, p) for t, p in self.line_labels if p)
            for offset in range(len(text))
        }
        for kinds in lines.LAYERS:
            if "link" in kinds:  # in close line the wakes would cover the links
                for hull in self.hulls:
                    if hull.wake and self.view.rows_per_inch >= ships.STAMPED_FROM:
                        self._lay_marks(wake(hull, self.view, self.glyphs), "wake", set())
            for trace in self.traces:
                if trace.kind in kinds:
                    style = lines.PENS[trace.kind].style
                    drawn = lines.marks(trace, self.view, self.glyphs)
                    self._lay_marks(drawn, style, labels)
        for trace, placed in self.line_labels:
            if placed:
                self._write(placed, lines.PENS[trace.kind].style)
        for trace in self.traces:
            if trace.kind == "blocked":
                middle = trace.points[len(trace.points) // 2]
                across, down = self.view.to_cell(middle)
                column, row = floor(across), floor(down)
                if self.grid.holds(column, row):
                    self.grid.put(
                        column,
                        row,
                        "x" if self.glyphs == "ascii" else "×",
                        self._on_ground("collision", column, row),
                    )

    def draw_ships(self, selected: str) -> None:  # noqa: PLR0912 - a branch for each kind of mark
        """Draw smoke, wrecks, ghosts (previews of orders), hulls, and the labels and tokens of
        ships.
        """
        for cloud in self.smoke:
            style = "tokens" if cloud.age == 0 else "smoke"
            for (column, row), sign in smoke(cloud, self.view, self.glyphs).items():
                self.grid.put(column, row, sign, style)
        for piece in self.wrecks:
            self._lay(piece)
        covered = {cell for piece in self.ships for cell in piece.cells}
        for piece in self.ghosts:
            label = piece.label
            if any(cell in covered for cell in label):
                text = ships.label_of(piece.hull).lower()
                for cell in label:
                    piece.cells.pop(cell, None)
                placed = self.free.place(text, beside(piece, len(text)))
                if placed:
                    self._write(placed, self._on_ground("ghost", *placed[:2]))
            for (column, row), (glyph, style) in piece.cells.items():
                if (column, row) not in covered and self.grid.holds(column, row):
                    self.grid.put(column, row, glyph, self._on_ground(style, column, row))
        for mark in self.spots:
            self._lay_spot(mark)
        named = {cell for piece in self.ghosts for cell in piece.label}
        for piece in self.ships:
            hull, view = piece.hull, self.view
            if view.rows_per_inch >= ships.SAMPLED_FROM:
                size = hull.pose, hull.length, hull.width
                if hull.key == selected and view.rows_per_inch >= _BASE_FROM:
                    drawn = hulls.base_line(*size, view, self.glyphs)
                    self._lay_marks(drawn, "ring", named)
                sides = hull.port_loaded, hull.starboard_loaded
                drawn = hulls.guns(*size, sides, view, self.glyphs)
                self._lay_marks(drawn, "guns", named)
            self._lay(piece)
        for piece in self.ships:
            for column, row in piece.label:
                self.grid.put(column, row, *piece.cells[column, row])
        for column, row, text in self.tokens:
            self._write((column, row, text), self._on_ground("tokens", column, row))
        for key in self.out:
            if key.edge == "right":
                self._write((self.view.columns - len(key.label), key.cell, key.label), key.style)

    # Parts of layers ----------------------------------------------------------------

    def _lay_spot(self, mark: Spot) -> None:
        style = _SPOT_STYLES[mark.kind]
        text = mark.text
        if mark.kind == "collision":
            text = "X" if self.glyphs == "ascii" else "╳"
        text = text or "+"
        across, down = self.view.to_cell(mark.at)
        start, row = floor(across - len(text) / 2 + 0.5), floor(down)
        if self.grid.holds(floor(across), row):  # at the edge the text moves inwards, whole
            start = max(0, min(start, self.grid.columns - len(text)))
        if mark.kind == "label":  # above or below if a ship covers it
            cells = [(start, row + step) for step in (0, -1, 1, -2, 2)]
            if text[:1].isdigit():  # two numbers side by side would read as one
                cells = [cell for cell in cells if not self._beside_figure(*cell, len(text))]
                if not cells:
                    return
            start, row, _ = self.free.place(text, cells) or (start, row, text)
        if self.grid.holds(start, row) and self.grid.holds(start + len(text) - 1, row):
            self._write((start, row, text), self._on_ground(style, start, row))

    def _beside_figure(self, column: int, row: int, long: int) -> bool:
        """Tell whether a text of `long` cells would touch a letter or digit before or after it.

        A digit one cell farther away counts too, unless the cell between is blank.
        """
        for across, step in ((column - 1, -1), (column + long, 1)):
            if not self.grid.holds(across, row):
                continue
            glyph = self.grid.cell(across, row)[0]
            beyond = across + step, row
            dotted = glyph != " " and self.grid.holds(*beyond)
            if glyph.isalnum() or (dotted and self.grid.cell(*beyond)[0].isdigit()):
                return True
        return False

    def _lay(self, piece: Piece) -> None:
        for (column, row), (glyph, style) in piece.cells.items():
            self.grid.put(column, row, glyph, style)

    def _lay_marks(self, drawn: dict[Cell, str], style: str, keep_off: set[Cell]) -> None:
        """Write thin lines, one character a cell, on water only.

        Braille dots in the same cell and style are merged.
        """
        grid, land, taken = self.grid, self.free.land, self.free.taken
        for (column, row), glyph in drawn.items():
            if not grid.holds(column, row) or (column, row) in land or (column, row) in keep_off:
                continue
            there, look = grid.glyphs[row][column], grid.styles[row][column]
            named = look.partition(".")[0] in ("place", "name") and (column, row) in taken
            if look == "off" or named:
                continue
            if look.partition(".")[0] == style and there >= "\u2800" and glyph >= "\u2800":
                joined = chr(ord(there) | ord(glyph))
                grid.put(column, row, joined, look)
                continue
            grid.put(column, row, glyph, self._on_ground(style, column, row))

    def _write(self, text: Text, style: str) -> None:
        self.grid.write(text[0], text[1], text[2], style)

    def _on_ground(self, style: str, column: int, row: int) -> str:
        """Return a style with the background of shallow water if the cell is on a shoal."""
        return f"{style}.shoal" if ground(self.grid.styles[row][column]) == "shoal" else style

    # Visibility -----------------------------------------------------------------------

    def _near(self, hull: Hull) -> bool:
        """Tell whether a part of the ship, her label or her tokens may be inside the window."""
        across, down = self.view.to_cell(hull.pose.at)
        reach = hull.length * self.view.cols_per_inch + 4
        return -reach < across < self.view.columns + reach and (
            -reach < down < self.view.rows + reach
        )

    def _in_line(self, trace: Trace) -> Text | None:
        text = trace.label if len(trace.label) == 1 else f" {trace.label} "
        if trace.kind == "bar":
            (ax, ay), (bx, by) = trace.points[0], trace.points[-1]
            across, down = self.view.to_cell(((ax + bx) / 2, (ay + by) / 2))
            column, row = floor(across - len(trace.label) / 2 + 0.5), floor(down)
            self.free.take([(column, row)])
            return column, row, trace.label
        return self.free.place(text, in_line(trace, self.view, len(text)))
