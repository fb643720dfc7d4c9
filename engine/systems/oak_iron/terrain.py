"""Terrain: pieces and the room for them, the sides' own edges, deployment zones (Oak & Iron ch.
7).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import cos, pi
from typing import Any

from msgspec.structs import replace

from engine.game.decision import Area, Decision, Dial, Option
from engine.space.plane.contact import middle
from engine.space.plane.contact import within as lies_within
from engine.space.plane.hull import hull_at
from engine.space.plane.pose import Point, Pose, unit
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.state import commands as cmd
from engine.systems.oak_iron.state.ships import area as area_of
from engine.systems.oak_iron.state.ships import hulls, spokesman
from engine.systems.oak_iron.state.state import Edge, Ship, Squadron, State, Table, Terrain

# Home edges, deployment zones, and where a dignitary gets away (Oak & Iron ch. 7).


DIGNITARY = "dignitary"
"""The token of the ship that carries the dignitary, the passenger who must escape in an escort."""
EARLIEST = 5
"""The first turn in which the dignitary may leave the table, for battle files that do not say so.
Our own ruling."""


def gets_away(state: State, ship: Ship, pose: Pose) -> bool:
    """Tell whether a ship that leaves the table at a pose now carries the dignitary to safety."""
    return away(state, ship, pose, state.turn)


def lee_edge(state: State) -> Edge:
    """Return the edge over which the dignitary must leave the table.

    The edge was fixed at the end of the draft; the wind may have changed since.
    """
    return (state.plan and state.plan.lee) or ACROSS[state.table.weather_edge]


def earliest(state: State) -> int:
    """Return the first turn in which the dignitary may leave the table.

    It is 0 in an older battle file without `lee`, whose rules have no such limit.
    """
    if not state.plan or not state.plan.lee:
        return 0
    return state.plan.earliest or EARLIEST


def away(state: State, ship: Ship, pose: Pose, turn: int) -> bool:
    """Tell whether a ship that left the table at a pose in a turn carried the dignitary to safety.

    Only the ship with the dignitary can, over the right edge, and not before `earliest`.
    """
    if not state.plan or state.objective != "escort" or ship.token != DIGNITARY:
        return False
    card = book().ships[ship.type]
    corners = hull_at(pose, card.length, card.width).corners
    lee = lee_edge(state)
    if turn < earliest(state):
        return False
    if lee in ("west", "east"):
        return any(x < 0 if lee == "west" else x > state.table.width for x, _ in corners)
    return any(y < 0 if lee == "south" else y > state.table.height for _, y in corners)


# Home edges and deployment zones on the table (Oak & Iron ch. 7).


STRIP = 6.0
"""The depth in inches of the strip along a side's own edge where a ship may be placed if her zone
has no room."""
ACROSS: dict[Edge, Edge] = {"north": "south", "south": "north", "east": "west", "west": "east"}
INWARD: dict[Edge, float] = {"south": 0.0, "west": 90.0, "north": 180.0, "east": 270.0}
"""The heading from each edge straight across the table, in degrees."""


def home_edges(width: float, height: float) -> tuple[Edge, Edge]:
    """Return the two opposite edges from which the sides come: the long edges of the table."""
    return ("west", "east") if height > width else ("south", "north")


def homes(squadrons: Mapping[str, Squadron], table: Table) -> dict[str, Edge]:
    """Return {squadron: its own edge of the table}; all squadrons of a side have the same edge."""
    edges = home_edges(table.width, table.height)
    parties = tuple(dict.fromkeys(each.side for each in squadrons.values()))
    return {key: edges[parties.index(each.side)] for key, each in squadrons.items()}


def wind_edges(home: Edge) -> tuple[Edge, Edge]:
    """Return the two edges from which the wind may come: those that belong to neither side."""
    return ("west", "east") if home in ("south", "north") else ("north", "south")


def home(state: State, squadron: str) -> Edge:
    """Return the edge of the table from which a squadron comes."""
    assert state.plan
    return state.plan.homes[squadron]


def spot(table: Table, own: Edge, along: float, ahead: float) -> Point:
    """Return a point of the table, given by two fractions of it.

    `along` goes from the weather edge to the lee edge, `ahead` from the edge `own` to the far edge.
    """
    first, second = _from(table, table.weather_edge, along), _from(table, own, ahead)
    return (first, second) if own in ("south", "north") else (second, first)


def zone(state: State, squadron: str) -> tuple[Box, ...]:
    """Return the boxes in which a squadron is deployed, as the card that its side drafted says."""
    assert state.plan
    drafted = state.plan.card(spokesman(state, squadron), "deployment")
    card = book().deployments[drafted]
    return tuple(part_of(state, squadron, part) for part in card.zone)


def strip(state: State, squadron: str, depth: float = STRIP) -> Box:
    """Return the strip along a squadron's own edge, `depth` inches deep."""
    own = home(state, squadron)
    long = state.table.height if own in ("south", "north") else state.table.width
    return part_of(state, squadron, (0.0, 0.0, 1.0, depth / long))


def part_of(state: State, squadron: str, part: Box) -> Box:
    """Convert a box from fractions of the table, as a squadron's card gives them, to inches.

    Cards give x from the weather edge and y from the edge of the card's owner.
    """
    own = home(state, squadron)
    (ax, ay), (bx, by) = (spot(state.table, own, x, y) for x, y in (part[:2], part[2:]))
    return min(ax, bx), min(ay, by), max(ax, bx), max(ay, by)


def corners(box: Box) -> tuple[Point, ...]:
    """Return the corners of a box as an outline."""
    x0, y0, x1, y1 = box
    return (x0, y0), (x1, y0), (x1, y1), (x0, y1)


def _from(table: Table, edge: Edge, part: float) -> float:
    """Return the coordinate in inches at the fraction `part` of the way from an edge to the
    opposite one.
    """
    long = table.width if edge in ("west", "east") else table.height
    return long * part if edge in ("west", "south") else long * (1 - part)


# Pieces of terrain on the table, the room for them, and how to place one (Oak & Iron ch. 5).


STEP = 15.0
"""The headings that a piece of terrain may have are this many degrees apart."""
HEADINGS = Dial(0.0, 360.0 - STEP, STEP, endless=True)
"""The dial for the heading of a piece of terrain."""


def laid(piece: str, at: Point, heading: float = 0.0, key: str = "") -> Terrain:
    """Return a piece of the data set as terrain, with its middle at a point, turned to a heading.

    Inches; degrees clockwise from north. `key` is its id on the table; by default it is the id in
    the data set.
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
    """Return a piece of terrain moved by inches (east, north)."""
    outline = tuple((round(x + by[0], 4), round(y + by[1], 4)) for x, y in piece.outline)
    return replace(piece, outline=outline)


def on_table(state: State, key: str) -> Terrain:
    """Return the piece of terrain with this id, which must be on the table."""
    return next(piece for piece in state.terrain if piece.id == key)


def middle_of(piece: Terrain) -> Point:
    """Return the middle of a piece of terrain (of its bounding box), the point by which it is
    placed.
    """
    xs, ys = zip(*piece.outline, strict=True)
    return round((min(xs) + max(xs)) / 2, 4), round((min(ys) + max(ys)) / 2, 4)


def moved_to(piece: Terrain, at: Point) -> Terrain:
    """Return a piece of terrain with its middle moved to a point, and its heading unchanged."""
    x, y = middle_of(piece)
    return shifted(piece, (at[0] - x, at[1] - y))


def put(state: State, key: str, at: Point, heading: float) -> Terrain:
    """Return a piece of terrain at a new place.

    A piece that is new on the table gets the heading; one that is on it keeps its own.
    """
    there = [piece for piece in state.terrain if piece.id == key]
    return moved_to(there[0], at) if there else laid(key, at, heading)


# Room on the table: where the middle of a piece may be, so that it keeps its distances.
#
# The piece has a fixed heading, so the answer is exact: a place is illegal when the piece there
# would cross an edge or come too near to something. Inches.
#
# The method is Minkowski sums: an obstacle grows by the piece's outline, and the piece becomes a
# point.


Box = tuple[float, float, float, float]
"""A rectangle (x0, y0, x1, y1), in inches or in fractions of the table."""
Outline = tuple[Point, ...]
SEGMENTS = 16
"""The edge of the area to keep clear of is rounded at corners: a quarter circle is drawn as this
many straight segments."""
CLEAR = 0.005
"""Inches that are added to each distance, so that rounding never makes a place illegal that was
offered."""
CLOSE = 0.05
"""Inches of tolerance when the reason against a place is put into words. It is larger than `CLEAR`,
so that a place that is illegal only by rounding still gets a reason."""
SLIVER = 0.002
"""Free room of this many square inches or less is a rounding error, not a place."""


@lru_cache(maxsize=512)
def place(
    thing: Outline,
    boxes: tuple[Box, ...],
    barred: tuple[tuple[Outline, float], ...],
    wish: Point,
    near: tuple[Point, float] | None = None,
) -> Area | None:
    """Return where the middle of a thing may be placed, as an area; None if there is no room.

    `thing` is its outline around (0, 0). It must be inside one of `boxes`, and clear of each
    outline in `barred` by the gap beside it. `wish` is the point that is proposed. `near` is
    (point, inches): only places within that distance. Cached, because one question asks for the
    same place many times.
    """
    from shapely import Point as Dot
    from shapely import union_all

    room = within(thing, boxes)
    if not room.is_empty:
        room = room.difference(union_all([around(thing, other, gap) for other, gap in barred]))
    if near is not None:
        room = room.intersection(Dot(near[0]).buffer(near[1]))
    return area(room, wish)


def sticks_out(thing: Outline, boxes: Iterable[Box]) -> bool:
    """Tell whether no box contains the whole outline of a thing."""
    return not any(
        all(x0 <= x <= x1 and y0 <= y <= y1 for x, y in thing) for x0, y0, x1, y1 in boxes
    )


def within(thing: Outline, boxes: Iterable[Box]) -> Any:
    """Return the region of all points where a thing can be placed wholly inside one of the boxes.

    `thing` is its outline around (0, 0).
    """
    from shapely import box, union_all

    xs, ys = zip(*thing, strict=True)
    rooms = []
    for x0, y0, x1, y1 in boxes:
        low, high = (x0 - min(xs), y0 - min(ys)), (x1 - max(xs), y1 - max(ys))
        if high[0] - low[0] > CLEAR and high[1] - low[1] > CLEAR:
            rooms.append(box(*low, *high))
    return union_all(rooms)


@lru_cache(maxsize=4096)
def around(thing: Outline, other: Outline, gap: float = 0.0) -> Any:
    """Return the region of all points where a thing would come too near to another.

    That is where it would overlap `other`, or be nearer to it than `gap` inches. The thing counts
    as its convex hull; the other may be concave. Cached, because what is on the table bars the same
    places for each next piece.
    """
    from shapely import Polygon, constrained_delaunay_triangles, multipoints, union_all

    parts = [Polygon(other)] if len(other) <= 4 else constrained_delaunay_triangles(Polygon(other))
    meets = [
        multipoints(
            [(x - tx, y - ty) for x, y in part.exterior.coords[:-1] for tx, ty in thing]
        ).convex_hull
        for part in getattr(parts, "geoms", parts)
    ]
    # The chords of a buffer are inside its circle; this radius puts them outside.
    reach = (gap + CLEAR) / cos(pi / (4 * SEGMENTS))
    return union_all(meets).buffer(reach, quad_segs=SEGMENTS)


def area(room: Any, wish: Point) -> Area | None:
    """Return a region as an `Area`, with the point nearest to `wish` as its default; None if
    empty.
    """
    from shapely import Point as Dot
    from shapely.ops import nearest_points

    parts = [part for part in _simple(room) if part.area > SLIVER]
    if not parts:
        return None
    here = Dot(wish)
    nearest = min(parts, key=lambda part: float(part.distance(here)))
    # A little inside the region, because a point on its outline may be outside after rounding.
    inner = nearest.buffer(-CLEAR)
    rest = nearest_points(inner if not inner.is_empty else nearest, here)[0]
    outlines = tuple(tuple((x, y) for x, y in part.exterior.coords[:-1]) for part in parts)
    found = Area(outlines, (round(rest.x, 4), round(rest.y, 4)))
    if found.holds(found.rest):
        return found
    inside = nearest.representative_point()
    return Area(outlines, (round(inside.x, 4), round(inside.y, 4)))


def _simple(room: Any) -> Iterator[Any]:
    """Yield the parts of a region without holes, because an `Area` consists of plain outlines.

    A part with a hole is cut in two through its first hole.
    """
    from shapely import box, get_parts

    for part in get_parts(room):
        if part.geom_type != "Polygon" or part.is_empty:
            continue
        if not part.interiors:
            yield part
            continue
        x0, y0, x1, y1 = part.bounds
        middle = part.interiors[0].centroid.x
        for half in (box(x0, y0, middle, y1), box(middle, y0, x1, y1)):
            yield from _simple(part.intersection(half))


# Placing a piece of terrain during the battle: by an event, a card, or a scrolling sea.
#
# Piece, heading and place are one answer, as in the set-up, because the room for a piece depends on
# its heading.


Places = tuple[tuple[Point, ...], ...]
"""Outlines of the areas where the middle of a piece may be, in inches."""


def fitting(state: State, kind: str, places: Callable[[str, float], Places]) -> list[str]:
    """Return the ids of terrain of a kind that is not on the table and has room at some heading.

    `places` is a function of (id, heading) that returns the room for a piece.
    """
    taken = {piece.id for piece in state.terrain}
    headings = [n * STEP for n in range(int(360.0 / STEP))]
    return [
        key
        for key, piece in book().pieces.items()
        if piece.kind == kind and key not in taken and any(places(key, each) for each in headings)
    ]


def ask_piece(squadron: str, prompt: str, pieces: Iterable[str]) -> tuple[Decision, ...]:
    """Return the question which of the given pieces of terrain to place; () without pieces.

    The answer has a place and a heading too.
    """
    options = tuple(
        Option(key, book().pieces[key].name, cmd.LayPiece(key), dial="heading", area="at")
        for key in pieces
    )
    return (Decision(squadron, "lay_piece", prompt, options, dial=HEADINGS),) if options else ()


def open_to(places: Places) -> Area | None:
    """Return outlines as the area of a decision; None without outlines."""
    return Area(places, middle(places)) if places else None


def off_table(state: State, piece: Terrain) -> list[str]:
    """Return ['off the table'] if any part of a piece of terrain is off the table, else []."""
    width, height = state.table.size
    inside = all(0.0 <= x <= width and 0.0 <= y <= height for x, y in piece.outline)
    return [] if inside else ["off the table"]


def near_ships(state: State, piece: Terrain, gap: float, band: str) -> list[str]:
    """Return the reason why a piece of terrain is too near to ships, in a list; [] if it is not.

    The piece is too near if it is within `gap` inches of a ship; `band` is the rulebook's name for
    that gap. The reason names the nearest ship.
    """
    shape = area_of(piece)
    ranges = [(float(shape.distance(base.polygon)), key) for key, base in hulls(state).items()]
    reach, key = min(ranges, default=(gap + 1.0, ""))
    if not lies_within(reach, gap):
        return []
    return [
        f"within {band} of {key}: {reach:.1f} of {gap:g} inches" if reach else f"overlaps {key}"
    ]


def overlaps(piece: Terrain, others: Sequence[Terrain]) -> list[str]:
    """Return a reason for each other piece of terrain that a piece overlaps; [] for none."""
    shape = area_of(piece)
    return [
        f"overlaps {other.name or other.kind}"
        for other in others
        if other.id != piece.id and shape.intersects(area_of(other))
    ]
