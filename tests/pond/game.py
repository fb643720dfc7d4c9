"""Pond: two gunboats, one secret choice a turn, one die. It proves the contract of a game.

Each turn both seats secretly steer or lay the gun. When both have chosen, boats that
steer turn and run two inches; then each gun that was laid hits on five or more of eight
if the other boat is within reach. Two hits sink a boat; after twelve turns it is a draw.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.base.errors import SetUpFault
from engine.game.decision import Closed, Decision, Dial, Option
from engine.game.game import Seat
from engine.game.parts.part import part
from engine.kernel.registry import register
from engine.kit.agenda import Agenda
from engine.kit.agenda_game import AgendaGame
from engine.kit.ledger import Ledger
from engine.space.plane.pose import Pose
from tests.pond.facts import (
    NAMES,
    REACH,
    Boat,
    Event,
    Fired,
    GiveOrders,
    LayGun,
    Moved,
    Order,
    Ordered,
    Pond,
    Steer,
    TurnEnded,
    covered,
    folds,
    other,
    run,
    with_boat,
)
from tests.pond.parts import PondPositions, PondReview, PondScreen, PondThinking, PondWords

RULES = Agenda[Pond]()


@RULES.asks(GiveOrders)
def orders(pond: Pond, step: GiveOrders) -> tuple[Decision, ...]:
    """Ask every seat that has not chosen yet."""
    return tuple(question(pond, seat) for seat in NAMES if not pond.boats[seat].order)


def question(pond: Pond, seat: str) -> Decision:
    """Return what a seat is asked."""
    options = [Option("steer", "Steer", Steer(), dial="angle", subject=seat)]
    closed: tuple[Closed, ...] = ()
    if pond.range <= REACH:
        options.append(Option("lay_gun", "Lay the gun", LayGun(), subject=seat))
    else:
        closed = (Closed("Lay the gun", f"the other boat is more than {REACH:g} inches off"),)
    prompt = f"{NAMES[seat]}: steer, or lay the gun?"
    dial = Dial(-90.0, 90.0, 15.0)
    return Decision(
        seat, "order", prompt, tuple(options), dial, closed=closed, secret=True, ship=seat
    )


@RULES.takes(GiveOrders)
def ordered(ledger: Ledger[Pond, Event], step: GiveOrders, seat: str, order: Order) -> None:
    """Take an order; when both are in, run and fire."""
    ledger.write(Ordered(seat, order))
    boats = ledger.state.boats
    if any(boat.order is None for boat in boats.values()):
        return
    for key, boat in boats.items():
        if isinstance(boat.order, Steer):
            ledger.write(Moved(key, run(boat.pose, boat.order.angle)))
    for key, boat in boats.items():
        if isinstance(boat.order, LayGun):
            face = ledger.face(8)
            ledger.write(Fired(key, face, face >= 5 and ledger.state.range <= REACH))
    ledger.write(TurnEnded())


class PondGame(AgendaGame[Pond, Order, Event]):
    """The rules of the pond."""

    name = "pond"
    title = "Gunboats on a Pond"
    rules_version = "1"
    types = Pond, Order, Event
    agenda, folds = RULES, folds
    words, screen, thinking = part(PondWords), part(PondScreen), part(PondThinking)
    review, positions = part(PondReview), part(PondPositions)

    def scenarios(self) -> Mapping[str, str]:
        return dict.fromkeys(("duel", "gunboats"), "two gunboats, two hits, twelve turns")

    def set_up(self, scenario: str, options: Mapping[str, Any] | None = None) -> Pond:
        if scenario not in self.scenarios():
            raise SetUpFault(
                self.title, [("scenario", f"'{scenario}'; known are 'duel' and 'gunboats'")]
            )
        return Pond({"A": Boat(Pose(3.0, 3.0, 45.0)), "B": Boat(Pose(9.0, 9.0, 225.0))})

    def seats(self, state: Pond) -> tuple[Seat, ...]:
        return tuple(Seat(key, name, name) for key, name in NAMES.items())

    def view(self, state: Pond, seat: str) -> Pond:
        return with_boat(state, other(seat), order=None) if seat else covered(state)

    def undo_barrier(self, events: Iterable[Event]) -> str:
        return "the orders were revealed" if TurnEnded() in events else ""


register(PondGame())
