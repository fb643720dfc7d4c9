"""Answers that are kept for the state that was asked about last.

Every shot that is weighed in a decision asks the same of one state; states never change, so
that the answers hold as long as it is that state, and the same data, that is asked about.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from engine.systems.oak_iron.data.records import Book, book
from engine.systems.oak_iron.state.state import State

P = ParamSpec("P")
R = TypeVar("R")


def cached_per_state(
    ask: Callable[Concatenate[State, P], R],
) -> Callable[Concatenate[State, P], R]:
    """Keep what a question brings, by its other arguments, until another state comes."""
    last: list[tuple[State, Book, dict[object, R]]] = []

    @wraps(ask)
    def answer(state: State, /, *args: P.args, **kwargs: P.kwargs) -> R:
        # Read once and replaced as a whole: players think in threads of their own.
        now = last[0] if last else None
        if now is None or now[0] is not state or now[1] is not book():
            last[:] = [now := (state, book(), {})]
        key = (args, *kwargs.items())
        if key not in now[2]:
            now[2][key] = ask(state, *args, **kwargs)
        return now[2][key]

    return answer
