"""Ratings of people, a ladder for each game system (Glicko-2), computed only from the results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import date
from math import sqrt

from engine.base.glicko import Game, Strength, age_strength, update_strength
from engine.hosting.club.results import Player, Result, Results

SURE = 110.0
"""The largest deviation of a rating that is not marked as provisional."""


class Tally:
    """Battles won, drawn, lost, and without a result."""

    def __init__(self) -> None:
        self.scores: Counter[float | None] = Counter()

    def add(self, score: float | None) -> None:
        """Count one more battle."""
        self.scores[score] += 1

    @property
    def total(self) -> int:
        """The number of battles."""
        return self.scores.total()

    @property
    def words(self) -> str:
        """The tally in words: `3 won, 1 lost`."""
        named = ((1.0, "won"), (0.0, "lost"), (0.5, "drawn"), (None, "without a result"))
        return ", ".join(f"{self.scores[score]} {word}" for score, word in named
                         if self.scores[score]) or "none"  # fmt: skip


class Ratings:
    """The strength of every person by game system, updated with every new result."""

    def __init__(self, results: Results) -> None:
        self._ladders: dict[str, dict[str, tuple[Strength, str, int]]] = {}
        """{system: {person: strength, day of the latest battle, number of battles}}."""
        for result in results:
            self._rate(result)
        results.subscribe(self._rate)

    @property
    def systems(self) -> tuple[str, ...]:
        """The game systems in which somebody is rated."""
        return tuple(self._ladders)

    def strength(self, system: str, person: str, today: date) -> Strength:
        """Return the rating of a person on a day; the rating of a newcomer if the person has no
        rated battle.
        """
        kept = self._ladders.get(system, {}).get(person)
        return _rested(kept, today.isoformat()) if kept else Strength()

    def ladder(self, system: str, today: date) -> list[tuple[str, Strength, int]]:
        """Return persons with strength and number of rated battles, highest rating first."""
        day = today.isoformat()
        kept = self._ladders.get(system, {})
        rows = [(name, _rested(each, day), each[2]) for name, each in kept.items()]
        return sorted(rows, key=lambda row: (-round(row[1].rating), row[0]))

    def _rate(self, result: Result) -> None:
        """Rate a battle among persons, as a rating period of one game for each person.

        A person plays against the mean of all opponents, as against one player whose deviation is
        the root mean square of theirs.
        """
        persons = result.persons
        scored = all(each.score is not None for each in persons.values())
        if not result.among_persons or len({e.side for e in persons.values()}) < 2 or not scored:
            return
        day = result.over[:10]
        ladder = self._ladders.setdefault(result.game, {})
        before = {
            name: _rested(ladder[name], day) if name in ladder else Strength() for name in persons
        }
        for name, player in persons.items():
            game = _against(player, persons, before)
            count = ladder[name][2] if name in ladder else 0
            ladder[name] = update_strength(before[name], [game]), day, count + 1


def _against(own: Player, persons: Mapping[str, Player], before: Mapping[str, Strength]) -> Game:
    """Return the game of one person against all others who fought on another side."""
    others = [before[name] for name, player in persons.items() if player.side != own.side]
    rating = sum(each.rating for each in others) / len(others)
    deviation = sqrt(sum(each.deviation**2 for each in others) / len(others))
    assert own.score is not None
    return Game(rating, deviation, own.score)


def _rested(kept: tuple[Strength, str, int], day: str) -> Strength:
    """Return a strength at a later day: its deviation grows with each day."""
    strength, last, _ = kept
    try:
        days = (date.fromisoformat(day) - date.fromisoformat(last)).days
    except ValueError:
        days = 0
    return age_strength(strength, days)


def rating_text(strength: Strength) -> str:
    """Return a rating in words, with twice its deviation; `?` marks a provisional one."""
    mark = "?" * (strength.deviation > SURE)
    return f"{strength.rating:.0f}{mark} +-{2 * strength.deviation:.0f}"
