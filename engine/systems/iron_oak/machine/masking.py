"""Ids of hidden ships covered wherever they stand in a state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")


def masked(value: T, names: Mapping[str, str]) -> T:
    """Return a value with every id among `names` replaced: in texts, tuples, dicts, structs."""
    return _masked(value, names)  # type: ignore[no-any-return]


def _masked(value: Any, names: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, tuple):
        return tuple(_masked(each, names) for each in value)
    if isinstance(value, dict):
        return {_masked(key, names): _masked(each, names) for key, each in value.items()}
    if isinstance(value, msgspec.Struct):
        changes = {}
        for field in value.__struct_fields__:
            old = getattr(value, field)
            new = _masked(old, names)
            if new != old:
                changes[field] = new
        return msgspec.structs.replace(value, **changes) if changes else value
    return value
