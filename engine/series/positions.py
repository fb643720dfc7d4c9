"""What the rules of a series' game see in its battle."""

from __future__ import annotations

from typing import Any

from engine.game.parts.part import Positions
from engine.series.game import Inside
from engine.series.state import Series


class SeriesPositions(Inside, Positions[Series]):
    """What the game's rules see in the battle."""

    @property
    def foresees(self) -> bool:  # type: ignore[override]
        """Whether the game says where an order leads."""
        return self.inner.positions.foresees

    def subject(self, ship: str, order: str = "") -> str:
        """Return what `inspect` is asked about."""
        return self.inner.positions.subject(ship, order)

    def inspect(self, view: Series, subject: str = "") -> dict[str, Any]:
        """Return what the rules say of one ship or of all."""
        return self.inner.positions.inspect(view.battle, subject)

    def explain(self, view: Series, subject: str = "") -> dict[str, Any]:
        """Return `inspect` for people to read."""
        return self.inner.positions.explain(view.battle, subject)
