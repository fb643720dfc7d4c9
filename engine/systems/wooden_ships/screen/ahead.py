"""Pictures about a ship as she would lie after a plot: the rose and her fields of fire."""

from __future__ import annotations

from msgspec.structs import replace

from engine.game.chart import Mark
from engine.systems.wooden_ships.sailing.notation import read
from engine.systems.wooden_ships.sailing.orders import GIVE_UP
from engine.systems.wooden_ships.sailing.plots import plotted
from engine.systems.wooden_ships.screen.overlays import overlay
from engine.systems.wooden_ships.state.state import Ship, State

WITH_THE_GHOST = ("wind", "arcs")
"""Overlays that say something of the place where a plot ends; all others tell of now."""


def overlay_ahead(
    view: State, overlay_id: str, ship_id: str, option: str
) -> tuple[Mark, ...] | None:
    """Return an overlay's marks for a ship at the end of a plot; None where it stays as it is."""
    ship = view.ships.get(ship_id)
    if ship is None or overlay_id not in WITH_THE_GHOST or option in ("", GIVE_UP):
        return None
    there = at_the_end(view, ship, option)
    return overlay(replace(view, ships={**view.ships, ship.id: there}), overlay_id, ship.id)


def at_the_end(view: State, ship: Ship, option: str) -> Ship:
    """Return a ship where her plot ends if nothing comes in its way."""
    path = plotted(view, ship, read(option)).path
    if not path:
        return ship
    column, row, facing = path[-1]
    return replace(ship, bow=(column, row), facing=facing)
