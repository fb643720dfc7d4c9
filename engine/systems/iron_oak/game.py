"""Iron & Oak as a game system: its rules, and where its other parts are.

Modules are imported on first use, so that listing battles is fast.
"""

from __future__ import annotations

from engine.game.game import Seat
from engine.game.parts.part import lazy_method, part
from engine.kit.agenda import AgendaGame, lazy_attribute
from engine.kit.dataset import WithData
from engine.systems.iron_oak.data.book import BOOKS, Book
from engine.systems.iron_oak.machine import Ledger, undo_barrier, view
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state.commands import AnyCommand
from engine.systems.iron_oak.state.state import State
from engine.systems.iron_oak.victory import NAMES

DEALT = (
    "both players get their action cards from one deck, and whichever computer shuffled it would "
    "know both hands"
)
"""Why this game cannot be played in strict mode by mail, as words for the player."""


class IronOak(WithData[Book], AgendaGame[State, AnyCommand, ev.AnyEvent]):
    """Iron & Oak: ironclads on rivers and bays.

    The registry makes one object for each data set. Kernel, screens and players use only this
    object: no other code names a module of this system. Its rules are the agenda and the events;
    its parts are imported on first use.
    """

    name = "iron_oak"
    title = "Iron & Oak"
    first_battle = "hampton_roads"
    rules_version = "2"
    dealt_in_secret = DEALT
    bookkeeping = (ev.Planned,)

    types = State, AnyCommand, ev.AnyEvent
    books = BOOKS
    agenda = lazy_attribute("engine.systems.iron_oak.turn:RULES")
    ledger = Ledger

    positions = part("engine.systems.iron_oak.positions.positions:IronOakPositions")
    building = part("engine.systems.iron_oak.set_up:IronOakBuilding")
    answering = part("engine.systems.iron_oak.answering:IronOakAnswering")
    words = part("engine.systems.iron_oak.words.words:IronOakWords")
    screen = part("engine.systems.iron_oak.screen.screen:IronOakScreen")
    thinking = part("engine.systems.iron_oak.thinking.thinking:IronOakThinking")
    review = part("engine.systems.iron_oak.review:IronOakReview")

    # Set-up ------------------------------------------------------------------

    scenarios = lazy_method("engine.systems.iron_oak.set_up:scenarios")
    set_up = lazy_method("engine.systems.iron_oak.set_up:set_up")

    # Rules -------------------------------------------------------------------

    def seats(self, state: State) -> tuple[Seat, ...]:
        """Return the seats (places of players): one for each side, or several in team play."""
        seats = (
            Seat(key, name, NAMES[side])
            for side, each in state.sides.items()
            for key, name in zip(each.seats, each.names, strict=True)
        )
        return tuple(sorted(seats, key=lambda seat: seat.key))

    pending = lazy_method("engine.systems.iron_oak.turn:pending")

    def setting_up(self, state: State) -> bool:
        """Tell whether players still choose hidden counters and anchors, before the first turn."""
        return state.phase == "set_up"

    view = staticmethod(view)
    undo_barrier = staticmethod(undo_barrier)
