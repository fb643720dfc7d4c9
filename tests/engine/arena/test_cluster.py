"""Battles on a Dask cluster of two workers, of which some die, have another version, or are
missing.
"""

from __future__ import annotations

import json
import logging
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import CancelledError
from contextlib import closing
from pathlib import Path
from time import monotonic, sleep
from types import SimpleNamespace

import msgspec
import pytest
from msgspec.structs import replace

from engine import __version__
from engine.arena import Bout, Match, cluster, fight, fight_bouts, in_order, stamp
from engine.arena.cluster import ClusterFault
from engine.arena.fighting import FIGHT
from engine.base.errors import WeatherGageError
from engine.kernel.registry import system
from engine.puzzles.making import empty_book, make_puzzles
from engine.review import curve
from tui.cli import main

QUICK = Match(game="oak_iron", scenario="quickstart", a="ensign", b="ensign", mirror=True)
SOON = 60
HAS_ONE = 26
"""The number of a short battle of Iron & Oak in which a puzzle is found."""


def bouts(games: int) -> list[Bout]:
    return [Bout(QUICK, number) for number in range(games)]


class Dask:
    """A Dask scheduler on this machine and its workers, each in its own process."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._file = folder / "scheduler.json"
        words = ("--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--no-jupyter")
        self.scheduler = self._start("scheduler", *words, "--scheduler-file", str(self._file))
        self.workers: list[subprocess.Popen[bytes]] = []
        self.address = self._address()

    def join(self, workers: int, **environ: str) -> None:
        """Start workers, without a nanny process that would restart them."""
        words = ("--no-nanny", "--nthreads", "1", "--no-dashboard", self.address)
        self.workers += [self._start("worker", *words, **environ) for _ in range(workers)]
        until = monotonic() + SOON
        while self._joined() < sum(worker.poll() is None for worker in self.workers):
            assert monotonic() < until, "the workers do not join"
            sleep(0.1)

    def dismiss(self) -> None:
        """Stop all workers, and wait until the scheduler has noticed."""
        for worker in self.workers:
            worker.kill()
            worker.wait()
        self.workers.clear()
        until = monotonic() + SOON
        while self._joined():
            assert monotonic() < until, "the workers do not leave"
            sleep(0.05)

    def close(self) -> None:
        """Stop all processes that were started here."""
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()

    def _start(self, *words: str, **environ: str) -> subprocess.Popen[bytes]:
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        command = [sys.executable, "-m", "dask", *words]
        env = {**os.environ, **environ}
        return subprocess.Popen(command, cwd=self._folder, env=env, **quiet)  # type: ignore[call-overload, no-any-return]

    def _address(self) -> str:
        until = monotonic() + SOON
        while monotonic() < until:
            try:
                address: str = json.loads(self._file.read_text())["address"]
                return address
            except (OSError, ValueError):
                sleep(0.05)
        raise AssertionError("the scheduler does not start")

    def _joined(self) -> int:
        from distributed import Client

        with Client(self.address, set_as_default=False) as client:
            return len(client.nthreads())


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dask]:
    """Return a scheduler for all tests that do not stop it, since starting one takes a second of
    processor time.
    """
    with closing(Dask(tmp_path_factory.mktemp("dask"))) as started:
        yield started


@pytest.fixture
def dask(running: Dask) -> Iterator[Dask]:
    yield running
    running.dismiss()


@pytest.fixture(autouse=True)
def _hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "ALONE", 2)


def test_two_workers_give_the_results_of_none_though_one_is_killed(dask: Dask) -> None:
    dask.join(2)
    games, first = bouts(30), dask.workers[0]
    going = fight_bouts(games, cluster=dask.address)
    results = [next(going) for _ in range(4)]
    first.send_signal(signal.SIGKILL)
    assert first.wait() == -signal.SIGKILL
    results += going
    assert len(results) == 30
    assert in_order(results) == in_order(fight_bouts(games))
    book = replace(empty_book(system("iron_oak"), 1), searched=HAS_ONE)
    with (
        closing(make_puzzles(book, 2, cluster=dask.address)) as far,
        closing(make_puzzles(book, 2)) as here,
    ):
        found = next(far)
        assert found == next(here)
    assert found.searched == HAS_ONE + 1


def test_a_cluster_that_dies_is_told_of(tmp_path: Path) -> None:
    with closing(Dask(tmp_path)) as dask:
        dies(dask)


def dies(dask: Dask) -> None:
    dask.join(2)
    going = fight_bouts(bouts(1_000), cluster=dask.address)
    next(going)
    for worker in dask.workers:
        worker.kill()
    with pytest.raises(ClusterFault, match="no worker is left in the cluster"):
        list(going)
    dask.join(1)
    again = fight_bouts(bouts(1_000), cluster=dask.address)
    next(again)
    dask.scheduler.kill()
    with pytest.raises(ClusterFault, match=f"scheduler at {dask.address} has stopped"):
        list(again)


def test_workers_that_would_give_other_results_are_refused(
    dask: Dask, monkeypatch: pytest.MonkeyPatch
) -> None:
    dask.join(1)
    here = stamp(QUICK)
    for change, words in (
        ({"program": "0.0.7"}, rf"Weather Gage {__version__} instead of 0\.0\.7"),
        ({"rules": "99"}, f"version {here.rules} of the rules instead of 99"),
        ({"data": "mine"}, f"records {here.data} instead of mine"),
        ({"start": "?"}, "other squadrons or another set-up"),
    ):
        monkeypatch.setattr(cluster, "_stamped", lambda match, to=change: replace(here, **to))
        with pytest.raises(ClusterFault, match=rf"the worker tcp://\S+ has {words}"):
            list(fight_bouts(bouts(2), cluster=dask.address))


def test_a_bout_that_cannot_be_fought_is_told_of_as_it_would_be_here(
    dask: Dask, monkeypatch: pytest.MonkeyPatch
) -> None:
    dask.join(1)
    with pytest.raises(WeatherGageError, match="no computer player is called 'bosun'"):
        list(fight_bouts([Bout(replace(QUICK, a="bosun"), 0)], cluster=dask.address))


def test_a_worker_that_knows_no_such_battles_is_told_of(dask: Dask, tmp_path: Path) -> None:
    other = tmp_path / "other" / "engine"
    other.mkdir(parents=True)
    (other / "__init__.py").write_text('"""Something else."""\n')
    dask.join(1, PYTHONPATH=str(other.parent))
    with pytest.raises(ClusterFault, match="a worker does not have this version of Weather"):
        list(fight_bouts(bouts(2), cluster=dask.address))
    assert dask.workers[0].poll() is None, "others may need it"


def test_a_match_that_is_left_leaves_the_cluster_to_others(dask: Dask) -> None:
    dask.join(1)
    with closing(fight_bouts(bouts(1_000), cluster=dask.address)) as going:
        next(going)
    assert len(list(fight_bouts(bouts(2), cluster=dask.address))) == 2


def test_a_battle_is_judged_by_workers_as_it_is_here(
    dask: Dask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The battle's file is sent to the workers. A worker that would judge it differently refuses;
    finished work is kept.
    """
    dask.join(1)
    path = Path(shutil.copy(Path("saves/sample_frigates.battle"), tmp_path))
    words = ["annotate", str(path), "--cluster", dask.address]
    with monkeypatch.context() as changed:
        changed.setattr(curve, "JUDGE", 99)
        assert main(words) == 2
        assert "a worker judges by wooden_ships" in capsys.readouterr().err
    assert main([*words, "--jobs", "2"]) == 2
    assert main(words) == 0
    found = curve.curve_path(path).read_bytes()
    curve.curve_path(path).unlink()
    assert main(["annotate", str(path), "--jobs", "2"]) == 0
    kept = curve.curve_path(path).read_bytes()
    ours, theirs = (msgspec.json.decode(each) for each in (kept, found))
    for each in (ours, theirs):
        each["weighed"].sort()
    assert ours == theirs


def test_a_scheduler_without_workers_is_not_waited_for(
    dask: Dask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 1)
    with pytest.raises(ClusterFault, match="no worker has joined the Dask scheduler at tcp://"):
        list(fight_bouts(bouts(2), cluster=dask.address))


def test_nobody_answers_at_an_address_and_nothing_else_is_printed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 1)
    logging.getLogger("distributed.comm").setLevel(logging.INFO)
    with pytest.raises(ClusterFault, match=r"no Dask scheduler answers at tcp://127\.0\.0\.1:1"):
        list(fight_bouts(bouts(2), cluster="tcp://127.0.0.1:1"))
    assert logging.getLogger("distributed.comm").level == logging.CRITICAL


@pytest.mark.parametrize("address", ["here", "foo:bar", "nonsense://x:1", "tcp://", "a b:1"])
def test_what_is_no_address_is_said_to_be_none(address: str) -> None:
    with pytest.raises(ClusterFault, match=f"'{address}' is not the address .* tcp://host:8786"):
        list(fight_bouts(bouts(2), cluster=address))


def test_without_the_extra_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ClusterFault, match=r"pip install 'weathergage\[cluster\]'"):
        list(fight_bouts(bouts(2), cluster="tcp://127.0.0.1:8786"))


# Without a cluster ---------------------------------------------------------------------


def test_a_worker_fights_the_battle_that_it_was_sent() -> None:
    bout = bouts(3)[2]
    assert json.loads(cluster.work(cluster._packed(bout, FIGHT))) == json.loads(
        msgspec.json.encode(fight(bout.match, bout.number))
    )


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"program": "0.1"}, f"Weather Gage {__version__} instead of 0.1"),
        ({"rules": "0"}, "of the rules instead of 0"),
    ],
)
def test_a_worker_that_is_not_alike_names_itself(
    change: dict[str, str], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("distributed.get_worker", lambda: SimpleNamespace(address="tcp://him"))
    sent = json.loads(cluster._packed(bouts(1)[0], FIGHT))
    sent["stamp"] |= change
    with pytest.raises(ClusterFault, match=f"the worker tcp://him has .*{words}"):
        cluster.work(json.dumps(sent).encode())


class Broken:
    """A future whose result is an error."""

    status = "error"

    def __init__(self, error: BaseException) -> None:
        self._error = error

    def result(self, timeout: float) -> bytes:
        raise self._error


@pytest.mark.parametrize(
    ("error", "kind", "words"),
    [
        (CancelledError(), ConnectionError, "^$"),
        (TimeoutError("slow"), ClusterFault, r"could fight battle 0 \(TimeoutError: slow\)"),
        (ValueError("a\nb"), ClusterFault, r"could fight battle 0 \(ValueError: a b\)"),
        (ImportError("engine"), ClusterFault, "does not have this version of Weather Gage"),
    ],
)
def test_an_error_of_a_worker_is_one_sentence(
    error: BaseException, kind: type[Exception], words: str
) -> None:
    client = SimpleNamespace(status="running")
    with pytest.raises(kind, match=words):
        cluster._result(client, Broken(error), bouts(1)[0], FIGHT)


def test_a_connection_that_is_gone_is_found_out_while_one_waits() -> None:
    late = Broken(TimeoutError())
    late.status = "pending"
    with pytest.raises(ConnectionError):
        cluster._result(SimpleNamespace(status="closed"), late, bouts(1)[0], FIGHT)
