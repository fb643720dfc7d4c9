"""Computes every possible result of steps of the rules with its probability: every fall of the dice
is tried, and equal results are added up.
"""

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
    """A state to which steps may lead, its probability (`share`), and words about the events on the
    way.
    """

    share: float
    state: S
    told: tuple[str, ...] = ()


Courses = list[Course[S]]


class Choices(Dice):
    """Fake dice that try every combination of results, one run after the other, until `again`
    returns False.
    """

    def __init__(self) -> None:
        super().__init__(1)
        self._taken: list[tuple[int, int]] = []
        """For each choice of the present run: (its index, the number of possible results)."""
        self._place = 0
        self._begun = False
        self.chance = 1.0

    def again(self) -> bool:
        """Prepare the next combination; return False if all have been tried."""
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
        """Return the index of the result to use now, from weights that sum to 1."""
        if self._place == len(self._taken):
            self._taken.append((0, len(weights)))
        number = self._taken[self._place][0]
        self._place += 1
        self.chance *= weights[number]
        return number

    def face(self, number: int, sides: int = 8) -> int:
        return 1 + self.among([1 / sides] * sides)


class Enough(Exception):
    """Raised after the event with which a course of events shall end."""


class Ways(Generic[S]):
    """Computes the possible courses of events in one game system, by its rules."""

    def __init__(
        self,
        rules: Agenda[Any],
        ledger: Callable[[S, Choices, type[Any] | None], Any],
        tell: Callable[[S, Any], str],
    ) -> None:
        """Set the rules, a function that makes a ledger with given dice, and a function that
        describes an event.

        The description is made with the state before the event. A ledger raises `Enough` after an
        event of the kind that it is given.
        """
        self._rules, self._ledger, self._tell = rules, ledger, tell

    def every(
        self, state: S, *steps: Any, answer: Answer | None = None, until: type[Any] | None = None
    ) -> Courses[S]:
        """Return all results of the steps; a question is answered by `answer`, or else with its
        first option.

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
        """Return all results of a rule applied to each course; equal results are merged."""
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
        """Do what the rules do for the top step of the agenda, and nothing else."""
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
    """Return the probability that `holds` is true of the final state."""
    return sum(each.share for each in ends if holds(each.state))


def mean(ends: Courses[S], figure: Callable[[S], float]) -> float:
    """Return the mean of a figure of the final states, weighted by their probabilities."""
    return sum(each.share * figure(each.state) for each in ends)
