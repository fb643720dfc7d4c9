"""The worth of answers in a campaign; during a battle, by the battle's own evaluation."""

from __future__ import annotations

from functools import cached_property
from random import Random

from msgspec.structs import replace

from engine.game.decision import Advice, Answer, Reason
from engine.game.parts.thinking import Thinking
from engine.game.question import Draft, Question, Sheet
from engine.kit.dataset import bound
from engine.systems.iron_oak.campaign.data import Book
from engine.systems.iron_oak.campaign.state.state import State
from engine.systems.iron_oak.campaign.thinking import comparing
from engine.systems.iron_oak.game import IronOak
from engine.systems.iron_oak.thinking.thinking import IronOakThinking


@bound
class CampaignThinking(Thinking[State]):
    """The thinking part of the campaign: forces, commitments, cards and refits.

    During a battle the battle's own thinking answers.
    """

    unit = IronOakThinking.unit
    winning_odds = IronOakThinking.winning_odds
    """The same scale as in a battle: a war's score is in the same points as a battle's."""

    @cached_property
    def _battles(self) -> IronOakThinking:
        thinking: IronOakThinking = IronOak(self.game.data).thinking
        return thinking

    @property
    def data(self) -> Book:
        data: Book = self.game.data
        return data

    def quick_score(self, view: State, question: Question, answer: Answer) -> float:
        if view.battle is not None:
            return self._battles.quick_score(view.battle, question, answer)
        if isinstance(question, Sheet) or question.slot:
            return 0.0
        return comparing.quick_score(view, question, answer)

    def slot_score(
        self, view: State, sheet: Sheet, slot: str, answer: Answer, draft: Draft
    ) -> float:
        if view.battle is not None:
            score: float = self._battles.slot_score(view.battle, sheet, slot, answer, draft)
            return score
        return comparing.slot_score(view, sheet, slot, answer, draft)

    def advice(self, view: State, question: Question, random: Random) -> tuple[Advice, ...]:
        if view.battle is not None:
            return self._battles.advice(view.battle, question, random)
        from engine.systems.iron_oak.campaign.thinking.comparing import advise

        return advise(view, question)

    def evaluate(self, view: State, seat: str) -> tuple[Reason, ...]:
        return self._battles.evaluate(view.battle, seat) if view.battle is not None else ()

    def determinize(self, view: State, question: Question, random: Random) -> State:
        if view.battle is None:
            return view
        return replace(view, battle=self._battles.determinize(view.battle, question, random))
