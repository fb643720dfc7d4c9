"""Computes every possible result of steps of Oak & Iron; of a roll only the number of each symbol
matters.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Any

from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.data.facts import Symbol
from engine.systems.oak_iron.machine import Ledger
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.state import State
from engine.systems.oak_iron.turn.rules import RULES
from tests.engine.systems import every_course as kit
from tests.engine.systems.every_course import Choices, Course, Enough, chance, mean

__all__ = ["Course", "Courses", "chance", "every_course", "follow", "mean"]


def tell(state: State, event: ev.AnyEvent) -> str:
    """Return an event in words: `passed` or `failed` for a Skill Test, `helm` for a helm that is
    shot away.
    """
    if isinstance(event, ev.TestResolved):
        return "passed" if event.passed else "failed"
    return "helm" if isinstance(event, ev.HelmHit) else ""


class _Counted(Ledger):
    def __init__(self, state: State, choices: Choices, until: type[Any] | None) -> None:
        super().__init__(state, choices)
        self.choices = choices
        self._until = until

    def write(self, event: ev.AnyEvent) -> None:
        super().write(event)
        if self._until and isinstance(event, self._until):
            raise Enough

    def _faces(self, count: int) -> tuple[Symbol, ...]:
        faces = Counter(book().dice.faces)
        rolls = list(combinations_with_replacement(faces, count))
        number = self.choices.among([_share(roll, faces) for roll in rolls])
        return rolls[number]


def _share(roll: tuple[Symbol, ...], faces: Counter[Symbol]) -> float:
    """Return the probability of a roll, in any order of its dice."""
    orders = factorial(len(roll)) / prod(map(factorial, Counter(roll).values()))
    return orders * prod(faces[symbol] / faces.total() for symbol in roll)


Courses = kit.Courses[State]
_WAYS = kit.Ways[State](RULES, _Counted, tell)
every_course, follow = _WAYS.every, _WAYS.follow
