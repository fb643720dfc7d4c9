"""A battle played on in the mind: both sides do what looks best by the rules of thumb."""

from __future__ import annotations

from collections import Counter
from random import Random

from engine.base.dice import Cast, Dice
from engine.game.answer import Answer
from engine.game.decision import Decision
from engine.game.question import Question
from engine.game.sheet import Fill, Sheet
from engine.systems.iron_oak.machine.ledger import Ledger
from engine.systems.iron_oak.machine.view import view
from engine.systems.iron_oak.state.state import State
from engine.systems.iron_oak.thinking.quick_score import quick_score
from engine.systems.iron_oak.thinking.sheets import slot_score
from engine.systems.iron_oak.turn import rules

LAST = 3
"""Turns left, with the one under way, from which on a battle is played to its end."""
LONGEST = 600
"""Answers after which a battle is looked at as it stands: far more than a turn takes."""


def by_thumb(seen: State, question: Question, luck: Random) -> object:
    """Return the command that looks best to a seat; `luck` decides among equals."""
    if isinstance(question, Sheet):
        return Fill(question.id, filled(seen, question, luck))
    return _best(seen, question, luck)


def _best(seen: State, decision: Decision, luck: Random) -> object:
    if len(decision.options) == 1:
        return decision.options[0].command
    scored = [
        (quick_score(seen, decision, option), luck.random(), place)
        for place, option in enumerate(decision.options)
    ]
    return decision.options[max(scored)[2]].command


def filled(seen: State, sheet: Sheet, luck: Random) -> dict[str, Answer]:
    """Return a draft that may be sealed, each slot with the best answer that its purses allow."""
    draft: dict[str, Answer] = {}
    for slot in sheet.slots:
        tried = [Answer(option.id) for option in slot.options]
        if not slot.needs:
            tried.append(Answer())
        scored = [
            (slot_score(seen, sheet, slot.id, each, draft), luck.random(), place)
            for place, each in enumerate(tried)
        ]
        ranked = [tried[place] for _, _, place in sorted(scored, reverse=True)]
        best = next((each for each in ranked if sheet.affords({**draft, slot.id: each})), None)
        if best is not None and best.chosen:
            draft[slot.id] = best
    return draft if not sheet.faults(draft) else dict(sheet.proposed)


def played_on(state: State, seat: str, command: object, seed: int) -> State:
    """Return the battle when the seat is to give orders again: both sides have acted by then.

    With few turns left it is played to its end, as only that tells who wins.

    Chance hangs on the question and on how often it was asked in the turn, not on what was rolled
    before, so that two commands meet the same dice wherever they lead to the same question.
    """
    turn, asked = state.turn, Counter[str]()
    questions = rules.pending(state)
    question = next(each for each in questions if each.seat == seat)
    for _ in range(LONGEST):
        key = f"{state.turn} {question.seat} {question.kind} {question.ship}"
        asked[key] += 1
        luck = Random(f"{seed} {key} {asked[key]}")
        dice: Dice = Cast(luck.getrandbits(32))
        if not command:
            command = by_thumb(view(state, question.seat), question, luck)
        ledger = Ledger(state, dice)
        rules.RULES.decide(ledger, questions, question.seat, command)
        state, command = ledger.state, None
        questions = rules.pending(state)
        if not questions or _comes_round(state, questions[0], seat, turn):
            break
        question = questions[0]
    return state


def _comes_round(state: State, question: Question, seat: str, turn: int) -> bool:
    if state.turns - turn < LAST:
        return False
    if state.turn > turn + 1:
        return True
    return state.turn > turn and question.kind == "orders" and question.seat == seat
