"""The evaluation of answers in Oak & Iron: the interface to advice, heuristics and search."""

from __future__ import annotations

from random import Random

from engine.game.decision import Advice, Answer
from engine.game.parts.part import lazy_method
from engine.game.parts.thinking import Horizon, Thinking
from engine.game.question import Question, Sheet
from engine.kit.dataset import uses_own_data
from engine.systems.oak_iron.state.state import State


@uses_own_data
class OakIronThinking(Thinking[State]):
    """The thinking part of the game. Every question of Oak & Iron is a decision; there are no
    sheets.
    """

    unit = "damage"
    winning_odds = 8.2  # fitted to 48 battles between `lieutenant` players

    def quick_score(self, view: State, question: Question, answer: Answer) -> float:
        """Return a quick score of an answer, one step ahead."""
        from engine.systems.oak_iron.thinking.heuristics import quick_score

        assert not isinstance(question, Sheet)
        option = question.option(answer.option)
        return quick_score.quick_score(view, question, option, answer.dial, answer.at)

    def advice(self, view: State, question: Question, random: Random) -> tuple[Advice, ...]:
        """Return advice on a question: answers with their worth, best first."""
        from engine.systems.oak_iron.thinking.advice.advise import advice

        return () if isinstance(question, Sheet) else advice(view, question)

    def playout_policy(self, view: State, question: Question) -> tuple[Advice, ...]:
        """Return a few answers chosen by the evaluation, for playouts."""
        from engine.systems.oak_iron.thinking.search import playout_policy

        return () if isinstance(question, Sheet) else playout_policy(view, question)

    def horizon(self, view: State, question: Question) -> Horizon:
        """Return the horizon of playouts: one turn; two for a card and near the end; less in a
        crowd.
        """
        from engine.systems.oak_iron.thinking.search import horizon

        return Horizon() if isinstance(question, Sheet) else horizon(view, question)

    evaluate = lazy_method("engine.systems.oak_iron.thinking.search:score_side")
    chance = lazy_method("engine.systems.oak_iron.thinking.chance:chance")
    luck = lazy_method("engine.systems.oak_iron.thinking.search:luck")

    def determinize(self, view: State, question: Question, random: Random) -> State:
        """Return a state in which possible cards replace the cards that a seat may not see."""
        from engine.systems.oak_iron.thinking.search import determinize

        return view if isinstance(question, Sheet) else determinize(view, question, random)
