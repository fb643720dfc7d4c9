"""Who sits where in a lesson, and in the battle with the coach that ends those of a game."""

from __future__ import annotations

from pathlib import Path

from engine.game.question import Question
from engine.kernel.battle import Battle
from engine.kernel.registry import system
from engine.players import Player
from engine.teaching.lesson import Lesson
from engine.teaching.taught import Taught
from tui.battle.seats import OwnTable, SeatTable
from tui.files.begin import begin
from tui.files.library import computers


class LessonTable(OwnTable):
    """The seat of who learns; what no step asks for is answered by others."""

    def __init__(self, taught: Taught) -> None:
        super().__init__(taught.battle, (taught.lesson.seat,))
        self.taught = taught

    def asked(self) -> Question | None:
        """Return the question that the step is about."""
        return self.taught.asked()

    def computed(self) -> tuple[Player, Question] | None:
        """Return who answers what no step is about."""
        return self.taught.computed()


class CoachedTable(SeatTable):
    """Who learns, against the computer; what the stars of the lesson hang on."""

    def __init__(self, battle: Battle, lesson: Lesson) -> None:
        super().__init__(battle, computers(battle))
        self.lesson = lesson
        self.helped = False
        """Whether advice was asked for: the second star is for doing without."""

    @property
    def won(self) -> bool:
        """Tell whether who learns has won the battle."""
        outcome, seat = self.battle.outcome(), self.lesson.seat
        sides = {each.fights_for for each in self.seats if each.key == seat}
        return bool(outcome and {seat, *sides} & set(outcome.winners))


def new_battle(lesson: Lesson, folder: Path) -> Battle:
    """Return a new battle of a lesson with the coach, in a file of its own in a folder."""
    game = system(lesson.game)
    seats = [seat.key for seat in game.seats(game.set_up(lesson.scenario, dict(lesson.options)))]
    players = {key: "human" if key == lesson.seat else lesson.others for key in seats}
    return begin(game, lesson.scenario, players, folder, options=dict(lesson.options))
