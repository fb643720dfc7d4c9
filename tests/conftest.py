"""What holds for every test: Ctrl+C works, properties are the same, the collector rests."""

from __future__ import annotations

import atexit
import gc
import os
import shutil
import signal
import sys
import tempfile
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers

from tests.sources import tree

HERE = Path(__file__).parent

# A shell that runs the tests in its background has them, and all they start, ignore these.
for number, usual in (signal.SIGINT, signal.default_int_handler), (signal.SIGQUIT, signal.SIG_DFL):
    if signal.getsignal(number) is signal.SIG_IGN:
        signal.signal(number, usual)
if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:  # nohup: only what it starts may be hung up
    signal.signal(signal.SIGHUP, lambda *_: None)

# A test that fails must fail again: chance is for `make fuzz`, which takes the other profile.
# No example is held to a clock: a machine that has other work would fail it.
UNTIMED: Any = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("fixed", derandomize=True, database=None, **UNTIMED)
settings.register_profile("fresh", derandomize=False, database=None, print_blob=True, **UNTIMED)
settings.load_profile("fixed")

# No test can see whether the disk has really been waited for, and hundreds of them write battles.
os.fsync = os.fdatasync = lambda _: None  # type: ignore[assignment]

# What crashes in a test leaves its file where nobody keeps it; nobody's settings count, or change.
STATE = tempfile.mkdtemp(prefix="state")
os.environ |= {
    "XDG_STATE_HOME": STATE,
    "XDG_CACHE_HOME": os.path.join(STATE, "cache"),
    "XDG_DATA_HOME": os.path.join(STATE, "data"),
    "WEATHERGAGE_CONFIG": os.path.join(STATE, "config"),
    "WEATHERGAGE_NAME": "anna",
    "WEATHERGAGE_SSH_KEY": "none",
}
atexit.register(shutil.rmtree, STATE, ignore_errors=True)

# Ten thousand tests and all modules live as long as the run: a search for garbage that looks
# through them takes a seventh of the whole time.
gc.set_threshold(100_000, 50, 100)


def pytest_configure(config: pytest.Config) -> None:
    """Let the fixed profile draw the same whatever else is imported.

    Else numbers and words of all modules that other tests have loaded so far are drawn, too.
    """
    if config.getoption("hypothesis_profile", None) != "fresh":
        providers._get_local_constants = lambda: providers._local_constants


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mix the modules, the same in every run: those that wait for others stand side by side.

    Else all workers come to them last, and no core has anything to do meanwhile. Those that look
    at the sources follow each other, so that one worker parses them.
    """
    parsing = {
        each.path for each in items if getattr(getattr(each, "module", None), "tree", 0) is tree
    }
    mixed = lambda path: 0 if path in parsing else crc32(str(path.relative_to(HERE)).encode())  # noqa: E731
    items.sort(key=lambda item: mixed(item.path))


def pytest_collection_finish() -> None:
    """Leave what was collected out of every later search for garbage."""
    gc.collect()
    gc.freeze()


def pytest_unconfigure(config: pytest.Config) -> None:
    """Search no garbage at the end, and let a worker go at once.

    To take ten thousand tests apart takes ten seconds of two cores.
    """
    gc.freeze()
    if hasattr(config, "workerinput"):
        atexit._run_exitfuncs()
        sys.stdout.flush()
        os._exit(0)
