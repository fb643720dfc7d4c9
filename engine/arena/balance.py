"""Balance: which squadrons win more, or less, than their points suggest.

The same computer player fights on both sides, so that differences come from the squadrons alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from math import sqrt
from pathlib import Path
from typing import Any, Literal

import msgspec

from engine.arena import BattleResult, Bout, Match
from engine.arena.tournament import MIDDLE, SCALE, Fit, Meeting, fit_strengths, score
from engine.base.dice import SURE
from engine.base.errors import WeatherGageError
from engine.building import check
from engine.game.position import read_toml
from engine.kernel.registry import system

FEWEST = 4
"""The least number of squadrons for a regression of ratings on points; with fewer, its slope would
only fit noise."""


class Entrant(msgspec.Struct, frozen=True):
    """A squadron that is to be compared with others of the same game and scenario."""

    path: str
    name: str
    points: int
    game: str
    scenario: str


class PointsVerdict(msgspec.Struct, kw_only=True, frozen=True):
    """The rating of a squadron compared with its points. All ratings are on the Elo scale."""

    name: str
    path: str
    points: int
    won: float
    """The number of battles won; a draw counts as half a battle."""
    games: int
    rating: float
    low: float
    high: float
    expected: float
    """The rating expected of a squadron that costs as many points."""
    over: float
    """The rating minus the expected rating."""
    margin: float
    """Half the width of the 95 % interval of `over`."""
    stands_out: Literal["more", "less", ""]
    """Whether the squadron wins more or less than its points predict, by more than the margin."""


class Group(msgspec.Struct, frozen=True):
    """The verdicts on all squadrons of one game and scenario.

    They are sorted by `over`: the squadron furthest above its expected rating comes first.
    """

    game: str
    scenario: str
    verdicts: tuple[PointsVerdict, ...]
    padded: bool = False
    """Whether a draw was added to each pair, because a squadron has won or lost all its battles."""


def entrant(path: Path) -> Entrant:
    """Read a squadron file and return it as an entrant.

    Raises `WeatherGageError` with the first fault when the squadron is not legal.
    """
    verdict = check(path)
    if not verdict.legal:
        key, text = verdict.faults[0]
        more = len(verdict.faults) - 1
        others = f", and {more} more" if more else ""
        raise WeatherGageError(f"{path.name} is not legal: {key}: {text}{others}")
    game = system(str(read_toml(path)["game"]))
    return Entrant(
        str(path), verdict.name, verdict.points, game.name, game.building.scenario_for([str(path)])
    )


def groups(entrants: Iterable[Entrant]) -> list[list[Entrant]]:
    """Return the squadrons in groups that can fight each other.

    A group has squadrons of one game whose size leads to the same scenario.
    """
    found: dict[tuple[str, str], list[Entrant]] = {}
    for each in entrants:
        found.setdefault((each.game, each.scenario), []).append(each)
    return list(found.values())


def pairs(entrants: Iterable[Entrant]) -> list[tuple[Entrant, Entrant]]:
    """Return the pairs that are to fight: every pair within a group."""
    return [pair for group in groups(entrants) for pair in combinations(group, 2)]


def bouts(
    entrants: Sequence[Entrant], player: str, games: int, seed: int = 1, data: str = ""
) -> Iterator[Bout]:
    """Yield `games` battles for each pair of squadrons.

    Two successive battles of a pair have the same seed but swapped sides, so that the luck of each
    side cancels out.
    """
    for number in range(games):
        for pair in pairs(entrants):
            first, second = pair if number % 2 == 0 else reversed(pair)
            options: dict[str, Any] = {"squadrons": [first.path, second.path]}
            match = Match(
                game=first.game,
                scenario=first.scenario,
                a=player,
                b=player,
                seed=seed,
                options=options,
                data=data,
            )
            yield Bout(match, number // 2)


def rate_groups(
    entrants: Sequence[Entrant], results: Iterable[tuple[Bout, BattleResult]]
) -> tuple[Group, ...]:
    """Return the groups with a verdict on each of their squadrons.

    A group gets no verdicts when its squadrons have not all met, directly or through others.
    """
    met = meetings(results)
    return tuple(_group(group, met) for group in groups(entrants))


def meetings(results: Iterable[tuple[Bout, BattleResult]]) -> list[Meeting]:
    """Return for each pair of squadrons how many points the first has won, in how many battles."""
    found: dict[tuple[str, str], tuple[float, int]] = {}
    for bout, fought in results:
        first, second = bout.match.options["squadrons"]
        won = {"a": 1.0, "b": 0.0, "": 0.5}[fought.winner]
        one, other = sorted((first, second))
        points, games = found.get((one, other), (0.0, 0))
        found[one, other] = (points + (won if first == one else 1 - won), games + 1)
    return [Meeting(*pair, *count) for pair, count in found.items()]


def _group(entrants: Sequence[Entrant], met: Sequence[Meeting]) -> Group:
    """Return a group with a verdict on each squadron, sorted by rating minus expected rating.

    A group gets no verdicts when it has one squadron, or its squadrons have not all met, directly
    or through others.
    """
    names = [each.path for each in entrants]
    own = [each for each in met if each.a in names and each.b in names]
    group = Group(entrants[0].game, entrants[0].scenario, ())
    try:
        fit = fit_strengths(names, own)
    except WeatherGageError:  # stopped before every pair had met, so that there is no rating
        return group
    if len(entrants) < 2:
        return group
    leads = residuals([each.points for each in entrants], fit)
    found = [
        _verdict(each, fit, place, leads[place], score(each.path, own))
        for place, each in enumerate(entrants)
    ]
    best = tuple(sorted(found, key=lambda each: (-each.over, each.path)))
    return msgspec.structs.replace(group, verdicts=best, padded=fit.padded)


def _verdict(
    entrant: Entrant, fit: Fit, place: int, over: tuple[float, float], score: tuple[float, int]
) -> PointsVerdict:
    """Return the verdict on an entrant, whose index in the fit is `place`.

    `over` holds the entrant's rating minus the rating predicted from points, and the margin of this
    difference; `score` holds the entrant's points and number of battles.
    """
    (lead, margin), (won, games) = over, score
    rating = MIDDLE + SCALE * fit.strengths[place]
    # Rounding may make a variance of zero slightly negative.
    error = SURE * SCALE * sqrt(max(fit.covariance[place][place], 0.0))
    beyond = abs(lead) > margin
    return PointsVerdict(
        name=entrant.name,
        path=entrant.path,
        points=entrant.points,
        won=won,
        games=games,
        rating=rating,
        low=rating - error,
        high=rating + error,
        expected=rating - lead,
        over=lead,
        margin=margin,
        stands_out=("more" if lead > 0 else "less") if beyond else "",
    )


def residuals(points: Sequence[float], fit: Fit) -> list[tuple[float, float]]:
    """Return for each squadron its rating minus the rating predicted from points, with the 95 %
    margin.

    The prediction is a least squares line through all ratings, or their mean where all points are
    equal or there are fewer than `FEWEST` squadrons. The margins follow from the covariance matrix
    of the ratings.
    """
    size = range(len(points))
    mean = sum(points) / len(points)
    spread = sum((each - mean) ** 2 for each in points)
    sloped = len(points) >= FEWEST and spread > 0
    left = [
        [
            (i == j)
            - 1 / len(points)
            - ((points[i] - mean) * (points[j] - mean) / spread if sloped else 0.0)
            for j in size
        ]
        for i in size
    ]
    found = []
    for row in left:
        lead = sum(part * strength for part, strength in zip(row, fit.strengths, strict=True))
        error = sum(row[i] * row[j] * fit.covariance[i][j] for i in size for j in size)
        found.append((SCALE * lead, SURE * SCALE * sqrt(max(error, 0.0))))
    return found
