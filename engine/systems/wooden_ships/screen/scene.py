"""The chart of a battle: ships, land, and what ties ships together."""

from __future__ import annotations

from typing import Literal

from engine.game.chart import Mark, Scene, Sea, Terrain, Trace
from engine.systems.wooden_ships.screen.chart import frame, hull
from engine.systems.wooden_ships.state.sides import afloat, id_order
from engine.systems.wooden_ships.state.state import State

_EDGES: tuple[Literal["north", "east", "south", "west"], ...] = (
    "south",
    "south",
    "west",
    "north",
    "north",
    "east",
)
"""The edge that the wind comes from, by the direction 1 to 6 that it blows to; the nearest."""
RULER = (("C", 2.0), ("H", 5.0), ("R", 10.0))
"""Hexes to which carronades, shots at the hull, and all guns reach."""


def scene(view: State) -> Scene:
    """Return the chart."""
    around = frame(view)
    sea = Sea(around.width, around.height, _EDGES[view.wind - 1], RULER)
    land: list[Mark] = [
        Terrain(f"L{number}", "land", tuple(around.at(place) for place in outline))
        for number, outline in enumerate(view.land, 1)
    ]
    ships: list[Mark] = [hull(view, ship) for ship in afloat(view)]
    return Scene(sea, (*land, *ties(view), *ships))


def ties(view: State) -> tuple[Mark, ...]:
    """Return a line between ships that are fouled or grappled with each other."""
    around = frame(view)

    def line(one: str, other: str, words: str) -> Trace:
        ends = (view.ships[key] for key in (one, other))
        return Trace(
            "link", tuple(around.pose(ship.bow, ship.facing).at for ship in ends), label=words
        )

    return (
        *(line(one, other, "fouled") for one, other in view.fouled),
        *(line(one, other, f"grappled {count}") for one, other, count in view.grappled),
    )


def subjects(view: State) -> tuple[str, ...]:
    """Return the ships on the map, by id."""
    return tuple(sorted((ship.id for ship in afloat(view)), key=id_order))
