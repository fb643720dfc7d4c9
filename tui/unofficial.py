"""What the menu and the command line say about this implementation."""

from __future__ import annotations

UNOFFICIAL = (
    "An unofficial implementation, not affiliated with the publishers; no rules text included."
)
