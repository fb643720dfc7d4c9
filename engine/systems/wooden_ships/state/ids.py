"""The order of ids: letters, then the number, so that A9 comes before A10."""

from __future__ import annotations

import re
from functools import lru_cache

_PARTS = re.compile(r"([A-Za-z]*)(\d*)(.*)", re.DOTALL)


@lru_cache(maxsize=4096)
def id_order(ship_id: str) -> tuple[str, int, str]:
    """Return what ids are sorted by: letters, then the number.

    >>> sorted(["B1", "A10", "A9"], key=id_order)
    ['A9', 'A10', 'B1']
    """
    found = _PARTS.match(ship_id)
    letters, number, rest = found.groups() if found else ("", "", ship_id)
    return letters, int(number or 0), rest


@lru_cache(maxsize=256)
def sorted_ids(ids: tuple[str, ...]) -> tuple[str, ...]:
    """Return ids in their order; kept, because every state of a battle asks for its own."""
    return tuple(sorted(ids, key=id_order))
