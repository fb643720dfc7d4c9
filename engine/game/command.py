"""From an answer to the command that it stands for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.base.errors import Refused
from engine.game.answer import Answer
from engine.game.decision import Decision, Option
from engine.game.game import Game
from engine.game.question import question_of
from engine.game.sheet import Draft, Fill, Sheet

Given = Answer | Draft
"""What is given in answer to a question: one answer, or the draft of a whole sheet."""


def command_of(game: Game, state: Any, seat: str, given: Given) -> Any:
    """Return the command by which a seat's open question is answered so; or `Refused`."""
    question = question_of(game.pending(state), seat)
    if isinstance(question, Sheet):
        if not isinstance(given, Mapping):
            raise Refused(f"a whole sheet is asked for: {question.prompt}")
        faults = game.answering.faults(game.view(state, seat), question, given)
        if faults:
            raise Refused(faults[0].why)
        return Fill(question.id, dict(given))
    if not isinstance(given, Answer):
        raise Refused(f"one answer is asked for, and no sheet: {question.prompt}")
    if given.picks:
        raise Refused(f"one option is asked for, and not several: {question.prompt}")
    option = question.option(given.option)
    at = given.at
    if option.area and at is None:
        area = game.answering.area(state, question, option, given.dial)
        at = area.rest if area else None
    return option.filled(question, given.dial, at)


def beside_of(game: Game, state: Any, seat: str, draft: Draft) -> Fill:
    """Return what fills in the sheet beside what is asked (`Game.aside`); or `Refused`."""
    sheet = game.aside(state, seat)
    if sheet is None:
        raise Refused("there is nothing that may be changed beside what is asked")
    if faults := sheet.faults(draft):
        raise Refused(faults[0].why)
    return Fill(sheet.id, dict(draft))


def decision_of(game: Game, state: Any, seat: str, option_id: str) -> tuple[Decision, Option]:
    """Return a seat's open decision and its option of that id; or `Refused`."""
    question = question_of(game.pending(state), seat)
    if isinstance(question, Sheet):
        raise Refused(f"a whole sheet is asked for: {question.prompt}")
    return question, question.option(option_id)
