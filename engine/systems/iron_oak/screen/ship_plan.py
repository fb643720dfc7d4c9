"""A ship from the side: what she looks like by her type, and what guards each part of her."""

from __future__ import annotations

from engine.game.panel import Guard, Profile, Shape, Where
from engine.systems.iron_oak.data.facts import Location
from engine.systems.iron_oak.fleet.hulls import card
from engine.systems.iron_oak.fleet.sides import seat_of
from engine.systems.iron_oak.gunnery.odds import faces, ways
from engine.systems.iron_oak.state.state import Ship, State

SHAPES: dict[str, Shape] = {
    "casemate_ironclad": "casemate",
    "armored_frigate": "casemate",
    "monitor": "monitor",
    "double_ender": "wheeler",
    "converted_steamer": "wheeler",
    "timberclad": "wheeler",
    "transport": "wheeler",
    "screw_sloop": "sloop",
    "sail_sloop": "sloop",
    "sail_frigate": "sloop",
    "steam_frigate": "sloop",
    "armored_corvette": "sloop",
    "cruiser": "sloop",
    "ram": "ram",
    "cottonclad_ram": "ram",
    "barge": "barge",
}
"""By the type on the ship card; gunboats, tugs, torpedo boats and what is unknown are steamers."""
PARTS: dict[Location, Where] = {
    "B": "bow",
    "A": "stern",
    "S": "side",
    "D": "deck",
    "WL": "waterline",
    "TF": "front",
    "TS": "turret",
    "TR": "rear",
}
"""Where the locations of the rules lie (Iron & Oak 6.2.2)."""
STRONGER = (4.0, 5.2, 6.5)
"""Means of defence dice from which a shade is heavier: about a d8, a d10, three dice with a d10."""
SMOKE = {"none": 0, "light": 1, "heavy": 2}


def shape(ship: Ship) -> Shape:
    """Return what a ship looks like; a counter that is not told, and a False Contact, hidden."""
    if ship.kind != "ship" or ship.hidden:
        return "hidden"
    here = card(ship)
    if here.monitor:
        return "monitor"
    return "barge" if here.barge else SHAPES.get(here.type, "steamer")


def ship_plan(view: State, ship: Ship) -> tuple[Profile, ...]:
    """Return the plan of a ship; () for one whose counter is covered."""
    found = shape(ship)
    if found == "hidden":
        return ()
    guards = tuple(
        Guard(place, PARTS[place], _strength(each.dice), -ship.shields.get(place, 0))
        for place, each in card(ship).locations.items()
    )
    fires = tuple(fire.level for fire in ship.fires)
    standing = "smokestack" not in ship.criticals
    return (
        Profile(
            owner=seat_of(view, ship),
            shape=found,
            guards=guards,
            fires=fires,
            smoke=SMOKE[ship.smoke],
            funnel=standing,
        ),
    )


def _strength(dice: str) -> int:
    mean = sum(face * count for face, count in faces(dice)) / ways(dice)
    return 1 + sum(mean >= least for least in STRONGER)
