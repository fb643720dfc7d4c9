"""Folds: the state after an event, one small function an event's type."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

S = TypeVar("S")
F = TypeVar("F", bound=Callable[..., Any])


class Folds(Generic[S]):
    """The folds of a game system. They know no rules and never refuse.

    >>> folds = Folds[int]()
    >>> @folds(str)
    ... def _longer(state, event): return state + len(event)
    >>> folds.evolve(1, "abc")
    4
    """

    def __init__(self) -> None:
        self._folds: dict[type, Callable[[S, Any], S]] = {}

    def __call__(self, kind: type) -> Callable[[F], F]:
        """Register the fold of a kind of event."""

        def enter(fold: F) -> F:
            assert kind not in self._folds, f"{kind.__name__} has two folds"
            self._folds[kind] = fold
            return fold

        return enter

    @property
    def kinds(self) -> frozenset[type]:
        """The kinds of events that have a fold."""
        return frozenset(self._folds)

    def evolve(self, state: S, event: Any) -> S:
        """Return the state after an event."""
        return self._folds[type(event)](state, event)
