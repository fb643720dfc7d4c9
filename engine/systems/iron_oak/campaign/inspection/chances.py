"""Exact chances of a campaign's dice: generation, refits, ships more, the end of the war."""

from __future__ import annotations

from collections import defaultdict
from typing import TypeVar

from engine.systems.iron_oak.campaign.rules.ending import LEAST
from engine.systems.iron_oak.campaign.state.state import State
from engine.systems.iron_oak.campaign.state.steps import RollEnd
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.data.campaign import Points, row_of

T = TypeVar("T")
FACES = range(1, 11)
SURE = 0.999
"""How much of the chances of a last battle is told; the war may go on for ever."""


def of_rows(rows: tuple[tuple[int, T], ...], drm: int = 0) -> dict[str, float]:
    """Return what a table of a d10 gives, with the chance of each.

    >>> of_rows(((3, "none"), (10, "slow")))
    {'none': 0.3, 'slow': 0.7}
    """
    counts: dict[str, int] = defaultdict(int)
    for face in FACES:
        counts[str(row_of(rows, face + drm))] += 1
    return {given: count / len(FACES) for given, count in counts.items()}


def of_points(points: Points, drm: int = 0) -> dict[str, float]:
    """Return the points that a roll of a refit may give, with the chance of each."""
    counts: dict[int, int] = defaultdict(int)
    for face in FACES:
        counts[points.of(face + drm)] += 1
    return {str(given): count / len(FACES) for given, count in sorted(counts.items())}


def of_kinds() -> dict[str, float]:
    """Return the types of battles, with the chance of each."""
    return of_rows(book().campaign.kinds.battle)


def roller_attacks() -> float:
    """Return the chance that the side that rolls a battle attacks, where either may."""
    return book().campaign.kinds.attacker / len(FACES)


def by_night() -> float:
    """Return the chance of a battle by night."""
    return (len(FACES) + 1 - book().campaign.water.night) / len(FACES)


def of_limits(kind: str) -> dict[str, float]:
    """Return the most Victory Points of a ship in a type of battle; {} without a limit."""
    rows = book().campaign.types[kind].limits
    return of_rows(rows) if rows else {}


def of_last(state: State) -> dict[str, float]:
    """Return each battle's chance to be the last (Iron & Oak 8.7.6), as long as they matter."""
    if state.last:
        return {str(state.last): 1.0}
    left = 1.0
    chances: dict[str, float] = {}
    battle = max(LEAST - 1, _next_roll(state))
    while left > 1 - SURE:
        share = book().campaign.end.ends_on(battle) / len(FACES)
        chances[str(battle + 1)] = left * share
        left *= 1 - share
        battle += 2
    return chances


def _next_roll(state: State) -> int:
    """Return the even battle after which the next end roll is due: perhaps the one just fought."""
    fought = len(state.rows)
    due = any(isinstance(step, RollEnd) for step in state.agenda)
    return fought + 1 if fought % 2 else fought if due else fought + 2
