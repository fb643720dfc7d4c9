"""All that a ship may do in a turn: the places of every plot, impulse by impulse, and the drift."""

from __future__ import annotations

from typing import NamedTuple

from engine.kit.cached_per_state import cached_per_state
from engine.systems.wooden_ships.data.book import book
from engine.systems.wooden_ships.fleet.place import Place
from engine.systems.wooden_ships.fleet.ties import group
from engine.systems.wooden_ships.movement.drift import downwind, drifts
from engine.systems.wooden_ships.sailing.notation import Steps, read
from engine.systems.wooden_ships.sailing.plots import plots, plotted
from engine.systems.wooden_ships.state.state import Ship, State


class Way(NamedTuple):
    """A plot that nothing comes in the way of."""

    plot: str
    steps: Steps
    path: tuple[Place, ...]
    """Where she lies before the first impulse, and after each."""
    end: Place
    """Where she lies when the drift is over."""


@cached_per_state
def ways(view: State, ship_id: str) -> tuple[Way, ...]:
    """Return all that a ship may do; a ship that gets no order stays, and may drift."""
    ship = view.ships[ship_id]
    return tuple(_way(view, ship, text) for text in plots(view, ship) or ("0",))


def way(view: State, ship_id: str, plot: str) -> Way:
    """Return what one plot does."""
    known = next((each for each in ways(view, ship_id) if each.plot == plot), None)
    return known or _way(view, view.ships[ship_id], plot)


def _way(view: State, ship: Ship, plot: str) -> Way:
    steps = read(plot)
    reached = plotted(view, ship, steps).path if steps else ()
    path = ((ship.bow, ship.facing), *(((c, r), facing) for c, r, facing in reached))
    drifting = "1" not in steps and carried(view, ship.id, path[-1])
    end = downwind(view, path[-1]) if drifting else path[-1]
    return Way(plot, steps, path, end)


@cached_per_state
def carried(view: State, ship_id: str, turned: Place | None = None) -> bool:
    """Tell whether a ship is carried downwind in this turn if she takes no hex ahead.

    Ships that she is snagged with get no orders, so that they lie still with her. Land stops
    her where she has turned to, or where she lies now.
    """
    if view.ships[ship_id].still + 1 < book().drift.from_still:
        return False
    unit = group(view, ship_id)
    still = {each: view.ships[each].still + 1 for each in unit}
    return drifts(view, unit, still, {ship_id: turned} if turned else None)
