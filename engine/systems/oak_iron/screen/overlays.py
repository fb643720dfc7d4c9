"""Overlays of the chart: range rings, broadside paths, danger, target lines, and measuring."""

from __future__ import annotations

import math
from math import dist

import numpy as np

from engine.base.text import some
from engine.game.chart import Mark, Spot, Trace
from engine.game.panel import Heading, Row, words
from engine.game.parts.screen import Overlay, Preview
from engine.space.plane.contact import gap, nearest_points
from engine.space.plane.hull import EDGES, Hull
from engine.space.plane.many import Bases, Bearings, Numbers
from engine.space.plane.pose import Point, bearing
from engine.systems.oak_iron.data.facts import AttackKind
from engine.systems.oak_iron.effects.sailing import in_formation, links, turns_twice
from engine.systems.oak_iron.gunnery.attack import SIDES
from engine.systems.oak_iron.gunnery.odds import attack_odds
from engine.systems.oak_iron.gunnery.shot import BANDS, Shot, band, shot, volley
from engine.systems.oak_iron.sailing.course import move_speed, rating
from engine.systems.oak_iron.screen.previews.move_preview import in_100, rake_line
from engine.systems.oak_iron.screen.scene import off, paths, rings
from engine.systems.oak_iron.state.bases import LAND, hull, hulls, solids
from engine.systems.oak_iron.state.state import PointOfSail, Ship, State
from engine.systems.oak_iron.state.wording import BAND_WORDS, dimmed, inches, who
from engine.systems.oak_iron.table.sight import Sight, line_of_sight
from engine.systems.oak_iron.thinking.measure.guns import RAKES, Guns
from engine.systems.oak_iron.thinking.measure.guns import SIDES as GUNS_SIDES
from engine.systems.oak_iron.thinking.measure.reach import FINE, base, moves, turns

# Measuring on the table: range, band, line of sight each way, and whose guns bear.


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


# The danger chart: what the enemy's guns would do to a ship at each place that she can reach.
#
# Damage to expect from every enemy as it lies now, with all sides that are loaded or its Partial
# Fire, whichever is more. Exact for each gun that bears; it errs where a ship, land or fog lies
# in the line of sight, which is taken as clear, and where the enemy moves before it fires.


APART = 2.0
"""Inches between labels, at least: at two columns an inch a figure and a blank take so much."""


class _Damage(Guns):
    """Volleys in points of damage to expect, in the place of their worth."""

    def _counted(self, firer: str, target: str, kind: AttackKind, code: int) -> float:
        band, rake = divmod(code, len(RAKES))
        shot = volley(self.view, firer, target, kind, BANDS[band], RAKES[rake])
        return attack_odds(self.view, firer, target, shot, kind).mean_damage


def danger(view: State, ship: Ship) -> tuple[Spot, ...]:
    """Return the damage to expect, `1.4`, at places that a ship can reach with her next move."""
    speed = move_speed(view, ship.id)
    if not speed or ship.aground or ship.sail == "anchored" or view.holds(ship.id):
        ends = base(view, ship.id)
    else:
        ends = moves(base(view, ship.id), speed, turns(speed, FINE), turns_twice(view, ship)).ends
    figures = damage_at(view, ship, ends)
    found: list[Spot] = []
    # The worst first, so that no place is told to be safer than one beside it.
    for number in np.argsort(-figures, kind="stable").tolist():
        at = float(ends.x[number]), float(ends.y[number])
        if all(dist(at, other.at) >= APART for other in found):
            found.append(Spot("label", at, f"{figures[number]:.1f}"))
    return tuple(found)


def damage_at(view: State, ship: Ship, places: Bases) -> Numbers:
    """Return the damage to expect at each place, from all enemies together."""
    guns, side = _Damage(view), view.squadrons[ship.holder].side
    total: Numbers = np.zeros(len(places.x))
    for enemy in view.ships.values():
        if not enemy.fights or view.squadrons[enemy.holder].side == side:
            continue
        there = base(view, enemy.id)
        if not guns.may_reach(places, there).any():
            continue
        bearings = Bearings(there, places)
        sides = guns.broadsides(enemy.id, ship.id, bearings)
        loaded = sum(
            (
                value
                for name, value in zip(GUNS_SIDES, sides, strict=True)
                if name not in enemy.reload
            ),
            np.zeros(len(places.x)),
        )
        total = total + np.maximum(loaded, guns.partial(enemy.id, ship.id, bearings.gaps))
    return total


# Lines from a ship to each target she could fire at as she lies, with the chance of harm.
#
# As in `inspect`, she is treated as if her attack activation were now.


def lines_of_fire(view: State, ship: Ship) -> tuple[Trace, ...]:
    """Return a line for a ship's shot at each enemy, labelled like `84%`.

    The label is the chance of any damage or Fatigue. A rake is drawn along its ray; Partial Fire
    is drawn only if no Broadside bears.
    """
    enemies = (
        each.id
        for each in view.ships.values()
        if each.afloat and view.squadrons[each.holder].side != view.squadrons[ship.holder].side
    )
    lines = (
        _broadside(view, ship.id, enemy) or _partial(view, ship.id, enemy) for enemy in enemies
    )
    return tuple(line for line in lines if line is not None)


def _broadside(view: State, ship: str, enemy: str) -> Trace | None:
    for side in SIDES:
        at = shot(view, ship, enemy, "broadside", side)
        if not at.legal:
            continue
        label = _chance(view, ship, enemy, at, "broadside")
        if at.rake:
            ray = rake_line(view, ship, side, enemy, at)
            return Trace("rake", ray.points, label=label)
        start = hull(view.ships[ship]).mid(side)
        return Trace("sight", (start, hull(view.ships[enemy]).pose.at), label=label)
    return None


def _partial(view: State, ship: str, enemy: str) -> Trace | None:
    at = shot(view, ship, enemy, "partial_fire")
    sight = clear_line(view, ship, enemy) if at.legal else None
    if sight is None:
        return None
    label = _chance(view, ship, enemy, at, "partial_fire")
    return Trace("sight", (sight.start, sight.end), label=label)


def _chance(view: State, ship: str, enemy: str, at: Shot, kind: AttackKind) -> str:
    return f"{in_100(1 - attack_odds(view, ship, enemy, at, kind).no_harm)}%"


# Overlays of the chart: range rings, broadside paths, formation, points of sail, odds.


__all__ = ["measure", "overlay", "overlays"]

OVERLAYS = (
    Overlay("range", "range rings"),
    Overlay("arcs", "broadside paths"),
    Overlay("formation", "formation links"),
    Overlay("wind", "points of sail"),
    Overlay("odds", "odds of harm, of each enemy in reach"),
    Overlay("danger", "damage to expect where she can go"),
)
UPWIND = {"north": 0.0, "east": 90.0, "south": 180.0, "west": 270.0}
RAY = 5.0
"""Length in inches of the rays between points of sail."""


def overlays() -> tuple[Overlay, ...]:
    """Return the overlays that a player may switch on."""
    return OVERLAYS


def overlay(view: State, overlay_id: str, key: str) -> tuple[Mark, ...]:  # noqa: PLR0911  (a case each)
    """Return an overlay's marks for a ship; none if she is not on the table.

    Formation links are drawn for all squadrons if there is no ship of that key.
    """
    ship = view.ships.get(key)
    if overlay_id == "formation":
        squadrons = (ship.squadron,) if ship is not None else tuple(view.squadrons)
        return tuple(mark for each in squadrons for mark in formation(view, each))
    if ship is None or not ship.afloat:
        return ()
    if overlay_id == "range":
        return rings(hull(ship))
    if overlay_id == "arcs":
        return paths(hull(ship), ship.reload)
    if overlay_id == "odds":
        return lines_of_fire(view, ship)
    if overlay_id == "danger":
        return danger(view, ship)
    return points_of_sail(view, key) if overlay_id == "wind" else ()


def formation(view: State, squadron: str) -> tuple[Trace, ...]:
    """Return the links, stern to bow, of the line that counts as a Formation."""
    counting = in_formation(view, squadron)
    return tuple(
        Trace(
            "link",
            (hull(view.ships[link.ahead]).mid("stern"), hull(view.ships[link.astern]).mid("bow")),
        )
        for link in links(view, squadron)
        if link.ahead in counting and link.astern in counting
    )


def points_of_sail(view: State, key: str) -> tuple[Mark, ...]:
    """Return the rays between the headings of each point of sail, with the speed in each."""
    base = hull(view.ships[key])
    upwind = UPWIND[view.table.weather_edge]
    eye = _eye(base)
    marks: list[Mark] = [
        Trace("ray", (base.pose.at, off(base.pose.at, upwind + away, RAY)))
        for away in (eye, -eye, 90.0, -90.0)
    ]
    names: list[tuple[PointOfSail, float]] = [("eye", 0.0), ("large", 180.0)]
    names += [("windward", (eye + 90.0) / 2), ("windward", -(eye + 90.0) / 2)]
    for point, away in names:
        speed = rating(view, key, point).value
        marks.append(Spot("label", off(base.pose.at, upwind + away, RAY), f"{point} {speed}"))
    return tuple(marks)


def _eye(base: Hull) -> float:
    """Return the angle off the wind, in degrees, within which a heading is in the wind's eye.

    There the windward side's mid-point is farther from the weather edge than both bow corners,
    so the angle follows from the base: 45 degrees if it is twice as long as wide.
    """
    return math.degrees(math.atan2(base.length, 2 * base.width))
