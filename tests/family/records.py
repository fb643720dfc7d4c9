"""Every figure of every data record as the rules read it, with default values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import blake2b
from typing import Any

import msgspec

from engine.kernel.registry import system


def lines(name: str) -> Iterator[str]:
    """Yield a line for each record: its table, its id, and a check sum of its figures without its
    texts.
    """
    book = system(name).data
    names = book.__struct_fields__ if isinstance(book, msgspec.Struct) else vars(book)
    for table in sorted(names):
        value = getattr(book, table)
        records = value if isinstance(value, Mapping) else {"": value}
        for key, record in sorted(records.items(), key=lambda each: str(each[0])):
            digest = blake2b(_figures(record).encode(), digest_size=4).hexdigest()
            yield f"{table} {key}: {digest}"


def _figures(thing: Any) -> str:
    """Return the figures of a record, without its sentences, as one line."""
    if isinstance(thing, str):
        return "" if " " in thing else thing
    if isinstance(thing, msgspec.Struct):
        fields = ((name, getattr(thing, name)) for name in thing.__struct_fields__)
        return "(" + ",".join(f"{name}={_figures(each)}" for name, each in fields) + ")"
    if isinstance(thing, Mapping):
        return "{" + ",".join(f"{key}:{_figures(each)}" for key, each in thing.items()) + "}"
    if isinstance(thing, tuple | list | frozenset | set):
        each = map(
            _figures, sorted(thing, key=str) if isinstance(thing, frozenset | set) else thing
        )
        return "[" + ",".join(each) + "]"
    return str(thing)
