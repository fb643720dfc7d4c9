"""The mark of a figure that is not printed anywhere that we know of."""

from __future__ import annotations

from engine.systems.oak_iron.data.facts import Record

MARK = "~"
UNSURE = ("inferred", "unknown")
"""The degrees of confidence that bear the mark."""


def doubt_mark(record: Record, field: str) -> str:
    """Return the mark of a record's field when its value had to be reconstructed, else ''."""
    return MARK if record.sure(field) in UNSURE else ""
