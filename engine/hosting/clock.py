"""The clock of a hosted battle: how long each seat may take for a choice."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from engine.base.text import pluralized
from engine.game.question import Question
from engine.hosting.club.people import Holiday
from engine.hosting.terms import Pace

HOUR, DAY = 3600, 86400
LONG = 3 * DAY
"""Screens show only the date of a deadline that is more than this many seconds away. Of a nearer
one they show the time left, in hours."""
MARKS = (*range(LONG, 0, -HOUR), 600, 180, 60, 30, 10)
"""Screens are redrawn when this many seconds are left before a deadline. Between two marks the
shown text stays the same: `under a minute` until less than half a minute is left."""
NEAR = 0.05
"""A timer may fire this many seconds too early and still counts as on time."""
LOOK = 30.0
"""Seconds between checks of the wall clock, which are needed because the event loop's own clock
stops while the machine sleeps."""


class _Running(NamedTuple):
    """A seat's open question: its deadline in seconds since 1970, and the timer of the next
    check.
    """

    question: Question
    due: float
    given: float
    """The seconds that were left when the countdown began, or at the beginning of the latest
    holiday during it. A holiday delays the deadline, but the seat keeps no more than these seconds
    for its later choices."""
    timer: asyncio.TimerHandle

    @property
    def left(self) -> float:
        """The seconds that the seat has left, without those that a holiday has added."""
        return min(self.given, self.due - time.time())


class StoredCountdown(NamedTuple):
    """A countdown as it was stored before a restart of the host."""

    due: float
    """The deadline in seconds since 1970."""
    holidays: Sequence[Holiday] = ()
    """The holidays of the seat's person that have not moved the deadline yet, oldest first."""
    left: float | None = None
    """The seconds that were left at the beginning of the latest holiday that has moved the
    deadline; None without a holiday."""

    def extended(self) -> StoredCountdown:
        """Return the countdown with its deadline moved by `holidays`.

        A deadline that had passed when a holiday began is not moved by it.
        """
        due, left = self.due, self.left
        for holiday in self.holidays:
            if holiday.begin < due:
                left = due - holiday.begin if left is None else min(left, due - holiday.begin)
                due += holiday.seconds
        return StoredCountdown(due, (), left)


class TurnClock:
    """The clock of one battle: a countdown for each seat that has an open question.

    At a deadline `ran_out` is called with the seat's key, and at each of the `MARKS` `warns` is
    called. Deadlines are wall-clock times, so that they hold while the machine sleeps and, by
    `resume`, after a restart of the host. With a pace of 0 seconds there is no countdown.

    `starts` takes a seat and the time when it was asked, and returns when the seat's countdown
    begins, both in seconds since 1970.
    """

    def __init__(
        self,
        pace: Pace,
        ran_out: Callable[[str], None],
        warns: Callable[[], None],
        starts: Callable[[str, float], float] = lambda _, asked: asked,
    ) -> None:
        self.seconds = pace.bank or pace.choice
        self._pace = pace
        self._starts = starts
        self._banks: dict[str, float] = {}
        """{seat: the seconds that it has left for the rest of the battle}. The number is that of
        the seat's latest answer, or of the latest holiday after it."""
        self._ran_out = ran_out
        self._warns = warns
        self._running: dict[str, _Running] = {}
        self._resumed: dict[str, StoredCountdown] = {}
        """{seat: its countdown from before a restart of the host}. A countdown stays here until the
        seat is asked again."""
        self._asked = 0.0
        """When questions without a stored countdown count as asked, in seconds since 1970. It is
        used for the first questions after a restart of the host; 0 otherwise."""
        self._position = 0
        self._left: dict[tuple[str, int], float] = {}
        """{(seat, battle's position): the seconds that the seat had left when it answered}. They
        are given back when the answer is undone."""

    @property
    def deadlines(self) -> dict[str, float]:
        """{seat: its deadline in seconds since 1970}, for the seats that are asked."""
        return {seat: running.due for seat, running in self._running.items()}

    @property
    def latest(self) -> dict[str, tuple[int, float]]:
        """{seat: (position, seconds)} for the latest answer of each seat.

        They are the battle's position before the answer, and the seconds that the seat had left.
        """
        return {seat: (at, left) for (seat, at), left in sorted(self._left.items())}

    @property
    def banks(self) -> dict[str, float]:
        """{seat: the seconds that it has left for the rest of the battle}, for seats that have
        answered.
        """
        return dict(self._banks)

    def resume(
        self,
        countdowns: Mapping[str, StoredCountdown],
        banks: Mapping[str, float],
        latest: Mapping[str, tuple[int, float]],
        answered: Mapping[str, tuple[int, float]],
        asked: float,
    ) -> None:
        """Restore countdowns, banks and latest answers from before a restart of the host.

        The stored clock may be older than the battle, if the host was killed between writing an
        answer and writing the clock. `answered`, as {seat: (position, time)}, has the answers given
        after `banks` was stored; each countdown names the holidays taken after it was stored. A
        seat without a stored countdown starts at the time `asked`, when its question was asked.
        """
        self._banks, self._asked = dict(banks), asked
        self._left = {(seat, at): left for seat, (at, left) in latest.items()}
        self._resumed = {}
        for seat, stored in countdowns.items():
            countdown = stored.extended()
            if self._pace.bank and countdown.left is not None:
                self._banks[seat] = countdown.left
            if seat not in answered:
                self._resumed[seat] = countdown
                continue
            position, at = answered[seat]
            left = min(self._banks.get(seat, self.seconds), countdown.due - at)
            self._left[seat, position] = left
            if self._pace.bank:
                self._banks[seat] = max(0.0, left) + self._pace.more

    def extend(self, seat: str, seconds: float) -> None:
        """Move the deadline of a seat whose person takes a holiday while the seat is asked.

        The seconds that the seat has used so far are not given back; they are taken from its bank
        now. A deadline that has passed is not moved.
        """
        running = self._running.get(seat)
        if running is None or running.due <= time.time():
            return
        running.timer.cancel()
        due, left = running.due + seconds, running.left
        self._running[seat] = running._replace(due=due, given=left, timer=self._timer(seat, due))
        if self._pace.bank:
            self._banks[seat] = left

    def update(self, asked: Mapping[str, Question], position: int = 0) -> None:
        """Start countdowns for the seats that are asked now.

        The countdown of a question that is still open goes on. `position` is the number of commands
        in the battle, without undone ones.
        """
        if not self.seconds:
            return
        for seat, running in tuple(self._running.items()):
            if asked.get(seat) != running.question:
                if position > self._position:
                    self._left[seat, self._position] = running.left
                    if self._pace.bank:
                        self._banks[seat] = max(0.0, running.left) + self._pace.more
                self._stop(seat)
        self._position = position
        for seat, question in asked.items():
            if seat not in self._running:
                left = self._left.pop((seat, position), self._banks.get(seat, self.seconds))
                if resumed := self._resumed.get(seat):
                    due = resumed.due
                    left = min(left, due - self._starts(seat, time.time()))
                    left = left if resumed.left is None else min(left, resumed.left)
                else:
                    due = self._starts(seat, self._asked or time.time()) + left
                self._running[seat] = _Running(question, due, left, self._timer(seat, due))
        self._resumed, self._asked = {}, 0.0

    def forget(self) -> None:
        """Forget how many seconds were left at each answer.

        A choice that is taken back then gets its whole time again. Banks do not change.
        """
        self._left = {}

    def time_left(self, seat: str, when: Callable[[float], str] = lambda _: "") -> str:
        """Return how much time a seat has left, such as `under 30 seconds`; '' without a countdown.

        `when` returns a time in words in the reader's time zone, such as `Sun 20:00`.
        """
        running = self._running.get(seat)
        if running is None:
            return ""
        left = running.due - time.time()
        till = f"till {when(running.due)}" if left > HOUR + NEAR and when(running.due) else ""
        if left > LONG + NEAR and till:
            return till
        whole = float(self.seconds) if left <= self.seconds + NEAR else left
        limits = (mark for mark in (whole, *MARKS) if left <= mark + NEAR)
        return ", ".join(filter(None, (f"under {duration_text(round(min(limits)))}", till)))

    def stop(self) -> None:
        """Stop all countdowns."""
        for seat in tuple(self._running):
            self._stop(seat)

    def _timer(self, seat: str, due: float) -> asyncio.TimerHandle:
        """Return a timer that calls `_look` at the next mark or at the deadline.

        It waits at most `LOOK` seconds.
        """
        left = due - time.time()
        following = max((mark for mark in MARKS if mark < left - NEAR), default=0)
        wait = max(0.0, min(LOOK, left - following))
        return asyncio.get_running_loop().call_later(wait, self._look, seat, left)

    def _look(self, seat: str, before: float) -> None:
        """Check a seat's countdown: end it at the deadline, or warn at a mark.

        `before` is the seconds that the seat had left at the last check.
        """
        running = self._running[seat]
        left = running.due - time.time()
        if left <= NEAR:
            self.expire(seat)
            return
        self._running[seat] = running._replace(timer=self._timer(seat, running.due))
        if any(left <= mark + NEAR < before for mark in MARKS):
            self._warns()

    def _stop(self, seat: str) -> None:
        self._running.pop(seat).timer.cancel()

    def expire(self, seat: str) -> None:
        """End a seat's countdown as if its time had run out, and call `ran_out`."""
        self._stop(seat)
        self._ran_out(seat)


def duration_text(seconds: int) -> str:
    """Return a number of seconds in words, in the largest unit that divides it: `3 minutes`.

    A number of more than a day is in days and hours: `2 days 4 hours`.
    """
    if seconds > DAY and seconds % DAY:
        hours = -(-(seconds % DAY) // HOUR)
        return f"{pluralized(seconds // DAY, 'day')} {pluralized(hours, 'hour')}"
    units = ((86400, "day"), (3600, "hour"), (60, "minute"), (1, "second"))
    size, unit = next(each for each in units if seconds % each[0] == 0)
    return pluralized(seconds // size, unit)
