"""What every event is."""

from __future__ import annotations

import msgspec


class IronOakEvent(msgspec.Struct, frozen=True, tag_field="event", omit_defaults=True):
    """A fact that followed from a command; it carries results, never what is to be worked out."""
