"""The clock of a hosted battle: how long each seat may take for a choice."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import NamedTuple

from engine.base.counting import counted
from engine.game.question import Question

MARKS = (43200, 3600, 600, 180, 60, 30, 10)
"""Seconds before the end at which screens are drawn again. Between two marks they need not be,
because `under a minute` stays true until it is under half of one."""
NEAR = 0.05
"""Seconds that a timer may fire early; without it a mark would count as not yet reached."""


class _Running(NamedTuple):
    """A seat's question, when its time is up by the loop's clock, and the timers until then."""

    question: Question
    due: float
    timers: tuple[asyncio.TimerHandle, ...]


class TurnClock:
    """Runs for each seat from when it is asked, and calls `ran_out` with it when time is up.

    `warns` is called at each of the `MARKS`. With 0 seconds the clock never runs.
    """

    def __init__(
        self, seconds: int, ran_out: Callable[[str], None], warns: Callable[[], None]
    ) -> None:
        self.seconds = seconds
        self._ran_out = ran_out
        self._warns = warns
        self._running: dict[str, _Running] = {}

    def update(self, asked: Mapping[str, Question]) -> None:
        """Run for the seats that are asked now; a question that is still open keeps its time."""
        if not self.seconds:
            return
        for seat, running in tuple(self._running.items()):
            if asked.get(seat) != running.question:
                self._stop(seat)
        for seat, question in asked.items():
            if seat not in self._running:
                self._start(seat, question)

    def time_left(self, seat: str) -> str:
        """Return how long a seat has left, `under 30 seconds`; '' while its clock does not run."""
        running = self._running.get(seat)
        if running is None:
            return ""
        left = running.due - asyncio.get_running_loop().time()
        limits = (mark for mark in (self.seconds, *self._marks) if left <= mark + NEAR)
        return f"under {spoken(min(limits, default=self.seconds))}"

    @property
    def _marks(self) -> tuple[int, ...]:
        return tuple(mark for mark in MARKS if mark < self.seconds)

    def stop(self) -> None:
        """Stop for all seats."""
        for seat in tuple(self._running):
            self._stop(seat)

    def _start(self, seat: str, question: Question) -> None:
        loop = asyncio.get_running_loop()
        timers = [loop.call_later(self.seconds, self.expire, seat)]
        timers += [loop.call_later(self.seconds - mark, self._warns) for mark in self._marks]
        self._running[seat] = _Running(question, loop.time() + self.seconds, tuple(timers))

    def _stop(self, seat: str) -> None:
        for timer in self._running.pop(seat).timers:
            timer.cancel()

    def expire(self, seat: str) -> None:
        """End a seat's time."""
        self._stop(seat)
        self._ran_out(seat)


def spoken(seconds: int) -> str:
    """Return seconds in the largest unit that divides them: `3 minutes`, `1 hour`."""
    units = ((86400, "day"), (3600, "hour"), (60, "minute"), (1, "second"))
    size, unit = next(each for each in units if seconds % each[0] == 0)
    return counted(seconds // size, unit)
