"""The registry of tellings: for each event, the function that puts it in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.kit.by_type import ByType
from engine.systems.iron_oak.fleet.hulls import public_name
from engine.systems.iron_oak.fleet.sides import side_of
from engine.systems.iron_oak.state.rolls import Roll
from engine.systems.iron_oak.state.state import State

Telling = Callable[["Reader", Any], str]  # each takes its own kind of event
tells: ByType[Telling] = ByType("tells")


class Reader:
    """The state before an event, read by a seat: it knows a hidden ship by its counter only."""

    def __init__(self, before: State, seat: str) -> None:
        self.state = before
        self.side = side_of(before, seat)

    def name(self, id: str) -> str:
        """Return what the seat calls a unit."""
        if id in self.state.ships or id in self.state.sections:
            return public_name(self.state.unit(id), self.side)
        return thing(id)

    def names(self, ids: tuple[str, ...]) -> str:
        """Return several units as `A, B and C`."""
        texts = [self.name(id) for id in ids]
        return texts[0] if len(texts) == 1 else ", ".join(texts[:-1]) + " and " + texts[-1]


def thing(what: str) -> str:
    """Return what is no unit in words."""
    return what.replace("_", " ")


def dice(roll: Roll) -> str:
    """Return a roll as `7 (d10d6: 7 3, -1)`."""
    faces = " ".join(map(str, roll.faces))
    drm = f", {roll.drm:+d}" if roll.drm else ""
    return f"{roll.total} ({roll.dice}: {faces}{drm})"


def versus(challenge: Roll, response: Roll) -> str:
    """Return a contest as `7 (...) against 4 (...)`."""
    return f"{dice(challenge)} against {dice(response)}"


def verb(done: bool, yes: str, no: str) -> str:
    """Return one of two ends of a sentence."""
    return yes if done else no
