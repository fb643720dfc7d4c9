"""What follows from a command: the events, and the state after each of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Generic

from engine.base.generic import E, S


class Decided(tuple[E, ...], Generic[S, E]):
    """The events of a command, a tuple; `states` holds the state after each.

    The states are those that the rules had while they decided, so that nobody needs to fold
    the events a second time.
    """

    states: tuple[S, ...]

    def __new__(cls, events: Iterable[E], states: Iterable[S]) -> Decided[S, E]:
        """Join events and states; there are as many of one as of the other."""
        decided = super().__new__(cls, events)
        decided.states = tuple(states)
        return decided


def folded(state: Any, events: Iterable[E], evolve: Callable[[Any, E], Any]) -> Decided[Any, E]:
    """Return events with the states that come of folding them into a state."""
    written = tuple(events)
    if isinstance(events, Decided):
        return events
    states = []
    for event in written:
        state = evolve(state, event)
        states.append(state)
    return Decided(written, states)
