"""The notes of a reel where it stands, and their marks on its chart: circles and arrows."""

from __future__ import annotations

from collections.abc import Iterable

from engine.game.chart import Mark, Pointer, Ring, Scene
from engine.review.notes import Circle, Note
from engine.review.notes import Mark as NoteMark
from tui.chart.viewport import lying
from tui.replay.reel import Reel

WIDER = 1.25
"""How much wider a circle is than the ship in it."""
ELSEWHERE = 0.5
"""The radius of a circle around a place, where nothing lies there."""


def notes_here(reel: Reel) -> list[Note]:
    """Return the notes and bookmarks on the position where a reel stands."""
    return [note for note in reel.notes if note.n == reel.n]


def leave_out_kept(reel: Reel) -> None:
    """Leave out the notes beside the file: a host's guests see those of the battle alone."""
    reel.notes = tuple(note for note in reel.notes if not note.id)


def take_note(reel: Reel, note: Note) -> None:
    """Take in a note that was written just now."""
    reel.notes = tuple(sorted((*reel.notes, note), key=lambda each: each.n))


def drawn(marks: Iterable[NoteMark], scene: Scene) -> tuple[Mark, ...]:
    """Return the marks of notes as they lie on a scene; a ship that is not there has no circle."""
    found: list[Mark] = []
    ships = {key: (place, radius) for key, place, radius in lying(scene)}
    for mark in marks:
        if not isinstance(mark, Circle):
            found.append(Pointer(mark.start, mark.end))
        elif mark.key in ships:
            place, radius = ships[mark.key]
            found.append(Ring(place, radius * WIDER))
        elif mark.at is not None:
            found.append(Ring(mark.at, ELSEWHERE))
    return tuple(found)
