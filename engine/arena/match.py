"""The data of simulations: matches, bouts and results, with their sums, means and shares."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from math import sqrt
from typing import Any, Generic, Literal, NamedTuple, TypeVar

import msgspec

from engine.base.dice import SURE, wilson
from engine.base.text import pluralized

# Plain data of simulations: a match, one bout of it, and the result of a bout.


Winner = Literal["a", "b", ""]
Pair = tuple[int, int]
"""A count for player a and the same count for player b, whichever side each of them played."""


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
    """Whether the computer player `lieutenant` does the set-up for all seats, whichever players
    fight."""
    options: dict[str, Any] = {}
    """Options of the set-up, for `Game.set_up`."""
    created: str = ""
    data: str = ""
    """The folder of a user's own records, which each process loads; '' for none."""

    def swapped(self, number: int) -> bool:
        """Tell whether player b has the first side in battle `number`, counted from 0."""
        return self.mirror and number % 2 == 1


class Bout(NamedTuple):
    """One battle to fight: the match, its number from 0, and a file to record it in, or ''."""

    match: Match
    number: int
    path: str = ""


class BattleResult(msgspec.Struct, frozen=True, kw_only=True):
    """The result of one battle, battle `number` of a match, by player and not by side."""

    number: int
    winner: Winner
    """The player who won; '' for a draw."""
    turns: int
    commands: int
    reason: str
    """The reason for the result, in the same words for all battles that ended in the same way."""
    scores: tuple[Pair, ...] = ()
    """The points against each player at the end of each turn."""
    counts: dict[str, Pair] = {}
    """{heading: the count for each player's ships}. The headings are those of `Aftermath.counted`,
    such as damage dealt."""

    @property
    def score(self) -> Pair:
        """The points against each player when the battle ended."""
        return self.scores[-1] if self.scores else (0, 0)


R = TypeVar("R")


class Work(NamedTuple, Generic[R]):
    """What workers do with each battle of a match, as a function and the type of its result."""

    run: Callable[[Match, int, str], R]
    """A function that other processes can import. It takes a match, a battle's number, and a file
    to record the battle in, or ''."""
    result: type[R]
    """The struct that the function returns, sent as JSON."""

    @property
    def place(self) -> str:
        """The import path by which another process finds the function."""
        return _place(self.run)


class Errand(NamedTuple, Generic[R]):
    """A task for workers that is not a battle, as a function and the type of its result."""

    run: Callable[[bytes, bytes], R]
    """A function that other processes can import. It takes a task, in JSON, and the data that all
    tasks of a run share."""
    result: type[R]
    """The struct that the function returns, sent as JSON."""

    @property
    def place(self) -> str:
        """The import path by which another process finds the function."""
        return _place(self.run)


def _place(function: Callable[..., object]) -> str:
    """Return the import path of a function, such as `engine.arena.fighting:fight`."""
    return f"{function.__module__}:{function.__qualname__}"


# The results of a match, added up.


class Each(msgspec.Struct, frozen=True):
    """The mean of a value for each of the two players."""

    a: Mean
    b: Mean


class Tally(msgspec.Struct, frozen=True, kw_only=True):
    """The results of a match: how often each player won, and the averages of a battle."""

    games: int
    a_wins: int
    b_wins: int
    draws: int
    commands: int
    turns: int
    wins: dict[str, Share]
    """How many battles were won by `a`, won by `b`, and `drawn`."""
    reasons: dict[str, Share]
    """How many battles ended for each reason, the most frequent reason first."""
    points: Each
    """The mean points against each player at the end of a battle."""
    points_by_turn: tuple[Each, ...]
    """The mean points against each player at the end of each turn. A battle that ended earlier
    counts with its final points."""
    counts: dict[str, Each]
    """{heading: the mean count of each player's ships in a battle}. The headings are those of
    `Aftermath.counted`, such as damage dealt."""
    length: Mean
    """The mean number of turns of a battle, with its margin."""
    lengths: dict[int, int]
    """{number of turns: how many battles had this number of turns}."""


def tally_of(results: Iterable[BattleResult]) -> Tally:
    """Return the tally of results, which may come in any order."""
    all_ = sorted(results, key=lambda fought: fought.number)
    games = len(all_)
    won: Counter[Winner] = Counter(fought.winner for fought in all_)
    reasons = Counter(fought.reason for fought in all_)
    lengths = Counter(fought.turns for fought in all_)
    heads = dict.fromkeys(head for fought in all_ for head in fought.counts)
    last = max((len(fought.scores) for fought in all_), default=0)
    # A battle that was over by a turn counts with its final points.
    return Tally(
        games=games,
        a_wins=won["a"],
        b_wins=won["b"],
        draws=won[""],
        commands=sum(fought.commands for fought in all_),
        turns=sum(fought.turns for fought in all_),
        wins={
            "a": Share.of(won["a"], games),
            "b": Share.of(won["b"], games),
            "drawn": Share.of(won[""], games),
        },
        reasons={
            reason: Share.of(count, games)
            for reason, count in sorted(reasons.items(), key=lambda each: (-each[1], each[0]))
        },
        points=_each([fought.score for fought in all_]),
        points_by_turn=tuple(
            _each(
                [
                    fought.scores[min(turn, len(fought.scores) - 1)] if fought.scores else (0, 0)
                    for fought in all_
                ]
            )
            for turn in range(last)
        ),
        counts={
            head: _each([fought.counts.get(head, (0, 0)) for fought in all_]) for head in heads
        },
        length=mean(fought.turns for fought in all_),
        lengths=dict(sorted(lengths.items())),
    )


def _each(pairs: Sequence[tuple[int, int]]) -> Each:
    return Each(mean(a for a, _ in pairs), mean(b for _, b in pairs))


# Means and shares with their 95 % confidence intervals.


class Share(msgspec.Struct, frozen=True):
    """A number of battles and its fraction of all battles (0 to 1), with the 95 % interval."""

    count: int
    share: float
    low: float
    high: float

    @classmethod
    def of(cls, count: int, games: int) -> Share:
        """Return the fraction `count` / `games`; without games the interval is from 0 to 1."""
        low, high = wilson(count, games)
        share = count / games if games else 0.0
        # Rounded, so that results from different machines are written in the same way.
        return cls(count, round(share, 6), round(low, 6), round(high, 6))


class Mean(msgspec.Struct, frozen=True):
    """A mean, and the margin of its 95 % interval; the margin is None for fewer than two values."""

    mean: float
    margin: float | None = None


def mean(values: Iterable[float]) -> Mean:
    """Return the mean of values with its margin, by the normal approximation."""
    all_ = sorted(values)  # the sum of floats depends on their order: sorting makes it reproducible
    count = len(all_)
    if not count:
        return Mean(0.0)
    middle = sum(all_) / count
    if count == 1:
        return Mean(round(middle, 6))
    spread = sqrt(sum((value - middle) ** 2 for value in all_) / (count - 1))
    return Mean(round(middle, 6), round(SURE * spread / sqrt(count), 6))


# How balanced a scenario is: how often each side won, with the same computer player on both sides.


class Evenness(msgspec.Struct, frozen=True):
    """The results of battles of one computer player against itself, counted by side."""

    player: str
    sides: tuple[str, str]
    """The names of the two sides; player `a` of the match has the first side."""
    won: tuple[int, int] = (0, 0)
    drawn: int = 0

    @property
    def games(self) -> int:
        """The number of battles."""
        return sum(self.won) + self.drawn

    def also(self, winner: Winner) -> Evenness:
        """Return the counts with one more battle added, won by `winner`; '' stands for a draw."""
        first, second = self.won
        return msgspec.structs.replace(
            self,
            won=(first + (winner == "a"), second + (winner == "b")),
            drawn=self.drawn + (winner == ""),
        )

    def describe(self) -> str:
        """Return one sentence with the battles that each side won, and the 95 % intervals.

        >>> Evenness("lieutenant", ("Union", "Confederacy"), (50, 40), 10).describe()
        'Measured with 100 battles of lieutenants: Union won 50 (40 to 60%), Confederacy 40 (31 to \
50%), 10 drawn (6 to 17%).'
        """
        first, second = (
            f"{side}{verb} {won} ({self._span(won)})"
            for side, verb, won in zip(self.sides, (" won", ""), self.won, strict=True)
        )
        battles = pluralized(self.games, "battle")
        return (
            f"Measured with {battles} of {self.player}s: {first}, {second}, "
            f"{self.drawn} drawn ({self._span(self.drawn)})."
        )

    def _span(self, count: int) -> str:
        low, high = wilson(count, self.games)
        return f"{100 * low:.0f} to {100 * high:.0f}%"
