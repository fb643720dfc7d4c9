"""Chooser: the keys of a screen in which one line of a list is chosen."""

from __future__ import annotations

from abc import abstractmethod

PAGE = 10
"""Lines that page up and page down go."""
LAST = 1_000_000
"""Beyond the last line of any list."""


class Chooser:
    """Up, down, by ten, first and last; a subclass keeps `_move` within its list."""

    index: int

    @abstractmethod
    def _move(self, index: int) -> None:
        """Choose a line; one that is not in the list becomes the nearest that is."""

    def act_up(self) -> None:
        """Choose the line above."""
        self._move(self.index - 1)

    def act_down(self) -> None:
        """Choose the line below."""
        self._move(self.index + 1)

    def act_page_up(self) -> None:
        """Go up by ten."""
        self._move(self.index - PAGE)

    def act_page_down(self) -> None:
        """Go down by ten."""
        self._move(self.index + PAGE)

    def act_first(self) -> None:
        """Choose the first line."""
        self._move(0)

    def act_last(self) -> None:
        """Choose the last line."""
        self._move(LAST)
