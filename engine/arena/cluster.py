"""Runs battles on the workers of a Dask scheduler, on as many machines as have joined it.

Every worker needs Weather Gage with the extra `[cluster]`, and the same records and squadron files
at the same paths. Each battle is sent with a stamp of everything on which its result depends; a
worker whose own stamp differs refuses the battle. When a worker dies, others run its battles again.
"""

from __future__ import annotations

import logging
import re
import warnings
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import CancelledError
from contextlib import suppress
from functools import lru_cache
from importlib import import_module
from itertools import count, islice
from queue import Empty, SimpleQueue
from threading import Lock
from typing import Any, TypeVar

import msgspec

from engine import __version__
from engine.arena.fighting import AHEAD, use_records
from engine.arena.match import Bout, Errand, Match, Work
from engine.arena.scorebook import Stamp, difference, stamp
from engine.base.errors import WeatherGageError

R = TypeVar("R")
T = TypeVar("T")
PATIENCE = 10
"""Seconds to wait for the scheduler's answer, and then again for a first worker to join."""
ALONE = 60
"""Seconds without any worker after which a run gives up; in this time workers can restart."""

_ADDRESS = re.compile(r"((tcp|tls|ws|wss)://)?[^\s/]+:\d{1,5}/?")

_one_at_a_time = Lock()
"""A lock that is held during a battle, because a worker may have several threads, and records are
global in a process."""


class ClusterFault(WeatherGageError):
    """The error about a cluster that cannot be used, or that can no longer be reached."""


def fight_on_cluster(
    address: str, work: Work[R], bouts: Iterable[Bout]
) -> Generator[tuple[Bout, R], None, None]:
    """Yield each bout with its result when it ends, on the cluster at an address.

    Closing the iterator cancels bouts that no worker has begun. Raises `ClusterFault` for a fault
    of the cluster; a bout that fails raises the same error as in this process.
    """
    tasks = ((bout, _packed(bout, work)) for bout in bouts)
    yield from _by_workers(address, work.result, tasks)


def run_on_cluster(
    address: str, errand: Errand[R], tasks: Iterable[bytes], common: bytes
) -> Generator[tuple[bytes, R], None, None]:
    """Yield each task with its result when it ends, on the cluster at an address.

    `common` is data for all tasks, such as a battle file; it is sent once to each worker. Closing
    the iterator cancels tasks that no worker has begun. Raises the errors of `fight_on_cluster`.
    """
    # The first keys are those of a battle, so that `work` reads both kinds of task.
    packed = (
        (
            task,
            msgspec.json.encode(
                {"stamp": {"program": __version__}, "work": errand.place, "content": task.decode()}
            ),
        )
        for task in tasks
    )
    yield from _by_workers(address, errand.result, packed, common)


def _by_workers(
    address: str, result: type[R], tasks: Iterable[tuple[T, bytes]], common: bytes = b""
) -> Generator[tuple[T, R], None, None]:
    client = _connected(address)
    try:
        shared = client.scatter(common, broadcast=True, hash=False) if common else b""
        yield from _carried_out(client, result, tasks, shared)
    except OSError:
        raise ClusterFault(f"the Dask scheduler at {address} has stopped") from None
    finally:
        with suppress(OSError):  # the connection may already be closed
            client.close(timeout=PATIENCE)


def _connected(address: str) -> Any:
    """Return a client of the scheduler, after waiting until a worker has joined it."""
    try:
        from distributed import Client
    except ImportError:
        raise ClusterFault(
            "--cluster needs the extra [cluster]: pip install 'weathergage[cluster]'"
        ) from None
    if not _ADDRESS.fullmatch(address):
        raise ClusterFault(
            f"'{address}' is not the address of a Dask scheduler; an address looks like tcp://host:8786"
        )
    # Silence the logging of `distributed`: anything important raises an exception.
    for name in tuple(logging.root.manager.loggerDict):
        if name.split(".")[0] == "distributed":
            logging.getLogger(name).setLevel(logging.CRITICAL)
    warnings.filterwarnings("ignore", module="distributed")
    try:
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except OSError:
        raise ClusterFault(f"no Dask scheduler answers at {address}") from None
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except OSError:
        client.close()
        raise ClusterFault(f"no worker has joined the Dask scheduler at {address}") from None
    return client


def _carried_out(
    client: Any, result: type[R], tasks: Iterable[tuple[T, bytes]], shared: Any
) -> Generator[tuple[T, R], None, None]:
    """Submit tasks, a few in advance for each thread of the cluster, and yield each task with its
    result when it ends.
    """
    left = iter(tasks)
    running: dict[Any, T] = {}
    ended: SimpleQueue[Any] = SimpleQueue()
    while True:
        for task, packed in islice(left, max(1, AHEAD * _threads(client) - len(running))):
            future = client.submit(_task(), packed, shared, pure=False)
            running[future] = task
            future.add_done_callback(ended.put)
        if not running:
            return
        future = _next(client, ended)
        task = running.pop(future)
        yield task, _result(client, future, task, result)


def _task() -> Callable[[bytes, bytes], bytes]:
    """Return the function that a worker runs.

    A local function is pickled by value, and imports this package only when it runs. A function
    pickled by reference would make a worker or scheduler that lacks the package fail and drop the
    connection.
    """

    def run(task: bytes, common: bytes) -> bytes:
        from engine.arena.cluster import work

        return work(task, common)

    return run


def _threads(client: Any) -> int:
    """Return the number of battles that the cluster runs at the same time: one for each thread."""
    return sum(client.nthreads().values())


def _next(client: Any, ended: SimpleQueue[Any]) -> Any:
    """Wait for a task that has ended, and return its Dask future.

    Once a second the function checks that the cluster is still alive, and raises `ClusterFault` if
    not.
    """
    for second in count():
        try:
            return ended.get(timeout=1)
        except Empty:
            _check_alive(client, second)
    raise AssertionError("seconds do not end")


def _fetched(client: Any, future: Any) -> bytes:
    """Return the result of a future; if its worker dies before, another worker computes the result
    again.
    """
    for second in count():
        try:
            result: bytes = future.result(timeout=1)
            return result
        except TimeoutError:
            if future.status == "error":
                raise
            _check_alive(client, second)
    raise AssertionError("seconds do not end")


def _check_alive(client: Any, second: int) -> None:
    """Raise `ClusterFault` when the connection is lost, or when no worker is left; workers are
    counted once a minute.
    """
    if client.status != "running":
        raise ConnectionError
    if second % ALONE == ALONE - 1 and not _threads(client):
        raise ClusterFault("no worker is left in the cluster")


def _result(client: Any, future: Any, task: object, result: type[R]) -> R:
    """Return the result of a task; an error of the task is raised as if it ran in this process."""
    try:
        return msgspec.json.decode(_fetched(client, future), type=result)
    except (WeatherGageError, ConnectionError):
        raise
    except CancelledError:
        raise ConnectionError from None
    except ImportError as error:
        raise ClusterFault(
            f"a worker does not have this version of Weather Gage ({error})"
        ) from None
    except Exception as error:  # a worker with other versions may raise any exception
        what = " ".join(f"{type(error).__name__}: {error}".split())[:200]
        done = (
            f"fight battle {task.number}"
            if isinstance(task, Bout)
            else "judge its batch of choices"
        )
        raise ClusterFault(f"no worker could {done} ({what})") from error


# On a worker ---------------------------------------------------------------------------


def work(task: bytes, common: bytes = b"") -> bytes:
    """Carry out a task on a worker, and return the result as JSON.

    Raises `ClusterFault` if the program or records here differ from the sender's, because the
    result could then differ too.
    """
    sent = msgspec.json.decode(task)
    program = sent["stamp"]["program"]
    if program != __version__:
        raise _unlike(f"Weather Gage {__version__} instead of {program}")
    place = sent["work"]
    module, _, name = place.partition(":")
    if not module.startswith("engine."):
        raise _unlike(f"no function {place[:60]}")
    run: Callable[..., Any] = getattr(import_module(module), name)
    if "content" in sent:
        with _one_at_a_time:
            return msgspec.json.encode(run(sent["content"].encode(), common))
    match, wanted = msgspec.convert(sent["match"], Match), msgspec.convert(sent["stamp"], Stamp)
    with _one_at_a_time:
        use_records(match.game, match.data)
        differs = difference(_stamped(msgspec.json.encode(match)), wanted)
        if differs:
            raise _unlike(differs)
        return msgspec.json.encode(run(match, sent["number"], ""))


def _unlike(differs: str) -> ClusterFault:
    """Return the error of a worker whose program or records differ from the sender's, as `differs`
    says.
    """
    from distributed import get_worker

    return ClusterFault(f"the worker {get_worker().address} has {differs}")


def _packed(bout: Bout, work: Work[R]) -> bytes:
    """Return a battle to fight, as the JSON that is sent to a worker.

    JSON is used so that a worker of any version can read the stamp.
    """
    match = msgspec.json.encode(bout.match)
    task = {
        "match": msgspec.Raw(match),
        "number": bout.number,
        "stamp": _stamped(match),
        "work": work.place,
    }
    return msgspec.json.encode(task)


@lru_cache(maxsize=64)
def _stamped(match: bytes) -> Stamp:
    """Return the stamp of an encoded match.

    Cached, because computing the stamp sets up a battle, and thousands of bouts of the same match
    are sent.
    """
    return stamp(msgspec.json.decode(match, type=Match))
