"""Landing parties (Oak & Iron ch. 4, Crew Actions)."""

from __future__ import annotations

from typing import Any

from engine.game.decision import Area
from engine.space.plane.contact import within
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.state.bases import LAND, area, hull
from engine.systems.oak_iron.state.state import Ship, State

SLIVER = 0.01
"""Square inches at or below which a part of the shore is an artefact of the intersection."""


def no_landing(state: State, ship: Ship) -> str:
    """Say why a ship may not send a landing party ashore, '' when she may."""
    if ship.sail != "anchored":
        return "only from an anchored ship"
    if ship.shaken:
        return "not from a shaken ship"
    if ship.landing_party is not None:
        return "her party is ashore"
    return "" if _shores(state, ship) else "no land within pistol shot"


def _shores(state: State, ship: Ship) -> list[Any]:
    """Return the parts of near land where a party may stand, as polygons.

    The land must come within Pistol Shot of the ship; the party goes up to Musket Shot inland.
    """
    measures = book().measures
    own = hull(ship).polygon
    lands = [area(piece) for piece in state.terrain if piece.kind in LAND]
    near = [land for land in lands if within(own.distance(land), measures.pistol)]
    if not near:
        return []
    from shapely import get_parts

    reach = own.buffer(measures.musket)
    parts = [part for land in near for part in get_parts(land.intersection(reach))]
    return [part for part in parts if part.geom_type == "Polygon" and part.area > SLIVER]


def landing_area(state: State, ship: Ship) -> Area | None:
    """Return where a landing party may be put ashore; None when it may not."""
    if not state.terrain or no_landing(state, ship):
        return None
    shores = _shores(state, ship)
    rest = shores[0].representative_point()
    outlines = tuple(tuple((x, y) for x, y in shore.exterior.coords[:-1]) for shore in shores)
    return Area(outlines, (round(rest.x, 4), round(rest.y, 4)))
