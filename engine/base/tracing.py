"""Tracebacks, for whoever looks for a fault of the program: WEATHERGAGE_TRACEBACK=1 shows them."""

from __future__ import annotations

import os
import sys

from engine.base.clean import clean

VARIABLE = "WEATHERGAGE_TRACEBACK"


def wanted() -> bool:
    """Tell whether tracebacks are to be shown."""
    return bool(os.environ.get(VARIABLE))


def trace(error: BaseException) -> None:
    """Write the traceback of an error to stderr, where that is wanted."""
    if wanted() and sys.__stderr__ is not None:
        print(traced(error), end="", file=sys.__stderr__, flush=True)


def traced(error: BaseException) -> str:
    """Return the traceback of an error, without signs that a terminal would obey."""
    import traceback  # slow to import, and hardly ever needed

    lines = "".join(traceback.format_exception(error)).splitlines()
    return "".join(f"{clean(line)}\n" for line in lines)
