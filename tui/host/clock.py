"""TurnClock: how long each seat may take for a choice."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import NamedTuple

from engine.decision import Decision

WARNING = 15.0
"""Seconds before the end at which a seat is warned."""


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

    def left(self, seat: str) -> int | None:
        """Return the seconds that a seat has left; None while its clock does not run."""
        running = self._running.get(seat)
        if running is None:
            return None
        return max(0, round(running.due - asyncio.get_running_loop().time()))

    def stop(self) -> None:
        """Stop for all seats."""
        for seat in tuple(self._running):
            self._stop(seat)

    def _start(self, seat: str, question: Decision) -> None:
        loop = asyncio.get_running_loop()
        bells = [loop.call_later(self.seconds, self._ring, seat)]
        if self.seconds > WARNING:
            bells.append(loop.call_later(self.seconds - WARNING, self._warns))
        self._running[seat] = _Running(question, loop.time() + self.seconds, tuple(bells))

    def _stop(self, seat: str) -> None:
        for bell in self._running.pop(seat).bells:
            bell.cancel()

    def _ring(self, seat: str) -> None:
        self._stop(seat)
        self._ran_out(seat)
