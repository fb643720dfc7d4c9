"""Position files of Oak & Iron, and what its rules say of a situation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.game.parts.positions import Positions
from engine.kit.dataset import bound
from engine.systems.oak_iron.state.state import State


@bound
class OakIronPositions(Positions[State]):
    """Situations written by hand, and questions about ships."""

    def read(self, source: str, table: Mapping[str, Any]) -> tuple[State, int]:
        """Return state and seed of a position file."""
        from engine.systems.oak_iron.positions.position import from_position

        return from_position(source, table)

    def inspect(self, view: State, subject: str = "") -> dict[str, Any]:
        """Return what the rules say of a ship, or of all."""
        from engine.systems.oak_iron.inspection.inspect import inspect

        return inspect(view, subject)

    def explain(self, view: State, subject: str = "") -> dict[str, Any]:
        """Return the same for people, with the sums of the dice."""
        from engine.systems.oak_iron.inspection.inspect import explain

        return explain(view, subject)
