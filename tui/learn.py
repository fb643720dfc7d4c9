"""Lessons on the screen: their list, a lesson beside the chart, a battle with the coach."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

from engine.base.errors import Refused
from engine.base.text import counted
from engine.files import diary
from engine.files.library import computers
from engine.files.own_folders import is_nowhere
from engine.files.saves import saves_folder
from engine.game.game import Given, Seat
from engine.game.panel import Row
from engine.game.question import Question
from engine.kernel.battle import Battle
from engine.players import Player
from engine.sitting.kinds.lesson import (
    LOOKS_ON,
    CoachedKind,
    CoachedTable,
    LessonKind,
    LessonTable,
    new_battle,
)
from engine.teaching.lesson import Lesson, shelf
from engine.teaching.taught import Taught
from tui.battle.course import BattleCourse
from tui.battle.panel import Panel
from tui.battle.parts import sit_down
from tui.battle.prompt import Prompt
from tui.battle.screen import BattleScreen, TaskScreen
from tui.battle.session import BattleSession
from tui.screens.chooser import ListBelowMenu, ListedRow
from tui.screens.game_app import GameApp
from tui.terminal.cells import rows_of
from tui.terminal.page import TextPage
from tui.terminal.runs import Line

# LessonsScreen: the lessons of all games, with their stars.


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
        self.stars = diary.load_stars(self.game_app.own_files.stars)
        self.index = self._first(name)

    def _first(self, name: str) -> int:
        keys = [diary.key_of(lesson) for _, lesson in self.lessons]
        names = [lesson.name for _, lesson in self.lessons]
        at = names.index(name) if name in names else 0
        if name in names and not self.stars.get(keys[at]):
            return at
        return next((n for n in range(at, len(keys)) if not self.stars.get(keys[n])), at)

    def _stands(self) -> None:
        """Look at the stars again: a lesson may just have been done."""
        super()._stands()
        self.stars = diary.load_stars(self.game_app.own_files.stars)
        if self.lessons:
            self.index = self._first(self.lessons[self.index][1].name)
        self.draw()

    def listed(self) -> Sequence[ListedRow]:
        return [
            ListedRow(f"{self._stars(lesson):<3}{lesson.title}", title, lesson.about)
            for title, lesson in self.lessons
        ]

    def _stars(self, lesson: Lesson) -> str:
        return "*" * self.stars.get(diary.key_of(lesson), 0)

    def fill(self, page: TextPage) -> None:
        """Write the list, and what the chosen lesson is about."""
        won = sum(self.stars.get(diary.key_of(each), 0) for _, each in self.lessons)
        most = diary.MOST * len(self.lessons)
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
        done = self.stars.get(diary.key_of(lesson), 0)
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


# A whole battle with the coach: the last lesson of a game, kept in a file as any battle is.


class CoachedCourse(BattleCourse):
    """The coach looks on, whatever the settings say; a victory earns the stars."""

    table: CoachedTable
    _looked_on = True
    _introduced = False
    """Whether it was said that the coach looks on."""

    def advance(self) -> None:
        """Go on; at first say who looks on; when the battle is won, keep the stars."""
        super().advance()
        if self.table.fresh and self.session.orders and not self._introduced:
            self._introduced = True
            self.changes.say(LOOKS_ON)
        own = self.app.own_files
        if not diary.award(self.table.lesson, self.table.earned, own.stars):
            self.changes.say(f"Your stars cannot be kept: {own.why_not}.")

    def take(self) -> None:
        """Take the highlighted order; from a battle that is over go to the lessons."""
        if self.session.over:
            self.display.open_screen("lessons", self.table.lesson.name)
        else:
            super().take()


class CoachedPrompt(Prompt):
    """Says at the end what the battle has earned, and what leads to the lessons."""

    table: CoachedTable

    def standing(self) -> str:
        """Return how things stand; at the end the stars first, as the panel has the rest."""
        told = super().standing()
        over = self.session.over and not self.session.playing
        return f"{self.table.told()} {told}" if over else told

    def hints(self) -> list[str]:
        """Return the hints; at the end the lessons come first."""
        hints = super().hints()
        over = self.session.over and not (self.session.playing or self.session.typed)
        return ["accept=lessons", *hints] if over else hints


class CoachedScreen(BattleScreen):
    """A battle against the computer under the eyes of the coach."""

    what_for = (
        "Your first battle: all is as in any other, but the coach speaks up when an order costs "
        "much. Win it for a star; without advice (h) for two."
    )

    def __init__(
        self, battle: Battle, lesson: Lesson, app: GameApp, players: Mapping[str, Player]
    ) -> None:
        self.table = CoachedTable(battle, lesson, players)
        seated = partial(sit_down, course=CoachedCourse, prompt=CoachedPrompt)
        super().__init__(BattleSession(battle, self.table, CoachedKind(self.table)), app, seated)


def begun(lesson: Lesson, app: GameApp) -> CoachedScreen:
    """Return the screen of a new battle in the player's own folder."""
    battle = new_battle(lesson, saves_folder(app.saves))
    app.battle = battle
    return CoachedScreen(battle, lesson, app, computers(battle))


# LessonScreen: a battle in which each step of a lesson is told beside the chart.


NOT_UNDONE = "A lesson goes on step by step. {again} begins it again."
HIGHEST = 10
"""Lines of what is told, at most: the question and a card keep their places at 80 by 24."""


class LessonCourse(BattleCourse):
    """Judges an answer before it is given to the rules, and goes from step to step."""

    table: LessonTable
    _shown = -1
    """The step whose ship and picture were shown last."""

    def advance(self) -> None:
        """Go on, and show what a new step shows."""
        super().advance()
        taught, step = self.table.taught, self.table.taught.step
        if taught.at == self._shown:
            return
        self._shown = taught.at
        if step is None:
            self._award()
            return
        if step.ship:
            self.changes.select(step.ship)
        self.changes.show_picture(step.picture)

    def take(self) -> None:
        """Go on from what is read; else take the highlighted order, if it is a right one."""
        step = self.table.taught.step
        if step is None:
            self.display.act("end")
        elif step.question:
            super().take()
        else:
            self.changes.look(False)
            self.table.taught.read()
            self.advance()

    async def _chosen(self, player: Player, view: Any, question: Question) -> Given:
        """Return what a computer player answers: thought through as all that a person asks for."""
        return await self.app.thought(partial(player.choose, view, question))

    def _award(self) -> None:
        count = 1 if self.table.taught.helped else diary.MOST
        own = self.app.own_files
        if not diary.award(self.table.taught.lesson, count, own.stars):
            self.changes.say(f"Your stars cannot be kept: {own.why_not}.")


class LessonPanel(Panel):
    """What is told stands above the cards."""

    def lines(self, width: int, height: int, log_in_panel: bool, third: bool = False) -> list[Line]:
        """Return what is told, then the panel as it is else."""
        if self.session.listing or self.session.advising or self.session.shows == "hand":
            return super().lines(width, height, log_in_panel, third)
        told = self._told(width)
        rest = super().lines(width, max(0, height - len(told)), log_in_panel, third)
        return [*told, *rest][:height]

    def _who(self) -> list[Row]:
        """Leave out who one is: the lesson says it, and its words need the room."""
        return []

    def _told(self, width: int) -> list[Line]:
        assert isinstance(self.session.table, LessonTable)
        taught = self.session.table.taught
        at = min(taught.at + 1, len(taught.lesson.steps))
        head = f"{taught.lesson.title}  {at}/{len(taught.lesson.steps)}"
        lines: list[Line] = [(("head", row),) for row in rows_of(head, width, 2)]
        lines += [(("ok", row),) for row in rows_of(taught.says, width, HIGHEST)]
        return [*lines, ()]


class LessonPrompt(Prompt):
    """Says what Enter does: go on reading, or take an order."""

    table: LessonTable

    def standing(self) -> str:
        """Say how one goes on."""
        step = self.table.taught.step
        if step is None:
            count = 1 if self.table.taught.helped else diary.MOST
            return f"Done, {count} of {diary.MOST} stars. Enter leads to the lessons."
        if not step.question and not self.session.playing:
            return self.hint("accept", "goes on")
        return super().standing()

    def hints(self) -> list[str]:
        """Return the hints; a lesson is left by a key, and no step of it is undone."""
        hints = [each for each in super().hints() if each not in ("undo", "end", "help")]
        plain = not (self.session.typed or self.session.playing or self.session.listing)
        return [*hints[:2], "end=lessons", "help", *hints[2:]] if plain else super().hints()

    def asked_seat(self, key: str) -> Seat:
        """Return the seat under the name of the step."""
        seat = super().asked_seat(key)
        return Seat(key, f"Lesson, {seat.name}", seat.side)


class LessonScreen(TaskScreen):
    """A lesson under way."""

    what_for = (
        "A lesson: what is told stands beside the chart. Do what it asks; a wrong answer costs "
        "nothing. Enter goes on from what is only read."
    )

    def __init__(self, taught: Taught, app: GameApp) -> None:
        seated = partial(
            sit_down,
            course=LessonCourse,
            prompt=LessonPrompt,
            panel=LessonPanel,
        )
        kind = LessonKind(taught, app.own_files)
        super().__init__(BattleSession(taught.battle, LessonTable(taught), kind), app, seated)
        self.taught = taught

    @classmethod
    def begun(cls, lesson: Lesson, app: GameApp) -> LessonScreen:
        """Return a lesson at its first step."""
        return cls(Taught(lesson), app)

    def act_undo(self) -> None:
        """Say how a lesson is begun again."""
        self.say(NOT_UNDONE.format(again=self.keymap.key("battle", "redo")))

    def act_redo(self) -> None:
        """Begin the lesson again."""
        self.instead(LessonScreen.begun(self.taught.lesson, self.game_app))

    def its_list(self) -> LessonsScreen:
        return LessonsScreen(self.taught.lesson.name)
