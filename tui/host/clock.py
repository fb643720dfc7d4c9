"""TurnClock: how long each seat may take for a choice."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import NamedTuple

from engine.game.decision import Decision

MARKS = (43200, 3600, 600, 180, 60, 30, 10)
"""Seconds before the end at which screens say how little is left. Between two of them they
need not be drawn, for `under a minute` stays true until it is under half of one."""
NEAR = 0.05
"""Seconds that a bell may ring early."""


class _Running(NamedTuple):
    """A seat's question, when its time is up on the loop's clock, and what rings then."""

    question: Decision
    due: float
    bells: tuple[asyncio.TimerHandle, ...]


class TurnClock:
    """Runs for every seat that is asked, from when it is asked; `ran_out` is told of the seat.

    Without seconds it never runs.
    """

    def __init__(
        self, seconds: int, ran_out: Callable[[str], None], warns: Callable[[], None]
    ) -> None:
        self.seconds = seconds
        self._ran_out = ran_out
        self._warns = warns
        self._running: dict[str, _Running] = {}

    def look(self, asked: Mapping[str, Decision]) -> None:
        """Run for the seats that are asked now; a question that stands keeps its time."""
        if not self.seconds:
            return
        for seat, running in tuple(self._running.items()):
            if asked.get(seat) != running.question:
                self._stop(seat)
        for seat, question in asked.items():
            if seat not in self._running:
                self._start(seat, question)

    def told(self, seat: str) -> str:
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

    def _start(self, seat: str, question: Decision) -> None:
        loop = asyncio.get_running_loop()
        bells = [loop.call_later(self.seconds, self.ring, seat)]
        bells += [loop.call_later(self.seconds - mark, self._warns) for mark in self._marks]
        self._running[seat] = _Running(question, loop.time() + self.seconds, tuple(bells))

    def _stop(self, seat: str) -> None:
        for bell in self._running.pop(seat).bells:
            bell.cancel()

    def ring(self, seat: str) -> None:
        """Let a seat's time be up."""
        self._stop(seat)
        self._ran_out(seat)


def spoken(seconds: int) -> str:
    """Return seconds in the largest unit that holds them whole: `3 minutes`, `1 hour`."""
    units = ((3600, "hour"), (60, "minute"), (1, "second"))
    size, unit = next(each for each in units if seconds % each[0] == 0)
    count = seconds // size
    return f"{count} {unit}{'s' * (count != 1)}"
