"""Chooser: the keys of a screen in which one line of a list is chosen."""

from __future__ import annotations

from abc import abstractmethod

from tui.input.actions import Handlers
from tui.screens.page_screen import PageScreen

AROUND = 5
"""Rows of a screen that are no list: bars, blanks, the prompt and the keys."""
LAST = 1_000_000
"""Beyond the last line of any list."""


class Chooser(PageScreen):
    """Up, down, by a page, first and last; a subclass keeps `_move` within its list."""

    index: int
    """The chosen line."""

    @abstractmethod
    def _move(self, index: int) -> None:
        """Choose a line; one that is not in the list becomes the nearest that is."""

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
        """Choose the line above."""
        self._move(self.index - 1)

    def act_down(self) -> None:
        """Choose the line below."""
        self._move(self.index + 1)

    def act_page_up(self) -> None:
        """Go up by a page."""
        self._move(self.index - self._page)

    def act_page_down(self) -> None:
        """Go down by a page."""
        self._move(self.index + self._page)

    @property
    def _page(self) -> int:
        """Lines of the list on the screen, less one that stays in sight."""
        return max(1, self.extent.height - AROUND)

    def act_first(self) -> None:
        """Choose the first line."""
        self._move(0)

    def act_last(self) -> None:
        """Choose the last line."""
        self._move(LAST)
