"""All that may come of steps of the rules: every fall of the dice, alike states taken together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import product
from math import prod
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from engine.base.dice import Dice
from engine.game.decision import Decision
from engine.systems.iron_oak.machine.agenda import RULES
from engine.systems.iron_oak.machine.ledger import Ledger, Throw
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state.rolls import Roll, sides_of
from engine.systems.iron_oak.state.state import State

Answer = Callable[[Decision], str]


class Course(NamedTuple):
    """A state that steps may lead to, its chance, and what was told on the way there."""

    share: float
    state: State
    told: tuple[str, ...] = ()
    """`succeeded` of a maneuver, `fire`, `rammed 3 0` with both Hits, `mine C3` for a hazard."""


Courses = list[Course]


def every_course(
    state: State, *steps: Any, answer: Answer | None = None, until: type[Any] | None = None
) -> Courses:
    """Return where the steps may lead; questions get `answer`'s option, or the first.

    A course ends with the first event of the kind `until`.
    """
    left: Courses = [Course(1.0, replace(state, agenda=steps[::-1]))]
    ends: Courses = []
    while left:
        more: Courses = []
        for each in left:
            (more if each.state.agenda and each.state.outcome is None else ends).append(each)
        left = follow(more, lambda ledger: one_step(ledger, answer), until)
    return ends


class _Enough(Exception):
    """The event has come with which a course ends."""


def follow(
    courses: Courses, rule: Callable[[Ledger], Any], until: type[Any] | None = None
) -> Courses:
    """Return where a rule may lead from each state, courses that are alike taken together."""
    found: dict[bytes, Course] = {}
    for share, now, told in courses:
        every = _Choices()
        while every.again():
            ledger = _Counted(now, every, until)
            with suppress(_Enough):
                rule(ledger)
            state = replace(ledger.state, dice=now.dice)
            more = (_told(state, event) for event in ledger.events)
            after = (*told, *filter(None, more))
            key = msgspec.msgpack.encode((state, after))
            before = found[key].share if key in found else 0.0
            found[key] = Course(before + share * every.chance, state, after)
    return list(found.values())


def _told(state: State, event: ev.AnyEvent) -> str:
    if isinstance(event, ev.ManeuverRolled):
        return "succeeded" if event.succeeded else ""
    if isinstance(event, ev.FireStarted):
        return "fire"
    if isinstance(event, ev.Rammed):
        return f"rammed {event.target_hits} {event.own_hits}"
    if not isinstance(event, ev.HazardChecked) or event.passed:
        return ""
    return f"{event.hazard} {state.ships[event.ship].box}"


class _Choices(Dice):
    """All ways to choose, one after the other: `again` until there is none left."""

    def __init__(self) -> None:
        super().__init__(1)
        self._taken: list[tuple[int, int]] = []
        """The number of each choice, and of how many."""
        self._place = 0
        self._begun = False
        self.chance = 1.0

    def again(self) -> bool:
        """Go on to the next way; False when all have been."""
        if self._begun:
            while self._taken and self._taken[-1][0] + 1 == self._taken[-1][1]:
                self._taken.pop()
            if not self._taken:
                return False
            number, count = self._taken.pop()
            self._taken.append((number + 1, count))
        self._begun, self._place, self.chance = True, 0, 1.0
        return True

    def among(self, weights: Sequence[float]) -> int:
        """Return the place of the choice among weights that sum to 1."""
        if self._place == len(self._taken):
            self._taken.append((0, len(weights)))
        number = self._taken[self._place][0]
        self._place += 1
        self.chance *= weights[number]
        return number

    def face(self, number: int, sides: int = 8) -> int:
        return 1 + self.among([1 / sides] * sides)


class _Throw(Throw):
    """Dice of which the highest counts fall as that result, with the chance of it."""

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
    def __init__(self, state: State, choices: _Choices, until: type[Any] | None) -> None:
        super().__init__(state, choices)
        self.choices = choices
        self._until = until

    def write(self, event: ev.AnyEvent) -> None:
        super().write(event)
        if self._until and isinstance(event, self._until):
            self.state = replace(self.state, agenda=())
            raise _Enough

    def throw(self) -> Throw:
        return _Throw(self)


def one_step(ledger: Ledger, answer: Answer | None) -> None:
    """Do what `RULES.advance` does for the step on top of the agenda, and no more."""
    step = ledger.state.agenda[-1]
    asked = RULES.pending(ledger.state)
    if asked:
        question = asked[0]
        assert isinstance(question, Decision)
        chosen = answer(question) if answer else question.options[0].id
        command = question.option(chosen).command
        RULES._takes[type(step)](ledger, step, question.seat, command)
    elif type(step) in RULES._does:
        RULES._does[type(step)](ledger, step)
    else:
        ledger.finish()


def chance(ends: Courses, holds: Callable[[State], Any]) -> float:
    """Return the chance of what holds at the end."""
    return sum(each.share for each in ends if holds(each.state))


def mean(ends: Courses, figure: Callable[[State], float]) -> float:
    """Return a figure at the end in the mean."""
    return sum(each.share * figure(each.state) for each in ends)
