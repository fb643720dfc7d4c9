"""Exact chances of the tables of a d10: what each roll gives, and how often."""

from __future__ import annotations

from collections import defaultdict
from typing import TypeVar

from engine.systems.iron_oak.campaign.data import Points, row_of

T = TypeVar("T")
FACES = range(1, 11)


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
