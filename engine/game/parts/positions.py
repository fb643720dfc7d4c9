"""Position files of a game system, and what its rules say of a situation, as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from engine.base.errors import Refused, SetUpFault
from engine.game.parts.part import Part, S


class Positions(Part[S]):
    """Situations written by hand, and questions about them."""

    foresees: ClassVar[bool] = False
    """Whether `inspect` can say where an order would lead."""

    def read(self, source: str, table: Mapping[str, Any]) -> tuple[S, int]:
        """Return state and seed of a parsed position file; `SetUpFault` lists every mistake."""
        raise SetUpFault(source, [("game", f"{self.game.title} has no position files")])

    def subject(self, ship: str, order: str = "") -> str:
        """Return what `inspect` is asked about: a ship, or with an order `A1:2R1`.

        `Refused` where the game foresees no orders, or no ship is named for one.
        """
        if not order:
            return ship
        if not self.foresees:
            raise Refused(f"{self.game.title} cannot say where an order would lead")
        if not ship:
            raise Refused("an order is asked about for one ship: name her, as in A1:2R1")
        return f"{ship}:{order}"

    def inspect(self, view: S, subject: str = "") -> dict[str, Any]:
        """Return {ship: what the rules say of it} as plain data, of one ship or of all.

        A game that `foresees` takes an order after its key, `A1:2R1`, and says where that leads.
        `Refused` when no ship has that key.
        """
        return {}

    def explain(self, view: S, subject: str = "") -> dict[str, Any]:
        """Return `inspect` for people to read; it may say what each sum is made of."""
        return self.inspect(view, subject)
