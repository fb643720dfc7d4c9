"""Flotilla: a small game that tests sheets (forms of several orders) everywhere in the program.

Each side has two boats. Each turn both players fill in a sheet: an order for each boat, spelt with
`1`, `L` and `R`, and which boats fire; each shot costs a keg of powder. When both sheets are
submitted, all boats move. Then those that fire hit the nearest enemy in range with five or more on
a die of eight. Two hits sink a boat.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import dist
from typing import Any

from msgspec.structs import replace

from engine.base.errors import SetUpFault
from engine.game.decision import Answer, Closed, Option
from engine.game.game import Seat
from engine.game.parts.part import part
from engine.game.question import NO_SHEET, Budget, Fill, Sheet, Slot
from engine.kernel.registry import register
from engine.kit.agenda import Agenda, AgendaGame
from engine.kit.ledger import Ledger
from engine.space.plane.pose import Pose
from tests.flotilla.facts import (
    BOATS,
    NAMES,
    ORDERS,
    REACH,
    TOLD,
    Boat,
    Command,
    Event,
    Fired,
    Flotilla,
    GiveOrders,
    Moved,
    Reopened,
    Sealed,
    TurnEnded,
    run,
    told,
)
from tests.flotilla.parts import FlotillaScreen, FlotillaWords

RULES = Agenda[Flotilla]()
GUNS = "guns"


@RULES.asks(GiveOrders)
def orders(state: Flotilla, step: GiveOrders) -> tuple[Sheet, ...]:
    """Return the sheets of all players who have not submitted theirs."""
    return tuple(sheet(state, seat) for seat in NAMES if seat not in state.sealed)


def sheet(state: Flotilla, seat: str) -> Sheet:
    """Return the sheet of a player: an order for each boat, and which boats fire."""
    boats = state.afloat(seat)
    typed = tuple(Option(order, told(seat, order), None) for order in ORDERS)
    slots = [Slot(key, BOATS[key], typed, subject=key, typed="".join(TOLD[seat])) for key in boats]
    fire = tuple(Option(key, f"{BOATS[key]} fires", None, subject=key) for key in boats)
    sunk = tuple(
        Closed(f"{BOATS[key]} fires", "she is sunk")
        for key in state.boats
        if key[0] == seat and key not in boats
    )
    guns = Slot(
        GUNS,
        "Guns",
        fire,
        at_most=len(boats),
        needs=False,
        costs={key: {"powder": 1} for key in boats},
        closed=sunk,
    )
    return Sheet(
        f"orders {state.turn}",
        seat,
        "orders",
        f"{NAMES[seat]}: orders for turn {state.turn}.",
        (*slots, guns),
        purses=(Budget("powder", state.powder[seat], "kegs"),),
        proposed={key: Answer("1") for key in boats},
    )


@RULES.takes(GiveOrders)
def filled(ledger: Ledger[Flotilla, Event], step: GiveOrders, seat: str, fill: Fill) -> None:
    """Take a submitted sheet; when both players have submitted, let the boats move and fire."""
    ledger.write(Sealed(seat, fill.answers))
    sealed = ledger.state.sealed
    if len(sealed) < len(NAMES):
        return
    sheets = [sealed[key] for key in NAMES]
    for answers in sheets:
        for key, answer in answers.items():
            if key in BOATS:
                pose = ledger.state.boats[key].pose
                ledger.write(Moved(key, run(pose, answer.option)))
    for answers in sheets:
        for key in answers.get(GUNS, Answer()).chosen:
            state = ledger.state
            target = state.nearest(key)
            if target:
                face = ledger.face(8)
                ends = (state.boats[each].pose.at for each in (key, target))
                ledger.write(Fired(key, target, face, face >= 5 and dist(*ends) <= REACH))
    ledger.write(TurnEnded())


def why_not_reopen(state: Flotilla, seat: str) -> str:
    """Return why a player may not reopen the submitted sheet; '' if it is allowed."""
    return "" if seat in state.sealed else NO_SHEET


@RULES.reopening(why_not_reopen)
def reopened(ledger: Ledger[Flotilla, Event], seat: str) -> None:
    """Give a player the submitted sheet back."""
    ledger.write(Reopened(seat))


class FlotillaGame(AgendaGame[Flotilla, Command, Event]):
    """The rules of the flotilla as a game of the engine."""

    name = "flotilla"
    title = "Two Boats a Side"
    rules_version = "1"

    types = Flotilla, Command, Event
    agenda = RULES
    words, screen = part(FlotillaWords), part(FlotillaScreen)

    def scenarios(self) -> Mapping[str, str]:
        return {"melee": "two boats a side, two hits each, eight turns"}

    def set_up(self, scenario: str, options: Mapping[str, Any] | None = None) -> Flotilla:
        if scenario not in self.scenarios():
            raise SetUpFault(self.title, [("scenario", f"'{scenario}'; known: 'melee'")])
        red, blue = Pose(4.0, 3.0, 0.0), Pose(4.0, 13.0, 180.0)
        places = {"A1": red, "A2": red.moved(90.0, 5.0), "B1": blue, "B2": blue.moved(90.0, 5.0)}
        return Flotilla({key: Boat(pose.rounded()) for key, pose in places.items()})

    def seats(self, state: Flotilla) -> tuple[Seat, ...]:
        return tuple(Seat(key, name, name) for key, name in NAMES.items())

    def view(self, state: Flotilla, seat: str) -> Flotilla:
        known = {key: sheet if key == seat else {} for key, sheet in state.sealed.items()}
        return replace(state, sealed=known)

    def undo_barrier(self, events: Iterable[Event]) -> str:
        over = any(isinstance(event, TurnEnded) for event in events)
        return "the orders were revealed" if over else ""


register(FlotillaGame())
