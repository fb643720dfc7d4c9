"""The keys of what is gone through line by line: a list with a chosen line, or a long page."""

from __future__ import annotations

from abc import abstractmethod

from tui.input.actions import Handlers
from tui.screens.page_screen import PageScreen

AROUND = 5
"""Rows of a screen that are no list: bars, blanks, the prompt and the keys."""
LAST = 1_000_000
"""Beyond the last line of any list."""


class LineByLine(PageScreen):
    """Up, down, by a page, first and last; a subclass says where it is, and goes there."""

    @property
    @abstractmethod
    def _at(self) -> int:
        """The chosen line, or the first that is shown."""

    @abstractmethod
    def _move(self, index: int) -> None:
        """Go to a line; from one that is not there to the nearest that is."""

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
        """Lines of the list on the screen, less one that stays in sight."""
        return max(1, self.extent.height - AROUND)

    def act_first(self) -> None:
        """Go to the first line."""
        self._move(0)

    def act_last(self) -> None:
        """Go to the last line."""
        self._move(LAST)


class Chooser(LineByLine):
    """A list in which one line is chosen; a subclass keeps `_move` within it."""

    index: int
    """The chosen line."""

    @property
    def _at(self) -> int:
        return self.index


class Scroller(LineByLine):
    """A page that may be longer than the screen: `fill` sets `top` and `rest` by what it has."""

    def __init__(self) -> None:
        super().__init__()
        self.top = 0
        """The first line that is shown."""
        self.rest = 0
        """Lines below the last one in sight."""

    @property
    def _at(self) -> int:
        return self.top

    def _move(self, index: int) -> None:
        self.top = max(0, min(index, self.top + self.rest))
