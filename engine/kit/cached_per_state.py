"""Answers that are cached for the state that was asked about last.

Every shot that is weighed in a decision asks the same of one state. States never change, so
the answers hold as long as it is that state, and the same data set, that is asked about.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

from engine.kit.dataset import in_force

P = ParamSpec("P")
R = TypeVar("R")
S = TypeVar("S")


_NAMED, _UNKNOWN = object(), object()


def cached_per_state(
    ask: Callable[Concatenate[S, P], R],
) -> Callable[Concatenate[S, P], R]:
    """Cache what a function of a state returns, by its other arguments, until another state comes.

    One state is enough: a decision asks about one, a look ahead moves on to the next.
    """
    last: list[tuple[S, Any, dict[object, R]]] = []

    @wraps(ask)
    def answer(state: S, /, *args: P.args, **kwargs: P.kwargs) -> R:
        # Read once and replaced as a whole: players think in threads of their own.
        data, now = in_force(), last[0] if last else None
        if now is None or now[0] is not state or now[1] is not data:
            last[:] = [now := (state, data, {})]
        # Asked thousands of times a decision, hardly ever by name.
        key = (_NAMED, args, *kwargs.items()) if kwargs else args
        found = now[2].get(key, _UNKNOWN)
        if found is _UNKNOWN:
            found = now[2][key] = ask(state, *args, **kwargs)
        return cast("R", found)

    return answer
