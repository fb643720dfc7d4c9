"""The data of the flotilla: its state, its events, and the state after each event."""

from __future__ import annotations

from abc import abstractmethod
from math import dist
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from engine.game.decision import Answer
from engine.game.game import Outcome
from engine.game.question import Fill, Reopen
from engine.kit.ledger import Step, union_of
from engine.space.plane.pose import Pose

SIZE, REACH, RUN, SINKS, TURNS, POWDER = 16.0, 6.0, 1.5, 2, 8, 3
NAMES = {"A": "Red", "B": "Blue"}
BOATS = {"A1": "Lark", "A2": "Wren", "B1": "Merle", "B2": "Pinson"}
TOLD = {
    "A": {"1": "ahead", "L": "to port", "R": "to starboard"},
    "B": {"1": "en avant", "L": "a babord", "R": "a tribord"},
}
"""{side: {order: its words}}. Each side has words of its own, so that a test sees whose orders were
shown."""
ORDERS = ("1", "L", "R", "11", "1L", "1R", "L1", "R1")
TURNED = {"1": 0.0, "L": -45.0, "R": 45.0}

Command = Fill | Reopen


class GiveOrders(Step, frozen=True, tag="give_orders"):
    """The only step of the flotilla: both players fill in a sheet, then all boats move and fire."""


class Boat(msgspec.Struct, frozen=True):
    """A boat: its pose, and how often it was hit."""

    pose: Pose
    hits: int = 0

    @property
    def sunk(self) -> bool:
        """Whether it is out of the battle."""
        return self.hits >= SINKS


class Flotilla(msgspec.Struct, frozen=True):
    """The whole state of a battle."""

    boats: dict[str, Boat]
    sealed: dict[str, dict[str, Answer]] = {}
    """{seat: answers of its submitted sheet}. A view shows that another seat has submitted, but not
    its answers."""
    powder: dict[str, int] = msgspec.field(default_factory=lambda: dict.fromkeys(NAMES, POWDER))
    turn: int = 1
    rolled: int = 0

    @property
    def agenda(self) -> tuple[Step, ...]:
        """The steps that are still to be done: always the same one."""
        return (GiveOrders(),)

    @property
    def dice(self) -> int:
        """The number of dice that have been rolled."""
        return self.rolled

    def afloat(self, seat: str) -> list[str]:
        """Return the boats of a side that are not sunk."""
        return [key for key, boat in self.boats.items() if key[0] == seat and not boat.sunk]

    @property
    def outcome(self) -> Outcome | None:
        """The result of the battle, after the orders in which it was decided; None before."""
        left = [seat for seat in NAMES if self.afloat(seat)]
        if self.sealed or (len(left) == len(NAMES) and self.turn <= TURNS):
            return None
        if len(left) == 1:
            return Outcome((NAMES[left[0]],), f"only {NAMES[left[0]]} is afloat")
        return Outcome((), "the day is over" if left else "all are sunk")

    def nearest(self, key: str) -> str:
        """Return the enemy boat nearest to a boat."""
        here = self.boats[key].pose.at
        enemies = [each for each in self.boats if each[0] != key[0] and not self.boats[each].sunk]
        return min(enemies, key=lambda each: dist(here, self.boats[each].pose.at), default="")


class FlotillaEvent(msgspec.Struct, frozen=True):
    """An event of the flotilla."""

    @abstractmethod
    def after(self, state: Flotilla) -> Flotilla:
        """Return the state after this event."""
        raise NotImplementedError


class Sealed(FlotillaEvent, frozen=True, tag="sealed"):
    """A player has submitted the sheet."""

    seat: str
    answers: dict[str, Answer]

    def after(self, state: Flotilla) -> Flotilla:
        return replace(state, sealed={**state.sealed, self.seat: self.answers})


class Reopened(FlotillaEvent, frozen=True, tag="reopened"):
    """A player has reopened the submitted sheet."""

    seat: str

    def after(self, state: Flotilla) -> Flotilla:
        left = {seat: sheet for seat, sheet in state.sealed.items() if seat != self.seat}
        return replace(state, sealed=left)


class Moved(FlotillaEvent, frozen=True, tag="moved"):
    """A boat has carried out its order."""

    boat: str
    pose: Pose

    def after(self, state: Flotilla) -> Flotilla:
        return with_boat(state, self.boat, pose=self.pose)


class Fired(FlotillaEvent, frozen=True, tag="fired"):
    """A boat has fired at another; a die was rolled."""

    boat: str
    target: str
    face: int
    hit: bool

    def after(self, state: Flotilla) -> Flotilla:
        seat, hits = self.boat[0], state.boats[self.target].hits + self.hit
        powder = {**state.powder, seat: state.powder[seat] - 1}
        fired = with_boat(state, self.target, hits=hits)
        return replace(fired, powder=powder, rolled=state.rolled + 1)


class TurnEnded(FlotillaEvent, frozen=True, tag="turn_ended"):
    """All orders of a turn have been carried out."""

    def after(self, state: Flotilla) -> Flotilla:
        return replace(state, sealed={}, turn=state.turn + 1)


if TYPE_CHECKING:
    Event = FlotillaEvent
else:
    Event = union_of(FlotillaEvent)


def with_boat(state: Flotilla, key: str, **changes: Any) -> Flotilla:
    """Return the state with one boat changed."""
    return replace(state, boats={**state.boats, key: replace(state.boats[key], **changes)})


def run(pose: Pose, order: str) -> Pose:
    """Return the pose of a boat after an order; the shore stops it."""
    for stroke in order:
        end = pose.rotated(pose.at, TURNED[stroke]).moved(pose.heading + TURNED[stroke], RUN)
        x, y = (min(max(value, 0.5), SIZE - 0.5) for value in end.at)
        pose = Pose(x, y, end.heading).rounded()
    return pose


def told(seat: str, order: str) -> str:
    """Return an order in the words of the boat's side."""
    return ", ".join(TOLD[seat][stroke] for stroke in order)
