"""Record: an entry of a battle's journal, decoded."""

from __future__ import annotations

from typing import Any, Generic

import msgspec

from engine.base.generic import E


class Forgotten(msgspec.Struct, frozen=True):
    """A command of older rules that today's do not know. What followed from it is known."""

    raw: msgspec.Raw


class Record(msgspec.Struct, Generic[E], frozen=True, kw_only=True):
    """An entry of the journal, decoded. `at` is how many commands stand applied after it."""

    n: int
    kind: str
    at: int
    seat: str = ""
    command: Any = None
    events: tuple[E, ...] = ()
    text: str = ""
    to: str = ""
    """Of talk, the side that alone may read it while the battle goes on; '' for all."""
    hash: str = ""
    frame: msgspec.Raw | None = None
    """The encoded state after it, if the journal wrote one."""
