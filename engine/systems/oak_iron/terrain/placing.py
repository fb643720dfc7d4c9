"""Laying a piece of terrain during the battle: by an event, a card, or a scrolling sea.

Piece, heading and place are one answer, as in the set-up: where there is room for a piece
depends on how it is turned.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from engine.game.decision import Area, Decision, Option
from engine.space.plane.contact import within
from engine.space.plane.free_area import middle
from engine.space.plane.pose import Point
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.state import commands as cmd
from engine.systems.oak_iron.state.bases import area, hulls
from engine.systems.oak_iron.state.state import State, Terrain
from engine.systems.oak_iron.terrain.pieces import HEADINGS, STEP

Places = tuple[tuple[Point, ...], ...]
"""Outlines of the areas where the middle of a piece may lie, in inches."""


def fitting(state: State, kind: str, places: Callable[[str, float], Places]) -> list[str]:
    """Return the ids of the pieces of a kind, not on the table, with room at some heading.

    `places` gives the room for a piece at a heading.
    """
    taken = {piece.id for piece in state.terrain}
    headings = [n * STEP for n in range(int(360.0 / STEP))]
    return [
        key
        for key, piece in book().pieces.items()
        if piece.kind == kind and key not in taken and any(places(key, each) for each in headings)
    ]


def ask_piece(squadron: str, prompt: str, pieces: Iterable[str]) -> tuple[Decision, ...]:
    """Return the question which of some pieces is laid, where and how turned; () without pieces."""
    options = tuple(
        Option(key, book().pieces[key].name, cmd.LayPiece(key), dial="heading", area="at")
        for key in pieces
    )
    return (Decision(squadron, "lay_piece", prompt, options, dial=HEADINGS),) if options else ()


def open_to(places: Places) -> Area | None:
    """Return places as an area to choose from; None when there are none."""
    return Area(places, middle(places)) if places else None


def off_table(state: State, piece: Terrain) -> list[str]:
    """Return a fault when a piece lies partly off the table."""
    width, height = state.table.size
    inside = all(0.0 <= x <= width and 0.0 <= y <= height for x, y in piece.outline)
    return [] if inside else ["off the table"]


def near_ships(state: State, piece: Terrain, gap: float, band: str) -> list[str]:
    """Return a fault for the nearest ship when a piece lies within `gap` inches of it, or on it.

    `band` is what the rulebook calls that gap.
    """
    shape = area(piece)
    ranges = [(float(shape.distance(base.polygon)), key) for key, base in hulls(state).items()]
    reach, key = min(ranges, default=(gap + 1.0, ""))
    if not within(reach, gap):
        return []
    return [
        f"within {band} of {key}: {reach:.1f} of {gap:g} inches" if reach else f"overlaps {key}"
    ]


def overlaps(piece: Terrain, others: Sequence[Terrain]) -> list[str]:
    """Return a fault for each other piece that a piece overlaps."""
    shape = area(piece)
    return [
        f"overlaps {other.name or other.kind}"
        for other in others
        if other.id != piece.id and shape.intersects(area(other))
    ]
