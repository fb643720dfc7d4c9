"""Lesson: a battle at a chosen moment, and steps that lead a person through it.

A lesson is a TOML file, described in docs/lessons.md; to write a lesson needs no Python.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import msgspec

from engine.base.errors import Refused
from engine.game.decision import Answer
from engine.game.game import Given
from engine.game.position import Faults, Reader, list_words, read_toml
from engine.kernel.battle import Battle
from engine.kernel.registry import system, systems
from engine.kit.records import shipped_folder
from engine.players import PLAYERS

LONGEST = 240
"""The maximum length of one text in characters, so that it fits beside the chart in a terminal of
80 columns and 24 rows."""
LONG_TITLE, LONG_ABOUT = 34, 60
"""The maximum lengths, in characters, of a lesson's title and description, which share a line in
the list."""
MOST_STEPS = 40
NEAR = 1e-6
"""The tolerance, in degrees, with which a value of a dial is compared with the ends of a range."""
ENDING = ".toml"


class Pattern(msgspec.Struct, frozen=True):
    """A pattern that describes answers, such as `turn_start dial=-45..-10`, or, for a slot of a
    sheet, `A1: 2R1`. In a pattern `*` matches any text.

    >>> pattern = Pattern.read("turn_* dial=-45..-10")
    >>> pattern.fits(Answer("turn_start", -22.5)), pattern.fits(Answer("turn_start", 22.5))
    (True, False)
    """

    option: str
    slot: str = ""
    low: float | None = None
    high: float | None = None

    @staticmethod
    def read(text: str) -> Pattern:
        """Return the pattern in a text; raises `ValueError` if an end of the dial's range is not a
        number.
        """
        slot, colon, rest = text.partition(": ")
        words = (rest if colon else text).split()
        option, low, high = "*", None, None
        for word in words:
            if word.startswith("dial="):
                ends = word.removeprefix("dial=").split("..")
                low, high = float(ends[0]), float(ends[-1])
            else:
                option = word
        return Pattern(option, slot if colon else "", low, high)

    def fits(self, given: Given) -> bool:
        """Tell whether an answer matches the pattern; for a sheet's draft, the answer in the
        pattern's slot.
        """
        if isinstance(given, Mapping):
            return any(
                self._fits(answer)
                for slot, answer in given.items()
                if fnmatchcase(slot, self.slot or "*")
            )
        return self._fits(given)

    def _fits(self, answer: Answer) -> bool:
        if self.low is not None and self.high is not None:
            dial = math.inf if answer.dial is None else answer.dial
            if not self.low - NEAR <= dial <= self.high + NEAR:
                return False
        return any(fnmatchcase(each, self.option) for each in answer.chosen or ("",))


class Reply(msgspec.Struct, frozen=True):
    """A reply to certain wrong answers: those that match the pattern `answer`."""

    answer: Pattern
    says: str
    in_lines: str = ""
    """The text that the line interface shows instead of `says`; '' for the same text."""


class Step(msgspec.Struct, frozen=True):
    """One step of a lesson: a text, and the answer that it asks for.

    `question` is the kind of the question to answer; one of the `right` answers continues the
    lesson. Without a question, the learner only reads.
    """

    says: str
    question: str = ""
    right: tuple[Pattern, ...] = ()
    wrong: tuple[Reply, ...] = ()
    otherwise: str = ""
    well: str = ""
    """The reply to the right answer, before the next step."""
    ship: str = ""
    """The key of the ship that is selected on the chart; '' for none."""
    picture: str = ""
    """The id of the overlay that is shown for `ship`."""
    in_lines: str = ""
    """The text that the line interface shows instead of `says`, since it has no keys and
    pictures."""
    well_in_lines: str = ""
    otherwise_in_lines: str = ""

    def for_lines(self) -> Step:
        """Return the step with its text for the line interface (instead of screens), if it has
        one.
        """
        return msgspec.structs.replace(
            self,
            says=self.in_lines or self.says,
            well=self.well_in_lines or self.well,
            otherwise=self.otherwise_in_lines or self.otherwise,
            wrong=tuple(
                msgspec.structs.replace(each, says=each.in_lines or each.says)
                for each in self.wrong
            ),
        )

    def accepts(self, given: Given) -> bool:
        """Tell whether an answer is right; for a sheet, each slot that a pattern names must match
        one of its patterns.
        """
        if not isinstance(given, Mapping):
            return any(each.fits(given) for each in self.right)
        slots = {each.slot for each in self.right}
        return all(
            any(each.fits(given) for each in self.right if each.slot == slot) for slot in slots
        )

    def reply(self, given: Given) -> str:
        """Return the reply to a wrong answer: that of the first matching pattern, else
        `otherwise`.
        """
        return next((each.says for each in self.wrong if each.answer.fits(given)), self.otherwise)


class Lesson(msgspec.Struct, frozen=True):
    """A lesson read from its file."""

    name: str
    game: str
    title: str
    about: str
    minutes: int
    seat: str
    steps: tuple[Step, ...]
    order: int = 0
    others: str = "ensign"
    """The computer player that plays the other seats."""
    seed: int = 1
    scenario: str = ""
    options: Mapping[str, Any] = {}
    position: Mapping[str, Any] = {}
    """The tables of a position file, if the lesson begins with a special position instead of a
    scenario's start."""
    coach: bool = False
    """Whether the lesson has no steps, but is a whole battle of its scenario with the coach."""
    source: str = ""

    def for_lines(self) -> Lesson:
        """Return the lesson with its texts for the line interface instead of screens."""
        steps = tuple(step.for_lines() for step in self.steps)
        return msgspec.structs.replace(self, steps=steps)

    def start_battle(self) -> Battle:
        """Return the lesson's battle, in memory; raises `SetUpFault` naming the fault of its
        position.
        """
        game = system(self.game)
        if not self.position:
            return Battle.new(game, self.scenario, self.seed, dict(self.options))
        state, _ = game.positions.read(self.source, {"game": self.game, **self.position})
        return Battle.from_state(game, state, self.seed, scenario=self.scenario)


def read_lesson(path: Path) -> Lesson:
    """Read a lesson; raises `FileFault` if it is not TOML, `SetUpFault` with every mistake in
    it.
    """
    table = read_toml(path)
    faults = Faults(str(path))
    head = Reader(table, faults)
    coach = head.flag("coach", False)
    steps = head.tables("steps", required=not coach)[:MOST_STEPS]
    lesson = Lesson(
        name=path.stem,
        game=head.choice("game", systems(table.get("game"))),
        title=_short(head, "title", LONG_TITLE),
        about=_short(head, "about", LONG_ABOUT),
        minutes=head.integer("minutes", low=1, high=60),
        seat=head.text("seat"),
        steps=tuple(_step(each) for each in steps),
        order=head.integer("order", 0, low=0, high=999),
        others=head.choice("others", PLAYERS, "ensign"),
        seed=head.integer("seed", 1, low=0, high=2**31),
        position=dict(head.table("position").raw),
        coach=coach,
        source=str(path),
        scenario=head.text("scenario", ""),
        options=dict(head.table("options").raw),
    )
    if coach and (steps or not lesson.scenario):
        head.fault("coach", "is a whole battle: give it a scenario and no steps")
    head.finish()
    faults.check()
    return lesson


def _short(reader: Reader, key: str, most: int) -> str:
    text = reader.text(key)
    if len(text) > most:
        reader.fault(key, f"has {len(text)} characters; at most {most} are allowed")
    return text


def _step(reader: Reader) -> Step:
    step = Step(
        says=_short(reader, "says", LONGEST),
        question=reader.text("question", ""),
        right=_patterns(reader, "right", reader.texts("right")),
        wrong=tuple(_reply(each) for each in reader.tables("wrong")),
        otherwise=reader.text("otherwise", ""),
        well=reader.text("well", ""),
        ship=reader.text("ship", ""),
        picture=reader.text("picture", ""),
        in_lines=reader.text("in_lines", ""),
        well_in_lines=reader.text("well_in_lines", ""),
        otherwise_in_lines=reader.text("otherwise_in_lines", ""),
    )
    if step.question and not (step.right and step.otherwise):
        reader.fault("question", "needs right answers, and a text for wrong ones (otherwise)")
    if not step.question and (step.right or step.wrong):
        reader.fault("right", "belongs to a question, but names none")
    for key in ("otherwise", "well", "in_lines", "well_in_lines", "otherwise_in_lines"):
        if len(getattr(step, key)) > LONGEST:
            reader.fault(key, f"is longer than {LONGEST} characters")
    reader.finish()
    return step


def _reply(reader: Reader) -> Reply:
    answers = _patterns(reader, "answer", (reader.text("answer"),))
    says = _short(reader, "says", LONGEST)
    in_lines = reader.text("in_lines", "")
    reader.finish()
    return Reply(answers[0] if answers else Pattern("*"), says, in_lines)


def _patterns(reader: Reader, key: str, texts: tuple[str, ...]) -> tuple[Pattern, ...]:
    found = []
    for text in texts:
        try:
            found.append(Pattern.read(text))
        except ValueError:
            reader.fault(key, f"found {text!r}, allowed: an option, and dial=LOW..HIGH")
    return tuple(found)


def lessons(folder: Path) -> list[Lesson]:
    """Return the lessons of a folder in their order; raises the errors of `read_lesson`."""
    found = map(read_lesson, folder.glob(f"*{ENDING}"))
    return sorted(found, key=lambda lesson: (lesson.order, lesson.name))


# The lessons that came with the games of this program.


FOLDER = "lessons"


def shelf() -> list[tuple[str, Lesson]]:
    """Return pairs (title of the game, lesson) for the lessons of all games, in their order."""
    found = []
    for name in systems():
        folder = shipped_folder(name) / FOLDER
        if folder.is_dir():
            found += [(system(name).title, lesson) for lesson in lessons(folder)]
    return found


def lesson_keys() -> set[str]:
    """Return the keys under which the stars of all lessons are stored; no lesson is read."""
    return {
        f"{name}.{path.stem}"
        for name in systems()
        for path in (shipped_folder(name) / FOLDER).glob(f"*{ENDING}")
    }


def up_to(lesson: Lesson) -> tuple[str, ...]:
    """Return the names of a game's lessons up to and including this one."""
    folder = shipped_folder(lesson.game) / FOLDER
    found = lessons(folder) if folder.is_dir() else ()
    return (*(each.name for each in found if each.order < lesson.order), lesson.name)


def lesson_named(name: str) -> Lesson:
    """Return a lesson by its name, or from a file; if there is none, `Refused` lists the names."""
    if name.endswith(ENDING):
        return read_lesson(Path(name))
    there = {lesson.name: lesson for _, lesson in shelf()}
    if name not in there:
        raise Refused(f"no lesson is called '{name}'; there are {list_words(there)}")
    return there[name]
