"""Advice for a war: what was compared by battles in the mind, else the sheet's own proposal."""

from __future__ import annotations

from engine.game.advice import Advice, Reason
from engine.game.answer import Answer
from engine.game.decision import Decision
from engine.game.question import Question
from engine.game.sheet import Sheet
from engine.systems.iron_oak.campaign.state.state import State
from engine.systems.iron_oak.campaign.thinking import rules_of_thumb
from engine.systems.iron_oak.campaign.thinking.comparing import WEIGHED, compared


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
    return _options(view, question)


_WORDS = {
    "force": "strong ships first, as many as the points allow",
    "grades": "the best ships gain most by a good crew, the least lose least by a bad one",
    "place": "spread out from the middle, where it is deep enough",
    "refit": "the dearest ships first: critical hits, crews, Hits, shields",
}


def _options(view: State, decision: Decision) -> tuple[Advice, ...]:
    found = []
    for option in decision.options:
        worth = rules_of_thumb.quick_score(view, decision, Answer(option.id))
        words = _reason(decision.kind, worth)
        found.append(Advice(option.id, None, None, worth, (Reason("judgement", words, worth),)))
    return tuple(sorted(found, key=lambda each: -each.worth))


def _reason(kind: str, worth: float) -> str:
    if kind == "cut":
        return "of less use than the others" if worth > -2 else "of more use than others"
    if kind == "target":
        return "worth most to the enemy, and nearest to sinking"
    return "worth more now than in the hand" if worth > 0 else "better kept"
