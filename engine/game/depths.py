"""Depths of a panel: which rows a reader sees, by the chosen depth and the lessons done."""

from __future__ import annotations

from collections.abc import Sequence
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
"""The depths, the least first."""
FIRST_BATTLES = 3
"""After this many battles of a game, a growing panel shows the usual depth."""
MANY_BATTLES = 10
"""After this many battles of a game, a growing panel shows all rows."""


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
    """Return the rows that a reader sees; at the first depth, rows that were not taught are put
    into words.

    A heading without remaining rows is removed.
    """
    kept: list[Row] = []
    left_out = False
    for row in (*rows, None):
        here = row is not None and _is_shown(row, known)
        bare = bool(kept) and isinstance(kept[-1], Heading) and left_out
        if bare and (row is None or (here and isinstance(row, Heading))):
            kept.pop()
        if row is not None and here:
            plain = known.depth != "first" or row.lesson in known.lessons
            kept.append(row if plain else _in_words(row))
        left_out = not here
    return kept


def _is_shown(row: Row, known: Known) -> bool:
    """Tell whether the reader's depth or lessons include a row, and no other row has replaced
    it.
    """
    level = DEPTHS.index(known.depth)
    taught = row.lesson in known.lessons
    if row.until != "all" and (taught or DEPTHS.index(row.until) < level):
        return False
    return taught or DEPTHS.index(row.depth) <= level


def _in_words(row: Row) -> Row:
    """Return a row in words, without letters and figures that the reader has not learnt."""
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
