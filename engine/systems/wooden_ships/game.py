"""Wooden Ships & Iron Men as a game system: its rules, and the modules of its parts.

Rules are imported on first use, so that listing scenarios is fast.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.game.game import Outcome, Seat
from engine.game.parts.part import lazy_method, part
from engine.game.question import Fill, Reopen
from engine.kit.agenda import AgendaGame, lazy_attribute
from engine.kit.dataset import WithData
from engine.systems.wooden_ships.data import BOOKS, Book
from engine.systems.wooden_ships.machine import view
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.state import State

Command = Fill | Reopen


class WoodenShips(WithData[Book], AgendaGame[State, Command, ev.AnyEvent]):
    """The Basic Game: secret orders for all ships, carried out at once.

    The registry makes one object for each data set. Kernel, screens and players use only this
    object: no other code names a module of this system. Its rules are the agenda and the events;
    its parts are imported on first use.
    """

    name = "wooden_ships"
    title = "Wooden Ships & Iron Men"
    first_battle = "nymphe_cleopatre"
    strict_costs = "no more letters than a quick battle: between two ships 4 a turn"
    rules_version = "2"
    bookkeeping = (ev.Planned,)

    types = State, Command, ev.AnyEvent
    books = BOOKS
    agenda = lazy_attribute("engine.systems.wooden_ships.turn:RULES")
    # A class in a class attribute: `staticmethod` prevents it from being bound like a method.
    planned: Any = staticmethod(ev.Planned)

    words = part("engine.systems.wooden_ships.words.words:WoodenShipsWords")
    screen = part("engine.systems.wooden_ships.screen.screen:WoodenShipsScreen")
    answering = part("engine.systems.wooden_ships.answering:WoodenShipsAnswering")
    thinking = part("engine.systems.wooden_ships.thinking.thinking:WoodenShipsThinking")
    building = part("engine.systems.wooden_ships.set_up.scenarios:WoodenShipsBuilding")
    review = part("engine.systems.wooden_ships.review:WoodenShipsReview")
    positions = part("engine.systems.wooden_ships.positions.positions:WoodenShipsPositions")

    # Set-up ------------------------------------------------------------------

    scenarios = lazy_method("engine.systems.wooden_ships.set_up.scenarios:summaries")
    set_up = lazy_method("engine.systems.wooden_ships.set_up.scenarios:set_up")

    # Rules -------------------------------------------------------------------

    def seats(self, state: State) -> tuple[Seat, ...]:
        """Return the seats (places of players), each with its side; seats of one side are
        allies.
        """
        return tuple(Seat(key, each.name, each.side) for key, each in state.seats.items())

    def outcome(self, state: State) -> Outcome | None:
        ended = state.outcome
        return Outcome(ended.winners, ended.reason) if ended else None

    view = staticmethod(view)

    def undo_barrier(self, events: Iterable[ev.AnyEvent]) -> str:
        opened = any(isinstance(event, ev.SheetsOpened) for event in events)
        return "sealed sheets were opened" if opened else ""
