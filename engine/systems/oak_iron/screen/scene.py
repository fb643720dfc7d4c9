"""Rings and broadside paths around a base, as marks in inches."""

from __future__ import annotations

from engine.game.chart import Hull as HullMark
from engine.game.chart import Mark, Scene, Sea, Spot, Trace
from engine.game.chart import Terrain as TerrainMark
from engine.space.plane.hull import Hull, Side, ring
from engine.space.plane.pose import Point, Pose, unit
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.gunnery.attack import SIDES
from engine.systems.oak_iron.state.sides import spokesmen
from engine.systems.oak_iron.state.state import Ship, State
from engine.systems.oak_iron.state.wording import has_wake, inches, tokens
from engine.systems.oak_iron.terrain.zones import corners, part_of, zone


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


# The chart of a battle: table, terrain and ships as marks. No geometry is computed here.


def scene(view: State) -> Scene:
    """Return the chart of a view; wrecks are drawn below other ships."""
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
    """Return the zone that a deployment card would give a squadron."""
    parts = book().deployments[card].zone
    boxes = (part_of(view, squadron, part) for part in parts)
    name = view.squadrons[squadron].party
    return tuple(TerrainMark(f"zone {card}", "zone", corners(box), name) for box in boxes)


def sea(view: State) -> Sea:
    """Return the table with its weather edge and the ruler's bands."""
    reach = book().measures
    ruler = (("Y", reach.yard_arm), ("P", reach.pistol), ("M", reach.musket), ("C", reach.cannon))
    return Sea(view.table.width, view.table.height, view.table.weather_edge, ruler)


def drawn_side(view: State, squadron: str) -> str:
    """Return 'A' for squadrons whose hulls are drawn filled, 'B' for those in outline."""
    first = min(view.squadrons)
    return "A" if view.squadrons[squadron].side == view.squadrons[first].side else "B"


def hull_mark(view: State, ship: Ship, pose: Pose) -> HullMark:
    """Return a ship's mark at a pose, with everything that is visible of her."""
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
    """Return the ghost of a ship at a pose: the shape alone."""
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
    """Return the ships on the table, squadron by squadron: the order in which Tab visits them."""
    afloat = [ship for ship in view.ships.values() if ship.pose is not None]
    return tuple(ship.id for ship in sorted(afloat, key=lambda ship: (ship.squadron, ship.id)))
