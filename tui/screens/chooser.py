"""Lists and long pages: a list with a highlighted line, a list that can be searched, a page that
can be scrolled.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from textual.geometry import Size

from engine.base.errors import Refused
from tui.input.actions import Handlers
from tui.input.keys import Hint
from tui.input.typed import MANY, fits, with_heads
from tui.screens.page_screen import PageScreen
from tui.terminal.cells import cut
from tui.terminal.page import TextPage

AROUND = 5
"""The number of rows of a screen outside the list: bars, blank rows, the prompt and the keys."""
LAST = 1_000_000
"""An index greater than that of the last line of any list."""
SEARCHING = Hint("Enter", "keeps the search"), Hint("Up/Down", "choose"), Hint("Esc", "ends it")
"""The line of keys while a list is being searched."""
STEPS = {"up": "up", "down": "down", "pageup": "page_up", "pagedown": "page_down"}
"""{key: its action} for keys that move in a list even while words are being typed."""


class LineByLine(PageScreen):
    """A page on which keys move a highlight: up, down, by a page, first and last. A subclass stores
    the highlighted line.
    """

    @property
    @abstractmethod
    def _at(self) -> int:
        """The highlighted line; on a page without one, the first visible line."""

    @abstractmethod
    def _move(self, index: int) -> None:
        """Go to the line with this index; before the first or after the last, to that one."""

    def handlers(self) -> Handlers:
        return {
            **super().handlers(),
            "up": self.act_up,
            "down": self.act_down,
            "page_up": self.act_page_up,
            "page_down": self.act_page_down,
            "first": self.act_first,
            "last": self.act_last,
        }

    def act_up(self) -> None:
        """Go to the line above."""
        self._move(self._at - 1)

    def act_down(self) -> None:
        """Go to the line below."""
        self._move(self._at + 1)

    def act_page_up(self) -> None:
        """Go up by a page."""
        self._move(self._at - self._page)

    def act_page_down(self) -> None:
        """Go down by a page."""
        self._move(self._at + self._page)

    @property
    def _page(self) -> int:
        """The number of lines by which a page key moves: one line less than are visible."""
        return max(1, self.extent.height - AROUND)

    def act_first(self) -> None:
        """Go to the first line."""
        self._move(0)

    def act_last(self) -> None:
        """Go to the last line."""
        self._move(LAST)


class Chooser(LineByLine):
    """A list with a highlighted line.

    A subclass implements `_move`, which highlights only lines that exist.
    """

    index: int
    """The chosen line."""

    @property
    def _at(self) -> int:
        return self.index


class Scroller(LineByLine):
    """A page that may be longer than the screen; the subclass's `fill` sets `top` and `rest`."""

    def __init__(self) -> None:
        super().__init__()
        self.top = 0
        """The first visible line."""
        self.rest = 0
        """The number of lines below the last visible one."""

    @property
    def _at(self) -> int:
        return self.top

    def _move(self, index: int) -> None:
        self.top = max(0, min(index, self.top + self.rest))

    @property
    def below(self) -> str:
        """The number of lines below the last visible one, in words; '' at the end of the page."""
        return f"{self.rest} more below" if self.rest else ""


class ListedRow(NamedTuple):
    """A row of a list: its text, the heading of its section, and further words that a search
    finds.
    """

    text: str
    section: str = ""
    words: str = ""

    def holds(self, words: str) -> bool:
        """Tell whether the row contains all of the words that are searched for."""
        return not words or fits(f"{self.text} {self.section} {self.words}", words)


class SearchedList(LineByLine):
    """A page with a list that can be searched, and a highlighted row.

    A key starts a search: then only rows that contain all of the words are listed, and the first of
    them is highlighted. Enter keeps the search, Escape clears it. Row numbers always count the
    whole list.
    """

    kept_words = ""
    """The words of the search that Enter has kept; '' for none."""
    _before: int | None = None
    """The row that was highlighted before the search."""
    index = 0
    """The number of the highlighted row, unless a subclass stores it elsewhere."""

    @abstractmethod
    def listed(self) -> Sequence[ListedRow]:
        """Return the rows of the whole list."""

    @property
    def chosen_row(self) -> int:
        """The number of the highlighted row."""
        return self.index

    def choose_row(self, row: int) -> None:
        """Highlight a row."""
        self.index = row

    def _click_row(self, row: int) -> None:
        """Highlight a row; a click on the highlighted one does what Enter does."""
        again = row == self.chosen_row
        self.choose_row(row)
        if again:
            self.act("accept")

    @property
    def words(self) -> str:
        """The words of the search, while they are typed and afterwards."""
        return self.typed.text if self.typed and self._searching else self.kept_words

    @property
    def found(self) -> list[int]:
        """The numbers of the rows that contain the words of the search."""
        return [at for at, each in enumerate(self.listed()) if each.holds(self.words)]

    def handlers(self) -> Handlers:
        return {**super().handlers(), "find": self.act_find}

    def key_line(self) -> Sequence[str]:
        """Return the actions of the key line; the one to search only for a long list."""
        return self._with_search(super().key_line())

    def typing_hints(self) -> Sequence[Hint]:
        """Return the keys of a search while it is typed, or of another line."""
        return SEARCHING if self._searching else super().typing_hints()

    def _with_search(self, hints: Sequence[str]) -> Sequence[str]:
        return hints if len(self.listed()) > MANY else [each for each in hints if each != "find"]

    def hints_now(self) -> Sequence[str]:
        """Return the actions of the key line; after a search also the key that lists all rows."""
        hints = super().hints_now()
        return (*hints[:1], "back=list all", *hints[1:]) if self.kept_words else hints

    def lay(self, size: Size) -> None:
        """Write the page; if the words of a search leave out the highlighted row, highlight the
        first row that is listed.
        """
        if self.words and self.chosen_row not in self.found:
            self._move(0)
        super().lay(size)

    def act_find(self) -> None:
        """Start typing a search."""
        self.kept_words = ""
        self._before = self.chosen_row
        self.ask("Find:", self._keep)

    def act_back(self) -> None:
        """Clear the search; without a search, go one step back."""
        if self.kept_words:
            self.kept_words = ""
        else:
            super().act_back()

    def how_many(self, of: str) -> str:
        """Return the number of rows, such as `12 battles`; during a search, of the matches."""
        every = f"{len(self.listed())} {of}"
        return f"{len(self.found)} of {every} with '{self.words}'" if self.words else every

    def write_list(
        self, page: TextPage, column: int, width: int, click: Callable[[int], None] | None = None
    ) -> None:
        """Write the rows around the highlighted one, with the headings of their sections."""
        rows, found = self.listed(), self.found
        lines = with_heads(found, [each.section for each in rows])
        place = lines.index(self.chosen_row) if self.chosen_row in found else 0
        window = page.window(column + 2, 2, page.rows_count - 4, lines, place, (str,))
        for at, number in enumerate(window, 2):
            line = lines[number]
            if isinstance(line, str):
                page.write(column, at, cut(line, width), "head")
            else:
                clicked = partial(click or self.choose_row, line)
                page.item(column, at, width, rows[line].text, line == self.chosen_row, clicked)
        if not found:
            page.write(column + 2, 2, "Nothing here has these words.", "dim")

    # Inside ----------------------------------------------------------------------------

    @property
    def _searching(self) -> bool:
        return self._answered == self._keep

    @property
    def _at(self) -> int:
        found = self.found
        return found.index(self.chosen_row) if self.chosen_row in found else 0

    def _move(self, index: int) -> None:
        found = self.found
        if found:
            self.choose_row(found[max(0, min(len(found) - 1, index))])

    def _keep(self, words: str) -> None:
        self.kept_words = words
        if not self.found:
            self.kept_words = ""
            raise Refused(f"nothing here has the words '{words}'")

    def _type(self, key: str) -> None:
        if not (self.typed and self._searching):
            super()._type(key)
        elif key in STEPS:
            self.act(STEPS[key])
        elif (
            not key.isalnum()
            and (action := self.keymap.action(self.screen_name, key))
            and (action.name == "help" or (action.name == "find" and not self.typed.text))
        ):
            # No entry has a question mark in its words; the key that starts a search may be
            # pressed twice.
            if action.name == "find":
                return
            self.act("help")
        else:
            super()._type(key)
            if key == "escape" and self._before is not None:
                self.choose_row(self._before)
            elif self.chosen_row not in self.found:
                self._move(0)


class ListBelowMenu(SearchedList):
    """A list that is opened from the menu.

    Enter opens the highlighted row; the key to go back leads to the menu.
    """

    @abstractmethod
    def act_accept(self) -> None:
        """Open the highlighted row."""

    def handlers(self) -> Handlers:
        return {**super().handlers(), "accept": self.act_accept}

    def act_end(self) -> None:
        """Go back to the menu."""
        self.game_app.open_menu()

    def act_back(self) -> None:
        """Clear the search; without one, go back to the menu."""
        if self.kept_words:
            super().act_back()
        else:
            self.act_end()
