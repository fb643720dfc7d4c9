"""Draws a board of boxes: banks, depths, current, obstacles, forts, ships, and lines between them.

Layers, the last on top: water and borders, depths, banks, obstacles, forts, ships, ripples (on
empty cells), smoke, ties, lines of sight, lit boxes, the cursor's box.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from engine.game.chart import (
    CROSSED,
    Boxes,
    Counter,
    Fort,
    Haze,
    Lit,
    Mark,
    Obstacle,
    Scene,
    Terrain,
    Tie,
    Trace,
)
from tui.chart.boxes.ships import banks, end_on, ground, haze, name_text, ripples, ship_text, works
from tui.chart.boxes.window import BROADSIDE, BoxWindow, StackedShip, box_of, stacked_ships
from tui.terminal.cells import Grid, short_name
from tui.terminal.terminal import Glyphs

_SIGNS = {
    "unicode": {
        "dot": "⠂",
        "line": "╌",
        "side": "╎",
        "cross": "┼",
        "ray": "·",
        "across": "┬",
        "stem": "│",
    },
    "ascii": {
        "dot": ".",
        "line": ".",
        "side": ":",
        "cross": "+",
        "ray": ".",
        "across": "T",
        "stem": "|",
    },
}
_OBSTACLES = {
    "unicode": {
        "obstruction": ("╳  ╳", " ╳╳ "),
        "heavy": ("╋╳╳╋", "╳╳╋╳"),
        "sandbar": ("∙∙∙∙", "∙∙∙∙"),
        "torpedo": (" ◦  ", "  ◦ "),
        "hulk": ("▗▁▟▖", "▝▀▀▘"),
    },
    "ascii": {
        "obstruction": ("x  x", " xx "),
        "heavy": ("X##X", "#XX#"),
        "sandbar": ("....", "...."),
        "torpedo": (" o  ", "  o "),
        "hulk": ("_|_.", "'--'"),
    },
}
_SHADES = {"unicode": "░▒▓", "ascii": ".+#"}
"""The signs for light, medium and heavy shading of a box that is lit (highlighted)."""
_HELD = {"grappled": "#", "towed": "="}
"""{kind of tie: the sign between two ships so tied}; between fouled (entangled) ships it is an
`x`."""
_SMOKE = {"unicode": "░▒▒░", "ascii": "(@@)"}
_THINGS = ("hull_", "label_", "active", "chosen", "ghost", "name", "tokens")
"""The beginnings of the names of the styles of ships, forts, and the words and signs beside them:
lines and the texts of lit boxes do not cover them."""


def draw(  # noqa: PLR0913 - a chart needs all of these
    scene: Scene,
    board: Boxes,
    window: BoxWindow,
    glyphs: Glyphs,
    extra: Sequence[Mark] = (),
    selected: str = "",
) -> Grid:
    """Return the board with its marks and with the extra ones, which may include ships and
    forts.
    """
    return _BoxDrawing(scene, board, window, glyphs, extra, selected).grid


class _BoxDrawing:
    """One board being drawn; its methods are called in the order of the layers."""

    def __init__(  # noqa: PLR0912, PLR0913 - a branch for each kind of mark; a chart needs all of these
        self,
        scene: Scene,
        board: Boxes,
        window: BoxWindow,
        glyphs: Glyphs,
        extra: Sequence[Mark],
        selected: str,
    ) -> None:
        self.board, self.window, self.glyphs, self.selected = board, window, glyphs, selected
        self.signs = _SIGNS[glyphs]
        self.grid = Grid(window.columns, window.rows, "sea")
        self.places: dict[str, tuple[int, int, int, int]] = {}
        """{key of a drawn thing: its rectangle (left, top, right, bottom)} in cells. Lines between
        two things begin and end at these rectangles."""
        moved = {mark.key for mark in extra if isinstance(mark, Counter) and not mark.ghost}
        kept = (m for m in scene.marks if not (isinstance(m, Counter) and m.key in moved))
        marks = [*kept, *extra]
        self._water()
        banks(self.grid, board, window, glyphs)
        for mark in marks:
            if isinstance(mark, Terrain):
                ground(self.grid, mark.kind, box_of(board, mark), window, glyphs)
            elif isinstance(mark, Obstacle):
                left, top = self.window.corner(*mark.box)
                even, odd = _OBSTACLES[self.glyphs][mark.kind]
                start = left + max(0, self.window.wide - len(even)) // 2
                for line in range(self.window.high):
                    sign = (odd if line % 2 else even)[: self.window.wide]
                    self.grid.write(start, top + line, sign, "rocks")
        if window.is_little:
            # Each ship and fort gets a letter, as many as fit.
            there: defaultdict[tuple[int, int], list[str]] = defaultdict(list)
            for mark in marks:
                if isinstance(mark, Counter | Fort):
                    there[mark.box].append(mark.owner[:1])
            for box, owners in there.items():
                left, top = self.window.corner(*box)
                for number, owner in enumerate(owners[: self.window.wide * self.window.high]):
                    down, across = divmod(number, self.window.wide)
                    self.grid.put(left + across, top + down, owner, f"label_{owner.lower()}")
            return
        for mark in marks:
            if isinstance(mark, Fort):
                left, top = self.window.corner(*mark.box)
                wide, high = self.window.size
                rows = works(mark, self.glyphs, wide - 1, high)
                style = "active" if mark.active else f"hull_{mark.owner[:1].lower()}"
                for line, text in enumerate(rows):
                    look = (
                        "name"
                        if line == len(rows) - 1 and text == mark.state[: wide - 1]
                        else style
                    )
                    self.grid.write(left + 1, top + line, text[: wide - 1], look)
                self.places[mark.key] = (left, top, left + wide - 1, top + high - 1)
                if mark.tokens:
                    smoke = _SMOKE[self.glyphs]
                    self.grid.write(left + (wide - len(smoke)) // 2, top + high, smoke, "smoke")
        self.ties = [mark for mark in marks if isinstance(mark, Tie)]
        self._ships(mark for mark in marks if isinstance(mark, Counter))
        ripples(self.grid, board, window, glyphs)
        for mark in marks:
            if isinstance(mark, Haze):
                haze(self.grid, mark, window, glyphs)
        for tie in self.ties:
            self._tie(tie)
        for mark in marks:
            if isinstance(mark, Trace):
                self._trace(mark)
        lit: dict[tuple[int, int], list[Lit]] = defaultdict(list)
        for mark in marks:
            if isinstance(mark, Lit):
                lit[board.box(mark.at)].append(mark)
        for box, lights in lit.items():
            self._lit(box, lights)

    # Water -------------------------------------------------------------------

    def _water(self) -> None:
        board, window = self.board, self.window
        wide, high = window.size
        across = (" " + self.signs["line"]) * ((wide - 1) // 2) + " " * (2 - wide % 2)
        for row in range(board.rows):
            for column in range(board.columns):
                left, top = window.corner(row, column)
                self.grid.write(left - 1, top - 1, self.signs["cross"] + across, "sea")
                for line in range(high):
                    self.grid.put(left - 1, top + line, self.signs["side"], "sea")
                self._depth(row, column)
        last, bottom = window.corner(board.rows, board.columns)
        for row in range(board.rows):
            _, top = window.corner(row, 0)
            self.grid.put(last - 1, top - 1, self.signs["cross"], "sea")
            for line in range(high):
                self.grid.put(last - 1, top + line, self.signs["side"], "sea")
        for column in range(board.columns):
            left, _ = window.corner(0, column)
            self.grid.write(left - 1, bottom - 1, self.signs["cross"] + across, "sea")
        self.grid.put(last - 1, bottom - 1, self.signs["cross"], "sea")

    def _depth(self, row: int, column: int) -> None:
        """Draw shoals in a box as dots, denser where the water is shallower."""
        board = self.board
        marked = [
            depths[at]
            for depths, at in ((board.row_depths, row), (board.column_depths, column))
            if at < len(depths)
        ]
        known = [depth for depth in marked if depth is not None]
        if not known:
            return
        left, top = self.window.corner(row, column)
        apart = 4 if min(known) >= 2 else 2
        for line in range(self.window.high):
            for place in range(self.window.wide):
                x = left + self.window.left + place
                shift = 1 if line % 2 == 0 else 1 + apart // 2
                if x % apart == shift % apart:
                    self.grid.put(left + place, top + line, self.signs["dot"], "shoal")

    # Things in the boxes -----------------------------------------------------

    def _ships(self, counters: Iterable[Counter]) -> None:
        by_box: dict[tuple[int, int], list[Counter]] = defaultdict(list)
        for counter in counters:
            by_box[counter.box].append(counter)
        for box, ships in by_box.items():
            row, column = box
            if 0 <= row < self.board.rows and 0 <= column < self.board.columns:
                # Show the ships by drawings, else by names, else as a number.
                left, top = self.window.corner(*box)
                wide, high = self.window.size
                shown = stacked_ships(ships, self.ties, wide, high)
                beside = {one.row for one in shown if one.joined}
                for each in shown:
                    self._ship(each, left + 1, top, each.row in beside)
                if len(shown) < len(ships):
                    more = f"+{len(ships) - len(shown)} more"
                    self.grid.write(left + 1, top + high - 1, more[: wide - 1], "name")

    def _ship(self, each: StackedShip, left: int, top: int, beside: bool) -> None:
        ship, wide = each.ship, self.window.wide - 1
        owner = ship.owner[:1].lower()
        style = "active" if ship.active else "ghost" if ship.ghost else f"hull_{owner}"
        label = "active" if ship.active else f"label_{owner}" if each.how == "name" else "name"
        if ship.key == self.selected and not ship.active:
            label = "chosen"
        row, column = top + each.row, left + each.column
        if each.how == "name" or beside:
            tail = f" {ship.tokens}" if ship.tokens else ""
            # the ship's name is more important than the signs
            if len(tail) + len(ship.state) + 1 >= wide:
                tail = ""
            text = name_text(ship, wide - len(tail)) + tail
            right = left + len(text) - 1
        else:
            text, right = name_text(ship, wide), left + BROADSIDE - 1
            self._beside(each, left + BROADSIDE + 1, row, wide - BROADSIDE - 1)
        if each.how != "name":
            hull = (end_on if each.how == "end" else ship_text)(ship, self.glyphs)
            self.grid.write(column, row, hull, style)
            right = column + BROADSIDE - 1
        self.grid.write(left, top + each.name_row, text, label)
        self.places[ship.key] = (column, row, right, top + each.name_row)

    def _beside(self, each: StackedShip, column: int, row: int, room: int) -> None:
        """Write a ship's signs beside her drawing.

        For a ship seen end on, also write `bow` or `stern` if there is room for both.
        """
        ship = each.ship
        said = ""
        for tie in self.ties if each.how == "end" else ():
            if tie.kind in CROSSED and tie.keys[1] == ship.key:
                said = "bow" if tie.kind == "crossed_bow" else "stern"
        whole = f"{said} {ship.tokens}".strip()
        if said and len(whole) <= room:
            self.grid.write(column, row, said, "name")
            column, room = column + len(said) + 1, room - len(said) - 1
        self.grid.write(column, row, ship.tokens[: max(0, room)], "tokens")

    # Lines and highlights -------------------------------------------------------

    def _trace(self, trace: Trace) -> None:
        """Draw a line of sight between two things, as dots.

        It has one dot in each row; if both things are in about the same row, one dot in each
        column. No dot covers a ship, a fort, or the words and signs beside them.
        """
        (x, y), (tx, ty) = (self.window.to_cell(trace.points[i]) for i in (0, -1))
        if trace.label and "-" in trace.label:
            start, _, end = trace.label.partition("-")
            if start in self.places and end in self.places:
                # The line joins those corners of the two things that face each other.
                left, top, right, bottom = self.places[start]
                other_left, other_top, other_right, other_bottom = self.places[end]
                x = right + 1 if other_left >= left else left - 1
                tx = other_left + 1 if other_left >= left else other_right - 1
                y = top if other_bottom <= top else bottom
                ty = other_bottom if other_bottom <= top else other_top
        steps = max(1, round(abs(ty - y))) if abs(ty - y) >= 2 else max(1, round(abs(tx - x)))
        for step in range(1, steps):
            part = step / steps
            column, row = round(x + (tx - x) * part), round(y + (ty - y) * part)
            if not self._covered(column, row):
                self.grid.put(column, row, self.signs["ray"], "measure")

    def _tie(self, tie: Tie) -> None:
        """Draw the sign of a tie (grappled, towed or fouled): between two ships side by side, or to
        the left of two ships one above the other.
        """
        places = [self.places[key] for key in tie.keys if key in self.places]
        sign = self.signs["across"] if tie.kind in CROSSED else _HELD.get(tie.kind, "x")
        if len(places) == 2 and places[0][1] == places[1][1] and places[0][2] + 2 == places[1][0]:
            self.grid.put(places[1][0] - 1, places[1][1], sign, "tokens")
            return
        columns = {place[0] for place in places}
        if len(places) == 2 and len(columns) == 1:
            (column,), tops = columns, sorted(place[1] for place in places)
            for row in range(tops[0], tops[1] + 1):
                self.grid.put(column - 1, row, self.signs["stem"], "tokens")
            if tie.kind in CROSSED:
                places = [place for place in places if place[1] == tops[0]]
        for place in places:
            self.grid.put(place[0] - 1, place[1], sign, "tokens")

    def _lit(self, box: tuple[int, int], lights: Sequence[Lit]) -> None:
        """Highlight a box and write its labels side by side; if room is short, write only the last.

        The last label is about the current choice; the earlier ones belong to pictures over the
        chart.
        """
        left, top = self.window.corner(*box)
        wide, high = self.window.size
        texts = list(dict.fromkeys(each.text for each in lights if each.text))
        text = "|".join(texts)
        if len(text) > wide:
            text = texts[-1]
        shade = max(each.shade for each in lights)
        if shade:
            text = f"{text or 'o'} "
            text += _SHADES[self.glyphs][shade - 1] * (wide - len(text))
        line = top + high - 1
        if any(self._covered(left + across, line) for across in range(wide)):
            line += 1  # a name takes precedence over the border below
        self.grid.write(left, line, short_name(text or "o", wide), "path")
        for column, row in ((left - 1, top - 1), (left + wide, top - 1),
                            (left - 1, top + high), (left + wide, top + high)):  # fmt: skip
            # Corners are lit where the grid crosses, and not on a coast.
            if self.grid.holds(column, row) and self.grid.cell(column, row)[1] in {"sea", "path"}:
                self.grid.put(column, row, self.signs["cross"], "path")

    def _covered(self, column: int, row: int) -> bool:
        """Tell whether a cell shows a part of a ship or a fort, or of the words beside it."""
        holds = self.grid.holds(column, row)
        return holds and self.grid.cell(column, row)[1].startswith(_THINGS)
