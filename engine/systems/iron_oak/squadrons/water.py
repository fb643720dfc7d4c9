"""The water of a battle of one's own: words of a file for current, shoals, obstacles."""

from __future__ import annotations

from typing import get_args

from engine.systems.iron_oak.data.battles import (
    Current,
    Direction,
    Marker,
    MarkerKind,
    Shoal,
    Speed,
    Terrain,
    TerrainKind,
)
from engine.systems.iron_oak.waters.terrain import GRID

BANDS = tuple(f"row {row}" for row in "ABCDE") + tuple(f"column {column}" for column in "12345")
CURRENTS = (
    "none",
    *(f"{speed} {way}" for way in get_args(Direction)[1:] for speed in get_args(Speed)[1:]),
)
SHOALS = tuple(f"{band} {depth}" for band in BANDS for depth in range(5))
OBSTACLES = tuple(
    f"{kind} {box}"
    for kind in (*get_args(TerrainKind), *get_args(MarkerKind))
    for box in GRID.boxes
)


def current_of(words: str) -> Current:
    """Return a current: `slow right`, `none`."""
    speed, _, way = words.partition(" ")
    return Current(way or "none", speed)  # type: ignore[arg-type]  # words of CURRENTS


def shoal_of(words: str) -> Shoal:
    """Return the depth of a band: `row A 2`."""
    band, _, depth = words.rpartition(" ")
    return Shoal(band, int(depth))


def obstacles_of(words: tuple[str, ...]) -> tuple[tuple[Marker, ...], tuple[Terrain, ...]]:
    """Return markers and land: `mine C3`, `high A2`."""
    markers, terrain = [], []
    for each in words:
        kind, _, box = each.rpartition(" ")
        if kind in get_args(TerrainKind):
            terrain.append(Terrain(box, kind))  # type: ignore[arg-type]  # words of OBSTACLES
        else:
            markers.append(Marker(kind, box))  # type: ignore[arg-type]  # words of OBSTACLES
    return tuple(markers), tuple(terrain)
