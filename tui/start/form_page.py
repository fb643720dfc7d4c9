"""The screen of a form for a new battle: its lines, what the chosen one is about, the table."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from functools import partial

from engine.sitting.set_up_rows import SetupLine, SetUpRows, place_of
from tui.chart.thumbnail import portrait
from tui.input.actions import Handlers
from tui.screens.page_screen import PageScreen
from tui.start.pick import pick, pick_hints
from tui.terminal.cut import cut
from tui.terminal.page import TextPage, scrolled

MORE = "... and more below"
LABEL = 14
"""Columns of a line's label."""
AROUND = 5
"""Rows that are neither lines nor what the chosen one is about: bars, blanks, keys."""


class FormScreen(PageScreen):
    """A form whose highlighted line left and right change; a subclass says what Enter begins."""

    form: SetUpRows
    index = 0
    """The highlighted line."""

    @property
    @abstractmethod
    def lines(self) -> list[SetupLine]:
        """The lines, from above."""

    @property
    def line(self) -> SetupLine:
        """The highlighted line."""
        return self.lines[self.index]

    def shown(self, line: SetupLine) -> tuple[str, str]:
        """Return a line's label and value."""
        return self.form.shown(line)

    def highlighted(self, line: SetupLine, value: str) -> str:
        """Return a value while its line is highlighted."""
        return f"< {value} >"

    @abstractmethod
    def about(self, line: SetupLine) -> str:
        """Return the explanation of a line."""

    def fill_form(self, page: TextPage, width: int, most: int) -> None:
        """Write the lines, `most` rows about the chosen one or a fault below, and the table."""
        form, index, lines = self.form, self.index, self.lines
        rows = page.rows_count - AROUND - most
        first = scrolled(len(lines), index, rows)
        for row, line in enumerate(lines[first : first + rows], 2):
            number = first + row - 2
            label, value = self.shown(line)
            value = self.highlighted(line, value) if number == index else f"  {value}"
            text = f"{cut(label, LABEL - 1):<{LABEL}}{value}"
            page.item(1, row, width, text, number == index, partial(self._click, number))
        if first + rows < len(lines):
            page.write(3, 2 + rows, MORE, "dim")
        row = 3 + min(rows, len(lines))
        told, style = (form.fault, "text") if form.fault else (self.about(self.line), "dim")
        page.paragraph(3, row, width - 4, told, style, most)
        left = width + 3
        self.draw_table(page, left)

    def draw_table(self, page: TextPage, left: int) -> None:
        """Draw the table of what is set up right of a column."""
        rules = self.form.rules
        scene = rules.screen.scene(rules.view(self.form.start, ""))
        room = page.columns - left - 2, page.rows_count - 6
        page.paste(portrait(scene, *room, self.glyphs), left, 2)

    def key_line(self) -> Sequence[str]:
        return pick_hints(self.form, self.line, self.hints)

    # Keys ------------------------------------------------------------------------------

    def handlers(self) -> Handlers:
        return {
            **super().handlers(),
            "left": self.act_left,
            "right": self.act_right,
            "accept": self.act_accept,
        }

    def act_left(self) -> None:
        """Take the choice before."""
        self._turn(-1)

    def act_right(self) -> None:
        """Take the next choice."""
        self._turn(1)

    def find(self) -> None:
        """Show all choices of the highlighted line in a list, on the key of a form that has one."""
        line = self.line
        pick(self.form, line, self, lambda: self._stay(line))

    @abstractmethod
    def act_accept(self) -> None:
        """Begin the battle."""

    def take_paste(self, text: str) -> None:
        """Take a pasted squadron on the line of a seat."""
        self.form.paste(self.line, text)

    def _click(self, index: int) -> None:
        """Highlight a line; a click on the highlighted one takes its next choice."""
        if index == self.index:
            self._turn(1)
        else:
            self.index = index

    def _turn(self, step: int) -> None:
        line = self.line
        self.form.turn(line, step)
        self._stay(line)

    def _stay(self, line: SetupLine) -> None:
        """Keep a line highlighted when others came or went."""
        lines = self.lines
        at = place_of(line, lines)
        self._move(self.index if at is None else at)

    def _move(self, index: int) -> None:
        self.index = max(0, min(index, len(self.lines) - 1))
