"""Worker processes that compute for the people of a host: computer players, advice, coaches.

Work that takes seconds is never done in the process that answers keys, because even in a thread it
would slow down the event loop. Workers run at low priority. A fair queue decides who is served
next, as it does for keys: the person who has recently used least thinking time.
"""

from __future__ import annotations

import asyncio
import logging
import os
import pickle
from collections import Counter
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from io import BytesIO
from itertools import count
from multiprocessing import get_context
from time import monotonic
from types import FunctionType
from typing import TYPE_CHECKING, Any, NamedTuple, ParamSpec, TypeVar

from engine.arena.fighting import use_records
from engine.arena.workers import NoProcesses, init_worker, process_pool
from engine.base.errors import Refused
from engine.base.text import pluralized
from engine.game.game import Game
from engine.hosting.turns import Demand
from engine.kernel.registry import system

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

P = ParamSpec("P")
T = TypeVar("T")
LOG = logging.getLogger("weathergage.host")
NICENESS = 15
"""The nice value (at most 19) of the workers, so that the host answers keys first."""
GUESTS = ""
"""The name of the one account that all guests share. If each guest had an account, a crowd of
guests would count as many people who have each used the host little."""


def worker_count() -> int:
    """Return how many worker processes to use: one less than the number of cores, because the
    host's own process needs one.
    """
    return max(1, (os.cpu_count() or 1) - 1)


class WorkersBusy(Refused):
    """The error that a person has too many computations that wait or run."""


class WorkerKilled(Refused):
    """The error that a worker process was killed from outside.

    The computation can be requested again.
    """


class _Waiting(NamedTuple):
    account: Demand
    number: int
    turn: asyncio.Future[None]


class _Lane:
    """A fair queue that limits how many computations run at a time.

    The person who has recently requested least goes first.
    """

    def __init__(self, places: int) -> None:
        self._free = places
        self._waiting: list[_Waiting] = []
        self._numbers = count()

    async def take(self, account: Demand) -> None:
        """Wait until one more computation may run; the caller must call `give_back` after it."""
        if self._free:
            self._free -= 1
            return
        turn = asyncio.get_running_loop().create_future()
        waiting = _Waiting(account, next(self._numbers), turn)
        self._waiting.append(waiting)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.give_back()  # the task was cancelled at the moment at which it got its place
            else:
                self._waiting.remove(waiting)
            raise

    def give_back(self) -> None:
        """Let the next computation of the queue run, because one has ended."""
        if not self._waiting:
            self._free += 1
            return
        following = min(self._waiting, key=lambda each: (each.account.demand, each.number))
        self._waiting.remove(following)
        following.turn.set_result(None)


class WorkerPool:
    """The worker processes of one host, and the queues for them.

    The hub requests the answers of computer players, and each connection requests advice.
    `processes` is the number of workers; with 0, or where processes are impossible, one thread of
    this process computes instead. `most` is the maximum number of open computations for one person.
    Work that only a thread can do has its own queue, so that no worker process waits for it.
    """

    def __init__(self, processes: int = 0, most: int = 24) -> None:
        self._processes = processes
        self._most = most
        self._pool: ProcessPoolExecutor | None = None
        self._thread: Executor | None = None
        self._accounts: dict[str, Demand] = {}
        self.open: Counter[str] = Counter()
        """The number of computations that wait or run, by person."""
        self._workers, self._aside = _Lane(max(1, processes)), _Lane(1)
        self._closed = False

    async def __call__(
        self, person: str, work: Callable[P, T], *args: P.args, **named: P.kwargs
    ) -> T:
        """Return the result of a function, computed when the fair queue serves this person.

        A function of a module is sent to a worker process with its arguments; a closure or a method
        runs in the one thread of this process, since it cannot be sent. Raises `WorkersBusy` if the
        person has too many open computations, `WorkerKilled` if the worker was killed from outside,
        `Refused` if the host is being stopped, and the errors of the function.
        """
        if self.open[person] >= self._most:
            many = pluralized(self._most, "question")
            raise WorkersBusy(f"the host is already working on {many} of yours; wait for an answer")
        account = self._accounts.setdefault(person, Demand(monotonic))
        account.ask()
        self.open[person] += 1
        try:
            payload = _pack(work, args, named) if self._pools() else None
            if payload is None:
                task = partial(work, *args, **named)
                return await self._run(account, self._aside, self._own_thread, task)
            task = partial(_unpack, payload)
            return await self._run(account, self._workers, self._own_pool, task)
        finally:
            self.open[person] -= 1
            if not self.open[person]:
                del self.open[person]

    def close(self) -> None:
        """Stop the workers, even in the middle of a task; waiting callers are refused."""
        self._closed = True
        if self._pool:
            for process in tuple((self._pool._processes or {}).values()):
                process.terminate()
        for pool in filter(None, (self._pool, self._thread)):
            pool.shutdown(wait=False, cancel_futures=True)
        self._pool = self._thread = None

    # The workers -----------------------------------------------------------------------------

    async def _run(
        self,
        account: Demand,
        lane: _Lane,
        executor: Callable[[], Executor],
        task: Callable[[], T],
    ) -> T:
        """Return the result of a task, which runs as soon as the queue `lane` has a place
        for it.
        """
        await lane.take(account)
        began = monotonic()

        def over(done: asyncio.Future[T]) -> None:
            account.record_cost(monotonic() - began)
            lane.give_back()
            if not done.cancelled():
                # The exception is retrieved, because asyncio would warn if the caller no longer
                # exists.
                done.exception()

        try:
            if self._closed:
                raise Refused("the host stops")
            future, used = self._submit(executor, task)
        except BaseException:
            lane.give_back()
            raise
        future.add_done_callback(over)
        try:
            # A worker cannot be stopped while it computes, so its place becomes free only when it
            # has finished.
            return await asyncio.shield(future)
        except BrokenExecutor:
            # if the pool differs, another task has noticed the loss and has already replaced it
            if self._pool is used:
                LOG.error("a process that computed answers was killed from outside")
                self._pool = None
            raise WorkerKilled("the process that worked on it was killed; ask again") from None

    def _submit(
        self, executor: Callable[[], Executor], task: Callable[[], T]
    ) -> tuple[asyncio.Future[T], Executor]:
        """Submit a task and return (its future, its executor).

        If the workers were killed while they had no work, they are started again.
        """
        loop, used = asyncio.get_running_loop(), executor()
        try:
            return loop.run_in_executor(used, task), used
        except BrokenExecutor:
            LOG.error("a process that computed answers was killed from outside")
            self._pool = None
            used = executor()
        except OSError as error:  # the limit of processes or of open files is reached
            LOG.warning("no process can be started, so one thread does the computing: %s", error)
            self._processes, self._pool = 0, None
            used = self._own_thread()
        return loop.run_in_executor(used, task), used

    def _own_pool(self) -> Executor:
        """Return the pool of worker processes.

        If it was lost, return a new pool, or a thread where none can be made.
        """
        if self._pools() and self._pool:
            return self._pool
        return self._own_thread()

    def _pools(self) -> bool:
        """Tell whether worker processes can be used; they start on first use."""
        if self._processes and self._pool is None:
            try:
                self._pool = process_pool(
                    self._processes, get_context("spawn"), partial(_begin, NICENESS)
                )
            except NoProcesses as error:
                LOG.warning(
                    "there are no worker processes, so one thread does the computing: %s", error
                )
                self._processes = 0
        return self._pool is not None

    def _own_thread(self) -> Executor:
        if self._thread is None:
            self._thread = ThreadPoolExecutor(1, "thinker")
        return self._thread


def _begin(niceness: int) -> None:
    """Set up a worker process."""
    init_worker()
    with suppress(OSError, AttributeError):
        os.nice(niceness)


class _Pickler(pickle.Pickler):
    """Pickles a game as its name, because its rules and data are already in every process."""

    def persistent_id(self, obj: Any) -> tuple[str, str] | None:
        return (obj.name, obj.data_folder) if isinstance(obj, Game) else None


class _Unpickler(pickle.Unpickler):
    """Unpickles data of `_Pickler`; it is used only for data that the host itself has written."""

    def persistent_load(self, pid: tuple[str, str]) -> Game:
        use_records(*pid)
        return system(pid[0])


def _pack(work: Any, args: Any, named: dict[str, Any]) -> bytes | None:
    """Return a call of a module's function, with its arguments, as bytes.

    None if it cannot be sent to another process.
    """
    if not isinstance(work, FunctionType) or "<" in work.__qualname__:
        return None
    packed = BytesIO()
    try:
        _Pickler(packed).dump((work, args, named))
    except (pickle.PicklingError, TypeError, AttributeError):
        return None
    return packed.getvalue()


def _unpack(payload: bytes) -> Any:
    """Run, in a worker process, the job that `_pack` has encoded, and return its result."""
    work, args, named = _Unpickler(BytesIO(payload)).load()
    return work(*args, **named)
