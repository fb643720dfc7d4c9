"""Dice that were rolled: `d10d6` keeps the highest, `d10+d6` adds (Iron & Oak 1.6)."""

from __future__ import annotations

from functools import cache

import msgspec


@cache
def sides_of(dice: str) -> tuple[int, ...]:
    """Return the sides of the dice of a text: (10, 6) for `d10d6` and `d10+d6`; () for ''."""
    return tuple(int(each) for each in dice.replace("+", "").split("d") if each)


class Roll(msgspec.Struct, frozen=True):
    """A roll: its dice, the faces in their order, and its modifier.

    >>> Roll("d10d6", (4, 5), -2).total, Roll("d10+d6", (4, 5)).kept
    (3, 9)
    """

    dice: str
    faces: tuple[int, ...]
    drm: int = 0

    @property
    def kept(self) -> int:
        """The highest face, or the sum."""
        return sum(self.faces) if "+" in self.dice else max(self.faces, default=0)

    @property
    def total(self) -> int:
        """What is kept, with the modifier."""
        return self.kept + self.drm

    @property
    def result(self) -> int:
        """The total, never below 1: gunnery, defence, rams."""
        return max(1, self.total)


def beats(challenge: Roll, response: Roll) -> bool:
    """Tell whether a challenge succeeds: it must be greater, ties fail."""
    return challenge.total > response.total
