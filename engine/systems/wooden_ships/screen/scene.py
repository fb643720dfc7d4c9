"""The chart of a battle: ships, land, and what ties ships together."""

from __future__ import annotations

from engine.game.board import Hexes
from engine.game.chart import Mark, Scene, Terrain, Tie
from engine.space.hexes import heading, plane
from engine.systems.wooden_ships.fleet.on_chart import hull
from engine.systems.wooden_ships.screen.signals import flags
from engine.systems.wooden_ships.state.sides import afloat
from engine.systems.wooden_ships.state.state import State


def scene(view: State) -> Scene:
    """Return the chart."""
    land: list[Mark] = [
        Terrain(f"L{number}", "land", tuple(plane(place) for place in outline))
        for number, outline in enumerate(view.land, 1)
    ]
    ships: list[Mark] = [hull(view, ship) for ship in afloat(view)]
    return Scene(Hexes(heading(view.wind)), (*land, *ties(view), *ships, *flags(view)))


def ties(view: State) -> tuple[Mark, ...]:
    """Return which ships are fouled or grappled with each other."""
    return (
        *(Tie("fouled", pair) for pair in view.fouled),
        *(Tie("grappled", (one, other)) for one, other, _ in view.grappled),
    )


def subjects(view: State) -> tuple[str, ...]:
    """Return the ships on the map, by id."""
    return tuple(ship.id for ship in afloat(view))
