"""The data of a page, packed: texts by number, elements by pattern, lists by their changes.

A long battle has a hundred thousand pictures of ships, which differ in place and heading alone, and
ten thousand steps, which change a few of them. The script of the page unpacks all of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import accumulate, chain, pairwise, zip_longest
from typing import NamedTuple


class Table:
    """Texts in the order of first use, each stored once."""

    def __init__(self) -> None:
        self.entries: list[str] = []
        self._numbers: dict[str, int] = {}

    def number(self, text: str) -> int:
        """Return the number of a text, a new one for a new text."""
        if text not in self._numbers:
            self._numbers[text] = len(self.entries)
            self.entries.append(text)
        return self._numbers[text]


FIGURES = re.compile(r"([0-9.-]+)")
MOST_NUMBERS = 48
"""Texts with more numbers are tracks of ships: all are different, so they are not packed."""


class Pattern(NamedTuple):
    """Elements that differ only in their numbers."""

    pieces: list[str]
    """The text around the numbers."""
    columns: list[list[int]]
    """For each number of the pattern: its value in the first element, in tenths, then its change
    from each element to the next. Most changes are small and alike, which compresses best."""
    times: int
    """How many elements there are."""


def extract_patterns(elements: Sequence[str]) -> tuple[list[Pattern], list[int]]:
    """Return elements by patterns, and the new number of each element: elements are numbered anew,
    pattern by pattern.
    """
    groups: dict[tuple[str, ...], list[tuple[int, list[int]]]] = {}
    for number, text in enumerate(elements):
        start, *rest = FIGURES.split(text, MOST_NUMBERS + 1)
        if len(rest) > 2 * MOST_NUMBERS:
            start, rest = text, []
        pieces, tenths = [start], list[int]()
        for figures, after in zip(rest[::2], rest[1::2], strict=True):
            if (found := _tenths(figures)) is None:
                pieces[-1] += figures + after
            else:
                tenths.append(found)
                pieces.append(after)
        groups.setdefault(tuple(pieces), []).append((number, tenths))
    places = [0] * len(elements)
    patterns: list[Pattern] = []
    place = 0
    for around, members in groups.items():
        columns = [
            [now - before for before, now in pairwise((0, *column))]
            for column in zip(*(tenths for _, tenths in members), strict=True)
        ]
        patterns.append(Pattern(list(around), columns, len(members)))
        for number, _ in members:
            places[number] = place
            place += 1
    return patterns, places


@lru_cache(maxsize=65536)
def _tenths(figures: str) -> int | None:
    """Return the tenths of a number; None for figures that the page's script would write in another
    way, such as `1.50`.

    Cached: in a long battle the same numbers come again and again.
    """
    try:
        tenths = round(10 * float(figures))
    except ValueError:
        return None
    return tenths if f"{tenths / 10:.6g}" == figures else None


def parts_of(patterns: Iterable[Pattern]) -> list[str]:
    """Return the elements of patterns, as the page's script does."""
    found: list[str] = []
    for pieces, columns, times in patterns:
        sums = [list(accumulate(column)) for column in columns]
        for at in range(times):
            numbers = (f"{column[at] / 10:g}" for column in sums)
            found.append("".join(chain(*zip_longest(pieces, numbers, fillvalue=""))))
    return found


def diff_lists(old: Sequence[int], new: Sequence[int]) -> list[list[int]]:
    """Return the changes from one list to another, each an index, how many items are removed there,
    and the new items in their place.

    In lists of equal length each run of different items is a change by itself: an index, minus the
    number of items, and what is added to each. The next picture of a ship that moves has often the
    next number, so that this is compressed to a fraction.

    >>> diff_lists([1, 2, 3, 4], [1, 7, 8, 9, 4]), diff_lists([1, 2, 3, 4], [7, 2, 3, 8])
    ([[1, 2, 7, 8, 9]], [[0, -1, 6], [3, -1, 4]])
    """
    if len(old) == len(new):
        runs: list[list[int]] = []
        for at, item in enumerate(new):
            if item == old[at]:
                continue
            if not runs or at != runs[-1][0] - runs[-1][1]:
                runs.append([at, 0])
            runs[-1][1] -= 1
            runs[-1].append(item - old[at])
        return runs
    least = min(len(old), len(new))
    first = next((at for at in range(least) if old[at] != new[at]), least)
    rest = least - first
    last = next((at for at in range(rest) if old[-1 - at] != new[-1 - at]), rest)
    return [[first, len(old) - first - last, *new[first : len(new) - last]]]
