"""Position files of a game system, and what its rules say of a situation, as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.base.errors import SetUpFault
from engine.game.parts.part import Part, S


class Positions(Part[S]):
    """Situations written by hand, and questions about them."""

    def read(self, source: str, table: Mapping[str, Any]) -> tuple[S, int]:
        """Return state and seed of a parsed position file; `SetUpFault` lists every mistake."""
        raise SetUpFault(source, [("game", f"{self.game.title} has no position files")])

    def inspect(self, view: S, subject: str = "") -> dict[str, Any]:
        """Return {ship: what the rules say of it} as plain data, of one ship or of all.

        A game may take an order after its key, as in `A1:2R1`, and say where that would lead.
        `Refused` when no ship has that key.
        """
        return {}

    def explain(self, view: S, subject: str = "") -> dict[str, Any]:
        """Return `inspect` for people to read; it may say what each sum is made of."""
        return self.inspect(view, subject)
