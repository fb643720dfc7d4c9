"""The countdown before a host closes."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from engine.base.errors import Refused
from engine.base.text import pluralized
from engine.hosting.club.sessions import Sessions

MARKS = (60, 30, 15, 10, 5, 2, 1)
"""Minutes before the end at which everybody is reminded."""
MOST_MINUTES = 7 * 24 * 60
MINUTE = 60.0
"""Seconds in a minute."""


class Countdown:
    """A countdown that is shown to everybody; at its end it closes the host by calling `stop`."""

    def __init__(self, sessions: Sessions, stop: Callable[[], None]) -> None:
        self._sessions = sessions
        self._stop = stop
        self._end = 0.0
        """When the host closes, by the monotonic clock."""
        self._why = ""
        self._timer: asyncio.TimerHandle | None = None

    def start(self, minutes: int, why: str = "") -> None:
        """Close the host in `minutes` minutes; replaces a running countdown."""
        if minutes > MOST_MINUTES:
            raise Refused(f"a countdown has at most {MOST_MINUTES} minutes")
        self.cancel(quiet=True)
        self._why = why
        self._end = time.monotonic() + minutes * MINUTE
        self._look()

    def cancel(self, quiet: bool = False) -> None:
        """Cancel the countdown; raises `Refused` if none is running."""
        running, self._timer, self._sessions.news = self._timer, None, ""
        if running:
            running.cancel()
            if not quiet:
                self._sessions.tell_all("The host does not close, after all.")
        elif not quiet:
            raise Refused("no countdown is running")

    def _look(self) -> None:
        left = self._end - time.monotonic()
        if left <= 0.0:
            self._stop()
            return
        minutes = max(1, round(left / MINUTE))
        why = f": {self._why}" if self._why else ""
        when = pluralized(minutes, "minute")
        news = f"The host closes in {when}{why}. Every battle is saved; come back later."
        self._sessions.news = news
        self._sessions.tell_all(news)
        following = next((mark for mark in MARKS if mark < minutes), 0)
        wait = max(0.0, left - following * MINUTE)
        self._timer = asyncio.get_running_loop().call_later(wait, self._look)
