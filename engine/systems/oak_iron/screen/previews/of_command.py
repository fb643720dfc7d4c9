"""What is shown of a command, found by its type: filled by the modules beside this one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.game.parts.screen import Preview
from engine.kit.by_type import ByType
from engine.systems.oak_iron.state import commands as do
from engine.systems.oak_iron.state.state import Ship, State

Shown = Callable[[State, Ship, Any], Preview | None]
"""Takes a view, the ship that a command is about, and the command."""
previews: ByType[Shown] = ByType("previews")
"""What is shown of a command of a ship, by its type. A move is shown by its course instead."""
card_previews: ByType[Callable[[State, Any], Preview]] = ByType("card previews")
"""What is shown of a command that needs no ship on the sea: cards, and things to be placed."""


def preview_of_ship(view: State, ship: Ship, command: do.AnyCommand) -> Preview:
    """Return what is shown of a command of a ship; nothing where there is nothing to show."""
    shown = previews.get(command)
    return (shown(view, ship, command) if shown else None) or Preview()
