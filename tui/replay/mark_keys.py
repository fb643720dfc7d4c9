"""MarkKeys: the keys that go from one note, bookmark or chapter of a replay to another."""

from __future__ import annotations

from typing import Protocol

from tui.input.actions import Handlers
from tui.replay.reel import Reel


class Film(Protocol):
    """What shows a reel."""

    reel: Reel

    def jump(self, moved: bool) -> None:
        """Show where the reel stands now."""


class MarkKeys:
    """One method an action; the names are those of the registry."""

    def __init__(self, film: Film) -> None:
        self.film = film

    def handlers(self) -> Handlers:
        """Return what each action does here, by its name in the registry."""
        return {
            "mark_back": self.act_mark_back,
            "mark_on": self.act_mark_on,
            "chapter_back": self.act_chapter_back,
            "chapter_on": self.act_chapter_on,
        }

    def act_mark_back(self) -> None:
        """Go back to the note or bookmark before."""
        self.film.jump(self.film.reel.mark(-1))

    def act_mark_on(self) -> None:
        """Go on to the next note or bookmark."""
        self.film.jump(self.film.reel.mark(1))

    def act_chapter_back(self) -> None:
        """Go back to where a chapter began."""
        self.film.jump(self.film.reel.by_chapter(-1))

    def act_chapter_on(self) -> None:
        """Go on to where the next chapter begins."""
        self.film.jump(self.film.reel.by_chapter(1))
