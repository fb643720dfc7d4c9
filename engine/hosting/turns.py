"""A fair queue for the host's work: one job at a time, keys before drawings.

People who have used little go before others. Every job for a person needs a turn of this queue:
reading keys, resizing, a first screen, drawing the moves of others. So people who request more than
their share wait for each other, and a person who requests little waits for at most one job and the
work that follows from it.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from enum import Enum, auto
from heapq import heappop, heappush, heapreplace
from itertools import count
from time import monotonic, process_time
from typing import NamedTuple
from weakref import WeakValueDictionary

HALF_LIFE = 5.0
"""After this many seconds a person's demand counts only half."""
USUAL_COST = 0.005
"""The cost in seconds of work that is assumed for a person's first job. No job counts less."""
COARSE = 2
"""Demands count as equal if they differ by less than a factor of about 2 to this power."""
LEARNT = 0.2
"""The weight of the latest job's cost in the estimate for the next job."""
ROUNDS = 6
"""The number of rounds that the event loop runs after `SLICE` seconds of drawing, before the next
drawing. A key press needs as many on its way from the socket into this queue."""
KEYS_TO_DRAWINGS, KEYS_AT_LEAST = 3, 0.1
"""How long keys may be served while a drawing waits: this many times as long as the latest drawing
took, but at least this many seconds. After that a drawing is next, however many keys wait, so that
drawings do not starve."""


SLICE = 0.006
"""Drawings may follow each other for at most this many seconds before the event loop runs again."""


class Work(Enum):
    """The kind of job that waits for a turn."""

    KEY = auto()
    """Key presses, and the changes on the screen of the person who pressed them."""
    DRAWING = auto()
    """Drawing for any other reason: others have moved, the size has changed, or a screen is shown
    first."""


class Demand:
    """How much work one person has recently requested, over all connections, in seconds.

    Requests count, not only finished work. Otherwise a person with a hundred times more requests
    than turns would seem to have a small demand.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._asked = -math.inf
        """The demand, which decays exponentially with time. It is kept as a logarithm and scaled
        back to time 0 of the clock, so that accounts can be compared without being updated."""
        self._cost = USUAL_COST

    def ask(self) -> None:
        """Count a request, by its estimated cost."""
        now = self._clock() / HALF_LIFE
        self._asked = math.log2(math.exp2(self._asked - now) + 1) + now

    def record_cost(self, seconds: float) -> None:
        """Record the cost of a finished turn."""
        self._cost += (seconds - self._cost) * LEARNT

    @property
    def demand(self) -> float:
        """The recent demand, as a number that can be compared between accounts at any time."""
        # All demand decays at the same rate, so that the order of two accounts does not change with
        # time. The steps are coarse, so that a person does not wait for everybody else with about
        # the same demand.
        if self._asked == -math.inf:
            return self._asked
        return math.floor((self._asked + math.log2(max(self._cost, USUAL_COST))) / COARSE)


class _Waiting(NamedTuple):
    """A job in the queue; the job that sorts first is served next."""

    demand: float
    number: int
    turn: asyncio.Future[None]
    account: Demand | None
    """The account of a person whose demand may have grown since the job was queued. None for a job
    that is ordered by waiting time alone."""


class Turns:
    """The fair queue of one host: jobs for the processor run in turns, one after another.

    Key presses of the person with the least recent demand go first; of persons with equal demand,
    whoever has waited longest. Drawings are ordered by waiting time alone, so that all watchers see
    a battle at the same moment. `clock` returns the time and `worked` the processor time used, both
    in seconds.
    """

    def __init__(
        self,
        clock: Callable[[], float] = monotonic,
        worked: Callable[[], float] = process_time,
    ) -> None:
        self._clock = clock
        self.worked = worked
        self._waiting: dict[Work, list[_Waiting]] = {Work.KEY: [], Work.DRAWING: []}
        """A heap of waiting jobs for each kind of work."""
        self._numbers = count()
        self._taken = False
        self._owed = KEYS_AT_LEAST
        """How many more seconds of work keys get before a waiting drawing goes first."""
        self._drawn = 0.0
        """The seconds of drawing since the event loop last had time to receive keys."""
        self._accounts: WeakValueDictionary[str, Demand] = WeakValueDictionary()

    def place(self, person: str = "") -> Place:
        """Return a new place in the queue for a connection. Connections of one name share an
        account; each guest has an account of its own.
        """
        account = self._accounts.get(person) if person else None
        if account is None:
            account = Demand(self._clock)
            if person:
                self._accounts[person] = account
        return Place(self, account)

    async def take(self, work: Work, account: Demand) -> None:
        """Wait for a turn; the caller must call `give_back` afterwards."""
        if not self._taken:
            self._taken = True
            return
        turn = asyncio.get_running_loop().create_future()
        counted = account if work is Work.KEY else None
        demand = counted.demand if counted else 0.0
        heappush(self._waiting[work], _Waiting(demand, next(self._numbers), turn, counted))
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.give_back(work, 0)  # the task was cancelled at the moment at which it got it
            raise

    def give_back(self, work: Work, seconds: float) -> None:
        """End a turn that took `seconds` seconds, so that the next turn can begin."""
        if work is Work.KEY and self._wait(Work.DRAWING):
            self._owed -= seconds
        else:
            longer = seconds * KEYS_TO_DRAWINGS if work is Work.DRAWING else 0.0
            self._owed = max(KEYS_AT_LEAST, longer)
        self._drawn += seconds
        rounds = ROUNDS if self._drawn >= SLICE else 0
        asyncio.get_running_loop().call_soon(self._pass_on, rounds)

    def _pass_on(self, rounds: int) -> None:
        """Begin the next turn.

        Before a drawing, the event loop runs some rounds in which keys may arrive.
        """
        keys, drawings = self._wait(Work.KEY), self._wait(Work.DRAWING)
        if drawings and (self._owed <= 0 or not keys):
            work: Work | None = Work.DRAWING
        else:
            work = Work.KEY if keys else None
        if work is None:
            self._taken = False
        elif work is Work.DRAWING and rounds:
            asyncio.get_running_loop().call_soon(self._pass_on, rounds - 1)
        else:
            if not rounds and self._drawn >= SLICE:
                self._drawn = 0.0
            heappop(self._waiting[work]).turn.set_result(None)

    def _wait(self, work: Work) -> bool:
        """Tell whether a job of this kind waits.

        Jobs of closed connections are removed first.
        """
        waiting = self._waiting[work]
        while waiting:
            first = waiting[0]
            if first.turn.done():
                heappop(waiting)
            elif first.account and first.account.demand > first.demand:
                heapreplace(waiting, first._replace(demand=first.account.demand))
            else:
                return True
        return False


class Place:
    """One connection's place in the queue for turns."""

    def __init__(self, turns: Turns, account: Demand) -> None:
        self._turns = turns
        self._account = account
        self.turning = False
        """Whether this connection has a turn of the fair queue now."""
        self._began = 0.0
        """The processor time when the latest turn began."""

    def ask(self) -> None:
        """Count a request of this connection."""
        self._account.ask()

    @property
    def spent(self) -> float:
        """The processor seconds since the latest turn began."""
        return self._turns.worked() - self._began

    @asynccontextmanager
    async def turn(self, work: Work) -> AsyncIterator[None]:
        """Wait for a turn and hold it until the block ends; its cost is recorded."""
        await self._turns.take(work, self._account)
        self.turning = True
        self._began = self._turns.worked()
        try:
            yield
        finally:
            self.turning = False
            took = self.spent
            self._account.record_cost(took)
            self._turns.give_back(work, took)
