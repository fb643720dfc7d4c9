"""How answers are judged, as computer players ask for it."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from engine.game.advice import Advice
from engine.game.parts.horizon import Horizon
from engine.game.parts.thinking import Thinking
from engine.game.question import Question
from engine.game.sheet import Sheet
from engine.kit.dataset import bound
from engine.systems.wooden_ships.state.events import AnyEvent
from engine.systems.wooden_ships.state.state import State
from engine.systems.wooden_ships.thinking.advising import advise, advise_slot
from engine.systems.wooden_ships.thinking.hits import luck
from engine.systems.wooden_ships.thinking.slots import slot_score
from engine.systems.wooden_ships.thinking.standing import evaluate

FEW = 4
"""Ships up to which a turn more is played on: a turn takes some six milliseconds then."""

DOUBT = 4.0
"""Points by which the advice errs about two plots: it sees one turn, and a rake brings as much."""


@bound
class WoodenShipsThinking(Thinking[State]):
    """Scores of slots, advice on whole sheets, how a side stands."""

    unit = "Victory Points"
    winning_odds = 14.3  # fitted to 48 duels between lieutenants

    slot_score = staticmethod(slot_score)
    evaluate = staticmethod(evaluate)

    def advice(self, view: State, question: Question, random: Random) -> tuple[Advice, ...]:
        """Return drafts of a whole sheet, or answers to one slot, with the reasons for them."""
        if isinstance(question, Sheet):
            return advise(view, question)
        return advise_slot(view, question) if question.slot else ()

    def horizon(self, view: State, question: Question) -> Horizon:
        """Return to the end of the next turn, among few ships to that of the one after it.

        The turn under way brings one broadside at most, of which the advice knows the mean already.
        """
        return Horizon(3 if len(view.ships) <= FEW else 2, doubt=DOUBT)

    def luck(self, before: State, event: AnyEvent, after: State, seat: str) -> float:
        """Return what a broadside's die gave a side beyond what was to be expected."""
        return luck(before, event, seat)

    def determinize(self, view: State, question: Question, random: Random) -> State:
        """Return a state in which seats with sheets that are hidden fill them in again."""
        kept = {seat: answers for seat, answers in view.sealed.items() if answers}
        return view if kept == view.sealed else replace(view, sealed=kept)
