"""Situations of a war written by hand, and what its rules say of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.game.parts.positions import Positions
from engine.kit.dataset import bound
from engine.systems.iron_oak.campaign.state.state import State


@bound
class CampaignPositions(Positions[State]):
    """Position files, `inspect` and `explain`; in a battle those of the battle."""

    def read(self, source: str, table: Mapping[str, Any]) -> tuple[State, int]:
        from engine.systems.iron_oak.campaign.positions.position import from_position

        return from_position(source, table)

    def inspect(self, view: State, subject: str = "") -> dict[str, Any]:
        """Return what the rules say of a ship, of the `war`, or of all."""
        from engine.systems.iron_oak.campaign.inspection import inspect

        return inspect(view, subject)

    def explain(self, view: State, subject: str = "") -> dict[str, Any]:
        """Return the same for people, with chances in percent."""
        from engine.systems.iron_oak.campaign.inspection import explain

        return explain(view, subject)
