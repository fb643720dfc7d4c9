"""The chart of a battle as marks in inches, and measuring distances on it."""

from __future__ import annotations

import math

from engine.base.text import some
from engine.game.chart import Hull as HullMark
from engine.game.chart import Mark, Scene, Sea, Spot, Trace
from engine.game.chart import Terrain as TerrainMark
from engine.game.panel import Heading, Row, words
from engine.game.parts.screen import Preview
from engine.space.plane.contact import gap, nearest_points
from engine.space.plane.hull import EDGES, Hull, Side, ring
from engine.space.plane.pose import Point, Pose, bearing, unit
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.gunnery.attack import SIDES
from engine.systems.oak_iron.gunnery.shot import band, shot
from engine.systems.oak_iron.state.ships import LAND, hull, hulls, solids, spokesmen
from engine.systems.oak_iron.state.state import Ship, State
from engine.systems.oak_iron.state.wording import BAND_WORDS, dimmed, has_wake, inches, tokens, who
from engine.systems.oak_iron.table.sight import Sight, line_of_sight
from engine.systems.oak_iron.terrain import corners, part_of, zone

# Measuring on the table: range, band, line of sight each way, and which ship's guns bear.


def measure(view: State, start: Point, end: Point) -> Preview:
    """Return the distance and range band between two points, or between the ships at these points.

    Between two ships it is measured from base to base, as in the rules; lines of sight and guns
    that can fire are added.
    """
    one, other = ship_at(view, start), ship_at(view, end)
    if one and other and one != other:
        return _between_ships(view, one, other)
    if other and not one:
        one, other, start, end = other, "", end, start
    if one and not other:
        from shapely import Point as Spot

        base = hull(view.ships[one])
        near, _ = nearest_points(base, Spot(end))
        return _answer(f"From {who(view, one)}", gap(base, Spot(end)), near, end, [])
    return _answer("Measure", math.dist(start, end), start, end, [])


def ship_at(view: State, at: Point) -> str:
    """Return the id of the ship whose base contains a point; '' for open water."""
    for key, lying in hulls(view).items():
        x, y, east, north, ahead, beam, _ = lying.box
        dx, dy = at[0] - x, at[1] - y
        along, across = dx * east + dy * north, dx * north - dy * east
        if abs(along) <= ahead and abs(across) <= beam:
            return key
    return ""


def _between_ships(view: State, one: str, other: str) -> Preview:
    own, target = hull(view.ships[one]), hull(view.ships[other])
    near, far = nearest_points(own, target)
    rows: list[Row] = []
    marks: list[Mark] = []
    for viewer, seen in ((one, other), (other, one)):
        sight = clear_line(view, viewer, seen)
        rows.append(
            words(f"{viewer} sees {seen} from her {sight.edge}", "ok")
            if sight is not None
            else words(f"{viewer} has no line of sight to {seen}", "warning")
        )
        if viewer == one:
            line = (sight.start, sight.end) if sight is not None else (own.pose.at, target.pose.at)
            marks.append(Trace("sight" if sight is not None else "blocked", line))
        if view.opposed(one, other):
            rows += _bearing_guns(view, viewer, seen)
    title = f"{who(view, one)} to {who(view, other)}"
    answer = _answer(title, gap(own, target), near, far, rows)
    return Preview((*answer.marks, *marks), answer.rows)


def clear_line(view: State, viewer: str, seen: str) -> Sight | None:
    """Return a clear line of sight from any edge of one ship to the other, or None if there is
    none.
    """
    own, target = hull(view.ships[viewer]), hull(view.ships[seen])
    blockers = [*hulls(view, viewer, seen).values(), *solids(view, LAND).values()]
    return line_of_sight(own, target, EDGES, blockers)


def _bearing_guns(view: State, viewer: str, seen: str) -> list[Row]:
    shots = [(side, shot(view, viewer, seen, "broadside", side)) for side in SIDES]
    for side, found in shots:
        if found.legal:
            fog = [words(dimmed(found.reach), "warning")] if found.reach != found.band else []
            return [words(f"{viewer} can fire {side}: {some(found.dice, 'die', 'dice')}"), *fog]
    _, nearest = next((pair for pair in shots if "path" not in pair[1].why_not), shots[0])
    fog = [words(dimmed(nearest.reach), "warning")] if nearest.reach != nearest.band else []
    return [words(f"{viewer}: {nearest.why_not}", "dim"), *fog]


def _answer(title: str, distance: float, start: Point, end: Point, rows: list[Row]) -> Preview:
    reach = BAND_WORDS.get(band(distance), "beyond cannon shot")
    course = f"bearing {round(bearing(start, end)) % 360}" if distance > 0 else "touching"
    lead = words(f"range {inches(distance)}  {reach}, {course}")
    line = Trace("measure", (start, end), label=inches(distance))
    return Preview((line,), (Heading(title), lead, *rows))


# Rings and broadside paths around a base, as marks in inches.


def rings(base: Hull) -> tuple[Trace, ...]:
    """Return the range rings around a base: lines at Pistol, Musket and Cannon Shot."""
    reach = book().measures
    bands = (("pistol", reach.pistol), ("musket", reach.musket), ("cannon", reach.cannon))
    return tuple(
        Trace("ring", ring(base, distance), closed=True, label=f"{name} {inches(distance)}")
        for name, distance in bands
    )


def paths(base: Hull, reload: tuple[Side, ...] = ()) -> tuple[Trace, ...]:
    """Return the broadside paths of both sides of a base, as lines.

    Sides in `reload` are not loaded; their paths have no bars for the range bands.
    """
    marks: list[Trace] = []
    for side in SIDES:
        marks += path(base, side, side not in reload)
    return tuple(marks)


def path(base: Hull, side: Side, loaded: bool = True) -> tuple[Trace, ...]:
    """Return the broadside path of one side as lines: its two edges, up to Cannon Shot.

    A loaded side also has a bar across the path at the end of each range band.
    """
    reach = book().measures
    bands = (("P", reach.pistol), ("M", reach.musket), ("C", reach.cannon))
    fore, aft = base.ends(side)
    out = base.outward(side)
    edges = [Trace("path", (corner, off(corner, out, reach.cannon))) for corner in (fore, aft)]
    if not loaded:
        return tuple(edges)
    bars = [
        Trace("bar", (off(fore, out, distance), off(aft, out, distance)), label=letter)
        for letter, distance in bands
    ]
    return (*edges, *bars)


def off(at: Point, bearing: float, distance: float) -> Point:
    """Return the point that lies `distance` inches from a point in the direction `bearing`."""
    east, north = unit(bearing)
    return at[0] + east * distance, at[1] + north * distance


# The chart of a battle: table, terrain and ships as marks. No geometry is computed here.


def scene(view: State) -> Scene:
    """Return everything on the chart: terrain, zones, parties and ships; wrecks below other
    ships.
    """
    afloat = [ship for ship in view.ships.values() if ship.pose is not None]
    afloat.sort(key=lambda ship: not ship.out_of_action)
    marks: list[Mark] = [
        TerrainMark(piece.id, piece.kind, piece.outline, piece.name) for piece in view.terrain
    ]
    if view.phase != "set_up" or not view.plan:
        zones = []
    else:
        zones = [
            TerrainMark(f"zone {key}", "zone", corners(box), f"{view.squadrons[key].party}")
            for key in spokesmen(view)
            if view.plan.card(key, "deployment")
            for box in zone(view, key)
        ]
    marks += zones
    marks += [
        Spot("party", ship.landing_party, ship.id)
        for ship in afloat
        if ship.landing_party is not None
    ]
    if view.plan and view.plan.marker is not None:
        name = book().objectives[view.objective].name if view.objective else ""
        marks.append(Spot("marker", view.plan.marker, f"$ {name}".rstrip()))
    marks += [hull_mark(view, ship, ship.pose) for ship in afloat if ship.pose is not None]
    return Scene(sea(view), tuple(marks))


def zone_marks(view: State, squadron: str, card: str) -> tuple[Mark, ...]:
    """Return the zone where a deployment card would let a squadron place its ships."""
    parts = book().deployments[card].zone
    boxes = (part_of(view, squadron, part) for part in parts)
    name = view.squadrons[squadron].party
    return tuple(TerrainMark(f"zone {card}", "zone", corners(box), name) for box in boxes)


def sea(view: State) -> Sea:
    """Return the sea of the chart: its size, the weather edge, and the range bands of the ruler."""
    reach = book().measures
    ruler = (("Y", reach.yard_arm), ("P", reach.pistol), ("M", reach.musket), ("C", reach.cannon))
    return Sea(view.table.width, view.table.height, view.table.weather_edge, ruler)


def drawn_side(view: State, squadron: str) -> str:
    """Return how a squadron's ships are drawn: 'A' for filled hulls, 'B' for outlines only."""
    first = min(view.squadrons)
    return "A" if view.squadrons[squadron].side == view.squadrons[first].side else "B"


def hull_mark(view: State, ship: Ship, pose: Pose) -> HullMark:
    """Return the mark of a ship at a pose, with her name, tokens, guns and damage."""
    card = book().ships[ship.type]
    active = view.activation is not None and view.activation.ship == ship.id
    return HullMark(
        ship.id,
        ship.holder,
        pose,
        card.length,
        card.width,
        side=drawn_side(view, ship.holder),
        name=ship.name,
        tokens=tokens(view, ship),
        flagship=view.is_flagship(ship.id),
        state="wreck" if ship.out_of_action else "live",
        port_loaded="port" not in ship.reload,
        starboard_loaded="starboard" not in ship.reload,
        active=active,
        wake=has_wake(ship),
        damage=(ship.damage, ship.damage_boxes),
    )


def ghost(view: State, ship_id: str, pose: Pose) -> HullMark:
    """Return a ship as a ghost, an outline that shows where she would be after a move."""
    ship = view.ships[ship_id]
    card = book().ships[ship.type]
    return HullMark(
        ship_id,
        ship.holder,
        pose,
        card.length,
        card.width,
        side=drawn_side(view, ship.holder),
        state="ghost",
    )


def ships(view: State) -> tuple[str, ...]:
    """Return the ids of the ships on the table, sorted by squadron; Tab visits them in this
    order.
    """
    afloat = [ship for ship in view.ships.values() if ship.pose is not None]
    return tuple(ship.id for ship in sorted(afloat, key=lambda ship: (ship.squadron, ship.id)))
