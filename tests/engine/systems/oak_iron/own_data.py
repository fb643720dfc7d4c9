"""Makes a user's own data records current for a whole test."""

from __future__ import annotations

from pathlib import Path

from engine.kernel.registry import register
from engine.kit import dataset
from engine.systems.oak_iron.data.book import read
from engine.systems.oak_iron.game import OakIron


def use(folder: Path | None) -> None:
    """Make the records in a folder current; None restores the shipped ones."""
    data = read(folder) if folder else None
    dataset._in_force.set(data)
    register(OakIron(data))
