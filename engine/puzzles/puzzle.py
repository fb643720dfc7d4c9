"""Puzzle: a position, a question, and what its answers led to when each was played on many times.

A position is kept as the commands that led to it, packed. They are decided anew when it is opened,
so that no file can hold a state that the rules do not know.
"""

from __future__ import annotations

import zlib
from base64 import b64decode, b64encode
from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from engine.base.errors import SetUpFault, WeatherGageError
from engine.base.reading import UNREADABLE, misfit
from engine.game.answer import Answer
from engine.game.command import Given, command_of
from engine.game.question import Question
from engine.game.sheet import Sheet
from engine.kernel.battle import Battle
from engine.kernel.codec import codec
from engine.kernel.registry import system

CLEAR = 3.0
"""Errors by which the best answer has to be ahead of the second."""
MOST_MOVES = 400
"""Commands that lead to a position, at most."""
LARGEST = 256 * 1024
"""Bytes of these commands unpacked; those of a long battle have a tenth."""
DIFFICULTIES = ("easy", "middling", "hard")
"""By how many of the players `FINDERS` miss the answer."""
FINDERS = ("lieutenant", "captain")
RATINGS = (1300, 1500, 1700)
"""What a puzzle of each difficulty is rated by, as an opponent: a captain, who misses most of the
hard ones and finds most of the middling ones, would stand between them."""

Figure = Annotated[float, Meta(ge=-1e6, le=1e6)]
Name = Annotated[str, Meta(min_length=1, max_length=60, pattern=r"^[a-z0-9_]+$")]
Words = Annotated[str, Meta(max_length=200, pattern=r"^[^\x00-\x1f\x7f-\x9f]*$")]
Count = Annotated[int, Meta(ge=0, le=2**63 - 1)]


class Judged(msgspec.Struct, frozen=True, omit_defaults=True):
    """An answer, and where it led to on the average of all rounds."""

    points: Figure
    """The score of its seat, in the units of the game, luck taken out."""
    terms: dict[Words, Figure]
    """How its seat stood in the end, by what it is made of, in words; luck is in it."""
    answer: Answer | None = None
    draft: Annotated[dict[Words, Answer], Meta(max_length=60)] = {}
    """The slots of a sheet, where the question is one."""

    @property
    def given(self) -> Given:
        """The answer as the rules take it."""
        return self.draft if self.answer is None else self.answer


class Puzzle(msgspec.Struct, frozen=True, kw_only=True):
    """A puzzle as a file holds it."""

    name: Name
    game: Name
    scenario: Name
    seed: Count
    moves: Annotated[str, Meta(max_length=6000)]
    """The commands that lead to the position, packed by `packed_moves`."""
    seat: Annotated[str, Meta(min_length=1, max_length=4)]
    kind: Name
    """The kind of its question."""
    theme: Words
    finders: Annotated[tuple[str, ...], Meta(max_length=2)]
    """Which of `FINDERS` give the right answer."""
    dice: Count
    """What the dice of the rounds are made of: whoever plays an answer on meets the same."""
    rounds: Annotated[int, Meta(ge=2, le=10_000)]
    error: Annotated[float, Meta(ge=0, le=1e6)]
    """The standard error of the lead, in points."""
    answers: Annotated[tuple[Judged, ...], Meta(min_length=2, max_length=12)]
    """The best first; answers that led to the same in every round are one."""

    @property
    def lead(self) -> float:
        """By how many points the best answer is ahead of the second."""
        return self.answers[0].points - self.answers[1].points

    @property
    def difficulty(self) -> int:
        """0 for easy, 2 for hard."""
        return len(FINDERS) - len(set(self.finders) & set(FINDERS))

    @property
    def rating(self) -> int:
        """What it is rated by as an opponent."""
        return RATINGS[self.difficulty]

    def right(self, points: float) -> bool:
        """Tell whether an answer is right that led to so many points.

        It is when it comes nearer to the best than to the second.
        """
        return points > self.answers[0].points - self.lead / 2

    def position(self) -> Battle:
        """Return the battle in which the question is open, in no file.

        `SetUpFault` says where the commands cannot be read, or do not lead there by the rules.
        """
        try:
            game = system(self.game)
            battle = Battle.new(game, self.scenario, self.seed)
            for seat, command in _unpacked(self.moves):
                battle.submit(seat, codec(game).command(command))
            view = self.question(battle)
            for each in self.answers:
                command_of(game, battle.state, self.seat, each.given)
        except WeatherGageError as error:
            raise SetUpFault(self._source, [("moves", str(error))]) from None
        except UNREADABLE as error:
            raise SetUpFault(self._source, [("moves", misfit(error))]) from None
        assert view is not None
        return battle

    def question(self, battle: Battle) -> Question:
        """Return the question; `SetUpFault` where it is not open."""
        for each in battle.pending():
            if each.seat == self.seat and each.kind == self.kind:
                return each
        said = f"found '{self.kind}' of {self.seat}, which is not asked in its position"
        raise SetUpFault(self._source, [("kind", said)])

    @property
    def _source(self) -> str:
        return f"puzzle {self.name}"


def packed_moves(battle: Battle) -> str:
    """Return the commands that stand applied in a battle, packed."""
    code = codec(battle.game)
    moves = [(each.seat, code.raw(each.command)) for each in battle.entries]
    return b64encode(zlib.compress(msgspec.json.encode(moves), 9)).decode()


def _unpacked(text: str) -> list[tuple[str, msgspec.Raw]]:
    """Return seats and commands; raises one of `UNREADABLE`."""
    unpacking = zlib.decompressobj()
    try:
        data = unpacking.decompress(b64decode(text, validate=True), LARGEST)
    except (ValueError, zlib.error):
        raise msgspec.DecodeError("the commands are not packed as they should be") from None
    if unpacking.unconsumed_tail or not unpacking.eof:
        raise msgspec.DecodeError("the commands are cut short, or too many")
    moves = msgspec.json.decode(data, type=list[tuple[str, msgspec.Raw]])
    if len(moves) > MOST_MOVES:
        raise msgspec.DecodeError(f"{len(moves)} commands are more than {MOST_MOVES}")
    return moves


def chosen(given: Given) -> tuple[str, ...]:
    """Return the ids of all options that an answer takes, of a sheet those of all slots."""
    if isinstance(given, Mapping):
        return tuple(id for each in given.values() for id in each.chosen)
    return given.chosen


def in_words(question: Question, given: Given) -> str:
    """Return an answer in the words of its question."""
    if isinstance(question, Sheet):
        return question.describe(given if isinstance(given, Mapping) else {})
    assert isinstance(given, Answer)
    return question.describe(given.option, given.dial, given.at)


def judged(given: Given, points: float, terms: Mapping[str, float]) -> Judged:
    """Return an answer with where it led to, rounded as files hold it."""
    figures: dict[str, Any] = {
        "points": round(points, 3),
        "terms": {words: round(worth, 3) for words, worth in terms.items()},
    }
    if isinstance(given, Mapping):
        return Judged(**figures, draft=dict(given))
    return Judged(**figures, answer=given)
