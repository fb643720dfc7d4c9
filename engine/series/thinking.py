"""The worth of answers in a series: the same as in the current battle."""

from __future__ import annotations

from random import Random
from typing import Any

from engine.game.decision import Advice, Answer, Reason
from engine.game.parts.thinking import Horizon, Thinking
from engine.game.question import Draft, Question, Sheet
from engine.series.game import Inside
from engine.series.state import InBattle, Series, with_battle


class SeriesThinking(Inside, Thinking[Series]):
    """The game's own evaluation: nothing is saved for later battles."""

    @property
    def winning_odds(self) -> float:  # type: ignore[override]
        """The difference in `evaluate` that means odds of e to 1; the same as the game's."""
        return self.inner.thinking.winning_odds

    @property
    def unit(self) -> str:  # type: ignore[override]
        """The unit of worths."""
        return self.inner.thinking.unit

    @property
    def unit_size(self) -> float:  # type: ignore[override]
        """How many of the unit one point of a worth is."""
        return self.inner.thinking.unit_size

    def quick_score(self, view: Series, question: Question, answer: Answer) -> float:
        """Return a quick estimate of an answer for its seat."""
        meant = self.places(view).for_battle(question)
        return self.inner.thinking.quick_score(view.battle, meant, answer)

    def slot_score(
        self, view: Series, sheet: Sheet, slot: str, answer: Answer, draft: Draft
    ) -> float:
        """Return a quick estimate of an answer to one slot."""
        meant = self.places(view).for_battle(sheet)
        return self.inner.thinking.slot_score(view.battle, meant, slot, answer, draft)

    def advice(self, view: Series, question: Question, random: Random) -> tuple[Advice, ...]:
        """Return answers with worth and reasons."""
        meant = self.places(view).for_battle(question)
        return self.inner.thinking.advice(view.battle, meant, random)

    def playout_policy(self, view: Series, question: Question) -> tuple[Advice, ...]:
        """Return answers for playouts."""
        meant = self.places(view).for_battle(question)
        return self.inner.thinking.playout_policy(view.battle, meant)

    def horizon(self, view: Series, decision: Question) -> Horizon:
        """Return how far ahead a search plays before it evaluates."""
        return self.inner.thinking.horizon(view.battle, self.places(view).for_battle(decision))

    def evaluate(self, view: Series, seat: str) -> tuple[Reason, ...]:
        """Return the evaluation of the battle for a seat's side."""
        return self.inner.thinking.evaluate(view.battle, self.places(view).inside(seat))

    def chance(self, view: Series, seat: str) -> float:
        """Return the chance that a seat's side wins the battle that is being fought."""
        return self.inner.thinking.chance(view.battle, self.places(view).inside(seat))

    def luck(self, before: Series, event: Any, after: Series, seat: str) -> float:
        """Return the part of an event's change in `evaluate` that was luck; 0 between battles."""
        if not isinstance(event, InBattle):
            return 0.0
        seat = self.places(before).inside(seat)
        return self.inner.thinking.luck(before.battle, event.happened, after.battle, seat)

    def determinize(self, view: Series, decision: Question, random: Random) -> Series:
        """Return a full state consistent with a view."""
        meant = self.places(view).for_battle(decision)
        return with_battle(view, self.inner.thinking.determinize(view.battle, meant, random))
