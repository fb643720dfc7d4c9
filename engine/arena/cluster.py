"""Run battles on the workers of a Dask scheduler, on as many machines as have joined it.

Every worker needs Weather Gage with the extra `[cluster]`, and the same records and squadron
files at the same paths. Each battle carries a stamp of all that its result depends on, so a
worker that differs refuses it. When a worker dies, others run its battles again.
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
from engine.arena.match import Bout, Match, Work
from engine.arena.stamp import Stamp, difference, stamp
from engine.base.errors import WeatherGageError

R = TypeVar("R")
PATIENCE = 10
"""Seconds to wait for the scheduler to answer, and for a worker to join it."""
ALONE = 60
"""Seconds without any worker after which a run gives up; workers may restart until then."""

_ADDRESS = re.compile(r"((tcp|tls|ws|wss)://)?[^\s/]+:\d{1,5}/?")

_one_at_a_time = Lock()
"""Held during a battle: records are global in a process, and a worker may have several threads."""


class ClusterFault(WeatherGageError):
    """A cluster that cannot be used, or has gone."""


def carried_out_on(
    address: str, work: Work[R], bouts: Iterable[Bout]
) -> Generator[tuple[Bout, R], None, None]:
    """Yield each bout with what the work made of it as it ends, on the cluster at an address.

    Closing the iterator cancels what no worker has begun. Raises `ClusterFault` for a fault of
    the cluster; a bout that cannot be run raises the same error as in this process.
    """
    client = _connected(address)
    try:
        yield from _carried_out(client, work, bouts)
    except OSError:
        raise ClusterFault(f"the Dask scheduler at {address} is gone") from None
    finally:
        with suppress(OSError):  # the connection may be gone already
            client.close(timeout=PATIENCE)


def _connected(address: str) -> Any:
    """Return a client of the scheduler, once that has a worker."""
    try:
        from distributed import Client
    except ImportError:
        raise ClusterFault(
            "--cluster needs the extra [cluster]: pip install 'weathergage[cluster]'"
        ) from None
    if not _ADDRESS.fullmatch(address):
        raise ClusterFault(
            f"'{address}' is no address of a Dask scheduler; one looks like tcp://host:8786"
        )
    _silence()
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


def _silence() -> None:
    """Silence the logging of `distributed`: whatever matters is raised."""
    for name in tuple(logging.root.manager.loggerDict):
        if name.split(".")[0] == "distributed":
            logging.getLogger(name).setLevel(logging.CRITICAL)
    warnings.filterwarnings("ignore", module="distributed")


def _carried_out(
    client: Any, work: Work[R], bouts: Iterable[Bout]
) -> Generator[tuple[Bout, R], None, None]:
    """Submit bouts, some ahead for each thread, and yield them as they end."""
    left = iter(bouts)
    running: dict[Any, Bout] = {}
    ended: SimpleQueue[Any] = SimpleQueue()
    while True:
        for bout in islice(left, max(1, AHEAD * _threads(client) - len(running))):
            future = client.submit(_task(), _packed(bout, work), pure=False)
            running[future] = bout
            future.add_done_callback(ended.put)
        if not running:
            return
        future = _next(client, ended)
        bout = running.pop(future)
        yield bout, _result(client, future, bout, work)


def _task() -> Callable[[bytes], bytes]:
    """Return the function that a worker runs.

    A local function is pickled by value and imports this package where it runs. By reference, a
    worker or scheduler without the package would fail to unpickle it and drop the connection.
    """

    def run(task: bytes) -> bytes:
        from engine.arena.cluster import work

        return work(task)

    return run


def _threads(client: Any) -> int:
    """Return the number of battles that the cluster runs at a time."""
    return sum(client.nthreads().values())


def _next(client: Any, ended: SimpleQueue[Any]) -> Any:
    """Return the next future that is done."""
    for second in count():
        try:
            return ended.get(timeout=1)
        except Empty:
            _check_alive(client, second)
    raise AssertionError("seconds do not end")


def _fetched(client: Any, future: Any) -> bytes:
    """Return the result of a future; if its worker dies first, another one computes it again."""
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
    """Raise when the connection, or the last worker, is gone; workers are counted once a minute."""
    if client.status != "running":
        raise ConnectionError
    if second % ALONE == ALONE - 1 and not _threads(client):
        raise ClusterFault("no worker is left in the cluster")


def _result(client: Any, future: Any, bout: Bout, work: Work[R]) -> R:
    """Return what was made of a battle; its errors are raised as they would be in this process."""
    try:
        return msgspec.json.decode(_fetched(client, future), type=work.result)
    except (WeatherGageError, ConnectionError):
        raise
    except CancelledError:
        raise ConnectionError from None
    except ImportError as error:
        raise ClusterFault(f"a worker does not have this Weather Gage ({error})") from None
    except Exception as error:  # a worker with other versions may raise anything
        what = " ".join(f"{type(error).__name__}: {error}".split())[:200]
        raise ClusterFault(f"no worker could fight battle {bout.number} ({what})") from error


# On a worker ---------------------------------------------------------------------------


def work(task: bytes) -> bytes:
    """Run a battle that was sent; raises `ClusterFault` where its result could differ."""
    sent = msgspec.json.decode(task)
    program = sent["stamp"]["program"]
    if program != __version__:
        raise _unlike(f"Weather Gage {__version__} there, {program} here")
    match, wanted = msgspec.convert(sent["match"], Match), msgspec.convert(sent["stamp"], Stamp)
    module, _, name = sent["work"].partition(":")
    if not module.startswith("engine."):
        raise _unlike(f"it knows no work called {sent['work'][:60]}")
    run = getattr(import_module(module), name)
    with _one_at_a_time:
        use_records(match.game, match.data)
        differs = difference(_stamped(msgspec.json.encode(match)), wanted)
        if differs:
            raise _unlike(differs)
        return msgspec.json.encode(run(match, sent["number"], ""))


def _unlike(differs: str) -> ClusterFault:
    """Return the error of a worker that differs from the sender."""
    from distributed import get_worker

    return ClusterFault(f"the worker {get_worker().address} is not alike: {differs}")


def _packed(bout: Bout, work: Work[R]) -> bytes:
    """Return a bout as it is sent: JSON, so that a worker of any version can read the stamp."""
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
    """Return the stamp of an encoded match. Cached: it sets up a battle, for each of thousands."""
    return stamp(msgspec.json.decode(match, type=Match))
