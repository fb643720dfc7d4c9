"""Folds: the state after an event, one small function an event's type; and what all games share.

What every state has, an agenda and ships by id, is changed here once for all games.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, Protocol, TypeVar

from msgspec.structs import replace

from engine.kit.ledger import Playing
from engine.kit.step import Planned

S = TypeVar("S")
F = TypeVar("F", bound=Callable[..., Any])


class Folds(Generic[S]):
    """The folds of a game system. They know no rules and never refuse.

    A system has one, filled when its modules of folds are imported. Replays, undo and imagined
    battles live on it, so a fold may only put down what its event says.

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

    def of(self, kind: type) -> Callable[[S, Any], S]:
        """Return the fold of a kind of event; `KeyError` when it has none."""
        return self._folds[kind]

    def evolve(self, state: S, event: Any) -> S:
        """Return the state after an event."""
        return self._folds[type(event)](state, event)


P = TypeVar("P", bound=Playing)


def replanned(state: P, event: Planned) -> P:
    """Return the state after its agenda changed: the fold of every game's `Planned`."""
    kept = state.agenda[: len(state.agenda) - event.taken]
    return replace(state, agenda=(*kept, *event.laid))  # type: ignore[type-var]  # it is a struct


class Afloat(Protocol):
    """A state with ships by id."""

    @property
    def ships(self) -> Any:
        """The ships."""


A = TypeVar("A", bound=Afloat)


def with_ship(state: A, id: str, **changes: Any) -> A:
    """Return the state with fields of one ship changed."""
    ship = replace(state.ships[id], **changes)
    return replace(state, ships={**state.ships, id: ship})  # type: ignore[type-var]  # it is a struct


def put_ship(state: A, ship: Any) -> A:
    """Return the state with a ship in the place of what she was."""
    return replace(state, ships={**state.ships, ship.id: ship})  # type: ignore[type-var]  # it is a struct
