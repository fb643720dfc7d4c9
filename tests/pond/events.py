"""What can happen on the pond, and what follows from it."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from engine.kit.fold import Folds
from engine.space.plane.pose import Pose
from tests.pond.state import Order, Pond, covered, other, with_boat


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
