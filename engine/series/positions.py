"""`inspect` for a series: what the game's rules say about the current battle."""

from __future__ import annotations

from typing import Any

from engine.game.parts.part import Positions
from engine.series.game import Inside
from engine.series.state import Series


class SeriesPositions(Inside, Positions[Series]):
    """The positions part of the game, applied to the current battle."""

    @property
    def foresees(self) -> bool:  # type: ignore[override]
        """Whether `inspect` can preview where an order would lead."""
        return self.inner.positions.foresees

    def subject(self, ship: str, order: str = "") -> str:
        """Return the subject for `inspect`."""
        return self.inner.positions.subject(ship, order)

    def inspect(self, view: Series, subject: str = "") -> dict[str, Any]:
        """Return the facts by the rules about one ship or all."""
        return self.inner.positions.inspect(view.battle, subject)

    def explain(self, view: Series, subject: str = "") -> dict[str, Any]:
        """Return `inspect` in readable form."""
        return self.inner.positions.explain(view.battle, subject)
