"""What holds for every test: Ctrl+C works in the programs that tests start."""

from __future__ import annotations

import signal

# A shell that runs the tests in its background has them, and all they start, ignore it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
