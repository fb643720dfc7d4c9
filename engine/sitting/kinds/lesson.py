"""Who sits where in a lesson, and in the battle with the coach that ends those of a game."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from engine.base.errors import WeatherGageError
from engine.files import diary
from engine.files.saves import COACHED, begin
from engine.game.question import Question
from engine.kernel.battle import Battle
from engine.kernel.registry import system
from engine.players import Player
from engine.sitting.seats import OwnTable, SeatTable
from engine.teaching.lesson import Lesson, lesson_named
from engine.teaching.taught import Taught

LOOKS_ON = "The coach looks on: he speaks before you take an order that costs much."
"""What is said as a battle begins."""
HELPED = "Advice was asked for: one star at most"
"""The note in the file of a battle with the coach."""


class LessonTable(OwnTable):
    """The seat of who learns; what no step asks for is answered by others."""

    def __init__(self, taught: Taught) -> None:
        super().__init__(taught.battle, (taught.lesson.seat,))
        self.taught = taught

    @property
    def goes_on(self) -> bool:
        """Tell whether the step is only read, or was the last."""
        step = self.taught.step
        return step is None or not step.question

    def asked(self) -> Question | None:
        """Return the question that the step is about."""
        return self.taught.asked()

    def computed(self) -> tuple[Player, Question] | None:
        """Return who answers what no step is about."""
        return self.taught.computed()


class CoachedTable(SeatTable):
    """Who learns, against the computer; what the stars of the lesson hang on."""

    def __init__(self, battle: Battle, lesson: Lesson, players: Mapping[str, Player]) -> None:
        super().__init__(battle, players)
        self.lesson = lesson
        self._file = battle

    @property
    def helped(self) -> bool:
        """Tell whether advice was asked for: the second star is for doing without."""
        return any(record.kind == "note" and record.text == HELPED for record in self._file.log)

    def help(self) -> None:
        """Note that advice was asked for, in the file: the battle may be gone on with later."""
        if not self.helped and self._file.outcome() is None:
            self._file.note(HELPED, self.lesson.seat)

    @property
    def goes_on(self) -> bool:
        """Tell whether the battle is over."""
        return self.battle.outcome() is not None

    @property
    def fresh(self) -> bool:
        """Tell whether who learns has not chosen anything yet."""
        return all(entry.seat != self.lesson.seat for entry in self._file.entries)

    @property
    def won(self) -> bool:
        """Tell whether who learns has won the battle."""
        outcome, seat = self.battle.outcome(), self.lesson.seat
        sides = {each.fights_for for each in self.seats if each.key == seat}
        return bool(outcome and {seat, *sides} & set(outcome.winners))

    @property
    def earned(self) -> int:
        """The stars of the battle as it stands."""
        if not self.won:
            return 0
        return 1 if self.helped else diary.MOST

    def told(self) -> str:
        """Return what the battle has earned, in a sentence."""
        return (
            "No star this time: they are for a victory.",
            "One star: won with advice.",
            "Two stars: won without advice.",
        )[self.earned]


def new_battle(lesson: Lesson, folder: Path) -> Battle:
    """Return a new battle of a lesson with the coach, in a file of its own in a folder."""
    game = system(lesson.game)
    seats = [seat.key for seat in game.seats(game.set_up(lesson.scenario, dict(lesson.options)))]
    players = {key: "human" if key == lesson.seat else lesson.others for key in seats}
    options = dict(lesson.options)
    return begin(game, lesson.scenario, players, folder, options=options, coached=lesson.name)


def lesson_of(battle: Battle, players: Mapping[str, Player]) -> Lesson | None:
    """Return the lesson that a battle with the coach was begun by; None for any other battle.

    None, too, where somebody else than before plays it on.
    """
    name = battle.header.options.get(COACHED)
    if not isinstance(name, str):
        return None
    try:
        lesson = lesson_named(name)
        seats = {seat.key for seat in battle.game.seats(battle.state)}
    except WeatherGageError:
        return None
    as_begun = lesson.coach and lesson.game == battle.header.game
    return lesson if as_begun and seats - set(players) == {lesson.seat} else None
