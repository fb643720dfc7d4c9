"""The evaluation of answers, as computer players use it."""

from __future__ import annotations

from random import Random

from engine.game.decision import Advice
from engine.game.parts.part import lazy_method
from engine.game.parts.thinking import Horizon, Thinking
from engine.game.question import Question, Sheet
from engine.kit.dataset import uses_own_data
from engine.lookahead.playout import has_time_limit
from engine.systems.wooden_ships.state.events import AnyEvent
from engine.systems.wooden_ships.state.state import State
from engine.systems.wooden_ships.thinking.advice import (
    DOUBT,
    FEW,
    KINDS,
    advise_by_trials,
    advise_slot_by_trials,
    determinize,
    is_tried,
    unsealed,
)
from engine.systems.wooden_ships.thinking.prospect import evaluate, luck
from engine.systems.wooden_ships.thinking.slots import slot_score

ALONE = 4.0
"""The error, in points, of comparing two plots by their static reasons where plots are not tried.
The reasons look one turn ahead, and a rake in the turn after is worth about as much."""
SURE = 0.2
"""The error, in points, of comparing two answers for fire, loading or grappling by their static
reasons: battles played to the end find no better answers (docs/bots.md)."""


@uses_own_data
class WoodenShipsThinking(Thinking[State]):
    """The thinking part of the game: scores of slots, advice on whole sheets,
    evaluation of a side.
    """

    unit = "Victory Points"
    winning_odds = 14.3  # fitted to 48 duels between `lieutenant` players

    slot_score = staticmethod(slot_score)
    evaluate = staticmethod(evaluate)
    chance = lazy_method("engine.systems.wooden_ships.thinking.chance:chance")

    def advice(self, view: State, question: Question, random: Random) -> tuple[Advice, ...]:
        """Return drafts of a whole sheet, or answers to one slot, with the reasons for them."""
        if isinstance(question, Sheet):
            return advise_by_trials(self.game, view, question)
        return advise_slot_by_trials(self.game, view, question) if question.slot else ()

    def horizon(self, view: State, question: Question) -> Horizon:
        """Return the horizon of playouts: the end of the next turn; with few ships, of the turn
        after it.

        The current turn has at most one broadside, whose mean the static reasons already contain.
        """
        turns = 3 if len(view.ships) <= FEW else 2
        if question.kind not in KINDS:
            return Horizon(turns, doubt=SURE)
        if not is_tried(view, question.kind):
            return Horizon(turns, doubt=ALONE)
        return Horizon(turns, sooner=2, doubt=DOUBT)

    def luck(self, before: State, event: AnyEvent, after: State, seat: str) -> float:
        """Return the luck of a broadside's die for a side: the result minus the mean."""
        return luck(before, event, seat)

    def determinize(self, view: State, question: Question, random: Random) -> State:
        """Return a state in which seats with hidden sheets fill them in again.

        In a search with a time limit, the computer player `captain` fills them in.
        """
        if has_time_limit() and is_tried(view, question.kind):
            return determinize(self.game, view, question, random)
        return unsealed(view)
