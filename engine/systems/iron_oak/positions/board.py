"""The table `[board]` of a position file."""

from __future__ import annotations

from engine.game.position import Reader
from engine.systems.iron_oak.data.battles import (
    Current,
    Direction,
    Marker,
    MarkerKind,
    Speed,
    TerrainKind,
    Wind,
)
from engine.systems.iron_oak.data.facts import Edge
from engine.systems.iron_oak.state.state import Board
from engine.systems.iron_oak.waters.terrain import GRID

DIRECTIONS: tuple[Direction, ...] = ("none", "left", "right", "up", "down")
SPEEDS: tuple[Speed, ...] = ("none", "slow", "moderate", "fast")
WINDS: tuple[Wind, ...] = ("calm", "normal", "fresh")
BANKS: tuple[Edge, ...] = ("top", "bottom")
MARKERS: tuple[MarkerKind, ...] = ("mine", "obstruction", "heavy_obstruction", "hulk")
TERRAIN: tuple[TerrainKind, ...] = ("high", "low_island", "sandbar")
BANDS = tuple(f"row {row}" for row in "ABCDE") + tuple(f"column {column}" for column in "12345")


def read_board(reader: Reader) -> Board:
    """Return the water of a position; mistakes are noted."""
    current = reader.table("current")
    flow = Current(
        current.choice("direction", DIRECTIONS, "none"),
        current.choice("speed", SPEEDS, "none"),
    )
    current.finish()
    board = Board(
        current=flow,
        wind=reader.choice("wind", WINDS, "normal"),
        night=reader.flag("night", False),
        banks=tuple(dict.fromkeys(reader.choices("banks", BANKS))),
        shoals=read_shoals(reader),
        markers=_markers(reader),
        terrain=_terrain(reader),
    )
    reader.finish()
    return board


def read_shoals(reader: Reader) -> dict[str, int]:
    """Return the depths of rows and columns; mistakes are noted."""
    shoals: dict[str, int] = {}
    for each in reader.tables("shoals"):
        band, depth = each.choice("band", BANDS), each.integer("depth", low=0, high=4)
        each.finish()
        if band in shoals:
            each.fault("band", f"'{band}' stands there twice")
        shoals[band] = depth
    return shoals


def _markers(reader: Reader) -> tuple[Marker, ...]:
    markers = []
    for each in reader.tables("markers"):
        kind, box = each.choice("kind", MARKERS), each.choice("box", GRID.boxes)
        each.finish()
        markers.append(Marker(kind, box))
    return tuple(markers)


def _terrain(reader: Reader) -> dict[str, TerrainKind]:
    terrain: dict[str, TerrainKind] = {}
    for each in reader.tables("terrain"):
        box, kind = each.choice("box", GRID.boxes), each.choice("kind", TERRAIN)
        each.finish()
        if box in terrain:
            each.fault("box", f"'{box}' stands there twice")
        terrain[box] = kind
    return terrain
