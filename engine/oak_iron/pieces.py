"""Pieces of terrain laid on the table (Oak & Iron ch. 5, Terrain and Weather)."""

from __future__ import annotations

from msgspec.structs import replace

from engine.oak_iron.records import book
from engine.oak_iron.state import Terrain
from engine.plane.pose import Point, unit


def laid(piece: str, at: Point, heading: float = 0.0, key: str = "") -> Terrain:
    """Return a piece of the data set with its middle at a point (inches), turned (degrees).

    `key` is its id on the table, else that of the piece.
    """
    record = book().pieces[piece]
    east, north = unit(heading + 90), unit(heading)
    outline = tuple(
        (
            round(at[0] + x * east[0] + y * north[0], 4),
            round(at[1] + x * east[1] + y * north[1], 4),
        )
        for x, y in record.outline
    )
    return Terrain(key or piece, record.kind, outline, record.name)


def shifted(piece: Terrain, by: Point) -> Terrain:
    """Return a piece of the table moved by so many inches east and north."""
    outline = tuple((round(x + by[0], 4), round(y + by[1], 4)) for x, y in piece.outline)
    return replace(piece, outline=outline)
