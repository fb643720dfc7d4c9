"""Exact chances: all faces counted, so a figure is a fraction and never a guess."""

from __future__ import annotations

from functools import cache
from itertools import product
from math import prod

from engine.systems.iron_oak.state.state import sides_of


@cache
def faces(dice: str) -> tuple[tuple[int, int], ...]:
    """Return how many ways lead to each result of a roll, as (result, ways); `+` adds.

    >>> faces("d4")
    ((1, 1), (2, 1), (3, 1), (4, 1))
    """
    counted: dict[int, int] = {}
    kept = sum if "+" in dice else max
    for roll in product(*(range(1, sides + 1) for sides in sides_of(dice))):
        result = kept(roll) if roll else 0
        counted[result] = counted.get(result, 0) + 1
    return tuple(sorted(counted.items()))


@cache
def ways(dice: str) -> int:
    """Return in how many ways dice may fall."""
    return prod(sides_of(dice))


@cache
def mean(dice: str) -> float:
    """Return what a roll gives on the average; 0 without dice."""
    return sum(result * many for result, many in faces(dice)) / ways(dice)


@cache
def chance(challenge: str, response: str, drm: int = 0, response_drm: int = 0) -> float:
    """Return the chance that a challenge is greater than its response.

    >>> chance("d10", "d8"), chance("d10", "d10d8")
    (0.55, 0.345)
    """
    good = sum(
        mine * theirs
        for result, mine in faces(challenge)
        for against, theirs in faces(response)
        if result + drm > against + response_drm
    )
    return good / (ways(challenge) * ways(response))


@cache
def multiples(challenge: str, response: str, drm: int, response_drm: int) -> tuple[float, ...]:
    """Return the chances that a result is over once, twice, three times another.

    Both results are at least 1: gunnery against defence (Iron & Oak 6.2).
    """
    good = [0, 0, 0]
    for result, mine in faces(challenge):
        for against, theirs in faces(response):
            attack, defence = max(1, result + drm), max(1, against + response_drm)
            good[0] += mine * theirs * (attack > defence)
            good[1] += mine * theirs * (attack >= 2 * defence)
            good[2] += mine * theirs * (attack >= 3 * defence)
    every = ways(challenge) * ways(response)
    return tuple(each / every for each in good)


def percent(share: float) -> str:
    """Return a chance for people to read: `65%`."""
    return f"{100 * share:.0f}%"
