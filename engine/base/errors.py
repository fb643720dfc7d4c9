"""Errors whose text is one clear sentence for a player, and failures of the machine."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from engine.base.text import clean

MOST = 20
"""The sentence of a `SetUpFault` lists at most this many mistakes."""


class WeatherGageError(Exception):
    """Base class of every error that a player may read; its text is one sentence."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Return what pickle needs to copy the error to another process.

        The arguments and attributes are returned apart, because the `__init__` of a subclass may
        have other parameters than the error's text.
        """
        return _revived, (type(self), self.args, self.__dict__)


def _revived(
    kind: type[WeatherGageError], args: tuple[Any, ...], attributes: dict[str, Any]
) -> WeatherGageError:
    """Return an unpickled error, created without its `__init__`."""
    error = kind.__new__(kind, *args)
    error.__dict__.update(attributes)
    return error


class Refused(WeatherGageError):
    """The error about a command that the rules do not allow now; nothing has changed.

    `rule` names the rule in the rulebook's terms, `why` gives the reason in words.
    """

    def __init__(self, why: str, rule: str = "") -> None:
        self.why = why
        self.rule = rule
        super().__init__(f"{rule}: {why}" if rule else why)


class FileFault(WeatherGageError):
    """The error about a file that cannot be used; its text names the file and, where known, the
    line or field.
    """


class Unusable(FileFault):
    """The error about a path that the operating system refused; its text says why."""


class SetUpFault(WeatherGageError):
    """The error about a set-up or position with mistakes; `faults` lists each one as (key path,
    text).
    """

    def __init__(self, source: str, faults: list[tuple[str, str]]) -> None:
        self.source = source
        self.faults = tuple(faults)
        texts = [f"{path}: {text}" if path else text for path, text in faults[:MOST]]
        if len(faults) > MOST:
            texts.append(f"and {len(faults) - MOST} more")
        super().__init__(f"{source}: {'; '.join(texts)}")


class ProgramFault(WeatherGageError):
    """The error about a program that plays a seat and breaks the protocol; its text quotes the
    program's line.
    """


# Tracebacks for people who debug the program: WEATHERGAGE_TRACEBACK=1 shows them.


VARIABLE = "WEATHERGAGE_TRACEBACK"


def wants_traceback() -> bool:
    """Tell whether the user has asked for tracebacks by an environment variable."""
    return bool(os.environ.get(VARIABLE))


def print_traceback(error: BaseException) -> None:
    """Write the traceback of an error to stderr, if the user wants tracebacks."""
    if wants_traceback() and sys.__stderr__ is not None:
        print(traceback_text(error), end="", file=sys.__stderr__, flush=True)


def traceback_text(error: BaseException) -> str:
    """Return the traceback of an error, without control characters."""
    import traceback  # slow to import, and rarely needed

    lines = "".join(traceback.format_exception(error)).splitlines()
    return "".join(f"{clean(line)}\n" for line in lines)


# Failures of the machine, unlike faults of a file, an order or a rule. Code that catches any
# exception as a fault of untrusted input must re-raise `SURROUNDINGS` first: a full disk or a
# missing module must not make a valid battle or letter look forged.


SURROUNDINGS = (OSError, MemoryError, ImportError, Unusable)
"""Errors whose cause is the machine: its disks, memory and processes, and how its Python was built.
They do not mean that a file, an order or a rule is wrong."""


@contextmanager
def error_context(what: str) -> Iterator[None]:
    """Add a note, such as `starting a process`, to errors of the machine raised in the block.

    Of nested blocks the innermost adds its note. `os_error_text` reports the note where the error
    names no file.
    """
    try:
        yield
    except SURROUNDINGS as error:
        if not getattr(error, "__notes__", None):
            error.add_note(what)
        raise


def os_error_text(error: BaseException) -> str:
    """Return a sentence about an error of the operating system, with the file or action.

    >>> os_error_text(FileNotFoundError(2, "No such file or directory", "x.battle"))
    'x.battle: no such file or directory'
    >>> os_error_text(ModuleNotFoundError("No module named '_sqlite3'", name="_sqlite3"))
    'this Python was built without its module sqlite3: `weathergage doctor` says what it is needed for'
    """  # noqa: E501
    if isinstance(error, Unusable):
        return str(error)
    if isinstance(error, ImportError):
        package = (error.name or "").partition(".")[0]
        if package in sys.stdlib_module_names:
            which = package.removeprefix("_")
            return (
                f"this Python was built without its module {which}: `weathergage doctor` says what "
                "it is needed for"
            )
        if package and isinstance(error, ModuleNotFoundError):
            return f"the package {package} is not installed: install weathergage again"
        return str(error)
    why = "there is not enough memory" if isinstance(error, MemoryError) else ""
    name = None
    if isinstance(error, OSError):
        why, name = reason(error) if error.strerror else str(error).lower(), error.filename
    notes = getattr(error, "__notes__", None)
    if name is None and notes:
        name = f"{notes[0]} failed"
    return f"{name}: {why}" if name is not None else why


def no_more_threads(error: RuntimeError) -> bool:
    """Tell whether Python could not start a thread; this failure has no exception class of its
    own.
    """
    return "start new thread" in str(error)


def reason(error: OSError | ValueError) -> str:
    """Return the operating system's reason for an error, in lower case."""
    wording = error.strerror if isinstance(error, OSError) else None
    return (wording or "not a usable path").lower()
