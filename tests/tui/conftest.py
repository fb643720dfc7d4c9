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
"""Signs of the path of a test's folder, as pytest's own mostly have."""
BASE = Path("/tmp") if os.access("/tmp", os.W_OK) else Path(tempfile.gettempdir())
"""Where folders of tests are made whose path a screen shows, whatever TMPDIR is."""
MOMENT = 1 / 150
"""Seconds in which a program that has hardly worked is idle."""


class FixedSecrets:
    """The draws of `secrets`, the same in every run of a test."""

    def __init__(self) -> None:
        self._random = Random(1)

    def randbelow(self, limit: int) -> int:
        """Draw an integer from 0 up to a limit, the limit excluded."""
        return self._random.randrange(limit)

    def randbits(self, bits: int) -> int:
        """Draw an integer that screens show whole, where one of 128 bits is asked for."""
        assert bits == 128
        return self._random.randrange(1_000_000)

    def token_hex(self, size: int) -> str:
        """Draw so many bytes as hexadecimal digits."""
        return self._random.randbytes(size).hex()


@pytest.fixture
def tmp_path() -> Iterator[Path]:
    """A folder whose path is as long on every machine: screens wrap and cut the paths they show."""
    made = "-12345678"  # what mkdtemp puts behind the prefix, with a sign between
    padding = "x" * (PATH_LENGTH - len(f"{BASE}/weathergage{made}"))
    folder = Path(tempfile.mkdtemp(prefix=f"weathergage{padding}-", dir=BASE))
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """Return what runs a command in this process: code, output, errors."""

    def command(*words: object) -> tuple[int, str, str]:
        code = main([str(word) for word in words])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return command


@pytest.fixture(autouse=True)
def fixed_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let seeds and fair dice fall the same in every run.

    Else a tie of many rolls, one battle in some hundred, pushes out of the panel what a
    test looks for.
    """
    drawn = FixedSecrets()
    for module in (saves, seating, desk):
        monkeypatch.setattr(module, "secrets", drawn)


@pytest.fixture(autouse=True)
def one_day(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the puzzle of the day be the same on every day, and nobody have solved any before.

    Who plays has fought many battles: panels are whole, and the coach is off.
    """
    monkeypatch.setattr(diary, "today", lambda: date(2026, 11, 26))
    monkeypatch.setattr(record, "battles_fought", lambda *_: MANY_BATTLES)
    shutil.rmtree(os.environ["XDG_DATA_HOME"], ignore_errors=True)


@pytest.fixture(autouse=True)
def quick_pilot(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Pilot, which waits three times a key until a program is idle, look more often.

    At its own fiftieth of a second half the time of a test is spent asleep. Persons on a host
    wait for files and for each other, and keep that time.
    """
    if "host" not in request.path.relative_to(HERE).parts:
        monkeypatch.setattr(_wait, "SLEEP_GRANULARITY", MOMENT)
        monkeypatch.setattr(_wait, "SLEEP_IDLE", MOMENT / 10)
