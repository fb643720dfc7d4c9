"""All that may come of steps of the rules: every choice of chance, alike courses taken together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace

from engine.base.dice import Dice
from engine.game.decision import Decision
from engine.kit.agenda import Agenda

Answer = Callable[[Decision], str]
S = TypeVar("S")
T = TypeVar("T")


class Course(NamedTuple, Generic[S]):
    """A state that steps may lead to, its chance, and what was told on the way there."""

    share: float
    state: S
    told: tuple[str, ...] = ()


Courses = list[Course[S]]


class Choices(Dice):
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


class Enough(Exception):
    """The event has come with which a course ends."""


class Ways(Generic[S]):
    """The courses of one game system, by its rules."""

    def __init__(
        self,
        rules: Agenda[Any],
        ledger: Callable[[S, Choices, type[Any] | None], Any],
        tell: Callable[[S, Any], str],
    ) -> None:
        """Take the rules, what makes a ledger whose dice are choices, and what is told of events.

        It is told by the state before them. A ledger raises `Enough` after an event of the kind
        that it is given.
        """
        self._rules, self._ledger, self._tell = rules, ledger, tell

    def every(
        self, state: S, *steps: Any, answer: Answer | None = None, until: type[Any] | None = None
    ) -> Courses[S]:
        """Return where the steps may lead; questions get `answer`'s option, or the first.

        A course ends with the first event of the kind `until`.
        """
        left: Courses[S] = [Course(1.0, replace(state, agenda=steps[::-1]))]  # type: ignore[type-var]
        ends: Courses[S] = []
        while left:
            more: Courses[S] = []
            for each in left:
                now: Any = each.state
                (more if now.agenda and now.outcome is None else ends).append(each)
            left = self.follow(more, lambda ledger: self.one_step(ledger, answer), until)
        return ends

    def follow(
        self, courses: Courses[S], rule: Callable[[Any], Any], until: type[Any] | None = None
    ) -> Courses[S]:
        """Return where a rule may lead from each state, courses that are alike taken together."""
        found: dict[bytes, Course[S]] = {}
        for share, now, told in courses:
            ways = Choices()
            while ways.again():
                ledger = self._ledger(now, ways, until)
                with suppress(Enough):
                    rule(ledger)
                state: Any = replace(ledger.state, dice=now.dice)  # type: ignore[attr-defined]
                if until and ledger.events and isinstance(ledger.events[-1], until):
                    state = replace(state, agenda=())
                more = (self._tell(now, event) for event in ledger.events)
                after = (*told, *filter(None, more))
                key = msgspec.msgpack.encode((state, after))
                before = found[key].share if key in found else 0.0
                found[key] = Course(before + share * ways.chance, state, after)
        return list(found.values())

    def one_step(self, ledger: Any, answer: Answer | None) -> None:
        """Do what the rules do for the step on top of the agenda, and no more."""
        step = ledger.state.agenda[-1]
        asked = self._rules.pending(ledger.state)
        if asked:
            question = asked[0]
            assert isinstance(question, Decision)
            chosen = answer(question) if answer else question.options[0].id
            command = question.option(chosen).command
            self._rules._takes[type(step)](ledger, step, question.seat, command)
        elif type(step) in self._rules._does:
            self._rules._does[type(step)](ledger, step)
        else:
            ledger.finish()


def chance(ends: Courses[S], holds: Callable[[S], Any]) -> float:
    """Return the chance of what holds at the end."""
    return sum(each.share for each in ends if holds(each.state))


def mean(ends: Courses[S], figure: Callable[[S], float]) -> float:
    """Return a figure at the end in the mean."""
    return sum(each.share * figure(each.state) for each in ends)
