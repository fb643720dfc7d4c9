"""Which events make a picture of their own, said beside each event by a decorator."""

from __future__ import annotations

from typing import Any

from engine.game.tableau import Tableau
from engine.kit.by_type import ByType


class Pictures(ByType[Any]):
    """For each event that makes one, the function of (state before, event) that says which."""

    def tableau(self, before: Any, event: object) -> Tableau | None:
        """Return what one tells others about an event; None for most events."""
        pictured = self.get(event)
        found: Tableau | None = pictured(before, event) if pictured is not None else None
        return found
