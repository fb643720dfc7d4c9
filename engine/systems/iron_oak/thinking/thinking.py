"""The evaluation of answers in Iron & Oak: the interface to heuristics, advice and playouts."""

from __future__ import annotations

from random import Random

from engine.game.decision import Advice, Answer
from engine.game.parts.part import lazy_method
from engine.game.parts.thinking import Thinking
from engine.game.question import Question, Sheet
from engine.kit.dataset import uses_own_data
from engine.systems.iron_oak.state.state import State
from engine.systems.iron_oak.thinking.battle_playouts import determinize


@uses_own_data
class IronOakThinking(Thinking[State]):
    """The thinking part of the game: scores by expected Hits, and by progress towards victory."""

    unit = "Victory Points"
    unit_size = 40.0  # `thinking/place_worth.py: POINT`, which a screen need not import
    """Victory Points in a point of a score: a lead of 20 points is a won battle."""
    winning_odds = 21.8  # fitted to 48 battles between `lieutenant` players

    slot_score = lazy_method("engine.systems.iron_oak.thinking.quick_score:slot_score")
    evaluate = lazy_method("engine.systems.iron_oak.thinking.place_worth:evaluate")
    chance = lazy_method("engine.systems.iron_oak.thinking.chance:chance")

    def quick_score(self, view: State, question: Question, answer: Answer) -> float:
        from engine.systems.iron_oak.thinking.quick_score import quick_score

        assert not isinstance(question, Sheet)
        return quick_score(view, question, question.option(answer.option))

    def advice(self, view: State, question: Question, random: Random) -> tuple[Advice, ...]:
        """Return advice on a question: answers with their reasons, the enemy's reply included."""
        from engine.systems.iron_oak.thinking.advice.advising import advise

        return advise(view, question)

    def determinize(self, view: State, question: Question, random: Random) -> State:
        return determinize(view, random)
