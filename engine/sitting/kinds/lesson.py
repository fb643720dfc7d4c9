"""Lessons, and the battle with the coach at the end of a game's lessons."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from engine.base.errors import Refused, WeatherGageError
from engine.files import record
from engine.files.own_folders import USUAL_FILES, OwnFiles
from engine.files.saves import COACHED, begin
from engine.game.decision import Advice
from engine.game.game import Given
from engine.game.question import Question
from engine.kernel.battle import Battle
from engine.kernel.registry import system
from engine.players import Player
from engine.sitting.kinds.kind import Done, Kind, Pointed, Sitting
from engine.sitting.seats import OwnTable, SeatTable
from engine.teaching.lesson import Lesson, lesson_named, up_to
from engine.teaching.lesson_run import LessonRun

LOOKS_ON = "The coach is on: he warns you before you take a costly order."
"""The text shown when a coached battle begins."""
HELPED = "You asked for advice: one star at most"
"""This note in a coached battle's file records that the learner requested advice."""


class LessonTable(OwnTable):
    """The learner's seat in a lesson, and the computer players, which answer all questions that are
    not part of a step.
    """

    def __init__(self, taught: LessonRun) -> None:
        super().__init__(taught.battle, (taught.lesson.seat,))
        self.taught = taught

    @property
    def goes_on(self) -> bool:
        """Tell whether Enter continues: the step needs no answer, or all steps are done."""
        step = self.taught.step
        return step is None or not step.question

    def asked(self) -> Question | None:
        """Return the question of the current step that the learner has to answer, or None."""
        return self.taught.asked()

    def computed(self) -> tuple[Player, Question] | None:
        """Return (computer player, open question) for a question that is not part of a step; or
        None.
        """
        return self.taught.computed()


class LessonKind(Kind):
    """The sitting of a lesson: each step's text, its question, and the replies to answers."""

    closed = dict.fromkeys(
        ("undo", "redo", "take_back", "part", "resign", "coach"),
        "a lesson has its own steps, so this is not possible in it",
    )
    counts = False

    def __init__(self, taught: LessonRun, own: OwnFiles = USUAL_FILES) -> None:
        """Begin a lesson; its stars are stored in one of the person's `own` files."""
        self.taught = taught
        self.own = own
        self.lessons = up_to(taught.lesson)
        self._told = self._pointed = -1
        """The indexes of the step whose text was shown last, and of the step whose ship was pointed
        out last; -1 before that."""

    def news(self, question: Question | None) -> Iterable[str]:
        """Return the text of the current step, but only once for each step."""
        taught = self.taught
        if taught.at == self._told:
            return ()
        self._told = taught.at
        where = f"{taught.lesson.title}, {taught.at + 1} of {len(taught.lesson.steps)}. "
        return (f"{'' if taught.done else where}{taught.says}",)

    def pointed(self) -> Pointed | None:
        """Return the ship and the overlay of the current step, but only once for each step."""
        step, at = self.taught.step, self.taught.at
        if step is None or at == self._pointed:
            return None
        self._pointed = at
        return Pointed(step.ship, step.picture)

    def seat_title(self, seat: str, name: str) -> str:
        """Return the text by which the prompt names the seat: that this is a lesson."""
        return f"Lesson, {name}"

    def standing(self, sitting: Sitting, usual: str) -> str:
        """Return a sentence about the stars when all steps are done; '' at a step that needs no
        answer; otherwise `usual`.
        """
        if self.taught.done:
            return self._stars()
        return "" if self.goes_on() else usual

    def over(self, sitting: Sitting) -> bool:
        """Tell whether all steps are done, since a lesson may continue after its battle's end."""
        return self.taught.done

    def waits(self) -> bool:
        """Return True, because at a step that needs no answer no question is open."""
        return True

    def stage(self) -> object:
        """Return the index of the current step."""
        return self.taught.at

    def goes_on(self) -> str:
        """Return in words what Enter does at a step that needs no answer, and at the end."""
        step = self.taught.step
        if step is None:
            return "leads to the lessons"
        return "" if step.question else "goes on"

    def go_on(self) -> Done:
        """Go to the next step, or leave a finished lesson."""
        if self.taught.done:
            self.left = True
        else:
            self.taught.read()
        return ()

    def give(self, sitting: Sitting, seat: str, given: Given) -> Iterable[str]:
        """Check an answer by the step: submit a right answer; for a wrong one, return what is
        wrong.
        """
        verdict = self.taught.judge(given)
        if not verdict.leads_on:
            raise Refused(verdict.says)
        sitting.battle.answer(seat, given)
        self.taught.advance()
        return ()

    def advised(self, question: Question, found: Sequence[Advice]) -> tuple[Advice, ...]:
        """Return only advice that the step accepts, since it would refuse all other answers."""
        return self.taught.advised(question, found)

    def helped(self) -> None:
        """Record that advice was given, which costs the second star."""
        self.taught.helped = True

    @property
    def _count(self) -> int:
        return 1 if self.taught.helped else record.MOST

    def _stars(self) -> str:
        helped = ": a shown answer costs a star" if self.taught.helped else ""
        return f"Done, {self._count} of {record.MOST} stars{helped}."

    def keep(self) -> str:
        """Store the stars of a finished lesson."""
        taught = self.taught
        if not taught.done or record.award(taught.lesson, self._count, self.own.stars):
            return ""
        return f"Your stars cannot be kept: {self.own.why_not}."

    def ending(self, sitting: Sitting) -> Iterable[str]:
        """Return the last step's text and the stars of a finished lesson."""
        if self.taught.done:
            yield from self.news(None)
            yield self._stars()


class CoachedTable(SeatTable):
    """The seats of a coached battle, which a learner fights against the computer to earn stars."""

    def __init__(self, battle: Battle, lesson: Lesson, players: Mapping[str, Player]) -> None:
        super().__init__(battle, players)
        self.lesson = lesson
        self._file = battle

    @property
    def helped(self) -> bool:
        """Tell whether advice was requested, which costs the second star."""
        return any(record.kind == "note" and record.text == HELPED for record in self._file.log)

    def help(self) -> None:
        """Record in the battle's file that advice was requested, since the battle may be continued
        later.
        """
        if not self.helped and self._file.outcome() is None:
            self._file.note(HELPED, self.lesson.seat)

    @property
    def goes_on(self) -> bool:
        """Tell whether Enter leaves the battle: only when the battle is over."""
        return self.battle.outcome() is not None

    @property
    def fresh(self) -> bool:
        """Tell whether the learner has not chosen anything yet."""
        return all(entry.seat != self.lesson.seat for entry in self._file.entries)

    @property
    def won(self) -> bool:
        """Tell whether the learner has won the battle."""
        outcome, seat = self.battle.outcome(), self.lesson.seat
        sides = {each.fights_for for each in self.seats if each.key == seat}
        return bool(outcome and {seat, *sides} & set(outcome.winners))

    @property
    def earned(self) -> int:
        """The number of stars that the battle has earned in its present state."""
        if not self.won:
            return 0
        return 1 if self.helped else record.MOST

    def stars_text(self) -> str:
        """Return a sentence about the stars."""
        return (
            "No star this time: you get one for a victory.",
            "One star: won with advice.",
            "Two stars: won without advice.",
        )[self.earned]


class CoachedKind(Kind):
    """The sitting of a whole battle with the coach; a victory earns stars."""

    coached = True

    def __init__(self, table: CoachedTable, own: OwnFiles = USUAL_FILES) -> None:
        """Begin with the battle's seats; the stars are stored in one of the person's `own`
        files.
        """
        self.table = table
        self.own = own

    def opening(self) -> Iterable[str]:
        """Return the text about the coach at the start of the battle."""
        return (LOOKS_ON,) if self.table.fresh else ()

    def helped(self) -> None:
        """Record in the battle's file that advice was given, which costs the second star."""
        self.table.help()

    def standing(self, sitting: Sitting, usual: str) -> str:
        """Return `usual`; when the battle is over, with a sentence about its stars in front."""
        return f"{self.table.stars_text()} {usual}" if self.table.goes_on else usual

    def goes_on(self) -> str:
        """Return in words what Enter does when the battle is over."""
        return "leads to the lessons" if self.table.goes_on else ""

    def go_on(self) -> Done:
        """Leave a battle that is over."""
        self.left = True
        return ()

    def keep(self) -> str:
        """Store the stars earned so far."""
        if record.award(self.table.lesson, self.table.earned, self.own.stars):
            return ""
        return f"Your stars cannot be kept: {self.own.why_not}."

    def ending(self, sitting: Sitting) -> Iterable[str]:
        """Return a sentence about the stars that a finished battle has earned."""
        return (self.table.stars_text(),) if sitting.battle.outcome() else ()


def new_battle(lesson: Lesson, folder: Path) -> Battle:
    """Return a new battle with the coach, in a file of its own in a folder."""
    game = system(lesson.game)
    seats = [seat.key for seat in game.seats(game.set_up(lesson.scenario, dict(lesson.options)))]
    players = {key: "human" if key == lesson.seat else lesson.others for key in seats}
    options = dict(lesson.options)
    return begin(game, lesson.scenario, players, folder, options=options, coached=lesson.name)


def lesson_of(battle: Battle, players: Mapping[str, Player]) -> Lesson | None:
    """Return the lesson that a battle with the coach belongs to; None for any other battle.

    The result is also None if the battle is continued with other players than before.
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
