"""The events of the pond, and the state after each of them."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from engine.kit.ledger import union_of
from engine.space.plane.pose import Pose
from tests.pond.state import Order, Pond, covered, other, with_boat


class PondEvent(msgspec.Struct, frozen=True):
    """Something that happened."""

    @abstractmethod
    def after(self, pond: Pond) -> Pond:
        """Return the pond after it."""
        raise NotImplementedError


class Ordered(PondEvent, frozen=True, tag="ordered"):
    """A seat has chosen in secret."""

    seat: str
    order: Order

    def after(self, pond: Pond) -> Pond:
        return with_boat(pond, self.seat, order=self.order)


class Moved(PondEvent, frozen=True, tag="moved"):
    """A boat has turned and moved ahead to its new place."""

    seat: str
    pose: Pose

    def after(self, pond: Pond) -> Pond:
        return with_boat(pond, self.seat, pose=self.pose)


class Fired(PondEvent, frozen=True, tag="fired"):
    """A gun was fired at the other boat, and a die fell."""

    seat: str
    face: int
    hit: bool

    def after(self, pond: Pond) -> Pond:
        target = other(self.seat)
        hits = pond.boats[target].hits + self.hit
        return replace(with_boat(pond, target, hits=hits), dice=pond.dice + 1)


class TurnEnded(PondEvent, frozen=True, tag="turn_ended"):
    """Both orders of a turn have been carried out."""

    def after(self, pond: Pond) -> Pond:
        return replace(covered(pond), turn=pond.turn + 1)


if TYPE_CHECKING:
    Event = PondEvent
else:
    Event = union_of(PondEvent)
