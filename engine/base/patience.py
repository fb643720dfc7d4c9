"""How long whoever thinks may go on: asked between one look ahead and the next.

A system that looks far ahead asks `run_out` between its steps, and answers by what it has. Nobody
names a time unless a player has a clock; then it holds for this thread alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_clock: ContextVar[Callable[[], bool] | None] = ContextVar("clock", default=None)


@contextmanager
def within(clock: Callable[[], bool]) -> Iterator[None]:
    """Let what is thought about meanwhile end when `clock` says so."""
    token = _clock.set(clock)
    try:
        yield
    finally:
        _clock.reset(token)


def hurried() -> bool:
    """Tell whether there is a clock at all: what is found may then be less than all."""
    return _clock.get() is not None


def run_out() -> bool:
    """Tell whether the time is up."""
    clock = _clock.get()
    return clock is not None and clock()
