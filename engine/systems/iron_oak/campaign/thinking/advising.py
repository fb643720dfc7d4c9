"""Advice for a war: what was compared by battles in the mind, else the sheet's own proposal."""

from __future__ import annotations

from engine.game.decision import Advice, Answer, Decision, Reason
from engine.game.question import Question, Sheet
from engine.systems.iron_oak.campaign.state.commands import NameShip
from engine.systems.iron_oak.campaign.state.state import State
from engine.systems.iron_oak.campaign.thinking import rules_of_thumb
from engine.systems.iron_oak.campaign.thinking.comparing import BATTLE, WEIGHED, compared
from engine.systems.iron_oak.thinking.standing import POINT


def advise(view: State, question: Question) -> tuple[Advice, ...]:
    """Return answers with what they are worth and why, best first; () where nothing is known."""
    if isinstance(question, Sheet):
        tried = compared(view, question.seat, view.dice) if question.kind in WEIGHED else ()
        if tried:
            return tried
        if question.proposed:
            why = Reason("proposal", _WORDS.get(question.kind, "a sensible beginning"), 0.0)
            return (
                Advice(
                    option="",
                    dial=None,
                    at=None,
                    worth=0.0,
                    reasons=(why,),
                    draft=dict(question.proposed),
                ),
            )
        return ()
    if question.slot and question.kind in WEIGHED:
        return _in_slot(question, compared(view, question.seat, view.dice))
    return _options(view, question)


_WORDS = {
    "force": "strong ships first, as many as the points allow",
    "grades": "the best ships gain most by a good crew, the least lose least by a bad one",
    "place": "spread out from the middle, where it is deep enough",
    "refit": "the dearest ships first: critical hits, crews, Hits, shields",
}


UNTRIED = 0.5 * BATTLE
"""By how much what is in none of the answers compared stays below the last of them, and below 0."""


def _in_slot(slot: Decision, tried: tuple[Advice, ...]) -> tuple[Advice, ...]:
    """Return the options of a slot, each by the best of the whole answers that it is part of."""
    found = []
    for option in slot.options:
        best = [each for each in tried if option.id in _chosen(each, slot.slot)]
        if best:
            found.append(Advice(option.id, None, None, best[0].worth, best[0].reasons))
        elif tried:
            words = "in none of what was compared by battles in the mind"
            untried = Reason("untried", words, min(0.0, tried[-1].worth) - UNTRIED)
            found.append(Advice(option.id, None, None, untried.worth, (untried,)))
    return tuple(sorted(found, key=lambda each: -each.worth))


def _chosen(advice: Advice, slot: str) -> tuple[str, ...]:
    answer = advice.draft.get(slot)
    return answer.chosen if answer else ()


def _options(view: State, decision: Decision) -> tuple[Advice, ...]:
    found = []
    for option in decision.options:
        worth = rules_of_thumb.quick_score(view, decision, Answer(option.id))
        if isinstance(option.command, NameShip):  # her Victory Points
            worth /= POINT
        words = _reason(decision.kind, worth)
        found.append(Advice(option.id, None, None, worth, (Reason("judgement", words, worth),)))
    return tuple(sorted(found, key=lambda each: -each.worth))


def _reason(kind: str, worth: float) -> str:
    if kind == "cut":
        return "of less use than the others" if worth > -2 else "of more use than others"
    if kind == "target":
        return "worth most to the enemy, and nearest to sinking"
    return "worth more now than in the hand" if worth > 0 else "better kept"
