"""Forecasts of a ship in boxes where she might go; and forecasts of hidden facts: cards, and ships
at night.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from math import comb
from typing import NamedTuple

from msgspec.structs import replace

from engine.kit.by_type import cached_per_state
from engine.systems.iron_oak.cards import kind_of
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.fleet import card, draft, name, other_side, own_units, public_id
from engine.systems.iron_oak.foresight.maneuver_odds import hold_here, safe, way_to
from engine.systems.iron_oak.foresight.shot_odds import plain_hits
from engine.systems.iron_oak.gunnery.segment import can_plunge, why_not_fire, why_silent
from engine.systems.iron_oak.gunnery.shot import gunnery_drms, seen
from engine.systems.iron_oak.movement.rolls import table_roll
from engine.systems.iron_oak.orders.legal import far_goals, goals, ways, why_not
from engine.systems.iron_oak.state.state import COVERED, Section, Ship, State, Unit
from engine.systems.iron_oak.waters import GRID, depth, free_line, land, off

# Hidden information: cards that the enemy may hold, and what he knows of us by night.


class MayHold(NamedTuple):
    """The cards of one kind that the enemy may hold: the number of unseen cards, and the chance
    that he holds at least one.
    """

    kind: str
    unseen: int
    chance: float


def unseen(view: State) -> tuple[int, ...]:
    """Return the numbers of the cards whose place the viewer does not know. Cards that he has set
    aside himself are known.
    """
    move, shot = view.move, view.shot
    seen = {*view.discarded, *view.deck, *view.set_aside}
    for side in view.sides.values():
        seen.update(side.hand, side.aside or ())
    seen.update(ship.springs for ship in view.ships.values())
    seen.update((move.quick, move.slow, move.target_quick, move.target_slow) if move else ())
    seen.update((*shot.cards, shot.misfire) if shot else ())
    return tuple(card for card in book().cards if card not in seen)


def may_hold(view: State, side: str) -> tuple[MayHold, ...]:
    """Return the kinds of cards that a side may hold, the likeliest first; () if the viewer sees
    the side's hand.
    """
    hand = view.sides[side].hand
    hidden = sum(card == COVERED for card in hand)
    if not hidden:
        return ()
    left = unseen(view)
    every = comb(len(left), hidden)
    kinds = Counter(kind_of(card) for card in left)
    found = [
        MayHold(kind, count, 1 - comb(len(left) - count, hidden) / every)
        for kind, count in kinds.items()
    ]
    return tuple(sorted(found, key=lambda each: (-each.chance, each.kind)))


# What the enemy knows by night: identified counters, muzzle flashes, where fire came from.
#
# Iron & Oak 8.6.


def shown_by_night(state: State, unit: Unit) -> str:
    """Return as words how well the enemy can see a unit at night, and which of his units may fire
    at it now.
    """
    if isinstance(unit, Ship) and unit.hidden:
        return f"hidden, seen as {public_id(unit).replace('_', ' ')}; no enemy may fire at her"
    why = "burns" if unit.fires else "her gunfire was seen" if unit.fired else "dark"
    range_ = "2 boxes away" if seen(unit) else "1 box away"
    firers = [
        name(enemy)
        for enemy in own_units(state, other_side(unit.control))
        if (isinstance(enemy, Section) or (enemy.kind == "ship" and enemy.on_map))
        and not why_not_fire(state, enemy, unit)
    ]
    text = f"revealed, {why}: enemies can fire at her from up to {range_}"
    return text + (f"; now these can: {', '.join(firers)}" if firers else "")


# Boxes before a ship goes there: the chance in one turn and in two, and which enemies may fire
# there.
#
# Iron & Oak 5.1, 6.1.
#
# Everything else is assumed unchanged: no cards, no damage, and other ships stay where they are.


Chances = dict[str, float]
"""{box: chance}; in a forecast of fire, {box: average Hits}."""


class Water(NamedTuple):
    """How deep a box is for a ship: by how many steps it is too shallow for her now, and with heavy
    damage.
    """

    now: int
    hurt: int
    sandbar: float
    """The chance that she runs aground on the sandbar of the box; 0 without a sandbar."""


def at_sea(state: State, ship: Ship, box: str) -> State:
    """Return the state as it would be with the ship in a box.

    In a box that is not her present one she is not fouled, aground or anchored, and no crossing
    holds: she lies across no bow or stern, and no ship lies across hers.
    """
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
    """Return {box: chance that the ship gets there with one maneuver this turn}, each by its best
    path.
    """
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
    """Return {box: chance that the ship gets there within two turns}, each by its best two
    maneuvers.

    If the first maneuver fails, the second one starts from her present box. If she runs aground or
    is fouled, she stays.
    """
    first = reach(state, ship)
    again: dict[str, Chances] = {}
    for box in (*first, ship.box):
        there = at_sea(state, ship, box)
        again[box] = reach(there, there.ships[ship.id])
        if not off(box):
            again[box][box] = hold_here(there, there.ships[ship.id]).arrives
    waits = hold_here(state, ship).arrives
    # The chance that she stays in her box if she tries the likeliest path to another one.
    stays: dict[str, float] = {}
    for box in first:
        if box in goals(state, ship):
            stays[box] = way_to(state, ship, box).stays
        else:
            best = max(
                ways(state, ship, box), key=lambda via: way_to(state, ship, box, via).arrives
            )
            stays[box] = way_to(state, ship, box, best).stays
    found: Chances = {}
    for target in dict.fromkeys(box for each in again.values() for box in each):
        here = again[ship.box].get(target, 0.0)
        tries = [
            share * again[box].get(target, 0.0) + stays[box] * here for box, share in first.items()
        ]
        found[target] = max([*tries, waits * here])
    return {box: share for box, share in found.items() if share}


def danger(state: State, ship: Ship) -> Chances:
    """Return {box: average Hits that all enemies together make on the ship there}.

    Each enemy goes to the box that is worst for the ship, or stays; if it does not arrive, it fires
    from its present box. Each enemy fires once, with its present guns; forts use plunging fire if
    that is more.
    """
    enemies = [
        each
        for each in own_units(state, other_side(ship.control))
        if (not isinstance(each, Ship) or (each.on_map and each.kind == "ship"))
        and not why_silent(each)
    ]
    shots = [_shots(state, each, ship) for each in enemies]
    found: Chances = {}
    for box in GRID.boxes:
        if not land(state.board, box):
            there = at_sea(state, ship, box)
            found[box] = sum(each(there, box) for each in shots)
    return found


Shots = Callable[[State, str], float]
"""A function that is called with (state with the ship in a box, that box); it returns an enemy's
average Hits on her."""


def _shots(state: State, enemy: Unit, ship: Ship) -> Shots:
    """Return the function that gives, for each box, an enemy's average Hits on the ship there. A
    fort does not move.
    """
    known: dict[tuple[str, int, bool], float] = {}
    if not isinstance(enemy, Ship):
        return lambda there, box: _most(there, there.unit(enemy.id), ship.id, known)
    reached = {box: p for box, p in _reach_of(state, enemy.id).items() if not off(box)}
    afar: dict[tuple[bool, int], float] = {}

    def hits(there: State, box: str, start: str, moved: bool) -> float:
        """Return the average Hits of the enemy in `start` on the ship in `box`. With `moved`, the
        enemy is put in `start` first.

        If the line of fire is free, only the distance matters, so results are cached by it.
        """
        far = GRID.distance(start, box)
        if far > FARTHEST or not free_line(state.board, start, box):
            return 0.0
        if (moved, far) not in afar:
            both = at_sea(there, enemy, start) if moved else there
            afar[moved, far] = _most(both, both.unit(enemy.id), ship.id, {})
        return afar[moved, far]

    def shots(there: State, box: str) -> float:
        if box == ship.box:  # a crossed T counts in the crossed ship's own box only
            stays = _most(there, there.unit(enemy.id), ship.id, {})
        else:
            stays = hits(there, box, enemy.box, moved=False)
        most = stays
        for start, likely in reached.items():
            if GRID.distance(start, box) <= FARTHEST:
                shot = hits(there, box, start, moved=True)
                most = max(most, likely * shot + (1 - likely) * stays)
        return most

    return shots


FARTHEST = 2
"""The longest range of guns, in boxes."""


def _most(
    state: State, enemy: Unit, ship_id: str, known: dict[tuple[str, int, bool], float]
) -> float:
    """Return the average Hits of an enemy's best shot; `known` is a cache for all boxes."""
    ship, most = state.ships[ship_id], 0.0
    kinds = [(False, not why_not_fire(state, enemy, ship)), (True, can_plunge(state, enemy, ship))]
    for plunging in (each for each, may in kinds if may):
        key = enemy.id, sum(gunnery_drms(state, enemy, ship).values()), plunging
        if key not in known:
            known[key] = plain_hits(state, enemy, ship, plunging)
        most = max(most, known[key])
    return most


@cached_per_state
def _reach_of(state: State, ship_id: str) -> Chances:
    return reach(state, state.ships[ship_id])


def crossed_by_two(state: State, ship: Ship) -> dict[str, int]:
    """Return {box: number of enemies} for the boxes that the ship, and two or more enemies, may
    reach this turn.
    """
    mine = {*_reach_of(state, ship.id), ship.box}
    counts: dict[str, int] = {}
    for enemy in own_units(state, other_side(ship.control)):
        if isinstance(enemy, Ship) and enemy.on_map and enemy.kind == "ship":
            for box in {*_reach_of(state, enemy.id), enemy.box} & mine:
                counts[box] = counts.get(box, 0) + 1
    return {box: count for box, count in counts.items() if count > 1 and not off(box)}


def enemy_reach(state: State, ship: Ship) -> Chances:
    """Return {box: the best chance that any enemy gets there this turn}."""
    found: Chances = {}
    for enemy in own_units(state, other_side(ship.control)):
        if isinstance(enemy, Ship) and enemy.kind == "ship":
            for box, share in _reach_of(state, enemy.id).items():
                found[box] = max(found.get(box, 0.0), share)
    return found


def water(state: State, ship: Ship, box: str) -> Water:
    """Return how deep a box is for a ship, as she is now and with heavy damage."""
    deep = depth(state.board, box)
    heavy = card(ship).draft + 1
    now = 0 if deep is None else max(0, draft(ship) - deep)
    hurt = 0 if deep is None else max(0, heavy - deep)
    bar = state.board.terrain.get(box) == "sandbar"
    return Water(now, hurt, 1 - safe(state, ship, box) if bar else 0.0)
