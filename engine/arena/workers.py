"""Runs battles in this process, in several processes of this machine, or on a cluster."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import suppress
from functools import partial
from itertools import chain, islice
from multiprocessing import active_children, get_context, parent_process
from multiprocessing.context import BaseContext
from multiprocessing.process import BaseProcess
from threading import Thread
from typing import TYPE_CHECKING, TypeVar

from engine.arena.fighting import AHEAD, FIGHT, Fights, use_records
from engine.arena.match import BattleResult, Bout, Errand, Work
from engine.base.errors import WeatherGageError, no_more_threads

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

R = TypeVar("R")
T = TypeVar("T")
LOOK = 0.1
"""How often, in seconds, the pool checks whether the user has stopped the run."""


class WorkerLost(WeatherGageError):
    """The error that a worker process has died."""


class NoProcesses(WeatherGageError):
    """The error that the machine lacks the shared memory that process pools need."""


def fight_bouts(bouts: Iterable[Bout], jobs: int = 1, cluster: str = "") -> Fights:
    """Yield each bout with its result when it ends; arguments and errors are as in `run_bouts`."""
    yield from run_bouts(FIGHT, bouts, jobs, cluster)


def run_bouts(
    work: Work[R], bouts: Iterable[Bout], jobs: int = 1, cluster: str = ""
) -> Generator[tuple[Bout, R], None, None]:
    """Yield each bout with its result when it ends, computed by `jobs` processes.

    With the address of a `cluster`, its workers compute the results instead. Closing the iterator
    stops the processes at once, even in the middle of a battle. The first bout that fails ends the
    whole run: it raises `Stuck`, or the error of its set-up, its player or the cluster.
    """
    if cluster:
        from engine.arena.cluster import fight_on_cluster

        yield from fight_on_cluster(cluster, work, bouts)
        return
    if jobs > 1:
        yield from run_in_pool(partial(_carry_out, work), bouts, jobs)
        return
    for bout in bouts:
        yield bout, work.run(*bout)


def run_on_workers(
    errand: Errand[R], tasks: Iterable[bytes], cluster: str, common: bytes
) -> Generator[tuple[bytes, R], None, None]:
    """Yield tasks with their results from the workers of the cluster at an address.

    `common` is data for all tasks; it is sent once to each worker. Raises the error of a task, or
    of the cluster.
    """
    from engine.arena.cluster import run_on_cluster

    yield from run_on_cluster(cluster, errand, tasks, common)


def fight_in_background(bouts: Iterable[Bout], jobs: int, stopped: Callable[[], bool]) -> Fights:
    """Yield each bout with its result when it ends, for use in a program with threads and a screen.

    The worker processes are spawned, not forked, because a forked copy of the program would hold
    its locks and terminal. `stopped` is polled several times a second; as soon as it returns
    True, the processes are killed, even in the middle of a battle. Raises the errors of
    `fight_bouts`.
    """
    work = partial(_carry_out, FIGHT)
    yield from run_in_pool(work, bouts, jobs, get_context("spawn"), stopped)


def in_order(results: Iterable[tuple[Bout, BattleResult]]) -> list[BattleResult]:
    """Return all results of one match, sorted by number."""
    return sorted((result for _, result in results), key=lambda result: result.number)


def _carry_out(work: Work[R], bout: Bout) -> R:
    """Run a bout in a worker process, which first loads the user's own records if necessary."""
    use_records(bout.match.game, bout.match.data)
    return work.run(*bout)


def run_in_pool(
    run: Callable[[T], R],
    tasks: Iterable[T],
    jobs: int,
    context: BaseContext | None = None,
    stopped: Callable[[], bool] | None = None,
) -> Generator[tuple[T, R], None, None]:
    """Yield tasks with the results of `run`, from a pool of processes.

    On a machine without shared memory there can be no such pool, and a limit of the system may
    forbid more processes; the remaining tasks then run in this process.
    """
    left = iter(tasks)
    with suppress(NoProcesses):
        pool = process_pool(jobs, context)
        left = chain((yield from _by_pool(pool, run, left, jobs, stopped)), left)
    for task in left:
        if stopped is not None and stopped():
            return
        yield task, run(task)


def process_pool(
    jobs: int, context: BaseContext | None, begin: Callable[[], None] | None = None
) -> ProcessPoolExecutor:
    """Return a pool whose processes are started when needed; `begin` initialises each process.

    Raises `NoProcesses` where the system or this Python has no shared memory.
    """
    try:  # a Python without shared memory has no such module; some systems refuse to provide it
        from concurrent.futures import ProcessPoolExecutor as Pool

        return Pool(jobs, context, initializer=begin or init_worker)
    except (ImportError, NotImplementedError, OSError) as error:
        raise NoProcesses(str(error)) from None


def _by_pool(
    pool: ProcessPoolExecutor,
    run: Callable[[T], R],
    left: Iterator[T],
    jobs: int,
    stopped: Callable[[], bool] | None,
) -> Generator[tuple[T, R], None, list[T]]:
    """Run tasks in a pool of processes, and yield each task with its result when it ends.

    If the system refuses to start a process for a task, no more tasks are started here: the
    generator returns a list with this task, and the caller runs it and the remaining ones in its
    own process.
    """
    from concurrent.futures.process import BrokenProcessPool

    others = set(active_children())
    look = None if stopped is None else LOOK
    running: dict[Future[R], T] = {}
    refused: list[T] = []
    try:
        while True:
            for task in () if refused else islice(left, AHEAD * jobs - len(running)):
                try:
                    running[pool.submit(run, task)] = task
                except (OSError, RuntimeError) as error:
                    if not (isinstance(error, OSError) or no_more_threads(error)):
                        raise
                    refused.append(task)
                    break
            if not running or (stopped is not None and stopped()):
                return refused
            for future in wait(running, look, FIRST_COMPLETED).done:
                yield running.pop(future), future.result()
    except BrokenProcessPool:
        raise WorkerLost("a process that fought battles has been ended from outside") from None
    finally:
        if running or refused:  # `shutdown` would wait for running tasks
            for process in set(active_children()) - others:
                process.terminate()
        with suppress(RuntimeError):  # raised where a thread of the pool could not be started
            pool.shutdown(cancel_futures=True)


def init_worker() -> None:
    """Set up a worker process: it ignores Ctrl+C and ends with its parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Where no thread can be started, the process does not notice the end of its parent; it ends
    # with its work.
    with suppress(RuntimeError):
        Thread(target=_leave_with, args=(parent_process(),), daemon=True).start()


def _leave_with(parent: BaseProcess | None) -> None:
    """Exit as soon as the parent process has ended, since nobody waits for the results any more."""
    if parent is not None:
        parent.join()
        os._exit(1)
