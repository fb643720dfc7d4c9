"""The signals by which a process is told to end, those of them that the system has."""

from __future__ import annotations

import signal

ENDINGS = tuple(
    signal.Signals[name]
    for name in (
        *("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGABRT", "SIGXCPU"),
        *("SIGVTALRM", "SIGPROF", "SIGPWR", "SIGIO"),
    )
    if name in signal.Signals.__members__
)
"""All end in good order: the terminal is left as it was found, a sentence says how to go on."""
ENDED = 128
"""The exit code of a process that a signal has ended, as shells give it, is so much more."""
