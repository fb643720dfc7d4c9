"""Checks of a battle after each of its commands, which fail the test that plays it.

An observer that raises is logged and the battle goes on: a check that only subscribed could not
fail. This one is raised by the command after which it failed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.kernel.battle import Battle, Change

Check = Callable[[Battle, Change], None]


def checked(battle: Battle, check: Check) -> Battle:
    """Return the battle, which calls a check after every change and raises what it finds."""
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
