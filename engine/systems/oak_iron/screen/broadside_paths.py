"""Rings and broadside paths around a base, as marks in inches."""

from __future__ import annotations

from engine.game.chart import Trace
from engine.space.plane.hull import Hull, Side, ring
from engine.space.plane.pose import Point, unit
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.gunnery.declare import SIDES
from engine.systems.oak_iron.state.wording import inches


def rings(base: Hull) -> tuple[Trace, ...]:
    """Return the lines at Pistol, Musket and Cannon Shot around a base."""
    reach = book().measures
    bands = (("pistol", reach.pistol), ("musket", reach.musket), ("cannon", reach.cannon))
    return tuple(
        Trace("ring", ring(base, distance), closed=True, label=f"{name} {inches(distance)}")
        for name, distance in bands
    )


def paths(base: Hull, reload: tuple[Side, ...] = ()) -> tuple[Trace, ...]:
    """Return both broadside paths; range bars are drawn only on loaded sides."""
    marks: list[Trace] = []
    for side in SIDES:
        marks += path(base, side, side not in reload)
    return tuple(marks)


def path(base: Hull, side: Side, loaded: bool = True) -> tuple[Trace, ...]:
    """Return the edges of a side's path to Cannon Shot, and its bars at each band."""
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
    """Return the point so many inches away on a bearing."""
    east, north = unit(bearing)
    return at[0] + east * distance, at[1] + north * distance
