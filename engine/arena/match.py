"""What is fought, and what came of it: a match, a bout of it, its result."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

import msgspec

Winner = Literal["a", "b", ""]
Pair = tuple[int, int]
"""A count of player a's, then of player b's, whichever side they played."""


class Match(msgspec.Struct, frozen=True, kw_only=True):
    """What is played: a scenario, the two players, and the seed of the first battle."""

    game: str
    scenario: str
    a: str
    b: str
    seed: int = 1
    mirror: bool = False
    """Whether the players swap sides in every other battle."""
    arranged: bool = False
    """Whether the set-up is made by lieutenants, whoever plays."""
    options: dict[str, Any] = {}
    """Of the set-up, as `Game.set_up` takes them."""
    created: str = ""
    data: str = ""
    """The folder of a user's own records, for each process to read."""

    def swapped(self, number: int) -> bool:
        """Tell whether player b has the first side in battle `number`, counted from 0."""
        return self.mirror and number % 2 == 1


class Bout(NamedTuple):
    """One battle to be fought: the match, its number from 0, and a file to keep it in."""

    match: Match
    number: int
    path: str = ""


class Fought(msgspec.Struct, frozen=True, kw_only=True):
    """What came of battle `number` of a match, by player whichever side he had."""

    number: int
    winner: Winner
    """None: a draw."""
    turns: int
    commands: int
    reason: str
    """What decided, in words that are the same in battles that ended alike."""
    scores: tuple[Pair, ...] = ()
    """The points against each player at the end of every turn from the first on."""
    counts: dict[str, Pair] = {}
    """What the players' ships did and suffered, by the heads of `Aftermath.counted`."""

    @property
    def score(self) -> Pair:
        """The points against each player when the battle ended."""
        return self.scores[-1] if self.scores else (0, 0)
