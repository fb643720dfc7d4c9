"""Play with a user's own records: the registered game, and whatever asks outside of any."""

from __future__ import annotations

from pathlib import Path

from engine.kernel.registry import register
from engine.kit import dataset
from engine.systems.oak_iron.data.book import read
from engine.systems.oak_iron.game import OakIron


def use(folder: Path | None) -> None:
    """Put a folder's records in force; None: the shipped ones alone, as it was before."""
    data = read(folder) if folder else None
    dataset._in_force.set(data)
    register(OakIron(data))
