"""Whose work a host does next: one piece at a time, keys before drawings, the modest before others.

Whatever a person asks of a host takes a turn: keys that are read, a change of size, a first screen,
the drawing of what others did. So a hundred that ask for more than they get wait for each other,
and who asks for little waits for one piece of work at most, and what it leaves behind.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from enum import Enum, auto
from time import monotonic
from typing import NamedTuple
from weakref import WeakValueDictionary

HALF_LIFE = 2.0
"""Seconds after which half of what somebody has used is forgotten."""
ROUNDS = 6
"""Rounds of the loop before a drawing's turn: as many as a key needs from the wire to its turn."""
KEYS_IN_A_ROW = 3
"""Turns of keys after which a drawing that waits is next, so that no crowd of keys stops all."""


class Work(Enum):
    """What a turn is for."""

    KEY = auto()
    """Keys, and all that follows from them on the screen of who pressed them."""
    DRAWING = auto()
    """Everything else: what others did, another size, a first screen."""


class Account:
    """The seconds of work that one person has used of late, on all connections together."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._used = 0.0
        self._at = clock()

    @property
    def used(self) -> float:
        """What was used, the less the longer ago."""
        return self._used * math.exp2((self._at - self._clock()) / HALF_LIFE)

    def use(self, seconds: float) -> None:
        """Count work that was done."""
        self._used, self._at = self.used + seconds, self._clock()


class _Waiting(NamedTuple):
    """Somebody who waits for a turn."""

    work: Work
    account: Account
    turn: asyncio.Future[None]


class Turns:
    """The turns of one host; `clock` returns seconds.

    Of keys, and of drawings, the turn is of whoever has used least of late, among equals of who has
    waited longest.
    """

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._waiting: list[_Waiting] = []
        self._taken = False
        self._keys = 0
        """Turns of keys since the last drawing."""
        self._accounts: WeakValueDictionary[str, Account] = WeakValueDictionary()

    def place(self, person: str = "") -> Place:
        """Return a place in the queue; all of one name use one account, each guest an own one."""
        account = self._accounts.get(person) if person else None
        if account is None:
            account = Account(self._clock)
            if person:
                self._accounts[person] = account
        return Place(self, account)

    async def take(self, work: Work, account: Account) -> None:
        """Wait for a turn; it must be given back."""
        if not self._taken:
            self._begin(work)
            return
        turn = asyncio.get_running_loop().create_future()
        self._waiting.append(_Waiting(work, account, turn))
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.give_back()  # it came in the moment in which nobody wanted it any more
            raise

    def _begin(self, work: Work) -> None:
        self._taken = True
        self._keys = self._keys + 1 if work is Work.KEY else 0

    def give_back(self) -> None:
        """End a turn, so that another begins."""
        asyncio.get_running_loop().call_soon(self._pass_on, ROUNDS)

    def _pass_on(self, rounds: int) -> None:
        """Begin the next turn, a drawing's after some rounds in which keys may still come."""
        self._waiting = [each for each in self._waiting if not each.turn.done()]
        found = self._next()
        if found is None:
            self._taken = False
        elif found.work is Work.DRAWING and rounds:
            asyncio.get_running_loop().call_soon(self._pass_on, rounds - 1)
        else:
            self._begin(found.work)
            self._waiting.remove(found)
            found.turn.set_result(None)

    def _next(self) -> _Waiting | None:
        """Return whose turn is next; None when nobody waits."""
        keys = [each for each in self._waiting if each.work is Work.KEY]
        drawings = [each for each in self._waiting if each.work is Work.DRAWING]
        wanted = drawings if drawings and self._keys >= KEYS_IN_A_ROW else keys or drawings
        # Of equals `min` takes the first, which has waited longest.
        return min(wanted, key=lambda each: each.account.used, default=None)


class Place:
    """One connection's place in the queue for turns."""

    def __init__(self, turns: Turns, account: Account) -> None:
        self._turns = turns
        self._account = account
        self.turning = False
        """Whether it is this connection's turn."""

    @asynccontextmanager
    async def turn(self, work: Work) -> AsyncIterator[None]:
        """Wait for a turn and have it until the block ends; what it takes is counted."""
        await self._turns.take(work, self._account)
        self.turning = True
        began = self._turns._clock()
        try:
            yield
        finally:
            self.turning = False
            self._account.use(self._turns._clock() - began)
            self._turns.give_back()
