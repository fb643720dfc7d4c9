"""What answers are worth in a series: what they are worth in its battle."""

from __future__ import annotations

from random import Random
from typing import Any

from engine.game.decision import Advice, Answer, Reason
from engine.game.parts.thinking import Horizon, Thinking
from engine.game.question import Draft, Question, Sheet
from engine.series.game import Inside
from engine.series.state import InBattle, Series, with_battle


class SeriesThinking(Inside, Thinking[Series]):
    """The battle's own judgement: nothing is spared for the battles to come."""

    @property
    def winning_odds(self) -> float:  # type: ignore[override]
        """Those of the battle."""
        return self.inner.thinking.winning_odds

    @property
    def unit(self) -> str:  # type: ignore[override]
        """What the worth of an answer is told in."""
        return self.inner.thinking.unit

    def quick_score(self, view: Series, question: Question, answer: Answer) -> float:
        """Return how good an answer looks to its seat."""
        meant = self.places(view).meant(question)
        return self.inner.thinking.quick_score(view.battle, meant, answer)

    def slot_score(
        self, view: Series, sheet: Sheet, slot: str, answer: Answer, draft: Draft
    ) -> float:
        """Return how good an answer to one slot looks."""
        meant = self.places(view).meant(sheet)
        return self.inner.thinking.slot_score(view.battle, meant, slot, answer, draft)

    def advice(self, view: Series, question: Question, random: Random) -> tuple[Advice, ...]:
        """Return answers with what they are worth and why."""
        meant = self.places(view).meant(question)
        return self.inner.thinking.advice(view.battle, meant, random)

    def playout_policy(self, view: Series, question: Question) -> tuple[Advice, ...]:
        """Return answers for playouts."""
        meant = self.places(view).meant(question)
        return self.inner.thinking.playout_policy(view.battle, meant)

    def horizon(self, view: Series, decision: Question) -> Horizon:
        """Return how far a search looks on before it judges."""
        return self.inner.thinking.horizon(view.battle, self.places(view).meant(decision))

    def evaluate(self, view: Series, seat: str) -> tuple[Reason, ...]:
        """Return the evaluation of the battle for a seat's side."""
        return self.inner.thinking.evaluate(view.battle, self.places(view).inside(seat))

    def chance(self, view: Series, seat: str) -> float:
        """Return the chance that a seat's side wins the battle that is fought now."""
        return self.inner.thinking.chance(view.battle, self.places(view).inside(seat))

    def luck(self, before: Series, event: Any, after: Series, seat: str) -> float:
        """Return the part of an event's change that was luck; 0 between battles."""
        if not isinstance(event, InBattle):
            return 0.0
        seat = self.places(before).inside(seat)
        return self.inner.thinking.luck(before.battle, event.happened, after.battle, seat)

    def determinize(self, view: Series, decision: Question, random: Random) -> Series:
        """Return a whole state that a view allows."""
        meant = self.places(view).meant(decision)
        return with_battle(view, self.inner.thinking.determinize(view.battle, meant, random))
