"""Pieces of terrain that come on the table during the battle: by an event, a card, the sea.

Piece, heading and place are one answer, as in the set-up: the room for it hangs on
how it is turned.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from engine.game.decision import Area, Decision, Option
from engine.space.plane.contact import within
from engine.space.plane.free_area import middle
from engine.space.plane.pose import Point
from engine.systems.oak_iron.data.records import book
from engine.systems.oak_iron.state import commands as cmd
from engine.systems.oak_iron.state.bases import area, hulls
from engine.systems.oak_iron.state.state import State, Terrain
from engine.systems.oak_iron.terrain.pieces import HEADINGS, STEP

Places = tuple[tuple[Point, ...], ...]
"""Outlines of where the middle of a piece may lie."""


def fitting(state: State, kind: str, places: Callable[[str, float], Places]) -> list[str]:
    """Return the pieces of a kind, not yet on the table, that find a place at some heading."""
    taken = {piece.id for piece in state.terrain}
    headings = [n * STEP for n in range(int(360.0 / STEP))]
    return [
        key
        for key, piece in book().pieces.items()
        if piece.kind == kind and key not in taken and any(places(key, each) for each in headings)
    ]


def ask_piece(squadron: str, prompt: str, pieces: Iterable[str]) -> tuple[Decision, ...]:
    """Return the question which of some pieces is laid, where, and how it is turned."""
    options = tuple(
        Option(key, book().pieces[key].name, cmd.LayPiece(key), dial="heading", area="at")
        for key in pieces
    )
    return (Decision(squadron, "lay_piece", prompt, options, dial=HEADINGS),) if options else ()


def open_to(places: Places) -> Area | None:
    """Return places as an area; None when there is none."""
    return Area(places, middle(places)) if places else None


def off_table(state: State, piece: Terrain) -> list[str]:
    """Say whether a piece sticks out over the edge."""
    width, height = state.table.size
    inside = all(0.0 <= x <= width and 0.0 <= y <= height for x, y in piece.outline)
    return [] if inside else ["off the table"]


def near_ships(state: State, piece: Terrain, gap: float, band: str) -> list[str]:
    """Say which ship a piece lies on, or nearest within a gap (inches) called a band."""
    shape = area(piece)
    ranges = [(float(shape.distance(base.polygon)), key) for key, base in hulls(state).items()]
    reach, key = min(ranges, default=(gap + 1.0, ""))
    if not within(reach, gap):
        return []
    return [
        f"within {band} of {key}: {reach:.1f} of {gap:g} inches" if reach else f"overlaps {key}"
    ]


def overlaps(piece: Terrain, others: Sequence[Terrain]) -> list[str]:
    """Say which other pieces a piece lies on."""
    shape = area(piece)
    return [
        f"overlaps {other.name or other.kind}"
        for other in others
        if other.id != piece.id and shape.intersects(area(other))
    ]
