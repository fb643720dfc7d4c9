"""Errors whose text is one clear sentence for a player."""

from __future__ import annotations

from typing import Any


class WeatherGageError(Exception):
    """The base of every error that a player may read; its text is one sentence."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Come whole from one process to another, whatever a kind's `__init__` takes."""
        return _revived, (type(self), self.args, self.__dict__)


def _revived(
    kind: type[WeatherGageError], words: tuple[Any, ...], known: dict[str, Any]
) -> WeatherGageError:
    error = kind.__new__(kind, *words)
    error.__dict__.update(known)
    return error


class Refused(WeatherGageError):
    """A command that the rules do not allow now; nothing changed.

    `rule` names the rule in the rulebook's terms, `why` says the reason in words.
    """

    def __init__(self, why: str, rule: str = "") -> None:
        self.why = why
        self.rule = rule
        super().__init__(f"{rule}: {why}" if rule else why)


class FileFault(WeatherGageError):
    """A file that cannot be used: names the file and, where known, the line or field."""


class SetUpFault(WeatherGageError):
    """A set-up or position with mistakes; `faults` lists each as (key path, text)."""

    def __init__(self, source: str, faults: list[tuple[str, str]]) -> None:
        self.source = source
        self.faults = tuple(faults)
        lines = "; ".join(f"{path}: {text}" if path else text for path, text in faults)
        super().__init__(f"{source}: {lines}")


class ProgramFault(WeatherGageError):
    """A program that plays a seat and does not answer as it should; names it and what it said."""
