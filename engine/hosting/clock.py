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
"""If more than this many seconds are left, only the date of the deadline is shown; otherwise the
time left, in hours."""
MARKS = (*range(LONG, 0, -HOUR), 600, 180, 60, 30, 10)
"""Screens are redrawn when this many seconds are left before a deadline. Between two of these marks
the shown text stays the same: `under a minute` until less than half a minute is left."""
NEAR = 0.05
"""A timer may fire this many seconds early, and the mark still counts as reached."""
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
    """The seconds that were left when the countdown began, or when the latest holiday during it
    began. At most these seconds remain for later choices, because a holiday adds nothing to the
    seat's bank (its time for the whole battle)."""
    timer: asyncio.TimerHandle

    @property
    def left(self) -> float:
        """The seconds that the seat has left, without the seconds that a holiday has added."""
        return min(self.given, self.due - time.time())


class StoredCountdown(NamedTuple):
    """A seat's countdown as it was stored before a restart of the host."""

    due: float
    """The deadline in seconds since 1970."""
    holidays: Sequence[Holiday] = ()
    """The holidays of the seat's person that the deadline does not include, oldest first."""
    left: float | None = None
    """The seconds that were left when the latest holiday in the deadline began; None without a
    holiday."""

    def extended(self) -> StoredCountdown:
        """Return the countdown with its deadline moved by `holidays`; a deadline that had passed
        when a holiday began is not moved.
        """
        due, left = self.due, self.left
        for holiday in self.holidays:
            if holiday.begin < due:
                left = due - holiday.begin if left is None else min(left, due - holiday.begin)
                due += holiday.seconds
        return StoredCountdown(due, (), left)


class TurnClock:
    """A countdown for each seat that has an open question; at the deadline `ran_out` is called with
    the seat's key.

    Deadlines are wall-clock times, so that they hold while the machine sleeps and, by `resume`,
    after a restart of the host. `warns` is called at each of the `MARKS`. With a pace of 0 seconds
    there is no countdown. `starts` takes a seat and the time when it was asked, and returns when
    the seat's countdown begins, both in seconds since 1970.
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
        """The seconds that each seat has left for the rest of the battle, as of its latest answer,
        or of the latest holiday after that answer."""
        self._ran_out = ran_out
        self._warns = warns
        self._running: dict[str, _Running] = {}
        self._resumed: dict[str, StoredCountdown] = {}
        """Countdowns from before a restart of the host, kept until the seats are asked again."""
        self._asked = 0.0
        """When the questions without a stored countdown were asked, in seconds since 1970. It is
        used for the first questions after a restart of the host; 0 otherwise."""
        self._position = 0
        self._left: dict[tuple[str, int], float] = {}
        """The seconds that a seat had left when it answered, by seat and the battle's position.
        They are restored when the answer is undone."""

    @property
    def deadlines(self) -> dict[str, float]:
        """The deadline of each seat that is asked, in seconds since 1970."""
        return {seat: running.due for seat, running in self._running.items()}

    @property
    def latest(self) -> dict[str, tuple[int, float]]:
        """The latest answer of each seat: the battle's position before the answer, and the seconds
        that the seat had left.
        """
        return {seat: (at, left) for (seat, at), left in sorted(self._left.items())}

    @property
    def banks(self) -> dict[str, float]:
        """For each seat that has answered, the seconds that it has left for the rest of the
        battle.
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
        """Restore the countdowns, banks and latest answers from before a restart of the host.

        The host may have been killed after it had written an answer or a holiday, and before it
        wrote the clock. So each countdown names the holidays that it does not include yet;
        `answered` has by seat the position and time of answers that the banks do not include; and
        the countdown of a seat for which none is stored begins at the time `asked`, when its
        question was asked.
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
        """Move the deadline of a seat that has an open question, because its person takes a
        holiday.

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
        """Start countdowns for the seats that are asked now; the countdown of a question that is
        still open goes on.

        `position` is the number of applied entries.
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
        """Forget how many seconds were left when questions were answered, so that a choice that is
        taken back gets its whole time again. Banks do not change.
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
        """Return the timer for the next check, which is at the next mark or the deadline, but at
        most `LOOK` seconds from now.
        """
        left = due - time.time()
        following = max((mark for mark in MARKS if mark < left - NEAR), default=0)
        wait = max(0.0, min(LOOK, left - following))
        return asyncio.get_running_loop().call_later(wait, self._look, seat, left)

    def _look(self, seat: str, before: float) -> None:
        """Check the time of a seat. `before` is the seconds that the seat had left at the last
        check.
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
        """Stop a seat's countdown as if its time had run out."""
        self._stop(seat)
        self._ran_out(seat)


def duration_text(seconds: int) -> str:
    """Return a number of seconds in the largest unit that divides it: `3 minutes`, `1 hour`.

    More than a day is returned in days and hours: `2 days 4 hours`.
    """
    if seconds > DAY and seconds % DAY:
        hours = -(-(seconds % DAY) // HOUR)
        return f"{pluralized(seconds // DAY, 'day')} {pluralized(hours, 'hour')}"
    units = ((86400, "day"), (3600, "hour"), (60, "minute"), (1, "second"))
    size, unit = next(each for each in units if seconds % each[0] == 0)
    return pluralized(seconds // size, unit)
