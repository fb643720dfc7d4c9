"""StoryScreen: a battle told in prose, a paragraph for each turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from engine.review.tale import NOTHING, Paragraph
from tui.input.actions import Handlers
from tui.screens.chooser import Scroller
from tui.terminal.cells import wrap
from tui.terminal.page import TextPage


class StoryScreen(Scroller):
    """The story of one battle; Enter watches the turn at the top of the page."""

    screen_name: ClassVar[str] = "story"
    what_for: ClassVar[str] = (
        "The battle as a story, a paragraph for each turn. Down scrolls; Enter watches the turn at "
        "the top of the page."
    )
    hints: ClassVar[tuple[str, ...]] = ("accept", "down=scroll", "page_down", "end", "help")

    def __init__(
        self,
        title: str,
        game: str,
        about: Sequence[tuple[str, str]],
        paragraphs: Sequence[Paragraph],
        watch: Callable[[int], None],
    ) -> None:
        """`game` is the name of the game.

        `about` are lines above the story, (text, style); `watch` shows an entry.
        """
        super().__init__()
        self.title = title
        self._game = game
        self._about = about
        self._paragraphs = paragraphs
        self._watch = watch
        self._entries: list[int] = []
        """For each line, the first entry of its turn."""

    @property
    def about_game(self) -> str:
        return self._game

    def fill(self, page: TextPage) -> None:
        """Write as many lines as fit."""
        width, room = page.columns - 2, page.rows_count - 4
        lines = [(row, style) for text, style in self._about for row in wrap(text, width)]
        first = self._paragraphs[0].n if self._paragraphs else 0
        self._entries = [first] * len(lines)
        for each in self._paragraphs:
            rows = wrap(f"{each.heading}. {each.text}", width)
            lines += [("", "text"), *((row, "text") for row in rows)]
            self._entries += [each.n] * (len(rows) + 1)
        if not self._paragraphs:
            lines += [(row, "dim") for row in wrap(NOTHING, width)]
        self.top = max(0, min(self.top, len(lines) - room))
        self.rest = max(0, len(lines) - room - self.top)
        page.bar(0, f"STORY   {self.title}", "status", self.below)
        for row, (text, style) in enumerate(lines[self.top : self.top + room], 2):
            page.write(1, row, text, style)

    def prompt(self) -> str:
        return "Enter watches the turn at the top of the page" if self._paragraphs else NOTHING

    def handlers(self) -> Handlers:
        return {**super().handlers(), "accept": self.act_accept}

    def act_accept(self) -> None:
        """Watch the turn at the top of the page."""
        if self._entries:
            self._watch(self._entries[min(self.top, len(self._entries) - 1)])
