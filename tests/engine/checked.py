"""Checks of a battle after each of its commands, which fail the test that plays it.

An exception in an observer is only logged, so a check that only subscribes could never fail a test.
Here the exception is raised by the command after which the check failed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.kernel.battle import Battle, Change

Check = Callable[[Battle, Change], None]


def checked(battle: Battle, check: Check) -> Battle:
    """Return the battle, with a check that runs after every change and raises what it finds."""
    found: list[Exception] = []
    submit = battle.submit

    def told(seen: Battle, change: Change) -> None:
        try:
            check(seen, change)
        except Exception as error:
            found.append(error)

    def submitted(seat: str, command: Any) -> Any:
        events = submit(seat, command)
        if found:
            raise found[0]
        return events

    battle.subscribe(told)
    battle.submit = submitted  # type: ignore[method-assign]
    return battle
