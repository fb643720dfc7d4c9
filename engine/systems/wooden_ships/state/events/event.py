"""What every fact is."""

from __future__ import annotations

import msgspec


class Event(msgspec.Struct, frozen=True, tag_field="fact"):
    """Anything that happened."""
