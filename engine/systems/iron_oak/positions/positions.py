"""Situations of Iron & Oak written by hand, and what its rules say of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.game.parts.positions import Positions
from engine.kit.dataset import bound
from engine.systems.iron_oak.state.state import State


@bound
class IronOakPositions(Positions[State]):
    """Position files, `inspect` and `explain`."""

    def read(self, source: str, table: Mapping[str, Any]) -> tuple[State, int]:
        from engine.systems.iron_oak.positions.position import from_position

        return from_position(source, table)

    def inspect(self, view: State, subject: str = "") -> dict[str, Any]:
        """Return what the rules say of a ship or section, or of all."""
        from engine.systems.iron_oak.inspection import inspect

        return inspect(view, subject)

    def explain(self, view: State, subject: str = "") -> dict[str, Any]:
        """Return the same for people, with the sums."""
        from engine.systems.iron_oak.inspection import explain

        return explain(view, subject)
