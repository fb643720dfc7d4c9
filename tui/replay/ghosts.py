"""Ghosts: ships where an answer would bring them, each with a word that says whose answer it is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from engine.game.chart import Counter, Hull, Mark, Spot

Ghost = Hull | Counter


def ghosts(marks: Iterable[Mark]) -> list[Ghost]:
    """Return the ghosts among marks."""
    return [
        mark
        for mark in marks
        if (isinstance(mark, Hull) and mark.state == "ghost")
        or (isinstance(mark, Counter) and mark.ghost)
    ]


def named(marks: Sequence[Mark], word: str) -> list[Mark]:
    """Return marks with a word at each ghost: beside a hull, on a counter."""
    found: list[Mark] = []
    for mark in marks:
        ghost = bool(ghosts([mark]))
        found.append(replace(mark, state=word) if ghost and isinstance(mark, Counter) else mark)
        if ghost and isinstance(mark, Hull):
            found.append(Spot("label", mark.pose.at, word))
    return found
