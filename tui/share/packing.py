"""The data of a page, packed: texts by number, elements by pattern, lists by their changes.

A long battle has a hundred thousand pictures of ships, which differ in place and heading alone, and
ten thousand steps, which change a few of them. The script of the page unpacks all of it.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, chain, pairwise, zip_longest
from typing import NamedTuple, cast


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
"""An element with more numbers than this shows tracks of ships. All tracks differ, so it is not
packed."""


class Pattern(NamedTuple):
    """Elements that differ only in their numbers."""

    pieces: list[str]
    """The text around the numbers."""
    columns: list[list[int]]
    """For each number of the pattern: its value in the first element, in tenths, then its change
    from each element to the next. Most changes are small and alike, which compresses best."""
    times: int
    """How many elements there are."""


class Elements:
    """Elements in the order of first use, each stored once, and packed when it is added.

    Of an element only its numbers are stored, mostly in two bytes each: the texts of a long battle
    would take sixty megabytes.
    """

    def __init__(self) -> None:
        self._groups: dict[tuple[str, ...], dict[bytes, int]] = {}
        """For each text around numbers: the numbers of each element in tenths, packed, and the
        number of the element."""
        self._count = 0
        self._tenths = _Tenths()

    def number(self, text: str) -> int:
        """Return the number of an element, a new one for a new element."""
        pieces, tenths = self._split(text)
        group = self._groups.setdefault(pieces, {})
        found = group.setdefault(tenths, self._count)
        self._count += found == self._count
        return found

    def reserve(self) -> int:
        """Return a number for an element that is known only at the end, when `pack` gets it."""
        self._count += 1
        return self._count - 1

    def pack(self, reserved: Mapping[int, str]) -> tuple[Iterator[Pattern], Sequence[int]]:
        """Return elements by patterns, and the new number of each element: elements are numbered
        anew, pattern by pattern.

        `reserved` are the elements of reserved numbers. Nothing can be added afterwards.
        """
        alike: dict[int, int] = {}
        for number, text in sorted(reserved.items()):
            pieces, tenths = self._split(text)
            alike[number] = self._groups.setdefault(pieces, {}).setdefault(tenths, number)
        ordered = sorted(self._groups.items(), key=lambda group: min(group[1].values()))
        places = array("i", bytes(4 * self._count))
        place = 0
        for _, members in ordered:
            for number in sorted(members.values()):
                places[number] = place
                place += 1
        for number, first in alike.items():
            places[number] = places[first]
        return (_pattern(pieces, members) for pieces, members in ordered), places

    def _split(self, text: str) -> tuple[tuple[str, ...], bytes]:
        """Return the text around the numbers of an element, and the numbers in tenths, packed."""
        found = FIGURES.split(text, MOST_NUMBERS + 1)
        if len(found) > 2 * MOST_NUMBERS + 1:
            return (text,), b""
        tenths = [self._tenths[each] for each in found[1::2]]
        if None not in tenths:
            return tuple(found[::2]), _packed(cast("list[int]", tenths))
        pieces = found[:1]
        for figures, each, after in zip(found[1::2], tenths, found[2::2], strict=True):
            if each is None:
                pieces[-1] += figures + after
            else:
                pieces.append(after)
        return tuple(pieces), _packed([each for each in tenths if each is not None])


def _packed(tenths: list[int]) -> bytes:
    """Return numbers in two bytes each, or in four if one of them needs them."""
    try:
        return array("h", tenths).tobytes()
    except OverflowError:
        return array("i", tenths).tobytes()


def _pattern(pieces: tuple[str, ...], members: Mapping[bytes, int]) -> Pattern:
    numbers, wide = array("i"), len(pieces) - 1
    for tenths, _ in sorted(members.items(), key=lambda each: each[1]):
        numbers.extend(array("h" if len(tenths) == 2 * wide else "i", tenths).tolist())
    columns = [
        [now - before for before, now in pairwise((0, *numbers[at::wide]))] for at in range(wide)
    ]
    return Pattern(list(pieces), columns, len(members))


class _Tenths(dict[str, int | None]):
    """The tenths of each number that has occurred: in a long battle the same numbers occur
    again.
    """

    def __missing__(self, figures: str) -> int | None:
        found = self[figures] = _tenths(figures)
        return found


def _tenths(figures: str) -> int | None:
    """Return the tenths of a number; None for figures that the page's script would write in another
    way, such as `1.50`.
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
