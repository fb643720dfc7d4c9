"""The state of a battle on the pond, and the orders that may be given."""

from __future__ import annotations

from math import dist
from typing import Any

import msgspec
from msgspec.structs import replace

from engine.game.game import Outcome
from engine.kit.ledger import Step
from engine.space.plane.pose import Pose
from tests.pond.figures import book

SIZE, TURNS = 12.0, 12


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
        sunk = [seat for seat, boat in self.boats.items() if boat.hits >= book().boats[seat].sinks]
        if len(sunk) == 1:
            return Outcome((name(other(sunk[0])),), f"{name(sunk[0])} is sunk")
        if sunk or self.turn > TURNS:
            return Outcome((), "both are sunk" if sunk else "the day is over")
        return None

    @property
    def range(self) -> float:
        """Inches from boat to boat."""
        return dist(self.boats["A"].pose.at, self.boats["B"].pose.at)


def with_boat(pond: Pond, seat: str, **changes: Any) -> Pond:
    """Return the state with one boat changed."""
    return replace(pond, boats={**pond.boats, seat: replace(pond.boats[seat], **changes)})


def covered(pond: Pond) -> Pond:
    """Return the state without the orders given in secret."""
    boats = {key: replace(boat, order=None) for key, boat in pond.boats.items()}
    return replace(pond, boats=boats)


def other(seat: str) -> str:
    """Return the seat of the opponent."""
    return "B" if seat == "A" else "A"


def name(seat: str) -> str:
    """Return the name of a player's gunboat."""
    return book().boats[seat].name
