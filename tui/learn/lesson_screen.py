"""LessonScreen: a battle in which each step of a lesson is told beside the chart."""

from __future__ import annotations

from functools import partial
from typing import Any

from engine.base.errors import Refused
from engine.files import stars
from engine.game.command import Given
from engine.game.game import Seat
from engine.game.panel import Row
from engine.game.question import Question
from engine.players import Player
from engine.sitting.kinds.lesson import LessonTable
from engine.teaching.lesson import Lesson
from engine.teaching.taught import Taught
from tui.battle.course import BattleCourse
from tui.battle.panel import Panel
from tui.battle.prompt import Prompt
from tui.battle.screen import TaskScreen
from tui.battle.session import BattleSession
from tui.battle.sitting import sit_down
from tui.input.actions import Handlers
from tui.learn.list_screen import LessonsScreen
from tui.screens.game_app import GameApp
from tui.terminal.cut import rows_of
from tui.terminal.lines import Line

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

    def submit(self, seat: str, answer: Given) -> None:
        """Give an answer to the rules; one of the step must lead on, else `Refused` says why."""
        mine = seat == self.table.taught.lesson.seat and self.table.taught.asked() is not None
        if mine:
            verdict = self.table.taught.judged(answer)
            if not verdict.leads_on:
                raise Refused(verdict.says)
        super().submit(seat, answer)
        if mine:
            self.table.taught.answered()

    def _award(self) -> None:
        count = 1 if self.table.taught.helped else stars.MOST
        own = self.app.own_files
        if not stars.award(self.table.taught.lesson, count, own.stars):
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
            count = 1 if self.table.taught.helped else stars.MOST
            return f"Done, {count} of {stars.MOST} stars. Enter leads to the lessons."
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
        super().__init__(BattleSession(taught.battle, LessonTable(taught)), app, seated)
        self.taught = taught

    @classmethod
    def begun(cls, lesson: Lesson, app: GameApp) -> LessonScreen:
        """Return a lesson at its first step."""
        return cls(Taught(lesson), app)

    def handlers(self) -> Handlers:
        return {**super().handlers(), "advice": self.act_advice}

    def act_advice(self) -> None:
        """Show advice, which costs the second star."""
        self.taught.helped = True
        super().handlers()["advice"]()

    def act_undo(self) -> None:
        """Say how a lesson is begun again."""
        self.say(NOT_UNDONE.format(again=self.keymap.key("battle", "redo")))

    def act_redo(self) -> None:
        """Begin the lesson again."""
        self.instead(LessonScreen.begun(self.taught.lesson, self.game_app))

    def its_list(self) -> LessonsScreen:
        return LessonsScreen(self.taught.lesson.name)
