"""A game whose rules are an agenda and whose events have folds: what follows from the two."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from engine.base.dice import Dice
from engine.game.game import Game, Outcome
from engine.game.question import Question
from engine.kit.ledger import Ledger, Playing

if TYPE_CHECKING:
    from engine.kit.agenda import Agenda
    from engine.kit.fold import Folds


class InTurns(Playing, Protocol):
    """What is asked of a state beside its agenda, dice and outcome."""

    @property
    def turn(self) -> int:
        """The turn's number."""


S = TypeVar("S", bound=InTurns)
C = TypeVar("C")
E = TypeVar("E")


class AgendaGame(Game[S, C, E]):
    """A game of one agenda. A large system overrides what needs modules that it imports late."""

    agenda: Agenda[S]
    """What each step asks and does."""
    folds: Folds[S]
    """What follows from each event."""

    def pending(self, state: S) -> tuple[Question, ...]:
        """Return the open questions."""
        return self.agenda.pending(state)

    def settled(self, state: S, dice: Dice) -> S:
        """Return a written position after the steps that ask nobody."""
        ledger = self._ledger(state, dice)
        self.agenda.advance(ledger)
        return ledger.state

    def decide(self, state: S, seat: str, command: C, dice: Dice) -> tuple[E, ...]:
        """Return the events that follow from a command; `Refused` says which rule forbids it."""
        ledger = self._ledger(state, dice)
        self.agenda.decide(ledger, self.agenda.pending(state), seat, command)
        return ledger.decided()

    def evolve(self, state: S, event: E) -> S:
        """Return the state after an event."""
        return self.folds.evolve(state, event)

    def outcome(self, state: S) -> Outcome | None:
        """Return how the battle ended."""
        ended: Outcome | None = state.outcome
        return ended

    def dice_rolled(self, state: S) -> int:
        """Return how many numbered dice the battle has used."""
        return state.dice

    def turn(self, state: S) -> int:
        """Return the turn's number."""
        return state.turn

    def planned(self, done: int, then: tuple[Any, ...]) -> E:
        """Return the event of an agenda that has changed: steps taken off, steps laid on.

        A game whose one step never goes needs none; `TypeError` names one that forgot it.
        """
        raise TypeError(f"{self.title} changes its agenda and has no event that says so")

    def _ledger(self, state: S, dice: Dice) -> Ledger[S, E]:
        return Ledger(state, dice, self.folds.evolve, self.planned)
