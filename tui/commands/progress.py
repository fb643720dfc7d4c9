"""A progress bar with speed and time left; it is shown only on a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

from tui.terminal.terminal import page

BAR = 30
"""The width of the bar in columns."""
EVERY = 0.1
"""The minimum time, in seconds, between two redraws of the bar."""


class Progress:
    """A progress bar on stderr; it is erased when the work is done or stopped.

    `kept` of the `total` items were done by an earlier run, so they do not count for the speed.
    """

    def __init__(
        self, total: int, kept: int = 0, clock: Callable[[], float] = time.monotonic
    ) -> None:
        stream = sys.stderr
        self._stream = stream if stream is not None and stream.isatty() else None
        self._total, self._kept, self._done = total, kept, kept
        self._clock = clock
        self._began = self._last = clock()
        self._drawn = 0
        self._draw()

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *error: object) -> None:
        self.wipe()

    @property
    def seconds(self) -> float:
        """The seconds since the work began."""
        return self._clock() - self._began

    def step(self) -> None:
        """Count one more item as done."""
        self._done += 1
        if self._clock() - self._last >= EVERY:
            self._draw()

    def wipe(self) -> None:
        """Erase the line with the bar."""
        if self._stream and self._drawn:
            echo = len("^C")  # the characters that the terminal echoes after the bar
            self._stream.write(f"\r{' ' * (self._drawn + echo)}\r")
            self._stream.flush()
            self._drawn = 0

    def line(self) -> str:
        """Return the line with the bar, for example `[###...] 3/200  2.5 a second, 79 s left`."""
        filled = BAR * self._done // max(self._total, 1)
        line = f"[{'#' * filled}{'.' * (BAR - filled)}] {self._done}/{self._total}"
        fresh, seconds = self._done - self._kept, self.seconds
        if not fresh or seconds <= 0:
            return line
        left = (self._total - self._done) * seconds / fresh
        return f"{line}  {rate(fresh, seconds)}, {span(left)} left"

    def _draw(self) -> None:
        if self._stream is None:
            return
        self._last = self._clock()
        line = self.line()[: page(self._stream)[0] - 3]
        self._stream.write(f"\r{line.ljust(self._drawn)}")
        self._stream.flush()
        self._drawn = len(line)


def rate(done: int, seconds: float, what: str = "") -> str:
    """Return the speed in words: `25 a second`, `4.0 battles a minute`."""
    for unit, length in (("second", 1), ("minute", 60), ("hour", 3600)):
        each = done * length / max(seconds, 1e-9)
        if each >= 1 or unit == "hour":
            break
    figure = f"{each:.0f}" if each >= 10 else f"{each:.1f}"
    each_unit = "an hour" if unit == "hour" else f"a {unit}"
    return " ".join(filter(None, (figure, what, each_unit)))


def span(seconds: float) -> str:
    """Return a duration in words: `48 s`, `12 min`, `3 h 20 min`."""
    if seconds < 100:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"
