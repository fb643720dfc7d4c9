"""The play area: five rows, five columns (Iron & Oak 1.1)."""

from __future__ import annotations

from engine.space.boxes import Grid

GRID = Grid(5, 5)
OFF = "off:"
"""Begins the place of a ship beside an edge."""
FLOW = {"left": (0, -1), "right": (0, 1), "up": (-1, 0), "down": (1, 0), "none": (0, 0)}
"""The step with a current, by its direction."""


def off(place: str) -> str:
    """Return the edge that a place off the map lies beside; '' for a box."""
    return place[len(OFF) :] if place.startswith(OFF) else ""
