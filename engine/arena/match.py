"""Plain data of simulations: a match, one bout of it, and the result of a bout."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, Literal, NamedTuple, TypeVar

import msgspec

Winner = Literal["a", "b", ""]
Pair = tuple[int, int]
"""A count for player a and for player b, whichever side they played."""


class Match(msgspec.Struct, frozen=True, kw_only=True):
    """A scenario, two players, and the seed of the first battle; battle n has seed + n."""

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
    """Options of the set-up, as `Game.set_up` takes them."""
    created: str = ""
    data: str = ""
    """The folder of a user's own records, which each process loads; '' for none."""

    def swapped(self, number: int) -> bool:
        """Tell whether player b has the first side in battle `number`, counted from 0."""
        return self.mirror and number % 2 == 1


class Bout(NamedTuple):
    """One battle to run: the match, its number from 0, and a file to record it in, or ''."""

    match: Match
    number: int
    path: str = ""


class Fought(msgspec.Struct, frozen=True, kw_only=True):
    """The result of battle `number` of a match, by player, whichever side they had."""

    number: int
    winner: Winner
    """The player who won; '' is a draw."""
    turns: int
    commands: int
    reason: str
    """What decided the battle, in the same words for battles that ended the same way."""
    scores: tuple[Pair, ...] = ()
    """The points against each player at the end of each turn, from the first on."""
    counts: dict[str, Pair] = {}
    """What the players' ships did and suffered, by the headings of `Aftermath.counted`."""

    @property
    def score(self) -> Pair:
        """The points against each player when the battle ended."""
        return self.scores[-1] if self.scores else (0, 0)


R = TypeVar("R")


class Work(NamedTuple, Generic[R]):
    """What is done with a battle of a match, here or on another machine."""

    run: Callable[[Match, int, str], R]
    """A function of a module, which other processes import: match, number, and a file or ''."""
    result: type[R]
    """The struct that it returns; it travels as JSON."""

    @property
    def place(self) -> str:
        """Where another process finds the function."""
        return _place(self.run)


class Errand(NamedTuple, Generic[R]):
    """What is done with a task that is no battle of a match, here or on another machine."""

    run: Callable[[bytes, bytes], R]
    """A function of a module: the task, in JSON, and what all tasks of a run have in common."""
    result: type[R]
    """The struct that it returns; it travels as JSON."""

    @property
    def place(self) -> str:
        """Where another process finds the function."""
        return _place(self.run)


def _place(function: Callable[..., object]) -> str:
    """Return where another process finds a function: `engine.arena.fighting:fight`."""
    return f"{function.__module__}:{function.__qualname__}"
