"""The pond as data: what is, what may be ordered, what can happen."""

from __future__ import annotations

import msgspec

from engine.space.plane.pose import Pose

SIZE, REACH, RUN, SINKS, TURNS = 12.0, 5.0, 2.0, 2, 12
NAMES = {"A": "Red", "B": "Blue"}


class Steer(msgspec.Struct, frozen=True, tag="steer"):
    """Turn by some degrees, then run ahead."""

    angle: float = 0.0


class LayGun(msgspec.Struct, frozen=True, tag="lay_gun"):
    """Stay, and fire at the other boat."""


Order = Steer | LayGun


class Boat(msgspec.Struct, frozen=True):
    """A gunboat: where it lies, its hits, and the order that it was given in secret."""

    pose: Pose
    hits: int = 0
    order: Order | None = None


class Pond(msgspec.Struct, frozen=True):
    """The whole of a battle on the pond."""

    boats: dict[str, Boat]
    turn: int = 1
    rolled: int = 0


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


def other(seat: str) -> str:
    """Return the seat across the pond."""
    return "B" if seat == "A" else "A"


def run(pose: Pose, angle: float) -> Pose:
    """Return where a boat comes to that turns and runs; the shore stops it."""
    end = pose.swung(pose.at, angle).moved(pose.heading + angle, RUN)
    x, y = (min(max(value, 0.5), SIZE - 0.5) for value in end.at)
    return Pose(x, y, end.heading).rounded()
