"""Pieces of terrain as they lie on the table (Oak & Iron ch. 5, Terrain and Weather).

Points in inches, rounded to 0.0001 as poses are.
"""

from __future__ import annotations

from msgspec.structs import replace

from engine.game.decision import Dial
from engine.space.plane.pose import Point, unit
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.state.state import State, Terrain

STEP = 15.0
"""Degrees between the headings that a piece may have."""
HEADINGS = Dial(0.0, 360.0 - STEP, STEP, endless=True)
"""The dial for the heading of a piece that is laid."""


def laid(piece: str, at: Point, heading: float = 0.0, key: str = "") -> Terrain:
    """Return a piece of the data set with its middle at a point, turned to a heading.

    Inches; degrees clockwise from north. `key` is its id on the table, by default its own.
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
    """Return a piece moved by some inches, (east, north)."""
    outline = tuple((round(x + by[0], 4), round(y + by[1], 4)) for x, y in piece.outline)
    return replace(piece, outline=outline)


def on_table(state: State, key: str) -> Terrain:
    """Return the piece with this id that lies on the table."""
    return next(piece for piece in state.terrain if piece.id == key)


def middle_of(piece: Terrain) -> Point:
    """Return the middle of a piece's bounding box, the point by which it is laid."""
    xs, ys = zip(*piece.outline, strict=True)
    return round((min(xs) + max(xs)) / 2, 4), round((min(ys) + max(ys)) / 2, 4)


def moved_to(piece: Terrain, at: Point) -> Terrain:
    """Return a piece moved so that its middle is at a point, with its heading unchanged."""
    x, y = middle_of(piece)
    return shifted(piece, (at[0] - x, at[1] - y))


def put(state: State, key: str, at: Point, heading: float) -> Terrain:
    """Return a piece as it would lie: a new one turned, one on the table with its old heading."""
    there = [piece for piece in state.terrain if piece.id == key]
    return moved_to(there[0], at) if there else laid(key, at, heading)
