"""Failures of the machine, unlike faults of a file, an order or a rule.

Code that catches any exception as a fault of untrusted input must re-raise `SURROUNDINGS` first: a
full disk or a missing module must not make a valid battle or letter look forged.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from engine.base.errors import Unusable

SURROUNDINGS = (OSError, MemoryError, ImportError, Unusable)
"""Errors of the machine: its disks, memory and processes, and how its Python was built."""


@contextmanager
def doing(what: str) -> Iterator[None]:
    """Add a note to errors of the machine raised in the block, such as `starting a process`.

    The innermost note is kept: `cause_of` reports it where the error names no file.
    """
    try:
        yield
    except SURROUNDINGS as error:
        if not getattr(error, "__notes__", None):
            error.add_note(what)
        raise


def cause_of(error: BaseException) -> str:
    """Return a sentence about an error of the operating system, with the file or action.

    >>> cause_of(FileNotFoundError(2, "No such file or directory", "x.battle"))
    'x.battle: no such file or directory'
    >>> cause_of(ModuleNotFoundError("No module named '_sqlite3'", name="_sqlite3"))
    'this Python was built without its module sqlite3: `weathergage doctor` says what it is needed for'
    """  # noqa: E501
    if isinstance(error, Unusable):
        return str(error)
    if isinstance(error, ImportError):
        return _missing(error)
    why = "there is not enough memory" if isinstance(error, MemoryError) else ""
    name = None
    if isinstance(error, OSError):
        # imported here because it loads msgspec, which help and version do not need
        from engine.base.files import reason

        why, name = reason(error) if error.strerror else str(error).lower(), error.filename
    notes = getattr(error, "__notes__", None)
    if name is None and notes:
        name = f"{notes[0]} failed"
    return f"{name}: {why}" if name is not None else why


def _missing(error: ImportError) -> str:
    """Return which module of Python, or which package, is missing."""
    name = (error.name or "").partition(".")[0]
    if name in sys.stdlib_module_names:
        which = name.removeprefix("_")
        return (
            f"this Python was built without its module {which}: `weathergage doctor` says what "
            "it is needed for"
        )
    if name and isinstance(error, ModuleNotFoundError):
        return f"the package {name} is not installed: install weathergage again"
    return str(error)


def no_more_threads(error: RuntimeError) -> bool:
    """Tell whether Python could not start a thread; this failure has no exception class of its
    own.
    """
    return "start new thread" in str(error)
