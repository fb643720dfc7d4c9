"""Effects on visibility (Oak & Iron ch. 5, Fog Bank)."""

from __future__ import annotations

from collections.abc import Callable

from engine.systems.oak_iron.machine.moment import Moment

DIM: Moment[Callable[[], bool]] = Moment("dim")
"""() to whether every attack counts its range as if through fog."""


@DIM("reduced_visibility")
def reduced_visibility() -> bool:
    """Reduced Visibility: one band farther."""
    return True
