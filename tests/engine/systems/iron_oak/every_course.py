"""Computes every possible result of steps of Iron & Oak; of several dice only the highest is
distinguished.
"""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import prod
from typing import Any

from engine.systems.iron_oak.machine import RULES, Ledger, Throw
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state.state import Roll, State, sides_of
from tests.engine.systems import every_course as kit
from tests.engine.systems.every_course import Choices, Course, Enough, chance, mean

__all__ = ["Course", "Courses", "chance", "every_course", "follow", "mean", "one_step"]


def tell(state: State, event: ev.AnyEvent) -> str:
    """Return an event in words: `succeeded` for a maneuver, `fire`, `rammed 3 0` with the Hits of
    both ships, `mine C3`.

    The last one is a hazard with its box, for a failed check.
    """
    if isinstance(event, ev.ManeuverRolled):
        return "succeeded" if event.succeeded else ""
    if isinstance(event, ev.FireStarted):
        return "fire"
    if isinstance(event, ev.Rammed):
        return f"rammed {event.target_hits} {event.own_hits}"
    if not isinstance(event, ev.HazardChecked) or event.passed:
        return ""
    return f"{event.hazard} {state.ships[event.ship].box}"


class _Throw(Throw):
    """A roll of several dice that shows only their highest face, with its probability."""

    def __init__(self, ledger: _Counted) -> None:
        super().__init__(ledger)
        self._choices = ledger.choices

    def roll(self, dice: str, drm: int = 0) -> Roll:
        sides = sides_of(dice)
        if "+" in dice or len(sides) < 2:
            return super().roll(dice, drm)
        highest = Counter(map(max, product(*(range(1, each + 1) for each in sides))))
        every = prod(sides)
        number = self._choices.among([count / every for count in highest.values()])
        kept = list(highest)[number]
        self._rolled += len(sides)
        return Roll(dice, tuple(min(kept, each) for each in sides), drm)


class _Counted(Ledger):
    def __init__(self, state: State, choices: Choices, until: type[Any] | None) -> None:
        super().__init__(state, choices)
        self.choices = choices
        self._until = until

    def write(self, event: ev.AnyEvent) -> None:
        super().write(event)
        if self._until and isinstance(event, self._until):
            raise Enough

    def throw(self) -> Throw:
        return _Throw(self)


Courses = kit.Courses[State]
_WAYS = kit.Ways[State](RULES, _Counted, tell)
every_course, follow, one_step = _WAYS.every, _WAYS.follow, _WAYS.one_step
