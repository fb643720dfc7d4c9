"""What is read of the data: every figure of every record as the rules have it, defaults too."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import blake2b
from typing import Any

import msgspec

from engine.kernel.registry import system


def lines(name: str) -> Iterator[str]:
    """Yield a line a record: its table, its id and a sum of its figures, words apart."""
    book = system(name).data
    names = book.__struct_fields__ if isinstance(book, msgspec.Struct) else vars(book)
    for table in sorted(names):
        value = getattr(book, table)
        records = value if isinstance(value, Mapping) else {"": value}
        for key, record in sorted(records.items(), key=lambda each: str(each[0])):
            digest = blake2b(_figures(record).encode(), digest_size=4).hexdigest()
            yield f"{table} {key}: {digest}"


def _figures(thing: Any) -> str:
    """Return what is no sentence of a record, in one line."""
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
