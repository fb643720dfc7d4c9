"""A person at a screen who presses keys, and what the screen shows when it has come to rest."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.runs.calm import settled
from tests.runs.frame import Frame, seen
from tests.tui.rest import idle
from tests.tui.wired import Wired

ROUNDS = 2
"""The number of looks, a moment apart, that must find the program at rest."""


async def rests(person: Wired) -> None:
    """Wait until all keys are processed, and nothing is read, computed or drawn any more."""
    app = person.app
    found = 0
    while found < ROUNDS:
        await asyncio.sleep(0.001)

        def still() -> bool:
            return idle(app) and not any(each.is_running for each in app.workers)

        now = still()
        if not now:
            await person.until(still, "rest")
        found = found + 1 if now else 0


async def pressed(person: Wired, run: str, key: str, folder: Path, in_full: bool = False) -> Frame:
    """Press a key (for '' none), and return the frame when the program has come to rest."""
    if key:
        person.writes(key)
    await rests(person)
    styled, text = seen(person.app.screen)
    return Frame(run, key, settled(styled, folder), settled(text, folder) if in_full else "")
