"""What every step of the agenda is."""

from __future__ import annotations

import msgspec


class Step(msgspec.Struct, frozen=True, tag_field="step"):
    """Anything that stands on the agenda."""
