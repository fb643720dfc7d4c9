"""Measuring on the table: range, band, line of sight each way, and whose guns bear."""

from __future__ import annotations

import math

from engine.base.text import some
from engine.game.chart import Mark, Trace
from engine.game.panel import Heading, Row, words
from engine.game.parts.screen import Preview
from engine.space.plane.contact import gap, nearest_points
from engine.space.plane.hull import EDGES
from engine.space.plane.pose import Point, bearing
from engine.systems.oak_iron.gunnery.attack import SIDES
from engine.systems.oak_iron.gunnery.shot import band, shot
from engine.systems.oak_iron.state.bases import LAND, hull, hulls, solids
from engine.systems.oak_iron.state.state import State
from engine.systems.oak_iron.state.wording import BAND_WORDS, dimmed, inches, who
from engine.systems.oak_iron.table.sight import Sight, line_of_sight


def measure(view: State, start: Point, end: Point) -> Preview:
    """Return range and band between two points, or between the ships that lie there.

    Between ships it is the range of the rules, base to base, with lines of sight and guns.
    """
    one, other = ship_at(view, start), ship_at(view, end)
    if one and other and one != other:
        return _between_ships(view, one, other)
    if other and not one:
        one, other, start, end = other, "", end, start
    if one and not other:
        return _from_ship(view, one, end)
    return _answer("Measure", math.dist(start, end), start, end, [])


def ship_at(view: State, at: Point) -> str:
    """Return the ship whose base contains a point, '' for open water."""
    for key, lying in hulls(view).items():
        x, y, east, north, ahead, beam, _ = lying.box
        dx, dy = at[0] - x, at[1] - y
        along, across = dx * east + dy * north, dx * north - dy * east
        if abs(along) <= ahead and abs(across) <= beam:
            return key
    return ""


def _from_ship(view: State, key: str, end: Point) -> Preview:
    from shapely import Point as Spot

    base = hull(view.ships[key])
    near, _ = nearest_points(base, Spot(end))
    return _answer(f"From {who(view, key)}", gap(base, Spot(end)), near, end, [])


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
    """Return a clear line of sight between two ships from any edge, or None."""
    own, target = hull(view.ships[viewer]), hull(view.ships[seen])
    blockers = [*hulls(view, viewer, seen).values(), *solids(view, LAND).values()]
    return line_of_sight(own, target, EDGES, blockers)


def _bearing_guns(view: State, viewer: str, seen: str) -> list[Row]:
    shots = [(side, shot(view, viewer, seen, "broadside", side)) for side in SIDES]
    for side, found in shots:
        if found.legal:
            fog = [words(dimmed(found.reach), "warning")] if found.reach != found.band else []
            return [words(f"{viewer} bears {side}: {some(found.dice, 'die', 'dice')}"), *fog]
    _, nearest = next((pair for pair in shots if "path" not in pair[1].why_not), shots[0])
    fog = [words(dimmed(nearest.reach), "warning")] if nearest.reach != nearest.band else []
    return [words(f"{viewer}: {nearest.why_not}", "dim"), *fog]


def _answer(title: str, distance: float, start: Point, end: Point, rows: list[Row]) -> Preview:
    reach = BAND_WORDS.get(band(distance), "beyond cannon shot")
    course = f"bearing {round(bearing(start, end)) % 360}" if distance > 0 else "touching"
    lead = words(f"range {inches(distance)}  {reach}, {course}")
    line = Trace("measure", (start, end), label=inches(distance))
    return Preview((line,), (Heading(title), lead, *rows))
