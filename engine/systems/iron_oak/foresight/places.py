"""Boxes before a ship goes there: how likely in one turn and two, what may fire there (5.1, 6.1).

Nothing else is taken to change: no card, no harm, and others lie where they lie now.
"""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from engine.kit.cached_per_state import cached_per_state
from engine.systems.iron_oak.fleet.hulls import card, draft
from engine.systems.iron_oak.fleet.sides import other_side, own_units
from engine.systems.iron_oak.foresight.the_shot import plain_hits
from engine.systems.iron_oak.foresight.the_way import hold_here, safe, way_to
from engine.systems.iron_oak.gunnery.targets import can_plunge, why_not_fire
from engine.systems.iron_oak.movement.rolls import table_roll
from engine.systems.iron_oak.orders.goals import far_goals, goals, ways
from engine.systems.iron_oak.orders.legal import why_not
from engine.systems.iron_oak.state.state import Ship, State
from engine.systems.iron_oak.waters.depth import depth
from engine.systems.iron_oak.waters.grid import GRID, off
from engine.systems.iron_oak.waters.terrain import land

Chances = dict[str, float]
"""Chances by box."""


class Water(NamedTuple):
    """How deep a box is for a ship: by how much too shallow now, and at heavy damage."""

    now: int
    hurt: int
    sandbar: float
    """The chance to run aground on the sandbar; 0 without one."""


def at_sea(state: State, ship: Ship, box: str) -> State:
    """Return a state in which a ship lies in a box with nobody across her, free to move."""
    if ship.box == box:
        return state
    ships = {
        id: replace(each, across_bow_of="", across_stern_of="")
        if ship.id in (each.across_bow_of, each.across_stern_of)
        else each
        for id, each in state.ships.items()
    }
    ships[ship.id] = replace(
        ship,
        box=box,
        across_bow_of="",
        across_stern_of="",
        opposed_by=(),
        rammed=(),
        fouled=(),
        grounded=False,
        anchored=False,
    )
    return replace(state, ships=ships)


def reach(state: State, ship: Ship) -> Chances:
    """Return the chance to lie in each box by one maneuver of this turn, by its best way."""
    reasons = why_not(state, ship)
    trips: list[tuple[str, str]] = []
    if not reasons["maneuver_1"]:
        trips += [(goal, "") for goal in goals(state, ship) if not off(goal)]
    if not reasons["maneuver_2"]:
        trips += [(g, via) for g in far_goals(state, ship) for via in ways(state, ship, g)]
    passed = {box: safe(state, ship, box) for trip in trips for box in trip if box}
    found: Chances = {}
    for goal, via in trips:
        share = table_roll(state, ship, goal, via).chance * passed[goal] * passed.get(via, 1.0)
        if share > found.get(goal, 0.0):
            found[goal] = share
    return found


def reach_in_two(state: State, ship: Ship) -> Chances:
    """Return the chance to lie in each box after two turns, by the best two maneuvers.

    If the first fails she tries from where she is; run aground or fouled, she is there no more.
    """
    first = reach(state, ship)
    again: dict[str, Chances] = {}
    for box in (*first, ship.box):
        there = at_sea(state, ship, box)
        again[box] = reach(there, there.ships[ship.id])
        if not off(box):
            again[box][box] = hold_here(there, there.ships[ship.id]).arrives
    waits = hold_here(state, ship).arrives
    stays = {box: _stays(state, ship, box) for box in first}
    found: Chances = {}
    for target in {box for each in again.values() for box in each}:
        here = again[ship.box].get(target, 0.0)
        tries = [
            share * again[box].get(target, 0.0) + stays[box] * here for box, share in first.items()
        ]
        found[target] = max([*tries, waits * here])
    return {box: share for box, share in found.items() if share}


def _stays(state: State, ship: Ship, box: str) -> float:
    """Return the chance to lie where she was after trying the likeliest way to a box."""
    if box in goals(state, ship):
        return way_to(state, ship, box).stays
    best = max(ways(state, ship, box), key=lambda via: way_to(state, ship, box, via).arrives)
    return way_to(state, ship, box, best).stays


def danger(state: State, ship: Ship) -> Chances:
    """Return the Hits in the mean that all enemies together may do her in each box.

    Each fires once from where it lies, its guns as they are now; forts plunge where that is more.
    """
    enemies = own_units(state, other_side(ship.control))
    found: Chances = {}
    for box in GRID.boxes:
        if land(state.board, box):
            continue
        there = at_sea(state, ship, box)
        moved = there.ships[ship.id]
        total = 0.0
        for enemy in enemies:
            if isinstance(enemy, Ship) and (not enemy.on_map or enemy.kind != "ship"):
                continue
            shots = [0.0]
            now = there.unit(enemy.id)
            if not why_not_fire(there, now, moved):
                shots.append(plain_hits(there, now, moved, plunging=False))
            if can_plunge(there, now, moved):
                shots.append(plain_hits(there, now, moved, plunging=True))
            total += max(shots)
        found[box] = total
    return found


@cached_per_state
def _reach_of(state: State, ship_id: str) -> Chances:
    return reach(state, state.ships[ship_id])


def crossed_by_two(state: State, ship: Ship) -> dict[str, int]:
    """Return the boxes of her reach where two enemies or more may come, or lie, by this turn."""
    mine = {*_reach_of(state, ship.id), ship.box}
    counts: dict[str, int] = {}
    for enemy in own_units(state, other_side(ship.control)):
        if isinstance(enemy, Ship) and enemy.on_map and enemy.kind == "ship":
            for box in {*_reach_of(state, enemy.id), enemy.box} & mine:
                counts[box] = counts.get(box, 0) + 1
    return {box: count for box, count in counts.items() if count > 1 and not off(box)}


def enemy_reach(state: State, ship: Ship) -> Chances:
    """Return the chance of the likeliest enemy to come to each box in this turn."""
    found: Chances = {}
    for enemy in own_units(state, other_side(ship.control)):
        if isinstance(enemy, Ship) and enemy.kind == "ship":
            for box, share in _reach_of(state, enemy.id).items():
                found[box] = max(found.get(box, 0.0), share)
    return found


def water(state: State, ship: Ship, box: str) -> Water:
    """Return how deep a box is for a ship, now and at heavy damage."""
    deep = depth(state.board, box)
    heavy = card(ship).draft + 1
    now = 0 if deep is None else max(0, draft(ship) - deep)
    hurt = 0 if deep is None else max(0, heavy - deep)
    bar = state.board.terrain.get(box) == "sandbar"
    return Water(now, hurt, 1 - safe(state, ship, box) if bar else 0.0)
