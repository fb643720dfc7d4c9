"""PickScreen: all choices of a line of a form in a list, found by typing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from tui.input.actions import Handlers
from tui.input.typed import Typed
from tui.screens.chooser import ListedRow, SearchedList
from tui.terminal.page import TextPage

NAMES = 46
"""Columns of the list; what is chosen is told beside it."""


class PickScreen(SearchedList):
    """A list of values; the words that find one are typed at once. Enter takes what is chosen."""

    screen_name: ClassVar[str] = "pick"
    what_for: ClassVar[str] = (
        "All choices of a line. Type some words of one; up and down choose, Enter takes it."
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
        """List rows, one of them chosen; `about` tells of one, `take` is called with one."""
        super().__init__()
        self.title_ = title
        self.rows = rows
        self.index = chosen
        self.about_row, self.take_row = about, take
        # At once: what is typed before the first frame is seen are words as well.
        self.typed, self._answered = Typed("Find: "), self._keep

    def listed(self) -> Sequence[ListedRow]:
        return self.rows

    def fill(self, page: TextPage) -> None:
        """Write the list, and what is told of the chosen row."""
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

    def handlers(self) -> Handlers:
        return {**super().handlers(), "accept": self.act_accept}

    def act_accept(self) -> None:
        """Take the chosen row, and go back to the form."""
        if self.index in self.found:
            self.game_app.leave(self)
            self.take_row(self.index)

    def _keep(self, words: str) -> None:
        """Take what the words have found."""
        super()._keep(words)
        self.act_accept()
