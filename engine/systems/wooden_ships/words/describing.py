"""Commands in the words of the log and of typed orders."""

from __future__ import annotations

from engine.game.question import Fill, Reopen
from engine.systems.wooden_ships.state.state import State


def describe(state: State, command: Fill | Reopen) -> str:
    """Return a command in words."""
    if isinstance(command, Reopen):
        return "open the sealed sheet again"
    chosen = ", ".join(f"{slot} {answer}" for slot, answer in command.answers.items())
    return f"{command.sheet}: {chosen}" if chosen else command.sheet
