"""Pond: a small game with two gunboats, one secret choice a turn, and one die. It tests the
interface of a game.

Each turn both seats secretly steer or lay the gun. When both have chosen, boats that steer turn and
move two inches ahead. Then each gun that was laid hits with five or more on a die of eight if the
other boat is in range. Two hits sink a boat; after twelve turns it is a draw.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.base.errors import SetUpFault
from engine.game.game import Seat
from engine.game.parts.part import part
from engine.kit.agenda import AgendaGame
from engine.kit.dataset import WithData
from engine.space.plane.pose import Pose
from tests.pond import questions, rules
from tests.pond.events import Event, TurnEnded
from tests.pond.figures import BOOKS, Book
from tests.pond.opinions import PondReview, PondThinking
from tests.pond.positions import PondPositions
from tests.pond.screen import PondScreen
from tests.pond.state import Boat, Order, Pond, covered, name, other, with_boat
from tests.pond.words import PondWords

CHAPTERS = (questions, rules)
"""The modules whose steps make up a turn."""


class PondGame(WithData[Book], AgendaGame[Pond, Order, Event]):
    """The rules of the pond."""

    name = "pond"
    title = "Gunboats on a Pond"
    rules_version = "1"
    types = Pond, Order, Event
    books = BOOKS
    agenda = questions.RULES
    words, screen, positions = part(PondWords), part(PondScreen), part(PondPositions)
    thinking, review = part(PondThinking), part(PondReview)

    def scenarios(self) -> Mapping[str, str]:
        return dict.fromkeys(("duel", "gunboats"), "two gunboats, two hits, twelve turns")

    def set_up(self, scenario: str, options: Mapping[str, Any] | None = None) -> Pond:
        if scenario not in self.scenarios():
            raise SetUpFault(
                self.title, [("scenario", f"'{scenario}'; known: 'duel' and 'gunboats'")]
            )
        return Pond({"A": Boat(Pose(3.0, 3.0, 45.0)), "B": Boat(Pose(9.0, 9.0, 225.0))})

    def seats(self, state: Pond) -> tuple[Seat, ...]:
        return tuple(Seat(key, name(key), name(key)) for key in state.boats)

    def view(self, state: Pond, seat: str) -> Pond:
        return with_boat(state, other(seat), order=None) if seat else covered(state)

    def undo_barrier(self, events: Iterable[Event]) -> str:
        return "the orders were revealed" if TurnEnded() in events else ""
