"""Wording: chooses one of several lines of a table for the next event, so that a paragraph does not
repeat itself.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from engine.review.sentences import LONG, StoryEvent

COMMON = frozenset({
    *("her", "she", "the", "and", "but", "that", "with", "from", "into", "what", "could", "each"),
    *("other", "few", "more", "one", "fired"),
})  # fmt: skip
"""Common words; two sentences that share only such words do not sound alike."""


class Wording:
    """Chooses the lines that tell events.

    The lines (wordings) for one kind of event are used in turn. If possible, a line is chosen that
    does not sound like a line already in the paragraph.
    """

    def __init__(self) -> None:
        self._used = Counter[str]()
        """{first line of a list of lines: how many of its lines were used}. Rows of the table with
        the same list share one count."""
        self._said: list[frozenset[str]] = []
        """For each line used in this paragraph, its characteristic words (`content`), to recognize
        a similar line."""
        self._range = ""
        """The range named last in this paragraph, such as a distance of fire; '' for none."""

    def begin(self) -> None:
        """Begin a new paragraph."""
        self._said, self._range = [], ""

    def copy(self) -> Wording:
        """Return a copy of this object, so that later choices of lines can be undone."""
        other = Wording()
        other._used, other._said, other._range = self._used.copy(), [*self._said], self._range
        return other

    def next(self, told: StoryEvent, lines: Sequence[str]) -> str:
        """Return the line among `lines` that sounds least like the lines used before, and count it
        as used.

        If a ship's name is long, a line without her possessive is preferred.
        """
        first = self._used[lines[0]] % len(lines)
        ahead = [*lines[first:], *lines[:first]]
        far = told.happening.facts.get("range", "")
        names = {"ship": told.happening.ship, "other": told.happening.other}
        long = [f"{{{key}}}'s" for key, name in names.items() if LONG.search(name)]

        def repeats(line: str) -> int:
            words = content(line)
            alike = sum(words <= each or words >= each for each in self._said)
            latest = self._said[-1] if self._said else frozenset()
            range_again = "{range}" in line and far == self._range
            awkward = any(owner in line for owner in long)
            return 3 * alike + 2 * awkward + range_again + bool(words & latest)

        line = min(ahead, key=repeats)
        self._used[lines[0]] += ahead.index(line) + 1
        self._said.append(content(line))
        self._range = far if "{range}" in line else self._range
        return line


def content(line: str) -> frozenset[str]:
    """Return the characteristic words of a line; lines that share such words sound alike.

    >>> sorted(content("{ship}'s shot tore into {other}{part}"))
    ['shot', 'tore']
    """
    words = re.findall(r"[a-z]+", re.sub(r"\{\w+\}('s)?", "", line))
    return frozenset(each for each in words if len(each) > 2) - COMMON
