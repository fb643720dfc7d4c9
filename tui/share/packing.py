"""Packs the data of a battle's web page: texts by number, elements by pattern, lists by their
changes.

A long battle has a hundred thousand drawings of ships, most of which differ only in place and
heading, and ten thousand steps, each of which changes a few of them. The script of the page unpacks
the data.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, chain, pairwise, zip_longest
from typing import NamedTuple, cast


class Table:
    """Texts in the order in which they were first used; each is stored once, and has a number."""

    def __init__(self) -> None:
        self.entries: list[str] = []
        self._numbers: dict[str, int] = {}

    def number(self, text: str) -> int:
        """Return the number of a text; a new text gets the next number."""
        if text not in self._numbers:
            self._numbers[text] = len(self.entries)
            self.entries.append(text)
        return self._numbers[text]


FIGURES = re.compile(r"([0-9.-]+)")
MOST_NUMBERS = 48
"""An element with more numbers than this shows tracks of ships. It is not packed, because no two
such elements are alike."""


class Pattern(NamedTuple):
    """A group of SVG elements that differ only in their numbers."""

    pieces: list[str]
    """The texts before, between and after the numbers; all elements of the group share them."""
    columns: list[list[int]]
    """A list for each number of the elements, in tenths: its value in the first element, then how
    it changes from each element to the next. Small, equal changes compress best."""
    times: int
    """The number of elements in the group."""


class Elements:
    """SVG elements in the order in which they were first used; each is stored once, and has a
    number.

    Only the numbers inside an element are stored, mostly in two bytes each: the texts of a long
    battle would take sixty megabytes.
    """

    def __init__(self) -> None:
        self._groups: dict[tuple[str, ...], dict[bytes, int]] = {}
        """{texts around the numbers of an element: {its numbers in tenths, as bytes: number of the
        element}}."""
        self._count = 0
        self._tenths = _Tenths()

    def number(self, text: str) -> int:
        """Return the number of an element; a new element gets the next number."""
        pieces, tenths = self._split(text)
        group = self._groups.setdefault(pieces, {})
        found = group.setdefault(tenths, self._count)
        self._count += found == self._count
        return found

    def reserve(self) -> int:
        """Return the number for an element whose text is known only at the end; `pack` then gets
        the text.
        """
        self._count += 1
        return self._count - 1

    def pack(self, reserved: Mapping[int, str]) -> tuple[Iterator[Pattern], Sequence[int]]:
        """Return (the elements as patterns, a list with the new number of element i at index i).

        Elements are numbered anew, pattern by pattern. `reserved` has the texts for reserved
        numbers. Nothing can be added afterwards.
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
        """Return (texts around the numbers of an element, its numbers in tenths as bytes)."""
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
    """Return numbers as bytes: two for each, or four if one of the numbers needs them."""
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
    """A cache {number as text: its tenths}, because the same numbers occur again and again in a
    long battle.
    """

    def __missing__(self, figures: str) -> int | None:
        found = self[figures] = _tenths(figures)
        return found


def _tenths(figures: str) -> int | None:
    """Return a number, given as text, in tenths.

    None if the page's script would write it in another way, such as `1.50`.
    """
    try:
        tenths = round(10 * float(figures))
    except ValueError:
        return None
    return tenths if f"{tenths / 10:.6g}" == figures else None


def parts_of(patterns: Iterable[Pattern]) -> list[str]:
    """Return the texts of the elements in some patterns, just as the page's script unpacks them."""
    found: list[str] = []
    for pieces, columns, times in patterns:
        sums = [list(accumulate(column)) for column in columns]
        for at in range(times):
            numbers = (f"{column[at] / 10:g}" for column in sums)
            found.append("".join(chain(*zip_longest(pieces, numbers, fillvalue=""))))
    return found


def diff_lists(old: Sequence[int], new: Sequence[int]) -> list[list[int]]:
    """Return the changes from one list to another, each as [index, number of items removed there,
    new items...].

    In lists of equal length, each run of different items is a change of its own: [index, minus the
    number of items, what is added to each item...]. The next drawing of a moving ship often has the
    next number, so that these changes compress well.

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
