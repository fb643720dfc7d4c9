"""Who fights the battles: this process, some processes of this machine, or a cluster."""

from __future__ import annotations

import os
import signal
from collections.abc import Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from itertools import islice
from multiprocessing import active_children, parent_process
from multiprocessing.process import BaseProcess
from pathlib import Path
from threading import Thread

from engine.arena.fighting import fight
from engine.arena.match import Bout, Fought
from engine.base.errors import WeatherGageError
from engine.kernel.registry import system

AHEAD = 3
"""Battles that are handed to each process before it has ended its first."""


class WorkerLost(WeatherGageError):
    """A process that was to fight battles, and is no more."""


Fights = Generator[tuple[Bout, Fought], None, None]
"""Battles as they end."""


def fought(bouts: Iterable[Bout], jobs: int = 1, cluster: str = "") -> Fights:
    """Yield every bout with its result, each as it ends, fought by `jobs` processes.

    With the address of a `cluster` its workers fight instead. Closing the iterator stops
    the processes at once, in the middle of a battle too. The first bout that cannot be
    fought ends it all: `Stuck`, or what its set-up, its player or the cluster says.
    """
    if cluster:
        from engine.arena.cluster import fought_on

        yield from fought_on(cluster, bouts)
        return
    if jobs > 1:
        yield from _by_processes(bouts, jobs)
        return
    for bout in bouts:
        yield bout, fight(*bout)


def in_order(results: Iterable[tuple[Bout, Fought]]) -> list[Fought]:
    """Return the results of one match by number, once all are there."""
    return sorted((result for _, result in results), key=lambda result: result.number)


def work(bout: Bout) -> Fought:
    """Fight a bout in a process that may know nothing of the user's own records yet."""
    lay(bout.match.game, bout.match.data)
    return fight(*bout)


@cache
def lay(game: str, data: str) -> None:
    """Lay a user's own records over a game system's, once in a process."""
    if data:
        system(game).use_data(Path(data))


def _by_processes(bouts: Iterable[Bout], jobs: int) -> Fights:
    others = set(active_children())
    pool = ProcessPoolExecutor(jobs, initializer=_begin)
    left = iter(bouts)
    running: dict[Future[Fought], Bout] = {}
    try:
        while True:
            for bout in islice(left, AHEAD * jobs - len(running)):
                running[pool.submit(work, bout)] = bout
            if not running:
                return
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                yield running.pop(future), future.result()
    except BrokenProcessPool:
        raise WorkerLost("a process that fought battles has been ended from outside") from None
    finally:
        if running:  # left in the middle: nobody waits for what is still being fought
            for process in set(active_children()) - others:
                process.terminate()
        pool.shutdown(cancel_futures=True)


def _begin() -> None:
    """Leave Ctrl+C to the process that is watched; it ends the others, whatever its own end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_leave_with, args=(parent_process(),), daemon=True).start()


def _leave_with(parent: BaseProcess | None) -> None:
    """End this process when the one that began it is no more: nobody waits for its results."""
    if parent is not None:
        parent.join()
        os._exit(1)
