"""The results of a match, added up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from engine.arena.match import Fought, Winner
from engine.arena.statistics import Mean, Share, mean


class Each(msgspec.Struct, frozen=True):
    """A mean for each of the two players."""

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
    """The shares of `a`, of `b`, and of those `drawn`."""
    reasons: dict[str, Share]
    """What decided the battles, the most frequent reason first."""
    points: Each
    """Points against each player at the end."""
    points_by_turn: tuple[Each, ...]
    """The same at the end of each turn; a battle that has ended counts with its final points."""
    counts: dict[str, Each]
    """What each player's ships did and suffered in a battle, by heading."""
    length: Mean
    """The number of turns of a battle."""
    lengths: dict[int, int]
    """The number of battles by their number of turns."""


def tallied(results: Iterable[Fought]) -> Tally:
    """Return the tally of results, which may come in any order."""
    all_ = sorted(results, key=lambda fought: fought.number)
    games = len(all_)
    won: Counter[Winner] = Counter(fought.winner for fought in all_)
    reasons = Counter(fought.reason for fought in all_)
    lengths = Counter(fought.turns for fought in all_)
    heads = dict.fromkeys(head for fought in all_ for head in fought.counts)
    last = max((len(fought.scores) for fought in all_), default=0)
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
        points_by_turn=tuple(_each(_at(all_, turn)) for turn in range(last)),
        counts={
            head: _each([fought.counts.get(head, (0, 0)) for fought in all_]) for head in heads
        },
        length=mean(fought.turns for fought in all_),
        lengths=dict(sorted(lengths.items())),
    )


def _at(results: Sequence[Fought], turn: int) -> list[tuple[int, int]]:
    """Return the points of each battle at the end of a turn, counted from 0."""
    return [
        fought.scores[min(turn, len(fought.scores) - 1)] if fought.scores else (0, 0)
        for fought in results
    ]


def _each(pairs: Sequence[tuple[int, int]]) -> Each:
    return Each(mean(a for a, _ in pairs), mean(b for _, b in pairs))
