"""The pond as data: what is, what may be ordered, what can happen, and what follows from it."""

from __future__ import annotations

from math import dist
from typing import Any

import msgspec
from msgspec.structs import replace

from engine.game.game import Outcome
from engine.kit.fold import Folds
from engine.kit.step import Step
from engine.space.plane.pose import Pose

SIZE, REACH, RUN, SINKS, TURNS = 12.0, 5.0, 2.0, 2, 12
NAMES = {"A": "Red", "B": "Blue"}


class Steer(msgspec.Struct, frozen=True, tag="steer"):
    """Turn by some degrees, then run ahead."""

    angle: float = 0.0


class LayGun(msgspec.Struct, frozen=True, tag="lay_gun"):
    """Stay, and fire at the other boat."""


Order = Steer | LayGun


class GiveOrders(Step, frozen=True, tag="give_orders"):
    """The one step of the pond: both seats give an order in secret, then both are done."""


class Boat(msgspec.Struct, frozen=True):
    """A gunboat: where it lies, its hits, and the order that it was given in secret."""

    pose: Pose
    hits: int = 0
    order: Order | None = None


class Pond(msgspec.Struct, frozen=True):
    """The whole of a battle on the pond."""

    boats: dict[str, Boat]
    turn: int = 1
    dice: int = msgspec.field(default=0, name="rolled")
    """How many dice have fallen."""
    agenda = (GiveOrders(),)
    """The steps to be done: always the same one."""

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, once both orders are carried out."""
        if any(boat.order for boat in self.boats.values()):
            return None
        sunk = [seat for seat, boat in self.boats.items() if boat.hits >= SINKS]
        if len(sunk) == 1:
            return Outcome((NAMES[other(sunk[0])],), f"{NAMES[sunk[0]]} is sunk")
        if sunk or self.turn > TURNS:
            return Outcome((), "both are sunk" if sunk else "the day is over")
        return None

    @property
    def range(self) -> float:
        """Inches from boat to boat."""
        return dist(self.boats["A"].pose.at, self.boats["B"].pose.at)


class Ordered(msgspec.Struct, frozen=True, tag="ordered"):
    """A seat has chosen in secret."""

    seat: str
    order: Order


class Moved(msgspec.Struct, frozen=True, tag="moved"):
    """A boat has run to its new place."""

    seat: str
    pose: Pose


class Fired(msgspec.Struct, frozen=True, tag="fired"):
    """A gun was fired at the other boat, and a die fell."""

    seat: str
    face: int
    hit: bool


class TurnEnded(msgspec.Struct, frozen=True, tag="turn_ended"):
    """Both orders are carried out."""


Event = Ordered | Moved | Fired | TurnEnded
folds = Folds[Pond]()


def with_boat(pond: Pond, seat: str, **changes: Any) -> Pond:
    """Return the pond with a boat changed."""
    return replace(pond, boats={**pond.boats, seat: replace(pond.boats[seat], **changes)})


@folds(Ordered)
def _ordered(pond: Pond, event: Ordered) -> Pond:
    return with_boat(pond, event.seat, order=event.order)


@folds(Moved)
def _moved(pond: Pond, event: Moved) -> Pond:
    return with_boat(pond, event.seat, pose=event.pose)


@folds(Fired)
def _fired(pond: Pond, event: Fired) -> Pond:
    target = other(event.seat)
    hits = pond.boats[target].hits + event.hit
    return replace(with_boat(pond, target, hits=hits), dice=pond.dice + 1)


@folds(TurnEnded)
def _turn_ended(pond: Pond, event: TurnEnded) -> Pond:
    return replace(covered(pond), turn=pond.turn + 1)


def covered(pond: Pond) -> Pond:
    """Return the pond without any order."""
    boats = {key: replace(boat, order=None) for key, boat in pond.boats.items()}
    return replace(pond, boats=boats)


def other(seat: str) -> str:
    """Return the seat across the pond."""
    return "B" if seat == "A" else "A"


def run(pose: Pose, angle: float) -> Pose:
    """Return where a boat comes to that turns and runs; the shore stops it."""
    end = pose.swung(pose.at, angle).moved(pose.heading + angle, RUN)
    x, y = (min(max(value, 0.5), SIZE - 0.5) for value in end.at)
    return Pose(x, y, end.heading).rounded()
