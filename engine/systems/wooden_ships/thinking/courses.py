"""What a plot is worth: fire given and taken at its end, distance, room to move, collisions."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from engine.game.advice import Reason
from engine.game.answer import Answer
from engine.kit.cached_per_state import cached_per_state
from engine.space.hexes import axial, distance, offset
from engine.systems.wooden_ships.data.facts import ATTITUDES
from engine.systems.wooden_ships.fleet.place import between, hexes
from engine.systems.wooden_ships.fleet.status import surrendered
from engine.systems.wooden_ships.sailing.course import Helm, course
from engine.systems.wooden_ships.sailing.notation import read
from engine.systems.wooden_ships.sailing.orders import GIVE_UP
from engine.systems.wooden_ships.sailing.plots import helm, legal_plots, plotted
from engine.systems.wooden_ships.sailing.wind import allowances, attitude
from engine.systems.wooden_ships.state.sides import afloat, friends, holder
from engine.systems.wooden_ships.state.state import Ship, State
from engine.systems.wooden_ships.thinking.prospect import (
    Guess,
    broadside_worth,
    foes,
    guesses,
)

WORST = -1000.0
TAKEN = 0.9
"""What a point that the enemy's fire may cost counts against one that ours brings."""
CLOSING = 0.3
"""Points a hex nearer to the nearest enemy."""
ROOM = 0.12
"""Points for each hex that the next turn allows in the attitude at the end."""
COLLISION = 5.0
"""Points that running foul of a friend is thought to cost."""
ROUGH_WATER = 0.8
"""The same for an enemy: with luck it is she who is boarded."""
CLOSE_ENOUGH = 2
"""Hexes from which on nearer is not better: carronades reach so far."""


def end_of(view: State, ship: Ship, order: str) -> Guess:
    """Return where a plot ends, if nothing comes in its way."""
    path = plotted(view, ship, read(order)).path
    if not path:
        return Guess(ship.bow, ship.facing)
    column, row, facing = path[-1]
    return Guess((column, row), facing)


def plot_score(view: State, ship_id: str, order: str, draft: Mapping[str, Answer]) -> float:
    """Return what a plot is worth, in points, with the plots of other ships as drafted so far."""
    return sum(reason.worth for reason in plot_reasons(view, ship_id, order, draft))


def plot_reasons(
    view: State, ship_id: str, order: str, draft: Mapping[str, Answer]
) -> tuple[Reason, ...]:
    """Return what speaks for and against a plot, in points."""
    ship = view.ships[ship_id]
    if order == GIVE_UP:
        return (Reason("gives_up", "the battle is lost by it", WORST),)
    end = end_of(view, ship, order)
    return (*_sailing(view, ship_id, end), *_traffic(view, ship, end, draft))


@cached_per_state
def _sailing(view: State, ship_id: str, end: Guess) -> tuple[Reason, ...]:
    """Return the reasons that no friend's plot bears on: several plots end at one place."""
    ship = view.ships[ship_id]
    enemies = foes(view, ship_id)
    given = taken = 0.0
    for number in range(2):
        # All enemies stay, or all sail on: two futures, weighed by their shares.
        places = [(view.ships[foe], _future(view, foe, number)) for foe in enemies]
        if not places:
            break
        share = 0.35 if number == 0 else 0.65
        given += share * broadside_worth(view, ship, end, places)
        taken += share * sum(
            broadside_worth(view, foe, there, [(ship, end)]) for foe, there in places
        )
    found = [
        Reason("fire", "broadsides that bear on the enemy", given),
        Reason("under_fire", "fire that the enemy may give", -TAKEN * taken),
    ]
    nearest = _nearest(view, ship, end)
    if nearest > CLOSE_ENOUGH:
        found.append(Reason("distance", f"{nearest} hexes to the enemy", -CLOSING * nearest))
    now = ATTITUDES.index(attitude(end.facing, view.wind))
    found.append(Reason("room", "hexes that the next turn allows", ROOM * allowances(ship)[now]))
    return tuple(reason for reason in found if reason.worth)


def _future(view: State, foe: str, number: int) -> Guess:
    every = guesses(view, foe)
    return every[min(number, len(every) - 1)]


def _nearest(view: State, ship: Ship, end: Guess) -> int:
    """Return how near the nearest enemy can be had in the turn after: tacking is seen by it."""
    others = [
        (other.bow, other.facing)
        for other in afloat(view)
        if not friends(view, ship, other) and not surrendered(other)
    ]
    if not others:
        return 0
    foe = min(others, key=lambda there: between(end.bow, end.facing, *there))
    q, s = axial(end.bow)
    return min(
        distance(offset((q + dq, s + ds)), foe[0])
        for dq, ds in next_bows(helm(view, ship), end.facing)
    )


@lru_cache(maxsize=4096)
def next_bows(of: Helm, facing: int) -> tuple[tuple[int, int], ...]:
    """Return the bow hexes that a ship's plots lead to, from hers, in axial coordinates."""
    every = {course(of, (0, 0), facing, read(text)).path[-1:] for text in legal_plots(of, facing)}
    return tuple({axial((path[0][0], path[0][1])) if path else (0, 0) for path in every})


def _traffic(
    view: State, ship: Ship, end: Guess, draft: Mapping[str, Answer]
) -> tuple[Reason, ...]:
    mine = set(hexes(end.bow, end.facing))
    cost, met = 0.0, ""
    for other in afloat(view):
        if other.id == ship.id or abs(other.bow[0] - end.bow[0]) > 8:
            continue
        friend = friends(view, ship, other)
        there = _expected(view, ship, other, draft)
        if mine.isdisjoint(hexes(there.bow, there.facing)):
            continue
        cost += COLLISION if friend else ROUGH_WATER
        met = other.id
    return (Reason("collision", f"may meet {met}", -cost),) if cost else ()


def _expected(view: State, ship: Ship, other: Ship, draft: Mapping[str, Answer]) -> Guess:
    drafted = draft.get(other.id)
    if drafted and holder(other) == holder(ship) and drafted.option not in ("", GIVE_UP):
        return end_of(view, other, drafted.option)
    return guesses(view, other.id)[-1]
