"""Oak & Iron as a game system: its rules, and the modules of its parts.

Rules and geometry are imported on first use, so that a report or a list of cards starts quickly.
"""

from __future__ import annotations

from engine.game.game import Seat
from engine.game.parts.part import part
from engine.kit.agenda import AgendaGame, lazy_attribute
from engine.kit.dataset import WithData
from engine.systems.oak_iron.data.book import BOOKS
from engine.systems.oak_iron.data.facts import Book
from engine.systems.oak_iron.machine import Ledger, undo_barrier, view
from engine.systems.oak_iron.set_up.scenarios import scenarios, set_up
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.commands import AnyCommand
from engine.systems.oak_iron.state.state import State


class OakIron(WithData[Book], AgendaGame[State, AnyCommand, ev.AnyEvent]):
    """Oak & Iron V1.02: small squadrons in the age of fighting sail."""

    name = "oak_iron"
    title = "Oak & Iron"
    first_battle = "quickstart"
    strict_costs = (
        "two or three letters for each letter of a quick battle: in a quick start 19 a turn, not 10"
    )
    rules_version = "4"
    bookkeeping = (ev.Planned,)

    types = State, AnyCommand, ev.AnyEvent
    books = BOOKS
    agenda = lazy_attribute("engine.systems.oak_iron.turn.rules:RULES")
    ledger = Ledger

    words = part("engine.systems.oak_iron.words.words:OakIronWords")
    screen = part("engine.systems.oak_iron.screen.screen:OakIronScreen")
    answering = part("engine.systems.oak_iron.answering:OakIronAnswering")
    building = part("engine.systems.oak_iron.set_up.scenarios:OakIronBuilding")
    thinking = part("engine.systems.oak_iron.thinking.thinking:OakIronThinking")
    review = part("engine.systems.oak_iron.review:OakIronReview")
    positions = part("engine.systems.oak_iron.positions.positions:OakIronPositions")

    # Set-up ------------------------------------------------------------------

    scenarios = staticmethod(scenarios)
    set_up = staticmethod(set_up)

    # Rules -------------------------------------------------------------------

    def seats(self, state: State) -> tuple[Seat, ...]:
        """Return a seat (the side that one player plays) for each squadron."""
        return tuple(Seat(key, each.name, each.side) for key, each in state.squadrons.items())

    def setting_up(self, state: State) -> bool:
        """Tell whether the battle is still being set up, by drafting cards or deploying ships."""
        return state.phase == "set_up"

    view = staticmethod(view)
    undo_barrier = staticmethod(undo_barrier)
