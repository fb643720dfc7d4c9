"""The scrolling sea, an optional rule (Oak & Iron ch. 5, designer's note 1).

When a ship's own move would end off the table, everything on the table is first shifted the other
way, by Musket Shot or by as much as the move needs, whichever is more; but not so far that another
ship would leave the table. If terrain falls off the table in this way, the other player places it
again at the opposite edge. Nothing is shifted for a ship that carries a dignitary (a passenger)
away, because leaving the table is her aim.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from engine.game.decision import Decision, Option
from engine.kit.agenda import Site
from engine.space.plane.contact import free_areas
from engine.space.plane.hull import hull_at
from engine.space.plane.pose import Point
from engine.systems.oak_iron import terrain
from engine.systems.oak_iron.damage import drop_party
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.data.facts import WeatherEdge
from engine.systems.oak_iron.machine import RULES, Ledger
from engine.systems.oak_iron.sailing.course import Course
from engine.systems.oak_iron.state import commands as cmd
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.ships import area, hull, hulls, other_side, squadrons_of
from engine.systems.oak_iron.state.state import State, Terrain
from engine.systems.oak_iron.state.steps import RelayTerrain

ASHORE = 0.01
"""A landing party within this many inches of land counts as ashore, because of rounding."""
SPARE = 0.0002
"""Inches added to the shift that a move needs, so that the move still ends on the table after
rounding."""
SAFE = 0.0001
"""A shift stops this many inches (one rounding step) before another ship would leave the table."""


def scroll(ledger: Ledger, course: Course) -> Course:
    """Shift everything on the table, if a move would end off it; return the course as shifted.

    The course is returned unchanged if it ends on the table, if the rule is off, or if a shift
    cannot help.
    """
    by = shift(ledger.state, course)
    if by == (0.0, 0.0):
        return course
    ledger.write(ev.SeaScrolled(by))
    from shapely import box

    state = ledger.state
    table = box(0, 0, *state.table.size)
    if abs(by[1]) >= abs(by[0]):
        edge: WeatherEdge = "north" if by[1] < 0 else "south"
    else:
        edge = "east" if by[0] < 0 else "west"
    for piece in state.terrain:
        if area(piece).disjoint(table):
            # The seat that places fallen terrain again: the first squadron of the other side.
            others = squadrons_of(state, other_side(state, state.side_of(course.ship)))
            ledger.plan(RelayTerrain(others[0], piece.id, edge))
    poses = tuple(
        replace(pose, x=pose.x + by[0], y=pose.y + by[1]).rounded() for pose in course.poses
    )
    return replace(course, poses=poses, off_table=False)


def shift(state: State, course: Course) -> Point:
    """Return how far everything is shifted before a move, in inches (east, north); (0, 0) for no
    shift.
    """
    if not state.rules.scrolling_sea or not course.off_table:
        return 0.0, 0.0
    if terrain.gets_away(state, state.ships[course.ship], course.end):
        return 0.0, 0.0
    here = hull(state.ships[course.ship])
    corners = hull_at(course.end, here.length, here.width).corners
    others = [corner for base in hulls(state).values() for corner in base.corners]
    ways = [
        _along([corner[axis] for corner in corners], [at[axis] for at in others], size)
        for axis, size in enumerate(state.table.size)
    ]
    if None in ways:
        return 0.0, 0.0
    return ways[0] or 0.0, ways[1] or 0.0


def _along(ends: list[float], others: list[float], size: float) -> float | None:
    """Return how far everything must be shifted along one axis, in inches; None if there is no
    room.

    `ends` are the coordinates of the corners of the moving ship after her move, `others` those of
    the corners of all ships now, `size` is the length of the table along this axis.
    """
    needs = max(ends) - size if max(ends) > size else min(*ends, 0.0)
    if not needs:
        return 0.0
    space = min(others) if needs > 0 else size - max(others)
    way = min(max(abs(needs) + SPARE, book().measures.musket), space - SAFE)
    if way < abs(needs):
        return None
    return round(-way if needs > 0 else way, 4)


def _near_edge(state: State, edge: WeatherEdge) -> Any:
    """Return the strip of the table along an edge, as wide as Musket Shot."""
    from shapely import box

    width, height = state.table.size
    reach = book().measures.musket
    strips = {
        "north": (0, height - reach, width, height),
        "south": (0, 0, width, reach),
        "east": (width - reach, 0, width, height),
        "west": (0, 0, reach, height),
    }
    return box(*strips[edge])


def _where(state: State, step: RelayTerrain) -> tuple[terrain.Places, Any]:
    """Return (outlines, part): where the middle of a fallen piece of terrain may be placed.

    `part` is the part of the table that is allowed: the strip along the edge. The outlines in it
    are clear of ships and terrain. If an island of the objective has no room in the strip, it may
    be placed anywhere, because the objective needs it.
    """
    near = _near_edge(state, step.edge)
    places = _places(state, step, near)
    if not places and state.plan and step.piece in state.plan.islands:
        from shapely import box

        near = box(0, 0, *state.table.size)
        places = _places(state, step, near)
    return places, near


def _places(state: State, step: RelayTerrain, near: Any) -> terrain.Places:
    piece = terrain.on_table(state, step.piece)
    others = [area(other) for other in state.terrain if other.id != step.piece]
    bases = [base.polygon for base in hulls(state).values()]
    outline = terrain.moved_to(piece, (0.0, 0.0)).outline
    return free_areas(outline, state.table.size, [*bases, *others], 0.0, near)


@RULES.asks(RelayTerrain)
def relay_terrain(state: State, step: RelayTerrain) -> tuple[Decision, ...]:
    """Ask the other player where to place a piece of terrain that fell off the table.

    There is no question if there is no room for it.
    """
    places, near = _where(state, step)
    if not places:
        return ()
    piece = terrain.on_table(state, step.piece)
    name = piece.name or piece.kind
    lay = cmd.LayPiece(piece.id)
    option = Option("place", f"lay {name} here", lay, area="at", subject=piece.id)
    strip = near.equals(_near_edge(state, step.edge))
    where = f"within musket shot of the {step.edge} edge" if strip else "where there is room"
    prompt = f"{state.squadrons[step.squadron].name}: {name} fell off the table; lay it {where}"
    return (Decision(step.squadron, "lay_piece", prompt, (option,)),)


@RULES.places(RelayTerrain)
def comes_up(state: State, step: RelayTerrain, command: cmd.LayPiece) -> Site:
    """Return where a piece of terrain that fell off the table may be placed."""
    piece = terrain.on_table(state, step.piece)
    places, near = _where(state, step)

    def wrong(at: Point) -> list[str]:
        lies = terrain.moved_to(piece, at)
        found = terrain.off_table(state, lies) or [
            *terrain.near_ships(state, lies, 0.0, "reach"),
            *terrain.overlaps(lies, state.terrain),
        ]
        if area(lies).disjoint(near):
            found.append(f"farther than Musket Shot from the {step.edge} edge")
        return found

    return Site(terrain.open_to(places), wrong)


@RULES.takes(RelayTerrain)
def take_place(ledger: Ledger, step: RelayTerrain, seat: str, command: cmd.LayPiece) -> None:
    """Place the fallen piece of terrain; the objective's marker moves with its island."""
    piece = terrain.on_table(ledger.state, step.piece)
    x, y = terrain.middle_of(piece)
    ledger.finish()
    _leave_ashore(ledger, piece)
    ledger.write(ev.TerrainMoved(terrain.moved_to(piece, command.at)))
    plan = ledger.state.plan
    if plan and plan.marker is not None and plan.islands[:1] == (piece.id,):
        east, north = plan.marker
        marker = east + command.at[0] - x, north + command.at[1] - y
        ledger.write(ev.MarkerLaid((round(marker[0], 4), round(marker[1], 4))))


@RULES.does(RelayTerrain)
def no_room(ledger: Ledger, step: RelayTerrain) -> None:
    """Remove a fallen piece of terrain for which there is no room."""
    ledger.finish()
    _leave_ashore(ledger, terrain.on_table(ledger.state, step.piece))
    ledger.write(ev.TerrainTaken((step.piece,)))


def _leave_ashore(ledger: Ledger, piece: Terrain) -> None:
    """Remove the landing parties on a piece of terrain that has fallen off the table."""
    from shapely import Point as Spot

    land = area(piece)
    for ship in ledger.state.ships.values():
        party = ship.landing_party
        if party is not None and land.distance(Spot(party)) <= ASHORE:
            drop_party(ledger, ship.id)
