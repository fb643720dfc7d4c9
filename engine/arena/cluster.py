"""Battles fought by the workers of a Dask scheduler, on as many machines as have joined it.

Every worker has Weather Gage with the extra `[cluster]`, and the same records and squadron
files under the same names. Each battle says what its results hang on, so a worker that is
not alike refuses it. A worker that dies is not missed: others fight its battles again.
"""

from __future__ import annotations

import logging
import re
import warnings
from collections.abc import Callable, Iterable
from concurrent.futures import CancelledError
from contextlib import suppress
from functools import lru_cache
from itertools import count, islice
from queue import Empty, SimpleQueue
from threading import Lock
from typing import Any

import msgspec

from engine import __version__
from engine.arena.fighting import fight
from engine.arena.match import Bout, Fought, Match
from engine.arena.stamp import Stamp, difference, stamp
from engine.arena.workers import AHEAD, Fights, lay
from engine.base.errors import WeatherGageError

PATIENCE = 10
"""Seconds until a scheduler has answered and a worker has joined it."""
ALONE = 60
"""Seconds that a cluster may be without any worker before nothing more is hoped for."""

_ADDRESS = re.compile(r"((tcp|tls|ws|wss)://)?[^\s/]+:\d{1,5}/?")

_one_at_a_time = Lock()
"""Held while a battle is fought: a worker of several threads fights no two at once."""


class ClusterFault(WeatherGageError):
    """A cluster that cannot be used, or is no more."""


def fought_on(address: str, bouts: Iterable[Bout]) -> Fights:
    """Yield every bout with its result, each as it ends, fought on a cluster.

    Closing the iterator takes back what no worker has begun. `ClusterFault` says what is
    wrong with the cluster; a bout that cannot be fought raises what it would raise here.
    """
    client = _connected(address)
    try:
        yield from _fought(client, bouts)
    except OSError:
        raise ClusterFault(f"the Dask scheduler at {address} is gone") from None
    finally:
        with suppress(OSError):  # one that is gone cannot be taken leave of
            client.close(timeout=PATIENCE)


def _connected(address: str) -> Any:
    """Return a client of the scheduler, which has a worker."""
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
    _hush()
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


def _hush() -> None:
    """Let the library be silent: whatever matters is raised."""
    for name in tuple(logging.root.manager.loggerDict):
        if name.split(".")[0] == "distributed":
            logging.getLogger(name).setLevel(logging.CRITICAL)
    warnings.filterwarnings("ignore", module="distributed")


def _fought(client: Any, bouts: Iterable[Bout]) -> Fights:
    left = iter(bouts)
    running: dict[Any, Bout] = {}
    ended: SimpleQueue[Any] = SimpleQueue()
    while True:
        for bout in islice(left, max(1, AHEAD * _hands(client) - len(running))):
            future = client.submit(_errand(), _packed(bout), pure=False)
            running[future] = bout
            future.add_done_callback(ended.put)
        if not running:
            return
        future = _next(client, ended)
        bout = running.pop(future)
        yield bout, _result(client, future, bout)


def _errand() -> Callable[[bytes], bytes]:
    """Return what a worker is to do. It is sent whole and finds the rest where it arrives.

    A name alone would break the connection of a worker, or scheduler, that does not know it.
    """

    def errand(task: bytes) -> bytes:
        from engine.arena.cluster import work

        return work(task)

    return errand


def _hands(client: Any) -> int:
    """Return how many battles the cluster fights at a time."""
    return sum(client.nthreads().values())


def _next(client: Any, ended: SimpleQueue[Any]) -> Any:
    """Return the next battle that is over."""
    for second in count():
        try:
            return ended.get(timeout=1)
        except Empty:
            _attend(client, second)
    raise AssertionError("seconds do not end")


def _fetched(client: Any, future: Any) -> bytes:
    """Return what a worker has ready; if it dies with it, another fights that battle again."""
    for second in count():
        try:
            result: bytes = future.result(timeout=1)
            return result
        except TimeoutError:
            if future.status == "error":
                raise
            _attend(client, second)
    raise AssertionError("seconds do not end")


def _attend(client: Any, second: int) -> None:
    """See, now and then while nothing comes, that somebody is left to fight."""
    if client.status != "running":
        raise ConnectionError
    if second % ALONE == ALONE - 1 and not _hands(client):
        raise ClusterFault("no worker is left in the cluster")


def _result(client: Any, future: Any, bout: Bout) -> Fought:
    """Return what came of a battle; what went wrong in it as it would be told here."""
    try:
        return msgspec.json.decode(_fetched(client, future), type=Fought)
    except (WeatherGageError, ConnectionError):
        raise
    except CancelledError:
        raise ConnectionError from None
    except ImportError as error:
        raise ClusterFault(f"a worker does not have this Weather Gage ({error})") from None
    except Exception as error:  # a worker of another kind fails in its own way
        what = " ".join(f"{type(error).__name__}: {error}".split())[:200]
        raise ClusterFault(f"no worker could fight battle {bout.number} ({what})") from error


# On a worker ---------------------------------------------------------------------------


def work(task: bytes) -> bytes:
    """Fight a battle that was sent; `ClusterFault` where it would not end as at the sender's."""
    sent = msgspec.json.decode(task)
    program = sent["stamp"]["program"]
    if program != __version__:
        raise _unlike(f"Weather Gage {__version__} there, {program} here")
    match, wanted = msgspec.convert(sent["match"], Match), msgspec.convert(sent["stamp"], Stamp)
    with _one_at_a_time:
        lay(match.game, match.data)
        differs = difference(_stamped(msgspec.json.encode(match)), wanted)
        if differs:
            raise _unlike(differs)
        return msgspec.json.encode(fight(match, sent["number"]))


def _unlike(differs: str) -> ClusterFault:
    from distributed import get_worker

    return ClusterFault(f"the worker {get_worker().address} is not alike: {differs}")


def _packed(bout: Bout) -> bytes:
    """Return a bout as it is sent: plain data, that a worker of any version can read."""
    match = msgspec.json.encode(bout.match)
    task = {"match": msgspec.Raw(match), "number": bout.number, "stamp": _stamped(match)}
    return msgspec.json.encode(task)


@lru_cache(maxsize=64)
def _stamped(match: bytes) -> Stamp:
    """Return the stamp of an encoded match, made once in a process."""
    return stamp(msgspec.json.decode(match, type=Match))
