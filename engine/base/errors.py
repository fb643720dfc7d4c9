"""Errors whose text is one clear sentence for a player."""

from __future__ import annotations

import os
import sys
from typing import Any

from engine.base.text import clean

MOST = 20
"""The most mistakes of a set-up that the error's sentence lists."""


class WeatherGageError(Exception):
    """Base class of every error that a player may read; its text is one sentence."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Return the arguments and attributes for pickling, because `__init__` of a subclass may
        have other parameters.
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
    """A command that the rules do not allow now; nothing has changed.

    `rule` names the rule in the rulebook's terms, `why` gives the reason in words.
    """

    def __init__(self, why: str, rule: str = "") -> None:
        self.why = why
        self.rule = rule
        super().__init__(f"{rule}: {why}" if rule else why)


class FileFault(WeatherGageError):
    """A file that cannot be used; the text names the file and, where known, the line or field."""


class Unusable(FileFault):
    """A path that the operating system refused; the text says why."""


class SetUpFault(WeatherGageError):
    """A set-up or position with mistakes; `faults` lists each one as (key path, text)."""

    def __init__(self, source: str, faults: list[tuple[str, str]]) -> None:
        self.source = source
        self.faults = tuple(faults)
        texts = [f"{path}: {text}" if path else text for path, text in faults[:MOST]]
        if len(faults) > MOST:
            texts.append(f"and {len(faults) - MOST} more")
        super().__init__(f"{source}: {'; '.join(texts)}")


class ProgramFault(WeatherGageError):
    """A program that plays a seat and breaks the protocol; the text quotes its line."""


# Tracebacks for people who debug the program: WEATHERGAGE_TRACEBACK=1 shows them.


VARIABLE = "WEATHERGAGE_TRACEBACK"


def wanted() -> bool:
    """Tell whether the user wants tracebacks (an environment variable)."""
    return bool(os.environ.get(VARIABLE))


def trace(error: BaseException) -> None:
    """Write the traceback of an error to stderr, if the user wants tracebacks."""
    if wanted() and sys.__stderr__ is not None:
        print(traced(error), end="", file=sys.__stderr__, flush=True)


def traced(error: BaseException) -> str:
    """Return the traceback of an error, without control characters."""
    import traceback  # slow to import, and rarely needed

    lines = "".join(traceback.format_exception(error)).splitlines()
    return "".join(f"{clean(line)}\n" for line in lines)
