"""Pond: two gunboats, one secret choice a turn, one die. It proves the Game protocol.

Each turn both seats secretly steer or lay the gun. When both have chosen, boats that
steer turn and run two inches; then each gun that was laid hits on five or more of eight
if the other boat is within reach. Two hits sink a boat; after twelve turns it is a draw.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import dist
from typing import Any

import msgspec

from engine.base.dice import Dice
from engine.base.errors import Refused, SetUpFault
from engine.game.decision import Closed, Decision, Dial, Option
from engine.game.game import Outcome, Seat
from engine.game.position import Faults, Reader
from engine.kernel.registry import register
from engine.space.plane.pose import Pose
from tests.pond.facts import (
    NAMES,
    REACH,
    SINKS,
    SIZE,
    TURNS,
    Boat,
    Event,
    Fired,
    LayGun,
    Moved,
    Order,
    Ordered,
    Pond,
    Steer,
    TurnEnded,
    other,
    run,
)
from tests.pond.screen import PondScreen


class PondGame(PondScreen):
    """The rules of the pond."""

    name = "pond"
    title = "Gunboats on a Pond"
    rules_version = "1"

    @property
    def types(self) -> tuple[Any, Any, Any]:
        return Pond, Order, Event

    def scenarios(self) -> Mapping[str, str]:
        return {"duel": "two gunboats, two hits, twelve turns"}

    def set_up(self, scenario: str, options: Mapping[str, Any] | None = None) -> Pond:
        if scenario not in self.scenarios():
            raise SetUpFault(self.title, [("scenario", f"'{scenario}'; known is 'duel'")])
        return Pond({"A": Boat(Pose(3.0, 3.0, 45.0)), "B": Boat(Pose(9.0, 9.0, 225.0))})

    def from_position(self, source: str, table: Mapping[str, Any]) -> tuple[Pond, int]:
        faults = Faults(source)
        reader = Reader(table, faults)
        reader.skip("game", "title")
        seed, turn = reader.integer("seed", 0), reader.integer("turn", 1, 1, TURNS)
        boats = {}
        fleet = reader.table("boats", required=True)
        for seat in NAMES:
            boat = fleet.table(seat, required=True)
            x, y = (boat.number(key, low=0.0, high=SIZE) for key in ("x", "y"))
            pose = Pose(x, y, boat.number("heading", 0.0, 0.0, 360.0)).rounded()
            boats[seat] = Boat(pose, boat.integer("hits", 0, 0, SINKS - 1))
            boat.finish()
        fleet.finish()
        reader.finish()
        faults.check()
        return Pond(boats, turn), seed

    def seats(self, state: Pond) -> tuple[Seat, ...]:
        return tuple(Seat(key, name, name) for key, name in NAMES.items())

    def pending(self, state: Pond) -> tuple[Decision, ...]:
        if self.outcome(state):
            return ()
        return tuple(self._question(state, seat) for seat in NAMES if not state.boats[seat].order)

    def _question(self, state: Pond, seat: str) -> Decision:
        options = [Option("steer", "Steer", Steer(), dial="angle", subject=seat)]
        closed: tuple[Closed, ...] = ()
        if self._range(state) <= REACH:
            options.append(Option("lay_gun", "Lay the gun", LayGun(), subject=seat))
        else:
            closed = (Closed("Lay the gun", f"the other boat is more than {REACH:g} inches off"),)
        prompt = f"{NAMES[seat]}: steer, or lay the gun?"
        dial = Dial(-90.0, 90.0, 15.0)
        return Decision(
            seat, "order", prompt, tuple(options), dial, closed=closed, secret=True, ship=seat
        )

    def decide(self, state: Pond, seat: str, command: Order, dice: Dice) -> tuple[Event, ...]:
        if self.outcome(state) or seat not in NAMES or state.boats[seat].order:
            raise Refused("this seat has nothing to order now", "Orders")
        if isinstance(command, LayGun) and self._range(state) > REACH:
            raise Refused(f"the other boat is more than {REACH:g} inches off", "Gunnery")
        if isinstance(command, Steer) and not -90.0 <= command.angle <= 90.0:
            raise Refused("a boat turns by up to 90 degrees", "Steering")
        events: list[Event] = [Ordered(seat, command)]
        state = self.evolve(state, events[0])
        if any(boat.order is None for boat in state.boats.values()):
            return tuple(events)
        for key, boat in state.boats.items():
            if isinstance(boat.order, Steer):
                events.append(Moved(key, run(boat.pose, boat.order.angle)))
                state = self.evolve(state, events[-1])
        for key, boat in state.boats.items():
            if isinstance(boat.order, LayGun):
                face = dice.face(state.rolled)
                events.append(Fired(key, face, face >= 5 and self._range(state) <= REACH))
                state = self.evolve(state, events[-1])
        return (*events, TurnEnded())

    def evolve(self, state: Pond, event: Event) -> Pond:
        replace, boats = msgspec.structs.replace, dict(state.boats)
        match event:
            case Ordered(seat, order):
                boats[seat] = replace(boats[seat], order=order)
            case Moved(seat, pose):
                boats[seat] = replace(boats[seat], pose=pose)
            case Fired(seat, _, hit):
                target = boats[other(seat)]
                boats[other(seat)] = replace(target, hits=target.hits + hit)
                return replace(state, boats=boats, rolled=state.rolled + 1)
            case TurnEnded():
                boats = {key: replace(boat, order=None) for key, boat in boats.items()}
                return replace(state, boats=boats, turn=state.turn + 1)
        return replace(state, boats=boats)

    def _range(self, state: Pond) -> float:
        return dist(state.boats["A"].pose.at, state.boats["B"].pose.at)

    def outcome(self, state: Pond) -> Outcome | None:
        if any(boat.order for boat in state.boats.values()):
            return None
        sunk = [seat for seat, boat in state.boats.items() if boat.hits >= SINKS]
        if len(sunk) == 1:
            return Outcome((NAMES[other(sunk[0])],), f"{NAMES[sunk[0]]} is sunk")
        if sunk or state.turn > TURNS:
            return Outcome((), "both are sunk" if sunk else "the day is over")
        return None

    def view(self, state: Pond, seat: str) -> Pond:
        boats = {
            key: boat if key == seat else msgspec.structs.replace(boat, order=None)
            for key, boat in state.boats.items()
        }
        return msgspec.structs.replace(state, boats=boats)

    def undo_barrier(self, events: Iterable[Event]) -> str:
        over = any(isinstance(event, TurnEnded) for event in events)
        return "the orders were revealed" if over else ""

    def dice_rolled(self, state: Pond) -> int:
        return state.rolled

    def turn(self, state: Pond) -> int:
        return state.turn


register(PondGame())
