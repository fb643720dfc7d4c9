"""What holds for every test: Ctrl+C works, properties are the same, the collector rests."""

from __future__ import annotations

import atexit
import gc
import os
import shutil
import signal
import tempfile
from typing import Any

from hypothesis import HealthCheck, settings

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

# What crashes in a test leaves its file where nobody keeps it; nobody's settings count, or change.
STATE = tempfile.mkdtemp(prefix="state")
os.environ |= {
    "XDG_STATE_HOME": STATE,
    "XDG_CACHE_HOME": os.path.join(STATE, "cache"),
    "XDG_DATA_HOME": os.path.join(STATE, "data"),
    "WEATHERGAGE_CONFIG": os.path.join(STATE, "config"),
    "WEATHERGAGE_NAME": "anna",
}
atexit.register(shutil.rmtree, STATE, ignore_errors=True)

# Ten thousand tests and all modules live as long as the run: a search for garbage that looks
# through them takes a seventh of the whole time.
gc.set_threshold(100_000, 50, 100)


def pytest_collection_finish() -> None:
    """Leave what was collected out of every later search for garbage."""
    gc.collect()
    gc.freeze()
