"""Circles and arrows that belong to notes, as marks on a chart."""

from __future__ import annotations

from collections.abc import Iterable

from engine.game.chart import Mark, Pointer, Ring, Scene
from engine.review.notes import Circle
from engine.review.notes import Mark as NoteMark
from tui.chart.viewport import things

WIDER = 1.25
"""The size of a circle as a multiple of the size of the ship inside it."""
ELSEWHERE = 0.5
"""The radius of a circle around an empty place, in inches."""


def note_marks(marks: Iterable[NoteMark], scene: Scene) -> tuple[Mark, ...]:
    """Return circles and arrows of notes as marks for a chart; a circle around a ship that is not
    there is left out.
    """
    found: list[Mark] = []
    ships = {key: (place, radius) for key, place, radius in things(scene)}
    for mark in marks:
        if not isinstance(mark, Circle):
            found.append(Pointer(mark.start, mark.end))
        elif mark.key in ships:
            place, radius = ships[mark.key]
            found.append(Ring(place, radius * WIDER))
        elif mark.at is not None:
            found.append(Ring(mark.at, ELSEWHERE))
    return tuple(found)
