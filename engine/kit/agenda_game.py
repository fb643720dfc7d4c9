"""A game whose rules are an agenda and whose events say what follows from them."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from msgspec.structs import replace

from engine.base.dice import Dice
from engine.game.decided import Decided
from engine.game.game import Game, Outcome
from engine.game.parts.part import found
from engine.game.question import Question
from engine.game.sheet import Sheet
from engine.kit.fold import evolve
from engine.kit.ledger import Ledger, Playing
from engine.kit.step import UnderWay

if TYPE_CHECKING:
    from engine.kit.agenda import Agenda


class InTurns(Playing, Protocol):
    """What is asked of a state beside its agenda, dice and outcome."""

    @property
    def turn(self) -> int:
        """The turn's number."""


S = TypeVar("S", bound=InTurns)
C = TypeVar("C")
E = TypeVar("E")


def late(place: str) -> Any:
    """Return what a module has under a name, imported when a game first asks for it.

    For what takes long to import, such as all the rules: `agenda = late("pond.rules:RULES")`.
    """
    return cached_property(lambda _game: found(place))


class AgendaGame(Game[S, C, E]):
    """A game of one agenda: a system says what its rules and ledger are, and no more.

    The base of every system here but the series. What is left to write is what its scenarios and
    seats are and what a seat may see.
    """

    agenda: Agenda[S]
    """What each step asks and does."""
    ledger: Any = None
    """A class of ledgers made of a state and dice, where the game rolls in words of its own."""

    def pending(self, state: S) -> tuple[Question, ...]:
        """Return the open questions."""
        return self.agenda.pending(state)

    def under_way(self, state: S) -> S:
        """Return a state in the middle of a command, marked so that nothing is asked of it.

        A game whose one step never goes has no agenda among its fields, and its states are whole.
        """
        if "agenda" not in state.__struct_fields__:  # type: ignore[attr-defined]
            return state
        return replace(state, agenda=UnderWay(state.agenda))  # type: ignore[type-var]

    def settled(self, state: S, dice: Dice) -> S:
        """Return a written position after the steps that ask nobody."""
        ledger = self._ledger(state, dice)
        self.agenda.advance(ledger)
        return ledger.state

    def decide(self, state: S, seat: str, command: C, dice: Dice) -> Decided[S, E]:
        """Return the events that follow from a command; `Refused` says which rule forbids it."""
        ledger = self._ledger(state, dice)
        self.agenda.decide(ledger, self.pending(state), seat, command)
        return ledger.decided()

    def reopens(self, state: S, seat: str) -> C | None:
        """Return the command by which a seat opens its sealed sheet again, if it may."""
        return self.agenda.reopens(state, seat)  # type: ignore[return-value]

    def aside(self, state: S, seat: str) -> Sheet | None:
        """Return the sheet that a seat may fill in at any time, beside what is asked, if any."""
        return self.agenda.aside(state, seat)

    def evolve(self, state: S, event: E) -> S:
        """Return the state after an event."""
        return evolve(state, event)

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
        if self.ledger is not None:
            made: Ledger[S, E] = self.ledger(state, dice)
            return made
        return Ledger(state, dice, self.planned)
