"""Folds: an event's `after` is the state that follows from it. How that is asked, for all games.

What every state has, ships by id, is changed here once.
"""

from __future__ import annotations

from typing import Any, Protocol, TypeVar, Union

from msgspec.structs import replace

S = TypeVar("S")


def every(base: type, module: str = "") -> Any:
    """Return the union of all structs of a base (events, steps, commands): files are read by it.

    A struct that others are derived from is no member. `module` leaves out those that are defined
    elsewhere: what begins with it counts.
    """
    kinds = [base]
    for each in kinds:
        kinds += each.__subclasses__()
    leaves = (each for each in kinds if not each.__subclasses__())
    return Union[tuple(each for each in leaves if each.__module__.startswith(module))]  # noqa: UP007


def evolve(state: S, event: Any) -> S:
    """Return the state after an event: replays, undo and imagined battles live on it.

    An event's `after` knows no rules and never refuses; it puts down what the event says.
    """
    after: S = event.after(state)
    return after


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
