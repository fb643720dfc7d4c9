"""Which of the places that words are found at is meant: the first, the next, or the one before."""

from __future__ import annotations

from collections.abc import Sequence

ORDERS = ("first", "next", "previous")
"""What may stand before words that are looked for; the next is meant where nothing does."""


def ordered(wanted: str) -> tuple[str, str]:
    """Return `first`, `next` or `previous` before words, or '', and the words behind it.

    >>> ordered("previous loss"), ordered("first")
    (('previous', 'loss'), ('', 'first'))
    """
    word, _, rest = wanted.partition(" ")
    return (word, rest.strip()) if rest.strip() and word in ORDERS else ("", wanted)


def place(places: Sequence[int], n: int, order: str) -> int:
    """Return the place after n, or the first, or the one before; round the end to the others."""
    if order == "first":
        return places[0]
    if order == "previous":
        return next((each for each in reversed(places) if each < n), places[-1])
    return next((each for each in places if each > n), places[0])
