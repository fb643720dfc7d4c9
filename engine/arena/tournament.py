"""A round-robin tournament, and ratings by the Bradley-Terry model on the Elo scale."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from math import exp, log, log1p, sqrt
from typing import Any

import msgspec

from engine.arena import BattleResult, Bout, Match, Share, wilson
from engine.base.dice import SURE
from engine.base.errors import Refused

# Ratings: the Bradley-Terry model by maximum likelihood, on the Elo scale. A draw counts as half a
# win for each player. Standard errors come from the Fisher information. Battles with the same seed
# count as independent, so the intervals are too wide rather than too narrow.


SCALE = 400 / log(10)
"""How many Elo points one natural unit of strength is, since odds of ten to one are 400 points."""
MIDDLE = 1500.0
"""The mean of all ratings, by convention."""
CLOSE = 1e-10
"""The search for the maximum stops when a step is smaller than this, in natural units. It is too
small to change a shown digit."""
STEPS = 200
"""The maximum number of Newton steps; usually a few are enough."""

Matrix = list[list[float]]


class Meeting(msgspec.Struct, frozen=True):
    """The games of player a against player b. `points` are those of a; a draw is half a point."""

    a: str
    b: str
    points: float
    games: int


class Fit(msgspec.Struct, frozen=True):
    """The strengths of all players, with mean 0, and their covariance matrix.

    The difference between two strengths is the natural logarithm of the odds that the one player
    beats the other.
    """

    names: tuple[str, ...]
    strengths: tuple[float, ...]
    covariance: tuple[tuple[float, ...], ...]
    padded: bool
    """Whether a draw was added to each pair that met. It is added if a player or a group has won or
    lost all its games, because the likelihood would have no maximum."""

    def difference(self, one: int, other: int) -> tuple[float, float]:
        """Return the difference in strength and its standard error, in Elo points."""
        value = self.strengths[one] - self.strengths[other]
        cover = self.covariance
        spread = cover[one][one] + cover[other][other] - 2 * cover[one][other]
        return SCALE * value, SCALE * sqrt(max(spread, 0.0))


class Rated(msgspec.Struct, frozen=True):
    """A player's rating with its 95 % interval, and the player's points and number of games."""

    name: str
    rating: float
    low: float
    high: float
    points: float
    games: int


def fit_ratings(
    fit: Fit, meetings: Sequence[Meeting], anchor: str = "", at: float = MIDDLE
) -> tuple[Rated, ...]:
    """Return the ratings, best first.

    The player named `anchor` gets the rating `at`; without an anchor, `at` is the mean rating.

    With an anchor, each interval is that of the difference to the anchor, whose own interval
    therefore has no width. Raises `Refused` for an unknown anchor.
    """
    if anchor and anchor not in fit.names:
        raise Refused(f"'{anchor}' is not one of the players: {', '.join(fit.names)}")
    found = []
    for place, name in enumerate(fit.names):
        if anchor:
            value, error = fit.difference(place, fit.names.index(anchor))
        else:
            value = SCALE * fit.strengths[place]
            error = SCALE * sqrt(max(fit.covariance[place][place], 0.0))
        rating, margin = at + value, SURE * error
        points, games = score(name, meetings)
        found.append(Rated(name, rating, rating - margin, rating + margin, points, games))
    return tuple(sorted(found, key=lambda each: (-each.rating, each.name)))


def score(name: str, meetings: Iterable[Meeting]) -> tuple[float, int]:
    """Return a player's points and number of games over all meetings."""
    points, games = 0.0, 0
    for each in meetings:
        if name in (each.a, each.b) and each.a != each.b:
            points += each.points if name == each.a else each.games - each.points
            games += each.games
    return points, games


def fit_strengths(names: Sequence[str], meetings: Iterable[Meeting]) -> Fit:
    """Return the strengths of the players that make the results most likely.

    Raises `Refused` when not all players are connected by games, directly or through others.

    >>> fit = fit_strengths(("a", "b"), [Meeting("a", "b", 75, 100)])
    >>> [round(figure, 1) for figure in fit.difference(0, 1)]
    [190.8, 40.1]
    """
    games, won = _tables(names, meetings)
    met = [[count > 0 for count in row] for row in games]
    if not _reach_all(met):
        raise Refused(f"not all of {', '.join(names)} have played each other")
    size = range(len(names))
    beat = [[won[i][j] > 0 for j in size] for i in size]
    lost_to = [[won[j][i] > 0 for j in size] for i in size]
    padded = not (_reach_all(beat) and _reach_all(lost_to))
    if padded:
        for one, row in enumerate(met):
            for other, there in enumerate(row):
                games[one][other] += there
                won[one][other] += there / 2
    strengths = _likeliest(games, won)
    cover = _inverse(_information(games, strengths))
    # The constant 1/n was added to make the information matrix invertible. The inverse contains it,
    # too, so it is subtracted here.
    return Fit(
        tuple(names),
        tuple(strengths),
        tuple(tuple(cover[i][j] - 1 / len(names) for j in size) for i in size),
        padded,
    )


def _tables(names: Sequence[str], meetings: Iterable[Meeting]) -> tuple[Matrix, Matrix]:
    """Return two matrices: the games of player i against player j, and the points of i in them."""
    size = len(names)
    games: Matrix = [[0.0] * size for _ in names]
    won: Matrix = [[0.0] * size for _ in names]
    for each in meetings:
        one, other = names.index(each.a), names.index(each.b)
        if one != other:
            games[one][other] += each.games
            games[other][one] += each.games
            won[one][other] += each.points
            won[other][one] += each.games - each.points
    return games, won


def _reach_all(ways: Sequence[Sequence[bool]]) -> bool:
    """Tell whether all nodes of a directed graph can be reached from node 0; `ways` is the
    adjacency matrix.
    """
    reached, new = {0}, [0]
    while new:
        here = new.pop()
        found = {there for there, way in enumerate(ways[here]) if way} - reached
        reached |= found
        new += found
    return len(reached) == len(ways)


def _likeliest(games: Matrix, won: Matrix) -> list[float]:
    """Return the strengths of maximum likelihood, found by Newton's method.

    `games` and `won` are the matrices of `_tables`. A step that would lower the likelihood is
    halved.
    """
    strengths = [0.0] * len(games)
    height = _likelihood(won, strengths)
    for _ in range(STEPS):
        slope = [
            sum(won[i]) - sum(n * _chance(strengths[i] - strengths[j]) for j, n in enumerate(row))
            for i, row in enumerate(games)
        ]
        inverse = _inverse(_information(games, strengths))
        step = [sum(a * b for a, b in zip(row, slope, strict=True)) for row in inverse]
        stride = 1.0
        while True:
            tried = [s + stride * d for s, d in zip(strengths, step, strict=True)]
            higher = _likelihood(won, tried)
            if higher >= height or stride < CLOSE:
                break
            stride /= 2
        strengths, height = tried, higher
        if max(map(abs, step), default=0.0) < CLOSE:
            break
    mean = sum(strengths) / len(strengths)
    return [strength - mean for strength in strengths]


def _likelihood(won: Matrix, strengths: Sequence[float]) -> float:
    """Return the log-likelihood of the points in `won` if the players have these strengths."""
    return -sum(
        points * _log1p_exp(strengths[j] - strengths[i])
        for i, row in enumerate(won)
        for j, points in enumerate(row)
    )


def _information(games: Matrix, strengths: Sequence[float]) -> Matrix:
    """Return the information matrix with 1/n added to every element.

    Without this addition the matrix is singular, since only differences of strengths are
    determined.
    """
    size = len(games)
    found = [[1 / size] * size for _ in games]
    for i in range(size):
        for j in range(size):
            chance = _chance(strengths[i] - strengths[j])
            weight = games[i][j] * chance * (1 - chance)
            found[i][i] += weight
            found[i][j] -= weight
    return found


def _chance(lead: float) -> float:
    """Return the chance to win for a player whose strength is greater by `lead`, in natural units.

    It is computed without overflow.
    """
    return 1 / (1 + exp(-lead)) if lead > 0 else 1 - 1 / (1 + exp(lead))


def _log1p_exp(behind: float) -> float:
    """Return log(1 + exp(behind)) without overflow."""
    return max(behind, 0.0) + log1p(exp(-abs(behind)))


def _inverse(matrix: Matrix) -> Matrix:
    """Return the inverse of a positive definite matrix, by Gauss-Jordan elimination.

    The matrix has a row for each player, so that plain lists are fast enough.
    """
    size = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for place in range(size):
        best = max(range(place, size), key=lambda row: abs(rows[row][place]))
        rows[place], rows[best] = rows[best], rows[place]
        head = rows[place][place]
        rows[place] = [value / head for value in rows[place]]
        for other in range(size):
            if other != place and rows[other][place]:
                factor = rows[other][place]
                rows[other] = [
                    value - factor * taken
                    for value, taken in zip(rows[other], rows[place], strict=True)
                ]
    return [row[size:] for row in rows]


# A round-robin tournament: every pair of players meets, and both players fight each seed on each
# side.


class Field(msgspec.Struct, frozen=True, kw_only=True):
    """The players and scenarios of a tournament, and the number of games of each pair.

    Each seed is used for two successive games of a pair in a scenario: they have the same set-up
    and dice with the sides swapped, so that the luck of each side cancels out.
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
        """The number of battles in the whole tournament."""
        return len(list(combinations(self.players, 2))) * len(self.scenarios) * self.games

    def bouts(self) -> Iterator[Bout]:
        """Yield all battles of the tournament.

        Their order lets all pairs have fought about equally often at any moment, so that a run may
        be stopped early.
        """
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
    """The results of all battles of player a against player b in a scenario."""

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
        """The points of player a; a draw counts as half a win."""
        return self.won + self.drawn / 2

    @property
    def share(self) -> Share:
        """The points as a fraction of the games, with the 95 % interval."""
        low, high = wilson(self.points, self.games)
        share = self.points / self.games if self.games else 0.0
        return Share(self.won, round(share, 6), round(low, 6), round(high, 6))

    def also(self, winner: str) -> Encounter:
        """Return the encounter with one more battle added; '' stands for a draw."""
        found = {self.a: "won", self.b: "lost", "": "drawn"}[winner]
        return msgspec.structs.replace(self, **{found: getattr(self, found) + 1})


def encounters(field: Field, results: Iterable[tuple[Bout, BattleResult]]) -> tuple[Encounter, ...]:
    """Return the results of battles, added up for each pair in each scenario.

    A pair that has not fought has a row too.
    """
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
    """Return the results of each pair in all scenarios together, for computing ratings."""
    return [Meeting(row.a, row.b, row.points, row.games) for row in rows if row.games]
