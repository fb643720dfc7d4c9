"""Depths of a panel: rows that a reader sees, by the depth asked for and the lessons done."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import NamedTuple

from msgspec.structs import replace

from engine.game.panel import (
    Depth,
    Heading,
    Row,
    ShipLine,
    SideLine,
    Span,
    Style,
    Title,
    Track,
    Words,
)

DEPTHS: tuple[Depth, ...] = ("first", "usual", "all")
"""The depths, from the least on."""
FIRST_BATTLES = 3
"""Battles of a game after which a panel that grows shows what one needs usually."""
MANY_BATTLES = 10
"""Battles of a game after which it shows all."""


class Known(NamedTuple):
    """What a reader knows: a depth, and the names of the lessons that unlock further rows."""

    depth: Depth = "all"
    lessons: frozenset[str] = frozenset()


EVERYTHING = Known()
_SIDES: dict[str, Style] = {"A": "side_a", "B": "side_b"}


def grown(battles: int) -> Depth:
    """Return the depth after a number of battles of a game.

    >>> grown(0), grown(3), grown(10)
    ('first', 'usual', 'all')
    """
    return DEPTHS[(battles >= FIRST_BATTLES) + (battles >= MANY_BATTLES)]


def deeper(depth: Depth) -> Depth:
    """Return the next depth; after the last comes the first."""
    return DEPTHS[(DEPTHS.index(depth) + 1) % len(DEPTHS)]


def shown(rows: Sequence[Row], known: Known) -> list[Row]:
    """Return the rows that a reader sees, at the first depth in words."""
    level = DEPTHS.index(known.depth)
    if level == len(DEPTHS) - 1:
        return [row for row in rows if row.until == "all"]
    kept: list[Row] = []
    for row in rows:
        taught = row.lesson in known.lessons
        here = taught or DEPTHS.index(row.depth) <= level
        stands_in = row.until != "all" and (taught or DEPTHS.index(row.until) < level)
        if here and not stands_in:
            kept.append(row if taught or level else _in_words(row))
    return [
        row
        for row, below in zip_longest(kept, kept[1:])
        if not (isinstance(row, Heading) and isinstance(below, Heading | None))
    ]


def _in_words(row: Row) -> Row:
    """Return a row without letters and figures that no lesson has taught."""
    match row:
        case Track(told=told) if told:
            return Words((Span(told),), until="first")
        case ShipLine(told=told) if told:
            name = row.name if row.short else f"{row.key} {row.name}"
            spans = Span(name, _SIDES.get(row.owner[:1], "head")), Span(f": {told}")
            return Words(spans, row.key, until="first")
        case SideLine(told=told) if told:
            return Words((Span(row.name, row.style), Span(f": {told}")), until="first")
        case Title():
            return replace(row, tokens="")
    return row
