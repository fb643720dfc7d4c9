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
from engine.systems.wooden_ships.state.state import SIDES, Rake, Ship, SideName, State
from engine.systems.wooden_ships.thinking.hits import Lies, loaded_worth, shot_worth

NOT_YET_LOADED = 0.3
"""What an empty side counts: it can fire in a later turn from the same place."""
LIKELY = 0.65
"""The share of the likelier of two places where a ship may be."""
STILL = 2
"""Turns without a hex ahead after which a ship is thought to stay where she lies."""
NEAR = 16
"""Hexes within which ships may meet in a turn's fire."""


class Guess(NamedTuple):
    """Where a ship may be, and how likely that is."""

    bow: Hex
    facing: int
    share: float = 1.0


@cached_per_state
def guesses(view: State, ship_id: str) -> tuple[Guess, ...]:
    """Return where a ship that others order may be: where she lies, and on the course she held.

    The likelier one is the last: who lay still for two turns probably does so again.
    """
    ship = view.ships[ship_id]
    here = Guess(ship.bow, ship.facing)
    legal = plots(view, ship)
    if not legal:
        return (here,)
    path = plotted(view, ship, read(proposed(ship, legal))).path
    if not path:
        return (here,)
    column, row, facing = path[-1]
    there = Guess((column, row), facing)
    less, more = (there, here) if ship.still >= STILL else (here, there)
    return less._replace(share=1.0 - LIKELY), more._replace(share=LIKELY)


@cached_per_state
def foes(view: State, ship_id: str) -> tuple[str, ...]:
    """Return the enemies that may matter to a ship in this turn: near, and able to fight."""
    ship = view.ships[ship_id]
    return tuple(
        other.id
        for other in afloat(view)
        if not friends(view, ship, other)
        and not surrendered(other)
        and not crewless(other)
        and between(ship.bow, ship.facing, other.bow, other.facing) <= NEAR
    )


def broadside_worth(
    view: State, ship: Ship, at: Guess, others: Iterable[tuple[Ship, Guess]]
) -> float:
    """Return what a ship's fire from a place is worth against ships at theirs, in points.

    Each side fires at the closest, as the rules have it; a wreck that is closer is in the way.
    """
    if crewless(ship):
        return 0.0
    reach = book().gunnery.max_range
    best: dict[str, tuple[int, float]] = {}
    for there in _wrecks(view):
        if abs(there.bow[0] - at.bow[0]) <= reach + 2 and there.bow != ship.bow:
            far = between(at.bow, at.facing, there.bow, there.facing)
            for side in sides_in_field(at.bow, at.facing, there.bow, there.facing, reach):
                best[side] = (min(far, best[side][0]) if side in best else far, 0.0)
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
    return sum(worth for _, worth in best.values())


@cached_per_state
def _wrecks(view: State) -> tuple[Guess, ...]:
    """Return where ships lie that have surrendered or lost their crews: nobody fires past them."""
    return tuple(
        Guess(each.bow, each.facing) for each in afloat(view) if surrendered(each) or crewless(each)
    )


@cached_per_state
def next_shots(view: State, ship_id: str) -> dict[SideName, tuple[float, float]]:
    """Return what each side could do at best after the next plot: a first broadside, or another.

    Over all ends of her plots, in points, against where each enemy may be then.
    """
    ship, reach = view.ships[ship_id], book().gunnery.max_range
    found = {side: [0.0, 0.0] for side in SIDES}
    for end in _ends(view, ship):
        for foe in foes(view, ship_id):
            total = {side: [0.0, 0.0] for side in SIDES}
            for there in guesses(view, foe):
                far = between(end.bow, end.facing, there.bow, there.facing)
                raked: Rake = "" if _bears_back(there, end) else "bow"
                for side in sides_in_field(end.bow, end.facing, there.bow, there.facing, reach):
                    for number, load in enumerate(("initial", "round")):
                        lies = Lies(far, raked)
                        worth = loaded_worth(view, ship_id, side, foe, lies, load == "initial")
                        total[side][number] += there.share * worth
            for side in SIDES:
                found[side] = [max(a, b) for a, b in zip(found[side], total[side], strict=True)]
    return {side: (first, other) for side, (first, other) in found.items()}


def _ends(view: State, ship: Ship) -> frozenset[Guess]:
    """Return where a ship's plots may end; where she lies, if she has none."""
    paths = (plotted(view, ship, read(text)).path for text in plots(view, ship))
    ends = {Guess((path[-1][0], path[-1][1]), path[-1][2]) for path in paths if path}
    return frozenset(ends | {Guess(ship.bow, ship.facing)})


def _bears_back(ship: Guess, other: Guess) -> bool:
    return any(bears(ship.bow, ship.facing, place) for place in hexes(other.bow, other.facing))
