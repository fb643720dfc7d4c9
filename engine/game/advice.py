"""Advice: an answer to a question with what it is worth, and why, term by term."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from engine.game.answer import Answer
from engine.game.decision import Point


class Reason(msgspec.Struct, frozen=True):
    """A term of an evaluation: its name in the weights' file, our words for it, what it adds.

    Worths are in points of damage or so; the worth of an answer is the sum of its reasons.
    """

    term: str
    words: str
    worth: float


class Advice(msgspec.Struct, frozen=True):
    """An answer, what it is worth against the other answers to its question, and why."""

    option: str
    dial: float | None
    at: Point | None
    worth: float
    reasons: tuple[Reason, ...] = ()
    draft: Mapping[str, Answer] = {}
    """The slots of a sheet, where the question is one; `option` is then empty."""

    @property
    def answer(self) -> Answer:
        """The answer to a decision."""
        return Answer(self.option, self.dial, self.at)
