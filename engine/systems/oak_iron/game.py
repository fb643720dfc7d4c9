"""Oak & Iron as a game system: its rules, and where its parts are found.

Rules and geometry are imported when they are first needed, so that a report or a list of cards
is told without them.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from engine.game.game import Seat
from engine.game.parts.part import part
from engine.kit.agenda_game import AgendaGame, late
from engine.kit.dataset import WithData
from engine.systems.oak_iron.data.book import BOOKS
from engine.systems.oak_iron.data.facts import Book
from engine.systems.oak_iron.machine.ledger import Ledger
from engine.systems.oak_iron.set_up.scenarios import scenarios, set_up
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.commands import AnyCommand
from engine.systems.oak_iron.state.evolve import folds
from engine.systems.oak_iron.state.state import HIDDEN, Squadron, State


class OakIron(WithData[Book], AgendaGame[State, AnyCommand, ev.AnyEvent]):
    """Oak & Iron V1.02: small squadrons in the age of fighting sail."""

    name = "oak_iron"
    title = "Oak & Iron"
    rules_version = "3"
    bookkeeping = (ev.Planned,)

    types = State, AnyCommand, ev.AnyEvent
    books = BOOKS
    agenda = late("engine.systems.oak_iron.turn.rules:RULES")
    ledger = Ledger
    folds = folds

    words = part("engine.systems.oak_iron.words.words:OakIronWords")
    screen = part("engine.systems.oak_iron.screen.screen:OakIronScreen")
    answering = part("engine.systems.oak_iron.answering:OakIronAnswering")
    building = part("engine.systems.oak_iron.building:OakIronBuilding")
    thinking = part("engine.systems.oak_iron.thinking.thinking:OakIronThinking")
    review = part("engine.systems.oak_iron.review.review:OakIronReview")
    positions = part("engine.systems.oak_iron.positions.positions:OakIronPositions")

    # Set-up ------------------------------------------------------------------

    scenarios = staticmethod(scenarios)
    set_up = staticmethod(set_up)

    # Rules -------------------------------------------------------------------

    def seats(self, state: State) -> tuple[Seat, ...]:
        """Return a seat for each squadron."""
        return tuple(Seat(key, each.name, each.side) for key, each in state.squadrons.items())

    def setting_up(self, state: State) -> bool:
        """Tell whether cards are still drafted and ships deployed."""
        return state.phase == "set_up"

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
