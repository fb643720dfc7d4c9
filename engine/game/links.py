"""Links between the terms of a reference: whose lines name which other terms."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec.structs import replace

from engine.game.parts.words import Term


def linked(terms: Sequence[Term], plain: frozenset[str] = frozenset()) -> tuple[Term, ...]:
    """Return the terms with their links, in the order in which their lines name them.

    A name counts where it is written as it is spelt, with an `s` behind it too. Those of a
    kind in `plain` are found in any letters, and go before others that are called the same;
    of those others all are meant.

    >>> reach = Term("reach", "Reach", "rule", ("as far as a gun fires",))
    >>> gun = Term("gun", "Gun", "ship", ("fires within its reach",))
    >>> [term.links for term in linked([reach, gun], frozenset({"rule"}))]
    [(), ('reach',)]
    """
    by_name: dict[str, list[Term]] = {}
    for term in sorted(terms, key=lambda term: term.kind not in plain):
        called = by_name.setdefault(term.name.lower(), [])
        if not called or called[0].kind not in plain:
            called.append(term)
    names = sorted(by_name, key=len, reverse=True)
    pattern = re.compile(rf"(?<!\w)({'|'.join(map(re.escape, names))})s?(?!\w)", re.IGNORECASE)
    return tuple(replace(term, links=_named(term, pattern, by_name, plain)) for term in terms)


def _named(
    term: Term, pattern: re.Pattern[str], by_name: dict[str, list[Term]], plain: frozenset[str]
) -> tuple[str, ...]:
    """Return the ids of the terms that a term's lines name."""
    found = []
    for match in pattern.finditer(" ".join(term.lines)):
        for other in by_name[match[1].lower()]:
            typed = other.kind in plain or match[1][:1].isupper() or not other.name[:1].isupper()
            if typed and other.id != term.id:
                found.append(other.id)
    return tuple(dict.fromkeys(found))
