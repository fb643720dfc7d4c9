"""Oak & Iron as a game system: the rules. parts.py says where its other parts are found.

Rules and geometry are imported when they are first needed, so that a report or a list of cards
is told without them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from engine.base.dice import Dice
from engine.game.game import Seat
from engine.game.question import Question
from engine.kit.dataset import WithData
from engine.systems.oak_iron.data.book import BOOKS
from engine.systems.oak_iron.data.facts import Book
from engine.systems.oak_iron.parts import OakIronParts
from engine.systems.oak_iron.set_up import scenarios
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.commands import AnyCommand
from engine.systems.oak_iron.state.evolve import evolve
from engine.systems.oak_iron.state.state import HIDDEN, Squadron, State


class OakIron(WithData[Book], OakIronParts):
    """Oak & Iron V1.02: small squadrons in the age of fighting sail."""

    name = "oak_iron"
    title = "Oak & Iron"
    rules_version = "3"
    bookkeeping = (ev.Planned,)

    books = BOOKS

    @property
    def types(self) -> tuple[Any, Any, Any]:
        """State, command and event."""
        return State, AnyCommand, ev.AnyEvent

    # Set-up ------------------------------------------------------------------

    def scenarios(self) -> Mapping[str, str]:
        """Return scenario names with one line about each."""
        return scenarios.scenarios()

    def set_up(self, scenario: str, options: Mapping[str, Any] | None = None) -> State:
        """Return the state at the start of a scenario."""
        return scenarios.set_up(scenario, options)

    # Rules -------------------------------------------------------------------

    def seats(self, state: State) -> tuple[Seat, ...]:
        """Return a seat for each squadron."""
        return tuple(Seat(key, each.name, each.side) for key, each in state.squadrons.items())

    def pending(self, state: State) -> tuple[Question, ...]:
        """Return the open questions."""
        from engine.systems.oak_iron.turn import rules

        return rules.pending(state)

    def setting_up(self, state: State) -> bool:
        """Tell whether cards are still drafted and ships deployed."""
        return state.phase == "set_up"

    def settled(self, state: State, dice: Dice) -> State:
        """Return a written position after the steps that ask nobody."""
        from engine.systems.oak_iron.turn import rules

        return rules.settled(state, dice)

    def decide(
        self, state: State, seat: str, command: AnyCommand, dice: Dice
    ) -> tuple[ev.AnyEvent, ...]:
        """Return the events that follow from a command; `Refused` says which rule forbids it."""
        from engine.systems.oak_iron.turn import rules

        return rules.decide(state, rules.pending(state), seat, command, dice)

    def evolve(self, state: State, event: ev.AnyEvent) -> State:
        """Return the state after an event."""
        return evolve(state, event)

    def view(self, state: State, seat: str) -> State:
        """Return the state without the cards that a seat may not see."""
        squadrons = {
            key: each if key == seat else _covered(each) for key, each in state.squadrons.items()
        }
        return replace(state, squadrons=squadrons)

    def undo_barrier(self, events: Iterable[ev.AnyEvent]) -> str:
        """Say why these events may not be freely undone."""
        for event in events:
            if isinstance(event, _DICE):
                return "dice were rolled"
            if isinstance(event, ev.CardsRevealed | ev.CardBorrowed | ev.CardLaidOpen):
                return "a card was revealed"
        return ""


_DICE = (
    ev.DiceRolled,
    ev.DiceRerolled,
    ev.DiceAdded,
    ev.SinkingRolled,
    ev.OfficerRolled,
    ev.EventDrawn,
    ev.CardLaidAtRandom,
    ev.WeatherShifted,
    ev.CurrentSet,
)


def _covered(squadron: Squadron) -> Squadron:
    """Return a squadron as others see it: how many cards it holds, not which."""
    return replace(
        squadron,
        hand=(HIDDEN,) * len(squadron.hand),
        face_down=HIDDEN if squadron.face_down and not squadron.laid_open else squadron.face_down,
    )
