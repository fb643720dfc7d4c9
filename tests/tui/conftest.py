"""Makes what the program draws at random the same in every test of a screen."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from random import Random

import pytest
from textual import _wait

from engine.files import diary, record, saves
from engine.game.panel import MANY_BATTLES
from engine.sitting.kinds import mail as desk
from engine.sitting.kinds import mail as seating
from tui.cli import main

HERE = Path(__file__).parent
PATH_LENGTH = 66
"""The length in characters of the path of a test's folder; the folders of pytest are mostly as
long."""
BASE = Path("/tmp") if os.access("/tmp", os.W_OK) else Path(tempfile.gettempdir())
"""The folder for the folders of tests whose path a screen shows, whatever TMPDIR says."""
MOMENT = 1 / 150
"""Seconds after which a program that has done little work counts as idle."""


class FixedSecrets:
    """Stands for the module `secrets`, with the same random numbers in every run of a test."""

    def __init__(self) -> None:
        self._random = Random(1)

    def randbelow(self, limit: int) -> int:
        """Draw an integer from 0 up to a limit, the limit excluded."""
        return self._random.randrange(limit)

    def randbits(self, bits: int) -> int:
        """Return a random integer that fits on a screen, although 128 bits are asked for."""
        assert bits == 128
        return self._random.randrange(1_000_000)

    def token_hex(self, size: int) -> str:
        """Return `size` random bytes as hexadecimal digits."""
        return self._random.randbytes(size).hex()


@pytest.fixture
def tmp_path() -> Iterator[Path]:
    """Return a folder whose path is equally long on every machine, because screens wrap and cut
    paths.
    """
    made = "-12345678"  # what mkdtemp puts behind the prefix, with a sign between
    padding = "x" * (PATH_LENGTH - len(f"{BASE}/weathergage{made}"))
    folder = Path(tempfile.mkdtemp(prefix=f"weathergage{padding}-", dir=BASE))
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """Return a function that runs a command in this process and returns (exit code, output,
    errors).
    """

    def command(*words: object) -> tuple[int, str, str]:
        code = main([str(word) for word in words])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return command


@pytest.fixture(autouse=True)
def fixed_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make seeds and fair dice the same in every run.

    Otherwise, in about one battle in a hundred, a tie of many rolls pushes out of the panel what a
    test looks for.
    """
    drawn = FixedSecrets()
    for module in (saves, seating, desk):
        monkeypatch.setattr(module, "secrets", drawn)


@pytest.fixture(autouse=True)
def one_day(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the puzzle of the day the same on every day, with no puzzle solved before.

    The player has fought many battles, so that panels show everything and the coach is off.
    """
    monkeypatch.setattr(diary, "today", lambda: date(2026, 11, 26))
    monkeypatch.setattr(record, "battles_fought", lambda *_: MANY_BATTLES)
    shutil.rmtree(os.environ["XDG_DATA_HOME"], ignore_errors=True)


@pytest.fixture(autouse=True)
def quick_pilot(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Pilot check more often whether a program is idle; it does so three times for each key.

    With its usual fiftieth of a second, a test would spend half of its time waiting. The tests of a
    host keep that time, because persons there wait for files and for each other.
    """
    if "host" not in request.path.relative_to(HERE).parts:
        monkeypatch.setattr(_wait, "SLEEP_GRANULARITY", MOMENT)
        monkeypatch.setattr(_wait, "SLEEP_IDLE", MOMENT / 10)
