"""Every possible fall of the dice, played through the rules themselves, to check computed
probabilities.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from math import prod
from typing import TypeVar

from engine.base.dice import Dice

T = TypeVar("T", bound=Hashable)


class Chosen(Dice):
    """Dice with chosen faces, from the die number `start` on; all later dice show 1."""

    def __init__(self, start: int, faces: list[int]) -> None:
        super().__init__(1)
        self.start = start
        self.faces = faces
        self.sides: dict[int, int] = {}

    def face(self, number: int, sides: int = 8) -> int:
        place = number - self.start
        self.sides[place] = sides
        return self.faces[place] if place < len(self.faces) else 1


def every_fall(start: int, run: Callable[[Dice], T]) -> dict[T, float]:
    """Return {result of `run`: its probability}, over every fall of its dice."""
    found: dict[T, float] = {}
    faces: list[int] = []
    while True:
        dice = Chosen(start, faces)
        result = run(dice)
        sides = [dice.sides[place] for place in range(len(dice.sides))]
        found[result] = found.get(result, 0.0) + 1 / prod(sides)
        faces = [*faces, *[1] * (len(sides) - len(faces))][: len(sides)]
        while faces and faces[-1] == sides[len(faces) - 1]:
            faces.pop()
        if not faces:
            return found
        faces[-1] += 1
