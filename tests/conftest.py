"""The set-up of all tests: signals, fixed random examples, folders of their own, rare garbage
collection.
"""

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

# A shell that runs the tests in the background makes them, and all their processes, ignore these
# signals.
for number, usual in (signal.SIGINT, signal.default_int_handler), (signal.SIGQUIT, signal.SIG_DFL):
    if signal.getsignal(number) is signal.SIG_IGN:
        signal.signal(number, usual)
if (
    signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
):  # nohup: child processes must still get the signal
    signal.signal(signal.SIGHUP, lambda *_: None)

# Examples are not random, so that a failing test fails again; `make fuzz` uses the other profile.
# There is no time limit for an example: on a busy machine it would fail.
UNTIMED: Any = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("fixed", derandomize=True, database=None, **UNTIMED)
settings.register_profile("fresh", derandomize=False, database=None, print_blob=True, **UNTIMED)
settings.load_profile("fixed")

# Hundreds of tests write battles, and no test can observe whether the data has reached the disk.
os.fsync = os.fdatasync = lambda _: None  # type: ignore[assignment]

# Crash files, caches and settings are in a temporary folder: the user's own settings are neither
# read nor changed.
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

# Ten thousand tests and all modules live as long as the run: garbage collections that scan them
# would take a seventh of the whole time.
gc.set_threshold(100_000, 50, 100)


def pytest_configure(config: pytest.Config) -> None:
    """Make the random examples of hypothesis the same in every run.

    Otherwise hypothesis also draws numbers and words from all modules that happen to be imported.
    """
    if config.getoption("hypothesis_profile", None) != "fresh":
        providers._get_local_constants = lambda: providers._local_constants


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Order the test modules by a hash of their paths, which is the same in every run.

    In the order of folders, modules that wait for a host or a process would be neighbours, and all
    workers would be idle at the same time. Modules that parse the sources come first, so that one
    worker parses them.
    """
    parsing = {
        each.path for each in items if getattr(getattr(each, "module", None), "tree", 0) is tree
    }
    mixed = lambda path: 0 if path in parsing else crc32(str(path.relative_to(HERE)).encode())  # noqa: E731
    items.sort(key=lambda item: mixed(item.path))


def pytest_collection_finish() -> None:
    """Exclude the collected tests from later garbage collections, which would only waste time on
    them.
    """
    gc.collect()
    gc.freeze()


def pytest_unconfigure(config: pytest.Config) -> None:
    """Collect no garbage at the end, and exit a worker process at once.

    To free ten thousand tests would take ten seconds on two cores.
    """
    gc.freeze()
    if hasattr(config, "workerinput"):
        atexit._run_exitfuncs()
        sys.stdout.flush()
        os._exit(0)
