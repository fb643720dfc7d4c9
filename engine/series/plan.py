"""The plan of a series: which battles, how many of them decide it, and who changes places."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

MOST = 15
"""The battles of the longest series."""


class SeriesPlan(msgspec.Struct, kw_only=True, frozen=True, omit_defaults=True):
    """What a series is made of; a file of it needs no more."""

    title: str
    game: str
    battles: tuple[str, ...]
    """Scenarios in their order; after the last one comes the first again."""
    best_of: int = 3
    alternation: Literal["sides", "ends", "none"] = "sides"
    """What changes from battle to battle, where two seats meet: each takes the other's `sides`,
    or takes the other's place and its own squadron along, `ends`; or nothing."""
    carry: str = ""
    """What is carried from battle to battle, as far as the game can: `crew`; '' nothing."""
    options: dict[str, Any] = {}
    """Options of the set-up of each battle."""

    @property
    def enough(self) -> int:
        """How many battles won decide it."""
        return self.best_of // 2 + 1

    def scenario(self, number: int) -> str:
        """Return the scenario of battle `number`, from 1."""
        return self.battles[(number - 1) % len(self.battles)]

    def exchanged(self, number: int) -> bool:
        """Tell whether two seats have changed places in battle `number`."""
        return self.alternation != "none" and number % 2 == 0

    def set_up(self, number: int) -> dict[str, Any]:
        """Return the options of the set-up of battle `number`."""
        squadrons = self.options.get("squadrons")
        if self.alternation == "ends" and self.exchanged(number) and squadrons:
            return {**self.options, "squadrons": list(reversed(squadrons))}
        return dict(self.options)
