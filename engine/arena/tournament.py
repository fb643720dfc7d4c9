"""A round-robin tournament: every two players meet, with the same seeds and on both sides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any

import msgspec

from engine.arena import Bout, Fought, Match, Share, wilson
from engine.arena.rating import Meeting


class Field(msgspec.Struct, frozen=True, kw_only=True):
    """The players and scenarios of a tournament, and the number of games of each pair.

    Of the `games` of a pair in a scenario, every two share a seed: the same set-up and dice with
    the sides swapped, so that luck of a side cancels out.
    """

    players: tuple[str, ...]
    scenarios: tuple[str, ...]
    game: dict[str, str]
    """The game system of each scenario."""
    games: int
    seed: int = 1
    options: dict[str, Any] = {}
    data: str = ""

    @property
    def total(self) -> int:
        """The number of battles in all."""
        return len(list(combinations(self.players, 2))) * len(self.scenarios) * self.games

    def bouts(self) -> Iterator[Bout]:
        """Yield all battles, ordered so that a run stopped early has about as many of each pair."""
        for number in range(self.games):
            for scenario in self.scenarios:
                for pair in combinations(self.players, 2):
                    a, b = pair if number % 2 == 0 else reversed(pair)
                    match = Match(
                        game=self.game[scenario],
                        scenario=scenario,
                        a=a,
                        b=b,
                        seed=self.seed,
                        options=self.options,
                        data=self.data,
                    )
                    yield Bout(match, number // 2)


class Encounter(msgspec.Struct, frozen=True):
    """The results of all battles of a against b in a scenario."""

    scenario: str
    a: str
    b: str
    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        """The number of battles."""
        return self.won + self.drawn + self.lost

    @property
    def points(self) -> float:
        """The points of a: a draw is half a win."""
        return self.won + self.drawn / 2

    @property
    def share(self) -> Share:
        """The points as a share of the games, with the 95 % interval."""
        low, high = wilson(self.points, self.games)
        share = self.points / self.games if self.games else 0.0
        return Share(self.won, round(share, 6), round(low, 6), round(high, 6))

    def also(self, winner: str) -> Encounter:
        """Return the encounter with one more battle; '' is a draw."""
        found = {self.a: "won", self.b: "lost", "": "drawn"}[winner]
        return msgspec.structs.replace(self, **{found: getattr(self, found) + 1})


def encounters(field: Field, results: Iterable[tuple[Bout, Fought]]) -> tuple[Encounter, ...]:
    """Add up battles: one row for each pair in each scenario, even without battles."""
    rows = {
        (scenario, pair): Encounter(scenario, *pair)
        for scenario in field.scenarios
        for pair in combinations(field.players, 2)
    }
    for bout, fought in results:
        match = bout.match
        pair = (match.a, match.b)
        if field.players.index(match.a) > field.players.index(match.b):
            pair = (match.b, match.a)
        winner = {"a": match.a, "b": match.b, "": ""}[fought.winner]
        rows[match.scenario, pair] = rows[match.scenario, pair].also(winner)
    return tuple(rows.values())


def meetings(rows: Sequence[Encounter]) -> list[Meeting]:
    """Return the encounters of all scenarios as input for ratings."""
    return [Meeting(row.a, row.b, row.points, row.games) for row in rows if row.games]
