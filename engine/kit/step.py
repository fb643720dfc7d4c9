"""What every step of an agenda is."""

from __future__ import annotations

import msgspec


class Step(msgspec.Struct, frozen=True, tag_field="step"):
    """Something that stands on the agenda; a subclass tells what is to be done."""
