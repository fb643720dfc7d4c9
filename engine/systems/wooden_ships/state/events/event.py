"""What every fact is."""

from __future__ import annotations

import msgspec


class WoodenShipsEvent(msgspec.Struct, frozen=True, tag_field="fact"):
    """Anything that happened."""
