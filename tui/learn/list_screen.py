"""LessonsScreen: the lessons of all games, with their stars."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from engine.base.counting import counted
from engine.base.errors import Refused
from engine.files import stars
from engine.files.own_folders import is_nowhere
from engine.teaching.lesson import Lesson
from engine.teaching.shelf import shelf
from tui.screens.chooser import ListBelowMenu, ListedRow
from tui.terminal.page import TextPage

NAMES = 48
"""Columns of the list; what is chosen is told beside it."""


class LessonsScreen(ListBelowMenu):
    """The lessons, each game's below its name. Enter begins the chosen one."""

    screen_name: ClassVar[str] = "lessons"
    what_for: ClassVar[str] = (
        "Lessons of some minutes each: a position, what to do in it, and why. A star for doing it, "
        "a second for doing it without help."
    )
    hints: ClassVar[tuple[str, ...]] = ("accept", "find", "help", "end", "down=choose")

    def __init__(self, name: str = "") -> None:
        """List them, with the one of that name chosen, else the first that was not done.

        On a host those are left out that are a battle of one's own, which is kept in a file.
        """
        super().__init__()
        alone = self.game_app.saves is None or not is_nowhere(self.game_app.saves)
        self.lessons: Sequence[tuple[str, Lesson]] = [
            each for each in shelf() if alone or not each[1].coach
        ]
        self.stars = stars.load(self.game_app.own_files.stars)
        self.index = self._first(name)

    def _first(self, name: str) -> int:
        keys = [stars.key_of(lesson) for _, lesson in self.lessons]
        names = [lesson.name for _, lesson in self.lessons]
        at = names.index(name) if name in names else 0
        if name in names and not self.stars.get(keys[at]):
            return at
        return next((n for n in range(at, len(keys)) if not self.stars.get(keys[n])), at)

    def _stands(self) -> None:
        """Look at the stars again: a lesson may just have been done."""
        super()._stands()
        self.stars = stars.load(self.game_app.own_files.stars)
        if self.lessons:
            self.index = self._first(self.lessons[self.index][1].name)
        self.draw()

    def listed(self) -> Sequence[ListedRow]:
        return [
            ListedRow(f"{self._stars(lesson):<3}{lesson.title}", title, lesson.about)
            for title, lesson in self.lessons
        ]

    def _stars(self, lesson: Lesson) -> str:
        return "*" * self.stars.get(stars.key_of(lesson), 0)

    def fill(self, page: TextPage) -> None:
        """Write the list, and what the chosen lesson is about."""
        won = sum(self.stars.get(stars.key_of(each), 0) for _, each in self.lessons)
        most = stars.MOST * len(self.lessons)
        page.bar(0, "LEARN BY DOING", "status", f"{won} of {most} stars")
        self.write_list(page, 1, NAMES - 2, self._click_row)
        if self.index not in self.found:
            return
        left, (title, lesson) = NAMES + 1, self.lessons[self.index]
        width = page.columns - left - 2
        row = page.paragraph(left, 2, width, lesson.title, "head")
        row = page.paragraph(left, row, width, lesson.about, "text")
        row = page.paragraph(
            left, row + 1, width, f"{title}, about {counted(lesson.minutes, 'minute')}", "dim"
        )
        done = self.stars.get(stars.key_of(lesson), 0)
        told = ("Not done yet.", "Done with help: one star.", "Done without help: two stars.")[done]
        page.paragraph(left, row + 1, width, told, "text")

    def prompt(self) -> str:
        if not self.lessons:
            return "No lessons lie with the games of this program."
        return f"Enter begins  {self.lessons[self.index][1].title}"

    def act_accept(self) -> None:
        """Begin the chosen lesson."""
        if self.index not in self.found:
            raise Refused("no lesson is chosen")
        self.open_screen("lesson", self.lessons[self.index][1])
