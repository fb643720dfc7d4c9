"""How a game system judges answers, for computer players, advice and hindsight."""

from __future__ import annotations

from random import Random
from typing import Any

from engine.base.generic import S
from engine.game.advice import Advice, Reason
from engine.game.answer import Answer
from engine.game.parts.horizon import Horizon
from engine.game.parts.part import Part
from engine.game.question import Question
from engine.game.sheet import Draft, Sheet


class Thinking(Part[S]):
    """What answers are worth. Everything is asked of a view: nothing hidden is known."""

    unit: str = "points"
    """What worths are counted in, as a player says it behind a figure: `damage`."""
    winning_odds: float = 10.0
    """By how much `evaluate` has to be better for odds of e to 1, as fitted to whole battles."""

    def quick_score(self, view: S, question: Question, answer: Answer) -> float:
        """Return how good an answer looks to its seat, one look ahead; higher is better.

        A slot of a sheet is asked about as a decision that names the slot.
        """
        return 0.0

    def slot_score(self, view: S, sheet: Sheet, slot: str, answer: Answer, draft: Draft) -> float:
        """Return how good an answer to one slot looks, the slots before it filled as drafted."""
        return self.quick_score(view, sheet.as_decision(sheet.slot(slot)), answer)

    def advice(self, view: S, question: Question, random: Random) -> tuple[Advice, ...]:
        """Return answers with what they are worth and why, best first, each option's best at least.

        It looks further ahead than `quick_score`: what the seat could do next, and the enemy's
        reply. Nothing where a system has no more to say than `quick_score` does.
        """
        return ()

    def playout_policy(self, view: S, question: Question) -> tuple[Advice, ...]:
        """Return answers for playouts: as `advice`, but quickly; none where `quick_score` does."""
        return ()

    def horizon(self, view: S, question: Question) -> Horizon:
        """Return how far a search looks on before it judges, and how far that errs."""
        return Horizon()

    def evaluate(self, view: S, seat: str) -> tuple[Reason, ...]:
        """Return how well a seat's side stands against its enemies, term by term."""
        return ()

    def luck(self, before: S, event: Any, after: S, seat: str) -> float:
        """Return how much of what an event changed of `evaluate` was chance; 0 on the average."""
        return 0.0

    def determinize(self, view: S, question: Question, random: Random) -> S:
        """Return a whole state that a view allows: what the seat may not see, drawn at random.

        It may leave out what the question hardly bears on, so that it is played on sooner.
        """
        return view
