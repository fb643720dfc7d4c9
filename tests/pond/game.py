"""Pond: two gunboats, one secret choice a turn, one die. It proves the contract of a game.

Each turn both seats secretly steer or lay the gun. When both have chosen, boats that
steer turn and run two inches; then each gun that was laid hits on five or more of eight
if the other boat is within reach. Two hits sink a boat; after twelve turns it is a draw.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

import msgspec

from engine.base.dice import Dice
from engine.base.errors import SetUpFault
from engine.game.decision import Closed, Decision, Dial, Option
from engine.game.game import Game, Outcome, Seat
from engine.game.question import Question
from engine.kernel.registry import register
from engine.kit.agenda import Agenda
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
    folds,
    run,
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


class PondGame(Game[Pond, Order, Event]):
    """The rules of the pond."""

    name = "pond"
    title = "Gunboats on a Pond"
    rules_version = "1"

    @property
    def types(self) -> tuple[Any, Any, Any]:
        return Pond, Order, Event

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

    def pending(self, state: Pond) -> tuple[Question, ...]:
        return RULES.pending(state)

    def decide(self, state: Pond, seat: str, command: Order, dice: Dice) -> tuple[Event, ...]:
        ledger = Ledger(state, dice, folds.evolve, lambda done, then: TurnEnded())
        RULES.decide(ledger, RULES.pending(state), seat, command)
        return ledger.decided()

    def evolve(self, state: Pond, event: Event) -> Pond:
        return folds.evolve(state, event)

    def outcome(self, state: Pond) -> Outcome | None:
        return state.outcome

    def view(self, state: Pond, seat: str) -> Pond:
        boats = {
            key: boat if key == seat else msgspec.structs.replace(boat, order=None)
            for key, boat in state.boats.items()
        }
        return msgspec.structs.replace(state, boats=boats)

    def undo_barrier(self, events: Iterable[Event]) -> str:
        return "the orders were revealed" if TurnEnded() in events else ""

    def dice_rolled(self, state: Pond) -> int:
        return state.dice

    def turn(self, state: Pond) -> int:
        return state.turn

    @cached_property
    def words(self) -> PondWords:
        return PondWords(self)

    @cached_property
    def screen(self) -> PondScreen:
        return PondScreen(self)

    @cached_property
    def thinking(self) -> PondThinking:
        return PondThinking(self)

    @cached_property
    def review(self) -> PondReview:
        return PondReview(self)

    @cached_property
    def positions(self) -> PondPositions:
        return PondPositions(self)


register(PondGame())
