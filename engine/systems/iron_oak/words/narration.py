"""Every event in a line; importing it opens the rooms of tellings."""

from __future__ import annotations

from typing import Any

from engine.systems.iron_oak.state.state import State
from engine.systems.iron_oak.words import (
    telling_cards,
    telling_harm,
    telling_moves,
    telling_turns,
)
from engine.systems.iron_oak.words.telling import Reader, tells

ROOMS = (telling_turns, telling_cards, telling_moves, telling_harm)


def tell(before: State, event: Any, seat: str) -> str:
    """Return a line about an event as a seat may know it; '' when it is not worth one."""
    telling = tells.get(event)
    return telling(Reader(before, seat), event) if telling else ""
