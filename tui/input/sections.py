"""Long lists in sections: rows of one side or nation stand together, below its name."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TypeVar

MANY = 20
"""Rows of a list up to which it needs neither heads nor a search."""
T = TypeVar("T")


def in_sections(rows: Sequence[T], section_of: Callable[[T], Hashable], beside: int = 0) -> list[T]:
    """Return the rows of a long list with those of a section together, sections as they come.

    There are more rows `beside` them.

    >>> in_sections([*"abab", *"a" * 20], lambda row: row)[:3]
    ['a', 'a', 'a']
    """
    if len(rows) + beside <= MANY:
        return list(rows)
    order = {each: at for at, each in enumerate(dict.fromkeys(map(section_of, rows)))}
    return sorted(rows, key=lambda row: order[section_of(row)])


def with_heads(rows: Sequence[int], heads: Sequence[str], always: bool = False) -> list[int | str]:
    """Return the lines of a list: its rows, a head before the first one of each section.

    `heads` are those of all rows by their numbers, '' for none. A list that is short as a whole,
    or has one section, has no heads, unless it `always` has.
    """
    if not always and (len(heads) <= MANY or len(set(heads)) == 1):
        return list(rows)
    lines: list[int | str] = []
    before = ""
    for row in rows:
        if heads[row] and heads[row] != before:
            lines.append(heads[row])
        before = heads[row]
        lines.append(row)
    return lines


def fits(text: str, words: str) -> bool:
    """Tell whether a row's text holds all words that are searched for."""
    found = text.lower()
    return all(word in found for word in words.lower().split())
