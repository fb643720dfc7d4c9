"""The table `[board]` of a position file."""

from __future__ import annotations

from typing import Literal, get_args

from engine.game.position import Reader
from engine.systems.iron_oak.data.battles import (
    Current,
    Direction,
    Marker,
    Shoal,
    Speed,
    Terrain,
    TerrainKind,
)
from engine.systems.iron_oak.state.state import Board
from engine.systems.iron_oak.waters.terrain import GRID

BANKS: tuple[Literal["top"], Literal["bottom"]] = ("top", "bottom")
BANDS = tuple(f"row {row}" for row in "ABCDE") + tuple(f"column {column}" for column in "12345")


def read_board(reader: Reader) -> Board:
    """Return the water of a position; mistakes are noted."""
    board = Board(
        current=read_current(reader),
        banks=read_banks(reader),
        shoals=read_shoals(reader),
        markers=tuple(each.struct(Marker, box=GRID.boxes) for each in reader.tables("markers")),
        terrain=_terrain(reader),
        **reader.fields(Board, "wind", "night"),
    )
    reader.finish()
    return board


def read_current(reader: Reader) -> Current:
    """Return the current; there is none unless the file tells of one."""
    table = reader.table("current")
    current = Current(
        table.choice("direction", get_args(Direction), "none"),
        table.choice("speed", get_args(Speed), "none"),
    )
    table.finish()
    return current


def read_banks(reader: Reader) -> tuple[Literal["top", "bottom"], ...]:
    """Return the edges that are banks, each once."""
    return tuple(dict.fromkeys(reader.choices("banks", BANKS)))


def read_shoals(reader: Reader) -> dict[str, int]:
    """Return the depths of rows and columns; mistakes are noted."""
    shoals: dict[str, int] = {}
    for each in reader.tables("shoals"):
        shoal = each.struct(Shoal, band=BANDS)
        if shoal.band in shoals:
            each.fault("band", f"'{shoal.band}' stands there twice")
        shoals[shoal.band] = shoal.depth
    return shoals


def _terrain(reader: Reader) -> dict[str, TerrainKind]:
    terrain: dict[str, TerrainKind] = {}
    for each in reader.tables("terrain"):
        piece = each.struct(Terrain, box=GRID.boxes)
        if piece.box in terrain:
            each.fault("box", f"'{piece.box}' stands there twice")
        terrain[piece.box] = piece.kind
    return terrain
