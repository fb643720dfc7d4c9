"""Where ships may be after the movement, and what their broadsides would be worth there."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from engine.kit.cached_per_state import cached_per_state
from engine.space.hexes import Hex
from engine.systems.wooden_ships.data.book import book
from engine.systems.wooden_ships.fleet.place import between, hexes
from engine.systems.wooden_ships.fleet.status import crewless, surrendered
from engine.systems.wooden_ships.gunnery.play import bears, sides_in_field
from engine.systems.wooden_ships.sailing.notation import read
from engine.systems.wooden_ships.sailing.plots import plots, plotted
from engine.systems.wooden_ships.sailing.station import proposed
from engine.systems.wooden_ships.state.sides import afloat, friends
from engine.systems.wooden_ships.state.state import SIDES, Rake, Ship, State
from engine.systems.wooden_ships.thinking.hits import Lies, shot_worth

NOT_YET_LOADED = 0.3
"""What an empty side counts: it can fire in a later turn from the same place."""
NEAR = 16
"""Hexes within which ships may meet in a turn's fire."""


class Guess(NamedTuple):
    """Where a ship may be, and how likely that is."""

    bow: Hex
    facing: int
    share: float = 1.0


@cached_per_state
def guesses(view: State, ship_id: str) -> tuple[Guess, ...]:
    """Return where a ship that others order may be: where she lies, and on the course she held."""
    ship = view.ships[ship_id]
    here = Guess(ship.bow, ship.facing)
    legal = plots(view, ship)
    if not legal:
        return (here,)
    path = plotted(view, ship, read(proposed(ship, legal))).path
    if not path:
        return (here,)
    column, row, facing = path[-1]
    return here._replace(share=0.35), Guess((column, row), facing, 0.65)


@cached_per_state
def foes(view: State, ship_id: str) -> tuple[str, ...]:
    """Return the enemies that may matter to a ship in this turn: near, and not surrendered."""
    ship = view.ships[ship_id]
    return tuple(
        other.id
        for other in afloat(view)
        if not friends(view, ship, other)
        and not surrendered(other)
        and between(ship.bow, ship.facing, other.bow, other.facing) <= NEAR
    )


def broadside_worth(
    view: State, ship: Ship, at: Guess, others: Iterable[tuple[Ship, Guess]]
) -> float:
    """Return what a ship's fire from a place is worth against ships at theirs, in points.

    Each side fires at the closest, as the rules have it.
    """
    reach = book().gunnery.max_range
    best: dict[str, tuple[int, float]] = {}
    for other, there in others:
        for side in sides_in_field(at.bow, at.facing, there.bow, there.facing, reach):
            far = between(at.bow, at.facing, there.bow, there.facing)
            if side in best and best[side][0] < far:
                continue
            raked: Rake = "" if _bears_back(there, at) else "bow"
            worth = shot_worth(view, ship.id, side, other.id, Lies(far, raked))
            if ship.loaded[SIDES.index(side)] == "empty":
                worth *= NOT_YET_LOADED
            if side not in best or far < best[side][0] or worth > best[side][1]:
                best[side] = (far, worth)
    return 0.0 if crewless(ship) else sum(worth for _, worth in best.values())


def _bears_back(ship: Guess, other: Guess) -> bool:
    return any(bears(ship.bow, ship.facing, place) for place in hexes(other.bow, other.facing))
