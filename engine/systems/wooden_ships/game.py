"""Wooden Ships & Iron Men as a game system: the rules. Its parts are found by parts.py.

Rules are imported when they are first needed, so that a list of scenarios is told without them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.base.dice import Dice
from engine.game.game import Outcome, Seat
from engine.game.question import Question
from engine.game.sheet import Reopen, Sheet
from engine.kit.dataset import WithData
from engine.systems.wooden_ships.data.book import BOOKS, Book
from engine.systems.wooden_ships.parts import Command, WoodenShipsParts
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.evolve import evolve
from engine.systems.wooden_ships.state.state import State


class WoodenShips(WithData[Book], WoodenShipsParts):
    """The Basic Game: secret orders for all ships, carried out at once."""

    name = "wooden_ships"
    title = "Wooden Ships & Iron Men"
    rules_version = "2"
    bookkeeping = (ev.Planned,)

    books = BOOKS

    @property
    def types(self) -> tuple[Any, Any, Any]:
        """State, command and event."""
        return State, Command, ev.AnyEvent

    # Set-up ------------------------------------------------------------------

    def scenarios(self) -> Mapping[str, str]:
        """Return scenario names with one line about each."""
        from engine.systems.wooden_ships.set_up.scenarios import summaries

        return summaries()

    def set_up(self, scenario: str, options: Mapping[str, Any] | None = None) -> State:
        """Return the state at the start of a scenario."""
        from engine.systems.wooden_ships.set_up.scenarios import set_up

        return set_up(scenario, options)

    # Rules -------------------------------------------------------------------

    def seats(self, state: State) -> tuple[Seat, ...]:
        """Return the seats; those of one side are friends."""
        return tuple(Seat(key, each.name, each.side) for key, each in state.seats.items())

    def pending(self, state: State) -> tuple[Question, ...]:
        """Return the open sheets."""
        from engine.systems.wooden_ships.turn import rules

        return rules.pending(state)

    def settled(self, state: State, dice: Dice) -> State:
        """Return a written position after the steps that ask nobody."""
        from engine.systems.wooden_ships.turn import rules

        return rules.settle(state, dice)

    def decide(
        self, state: State, seat: str, command: Command, dice: Dice
    ) -> tuple[ev.AnyEvent, ...]:
        """Return the events that follow from a command; `Refused` says which rule forbids it."""
        from engine.systems.wooden_ships.turn import rules

        return rules.decide(state, seat, command, dice)

    def reopens(self, state: State, seat: str) -> Command | None:
        """Return the command that opens a seat's sealed sheet again, while others are out."""
        return Reopen() if seat in state.sealed else None

    def aside(self, state: State, seat: str) -> Sheet | None:
        """Return the sheet of standing choices, which may be changed at any time."""
        from engine.systems.wooden_ships.machine.standing import standing_sheet

        return standing_sheet(state, seat)

    def evolve(self, state: State, event: ev.AnyEvent) -> State:
        """Return the state after an event."""
        return evolve(state, event)

    def outcome(self, state: State) -> Outcome | None:
        """Return how the battle ended."""
        ended = state.outcome
        return Outcome(ended.winners, ended.reason) if ended else None

    def view(self, state: State, seat: str) -> State:
        """Return the state without the sealed sheets of other seats."""
        from engine.systems.wooden_ships.machine.view import view

        return view(state, seat)

    def undo_barrier(self, events: Iterable[ev.AnyEvent]) -> str:
        """Say why these events may not be freely undone."""
        opened = any(isinstance(event, ev.SheetsOpened) for event in events)
        return "the sheets lie open" if opened else ""
