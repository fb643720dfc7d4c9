"""How even the battles of a game are, as they were fought between equal computer players."""

from __future__ import annotations

from typing import NamedTuple

from engine.kit.compiled import read_table
from engine.kit.records import shipped_folder

LEANS = 0.65
"""The share of the decided battles from which on a side wins too often: of fifty, one half may
well show as 36 or 64 of a hundred."""


class Evenness(NamedTuple):
    """What came of battles between players of one strength, who are named."""

    players: str
    first: int
    """Won by the side of the first seat."""
    second: int
    drawn: int

    @property
    def battles(self) -> int:
        """How many were fought."""
        return self.first + self.second + self.drawn

    @property
    def is_even(self) -> bool:
        """Tell whether neither side has won too often."""
        return max(self.first, self.second) <= LEANS * (self.first + self.second)


def evenness(game: str, scenario: str) -> Evenness | None:
    """Return how even a scenario is; None where that was not measured."""
    path = shipped_folder(game.removeprefix("series:")) / "evenness.toml"
    if not path.is_file():
        return None
    table = read_table(path)
    won = table["won"].get(scenario)
    return Evenness(table["players"], *won) if won else None
