"""Overlays of the chart: range rings, broadside paths, formation, points of sail, odds."""

from __future__ import annotations

import math

from engine.game.chart import Mark, Spot, Trace
from engine.game.parts.screen import Overlay
from engine.space.plane.hull import Hull
from engine.systems.oak_iron.effects.sailing import in_formation, links
from engine.systems.oak_iron.sailing.course import rating
from engine.systems.oak_iron.screen.scene import off, paths, rings
from engine.systems.oak_iron.state.bases import hull
from engine.systems.oak_iron.state.state import PointOfSail, State

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
        from engine.systems.oak_iron.screen.danger import lines_of_fire

        return lines_of_fire(view, ship)
    if overlay_id == "danger":
        from engine.systems.oak_iron.screen.danger import danger

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
