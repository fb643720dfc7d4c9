"""Iron & Oak as a game system: the rules, and where its other parts are found.

Rooms are imported when they are first needed, so that a list of battles is told without them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.base.dice import Dice
from engine.game.game import Seat
from engine.game.question import Question
from engine.game.sheet import Reopen, Sheet
from engine.kit.dataset import WithData
from engine.systems.iron_oak.data.book import BOOKS, Book
from engine.systems.iron_oak.parts import IronOakParts
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state.commands import AnyCommand
from engine.systems.iron_oak.state.evolve import evolve
from engine.systems.iron_oak.state.state import State


class IronOak(WithData[Book], IronOakParts):
    """Iron & Oak: ironclads on rivers and bays."""

    name = "iron_oak"
    title = "Iron & Oak"
    rules_version = "2"
    bookkeeping = (ev.Planned,)

    books = BOOKS

    @property
    def types(self) -> tuple[Any, Any, Any]:
        """State, command and event."""
        return State, AnyCommand, ev.AnyEvent

    # Set-up ------------------------------------------------------------------

    def scenarios(self) -> Mapping[str, str]:
        """Return the battles with one line about each."""
        from engine.systems.iron_oak.set_up import scenarios

        return scenarios.scenarios()

    def set_up(self, scenario: str, options: Mapping[str, Any] | None = None) -> State:
        """Return the state at the start of a battle."""
        from engine.systems.iron_oak.set_up import scenarios

        return scenarios.set_up(scenario, options)

    # Rules -------------------------------------------------------------------

    def seats(self, state: State) -> tuple[Seat, ...]:
        """Return the seats: one a side, or several in team play."""
        from engine.systems.iron_oak.victory.wording import NAMES

        seats = (
            Seat(key, name, NAMES[side])
            for side, each in state.sides.items()
            for key, name in zip(each.seats, each.names, strict=True)
        )
        return tuple(sorted(seats, key=lambda seat: seat.key))

    def pending(self, state: State) -> tuple[Question, ...]:
        """Return the open questions."""
        from engine.systems.iron_oak.turn import rules

        return rules.pending(state)

    def setting_up(self, state: State) -> bool:
        """Tell whether hidden counters and anchors are still chosen."""
        return state.phase == "set_up"

    def settled(self, state: State, dice: Dice) -> State:
        """Return a set-up or a written position after the steps that ask nobody."""
        from engine.systems.iron_oak.turn import rules

        return rules.settled(state, dice)

    def decide(
        self, state: State, seat: str, command: AnyCommand, dice: Dice
    ) -> tuple[ev.AnyEvent, ...]:
        """Return the events that follow from a command; `Refused` says which rule forbids it."""
        from engine.systems.iron_oak.turn import rules

        return rules.decide(state, rules.pending(state), seat, command, dice)

    def reopens(self, state: State, seat: str) -> AnyCommand | None:
        """Return the command that opens a seat's sealed orders again, until all are sealed."""
        from engine.systems.iron_oak.orders.reopening import why_not_reopen

        return None if why_not_reopen(state, seat) else Reopen()

    def aside(self, state: State, seat: str) -> Sheet | None:
        """Return the sheet of standing answers, which may be changed at any time."""
        from engine.systems.iron_oak.cards.standing import standing_sheet

        return standing_sheet(state, seat)

    def evolve(self, state: State, event: ev.AnyEvent) -> State:
        """Return the state after an event."""
        return evolve(state, event)

    def view(self, state: State, seat: str) -> State:
        """Return the state without hands, covered orders and hidden counters of others."""
        from engine.systems.iron_oak.machine.view import view

        return view(state, seat)

    def undo_barrier(self, events: Iterable[ev.AnyEvent]) -> str:
        """Say why these events may not be freely undone."""
        from engine.systems.iron_oak.machine.barrier import undo_barrier

        return undo_barrier(events)
