"""A question is a decision with one answer, or a sheet that is filled in as a whole."""

from __future__ import annotations

from collections.abc import Iterable

from engine.base.errors import Refused
from engine.game.decision import Decision
from engine.game.sheet import Sheet

Question = Decision | Sheet


def question_of(questions: Iterable[Question], seat: str) -> Question:
    """Return the open question of a seat; `Refused` when there is none."""
    for question in questions:
        if question.seat == seat:
            return question
    raise Refused(f"there is no choice for seat {seat} now")
