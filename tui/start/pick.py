"""The base of a form for a new battle, and the list of all choices for one of its rows."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Sequence
from functools import partial
from typing import ClassVar

from engine.base.errors import Refused
from engine.sitting.setting_up.rows import SetupLine, SetUpRows, place_of
from tui.chart.thumbnail import portrait
from tui.input.actions import Handlers
from tui.input.keys import Hint
from tui.input.typed import MANY, Typed
from tui.screens.base import BaseScreen
from tui.screens.chooser import ListedRow, SearchedList
from tui.screens.page_screen import PageScreen
from tui.terminal.cells import cut
from tui.terminal.page import TextPage, scrolled

# A line of a form opened as a list of all its choices.


def pick(form: SetUpRows, line: SetupLine, above: BaseScreen, taken: Callable[[], None]) -> None:
    """Open a list with the choices for a row (`line`) of a form; `taken` is called when one was
    chosen.

    Raises `Refused` if the row has no list of choices.
    """
    values = form.values(line) if line.what in FORM_LINES else []
    if len(values) < 2:
        raise Refused("there is nothing to choose from on this line")

    def take(row: int) -> None:
        form.take(line, values[row])
        taken()
        above.draw()

    rows = [
        ListedRow(form.in_words(line, value), words=f"{value} {form.said_of(line, value)}")
        for value in values
    ]
    chosen = values.index(form.value(line))
    about = lambda row: form.said_of(line, values[row])  # noqa: E731
    above.game_app.open(PickScreen(form.shown(line)[0], rows, chosen, about, take), above=above)


def pick_hints(form: SetUpRows, line: SetupLine, hints: Sequence[str]) -> Sequence[str]:
    """Return the actions in a form's line of keys; the one for the list of choices only if that
    list is long.
    """
    long = line.what in FORM_LINES and len(form.values(line)) > MANY
    return hints if long else [each for each in hints if each != "find"]


FORM_LINES = ("game", "scenario", "a_side", "player", "squadron", "switch", "set-up")
"""The kinds of rows in a form that are part of the set-up."""


# PickScreen: all choices of a line of a form in a list, with search.


PICKING = (
    Hint("Enter", "takes the line"),
    Hint("Up/Down", "choose"),
    Hint("letters", "search"),
    Hint("Esc", "ends it"),
)
"""The line of keys while the list is searched, as it is from the start."""
NAMES = 46
"""The width of the list in columns; beside it are details of the highlighted value."""


class PickScreen(SearchedList):
    """A list of values in which typing searches at once. Enter takes the highlighted value."""

    screen_name: ClassVar[str] = "pick"
    what_for: ClassVar[str] = (
        "All choices of a line. Type words to find one; up and down choose, Enter takes it."
    )
    hints: ClassVar[tuple[str, ...]] = ("accept", "find", "help", "end", "down=choose")

    def __init__(
        self,
        title: str,
        rows: Sequence[ListedRow],
        chosen: int,
        about: Callable[[int], str],
        take: Callable[[int], None],
    ) -> None:
        """List the rows, with the row `chosen` highlighted.

        `about` returns the description of a row; `take` is called with the row that is chosen.
        """
        super().__init__()
        self.title_ = title
        self.rows = rows
        self.index = chosen
        self.about_row, self.take_row = about, take
        # Created at once: text typed before the first frame belongs to the search, too.
        self.typed, self._answered = Typed("Find: "), self._keep

    def listed(self) -> Sequence[ListedRow]:
        return self.rows

    def fill(self, page: TextPage) -> None:
        """Write the list, and the description of the highlighted row."""
        page.bar(0, self.title_.upper(), "status", self.how_many("choices"))
        self.write_list(page, 1, NAMES - 2, self._click_row)
        left = NAMES + 1
        if self.index in self.found:
            row = page.paragraph(
                left, 2, page.columns - left - 2, self.rows[self.index].text, "head"
            )
            page.paragraph(left, row, page.columns - left - 2, self.about_row(self.index), "text")

    def prompt(self) -> str:
        return f"Enter takes  {self.rows[self.index].text}"

    def typing_hints(self) -> Sequence[Hint]:
        return PICKING if self._searching else super().typing_hints()

    def handlers(self) -> Handlers:
        return {**super().handlers(), "accept": self.act_accept}

    def act_accept(self) -> None:
        """Take the highlighted row, and go back to the form."""
        if self.index in self.found:
            self.game_app.leave(self)
            self.take_row(self.index)

    def _keep(self, words: str) -> None:
        """Take the highlighted row when Enter ends a search that has found something."""
        super()._keep(words)
        self.act_accept()


# The screen of a form for a new battle: its lines, a text about the chosen one, the table.


SPARED = re.compile(r", \d{4}(-\d\d)*|\bBattle of (?=.*:)")
"""Matches parts of a battle's long name that lists and forms leave out."""
LABEL = 14
"""The width of the label of a row, in columns."""
AROUND = 5
"""The number of rows of a form that are neither its own rows nor the description: bars, blank rows,
keys."""


def form_row(label: str, value: str, column: int, width: int) -> str:
    """Return a row of a form: a label, and its value, which begins at a column.

    A value that is too long for the width loses its date, and then begins beside its label.
    """
    text = f"{label:<{column}}{value}"
    short = f"{label:<{column}}{SPARED.sub('', value)}"
    return next((each for each in (text, short) if len(each) <= width), " ".join(short.split()))


class FormScreen(PageScreen):
    """The base of forms: up and down choose a row, left and right its value.

    A subclass says what Enter does.
    """

    form: SetUpRows
    index = 0
    """The index of the highlighted row."""

    @property
    def about_game(self) -> str:
        return self.form.rules.name

    @property
    @abstractmethod
    def lines(self) -> list[SetupLine]:
        """The rows of the form, from top to bottom."""

    @property
    def line(self) -> SetupLine:
        """The highlighted row."""
        return self.lines[self.index]

    def shown(self, line: SetupLine) -> tuple[str, str]:
        """Return (label, value) of a row, as they are shown."""
        return self.form.shown(line)

    def highlighted(self, line: SetupLine, value: str) -> str:
        """Return a value as it is shown in the highlighted row."""
        return f"< {value} >"

    @abstractmethod
    def about(self, line: SetupLine) -> str:
        """Return the explanation of a row."""

    def fill_form(self, page: TextPage, width: int, most: int) -> None:
        """Write the rows of the form, below them at most `most` rows of explanation or fault, and
        the picture of the table.
        """
        form, index, lines = self.form, self.index, self.lines
        rows = page.rows_count - AROUND - most
        first = scrolled(len(lines), index, rows)
        for row, line in enumerate(lines[first : first + rows], 2):
            number = first + row - 2
            label, value = self.shown(line)
            value = self.highlighted(line, value) if number == index else f"  {value}"
            text = form_row(cut(label, LABEL - 1), value, LABEL, width - 2)
            page.item(1, row, width, text, number == index, partial(self._click, number))
        if first + rows < len(lines):
            page.write(3, 2 + rows, f"{len(lines) - first - rows} more below", "dim")
        row = 3 + min(rows, len(lines))
        told, style = (form.fault, "text") if form.fault else (self.about(self.line), "dim")
        page.paragraph(3, row, width - 4, told, style, most)
        left = width + 3
        self.draw_table(page, left)

    def draw_table(self, page: TextPage, left: int) -> None:
        """Draw the players of the set-up around a table, from the column `left` on."""
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
        """Choose the value before the present one in the highlighted row."""
        self._turn(-1)

    def act_right(self) -> None:
        """Choose the value after the present one in the highlighted row."""
        self._turn(1)

    def find(self) -> None:
        """Open a list with all choices for the highlighted row."""
        line = self.line
        pick(self.form, line, self, lambda: self._stay(line))

    @abstractmethod
    def act_accept(self) -> None:
        """Do what the form is for, such as to begin the battle."""

    def take_paste(self, text: str) -> None:
        """Take a pasted squadron for the player of the highlighted row."""
        self.form.paste(self.line, text)

    def _click(self, index: int) -> None:
        """Highlight a row; a click on the highlighted one chooses its next value."""
        if index == self.index:
            self._turn(1)
        else:
            self.index = index

    def _turn(self, step: int) -> None:
        line = self.line
        self.form.turn(line, step)
        self._stay(line)

    def _stay(self, line: SetupLine) -> None:
        """Keep the same row highlighted when other rows have appeared or disappeared."""
        lines = self.lines
        at = place_of(line, lines)
        self._move(self.index if at is None else at)

    def _move(self, index: int) -> None:
        self.index = max(0, min(index, len(self.lines) - 1))
