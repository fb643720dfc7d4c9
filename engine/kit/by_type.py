"""Functions found by the type of a value: one small function a command or event."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Generic, TypeVar, get_args

from engine.game.tableau import Tableau

F = TypeVar("F", bound=Callable[..., Any])


class ByType(Generic[F]):
    """A registry of functions by type, filled by decorators beside the rule that they belong to.

    >>> describes = ByType("describes")
    >>> @describes(int)
    ... def _number(value): return f"the number {value}"
    >>> describes.of(7)(7)
    'the number 7'
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._functions: dict[type, F] = {}

    def __call__(self, *kinds: type) -> Callable[[F], F]:
        """Register a function for these types; one function a type."""

        def enter(function: F) -> F:
            for kind in kinds:
                known = self._functions.setdefault(kind, function)
                assert known is function, f"{self.name}: {kind.__name__} is registered twice"
            return function

        return enter

    def of(self, value: object) -> F:
        """Return the function of a value's type; `KeyError` when there is none."""
        return self._functions[type(value)]

    def get(self, value: object) -> F | None:
        """Return the function of a value's type, or None."""
        return self._functions.get(type(value))

    @property
    def kinds(self) -> frozenset[type]:
        """The types that have a function."""
        return frozenset(self._functions)

    def missing(self, kinds: object) -> set[str]:
        """Return the names of those types of a union that have no function, for a test."""
        wanted: Iterable[type] = get_args(kinds) or (kinds,)
        return {kind.__name__ for kind in wanted if kind not in self._functions}


Telling = Callable[[Any, Any, str], str]
"""The state before, the event, and the seat that reads: one line, or ''."""


class Tells(ByType[Telling]):
    """The log of a game: a line for each kind of event. What has none is not told."""

    def line(self, before: Any, event: Any, seat: str = "") -> str:
        """Return one line about an event as a seat may know it; '' when it is not worth one."""
        telling = self.get(event)
        return telling(before, event, seat) if telling is not None else ""


class Pictures(ByType[Any]):
    """For each event that makes one, the function of (state before, event) that says which."""

    def tableau(self, before: Any, event: object) -> Tableau | None:
        """Return what one tells others about an event; None for most events."""
        pictured = self.get(event)
        found: Tableau | None = pictured(before, event) if pictured is not None else None
        return found
