"""Lessons on the screen: the list of lessons, a lesson beside the chart, and a battle with the
coach, who warns of bad orders.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import ClassVar

from engine.base.errors import Refused
from engine.base.text import pluralized
from engine.files import record
from engine.files.own_folders import is_nowhere
from engine.files.saved_battles import computers
from engine.files.saves import saves_folder
from engine.kernel.battle import Battle
from engine.players import Player
from engine.sitting.kinds.lesson import (
    CoachedKind,
    CoachedTable,
    LessonKind,
    LessonTable,
    new_battle,
)
from engine.teaching.lesson import Lesson, shelf
from engine.teaching.lesson_run import LessonRun
from tui.battle.exercise import Exercise
from tui.battle.parts import sit_down
from tui.battle.screen import BattleScreen
from tui.battle.session import BattleSession
from tui.screens.chooser import ListBelowMenu, ListedRow
from tui.screens.game_app import GameApp
from tui.terminal.cells import rows_of
from tui.terminal.page import Line, TextPage

# LessonsScreen: the lessons of all games, with their stars.


NAMES = 48
"""The width of the list in columns; beside it is a text about the chosen lesson."""


class LessonsScreen(ListBelowMenu):
    """The list of lessons, under the names of their games. Enter begins the chosen lesson."""

    screen_name: ClassVar[str] = "lessons"
    what_for: ClassVar[str] = (
        "Lessons of a few minutes. Each shows a position, what to do, and why. Each gives one "
        "star, or two if no answer was shown: advice shows it, and so do two wrong answers."
    )
    hints: ClassVar[tuple[str, ...]] = ("accept", "find", "help", "end", "down=choose")

    def __init__(self, name: str = "") -> None:
        """List the lessons, and highlight the lesson `name`, or the first one if `name` is empty.

        If that lesson is already done, the next listed one that is not is highlighted instead. On
        a host, lessons that are whole battles are left out, because they need a file.
        """
        super().__init__()
        alone = self.game_app.saves is None or not is_nowhere(self.game_app.saves)
        self.lessons: Sequence[tuple[str, Lesson]] = [
            each for each in shelf() if alone or not each[1].coach
        ]
        self.stars = record.load_stars(self.game_app.own_files.stars)
        self.index = self._first(name)

    def _first(self, name: str) -> int:
        keys = [record.key_of(lesson) for _, lesson in self.lessons]
        names = [lesson.name for _, lesson in self.lessons]
        at = names.index(name) if name in names else 0
        if name in names and not self.stars.get(keys[at]):
            return at
        return next((n for n in self.found if n >= at and not self.stars.get(keys[n])), at)

    def _stands(self) -> None:
        """Update the list when it is shown again, because a lesson may just have been finished."""
        super()._stands()
        self.stars = record.load_stars(self.game_app.own_files.stars)
        if self.lessons:
            self.index = self._first(self.lessons[self.index][1].name)
        self.draw()

    def listed(self) -> Sequence[ListedRow]:
        rows = []
        for title, lesson in self.lessons:
            stars = "*" * self.stars.get(record.key_of(lesson), 0)
            rows.append(ListedRow(f"{stars:<3}{lesson.title}", title, lesson.about))
        return rows

    def fill(self, page: TextPage) -> None:
        """Write the list, and the description of the chosen lesson."""
        won = sum(self.stars.get(record.key_of(each), 0) for _, each in self.lessons)
        most = record.MOST * len(self.lessons)
        told = self.how_many("lessons") if self.words else f"{won} of {most} stars"
        page.bar(0, "LEARN BY DOING", "status", told)
        self.write_list(page, 1, NAMES - 2, self._click_row)
        if self.index not in self.found:
            return
        left, (title, lesson) = NAMES + 1, self.lessons[self.index]
        width = page.columns - left - 2
        row = page.paragraph(left, 2, width, lesson.title, "head")
        row = page.paragraph(left, row, width, lesson.about, "text")
        row = page.paragraph(
            left, row + 1, width, f"{title}, about {pluralized(lesson.minutes, 'minute')}", "dim"
        )
        done = self.stars.get(record.key_of(lesson), 0)
        told = (
            "Not done yet.",
            "Done with advice, or after an answer was shown: one star.",
            "Done without advice: two stars.",
        )[done]
        page.paragraph(left, row + 1, width, told, "text")

    def prompt(self) -> str:
        if not self.lessons:
            return "No lessons came with the games of this program."
        return f"Enter begins  {self.lessons[self.index][1].title}"

    def act_accept(self) -> None:
        """Begin the chosen lesson."""
        if self.index not in self.found:
            raise Refused("choose a lesson first")
        self.open_screen("lesson", self.lessons[self.index][1])


# A whole battle with the coach: the last lesson of a game, saved in a file like any battle.


def coached_hints(session: BattleSession, hints: list[str]) -> list[str]:
    """Return the actions of the key line; when the battle is over, the key to the lessons comes
    first.
    """
    over = session.over and not (session.playing or session.typed)
    return ["accept=lessons", *hints] if over else hints


class CoachedScreen(BattleScreen):
    """A battle against the computer in which the coach warns of bad orders."""

    what_for = (
        "Your first battle. It is like any other, but the coach warns you before a costly "
        "order. Win it for one star, or without advice (h) for two."
    )

    def __init__(
        self, battle: Battle, lesson: Lesson, app: GameApp, players: Mapping[str, Player]
    ) -> None:
        self.table = CoachedTable(battle, lesson, players)
        session = BattleSession(battle, self.table, CoachedKind(self.table, app.own_files))
        onward = partial(self.open_screen, "lessons", lesson.name)
        super().__init__(session, app, partial(sit_down, onward=onward, hints=coached_hints))


def coached_screen(lesson: Lesson, app: GameApp) -> CoachedScreen:
    """Return the screen of a new battle with the coach; its file is in the player's own folder."""
    battle = new_battle(lesson, saves_folder(app.saves))
    app.set_battle(battle)
    return CoachedScreen(battle, lesson, app, computers(battle))


# LessonScreen: a battle in which each step of a lesson is explained beside the chart.


HIGHEST = 10
"""The maximum number of lines for a lesson's text: a longer one would hide the question and the
ship's card in a terminal of 80 columns and 24 lines."""


def step_rows(taught: LessonRun, width: int) -> list[Line]:
    """Return the text of a lesson's current step as lines of at most `width` columns."""
    at = min(taught.at + 1, len(taught.lesson.steps))
    head = f"{taught.lesson.title}  {at}/{len(taught.lesson.steps)}"
    lines: list[Line] = [(("head", row),) for row in rows_of(head, width, 2)]
    return [*lines, *((("ok", row),) for row in rows_of(taught.says, width, HIGHEST))]


def lesson_hints(session: BattleSession, hints: list[str]) -> list[str]:
    """Return the actions of the key line; a lesson can be left, but it has no undo."""
    if session.typed or session.playing or session.listing:
        return hints
    kept = [each for each in hints if each not in ("undo", "end", "help")]
    first = 4 if kept[0].startswith("dial") else 2
    return [*kept[:first], "end=lessons", "help", *kept[first:]]


class LessonScreen(BattleScreen):
    """The battle screen during a lesson."""

    what_for = (
        "A lesson: its text is beside the chart. Do what it asks; a wrong answer costs nothing. "
        "Advice (h), or an answer that the lesson had to show, costs one of two stars. "
        "Enter goes to the next page."
    )

    def __init__(self, taught: LessonRun, app: GameApp) -> None:
        name = taught.lesson.name
        exercise = Exercise(
            self, lambda: LessonsScreen(name), lambda: LessonScreen.for_lesson(taught.lesson, app)
        )
        seated = partial(
            sit_down,
            onward=exercise.to_its_list,
            told=partial(step_rows, taught),
            hints=lesson_hints,
            keys=exercise.keys,
        )
        kind = LessonKind(taught, app.own_files)
        super().__init__(BattleSession(taught.battle, LessonTable(taught), kind), app, seated)
        self.taught = taught

    @classmethod
    def for_lesson(cls, lesson: Lesson, app: GameApp) -> LessonScreen:
        """Return the screen of a lesson at its first step."""
        return cls(LessonRun(lesson), app)
