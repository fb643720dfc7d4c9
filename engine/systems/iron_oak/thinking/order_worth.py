"""The worth of an order to a ship, and of the ways to carry it out."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.kit.by_type import cached_per_state
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.fleet import card, enemies_in, guns_of, identified, in_position
from engine.systems.iron_oak.gunnery.shot import armour, shield
from engine.systems.iron_oak.machine import chance, faces, ways
from engine.systems.iron_oak.movement.in_box import ram_drm, ram_margin
from engine.systems.iron_oak.movement.rolls import contact_roll, cross_roll, table_roll
from engine.systems.iron_oak.orders.legal import (
    ENDS,
    attack_kinds,
    far_goals,
    goals,
    why_not_cross,
    why_not_ram,
)
from engine.systems.iron_oak.orders.legal import ways as middles
from engine.systems.iron_oak.state.state import Attack, End, Ship, State
from engine.systems.iron_oak.thinking.aims import way_out, weight
from engine.systems.iron_oak.thinking.fire_worth import price
from engine.systems.iron_oak.thinking.place_worth import AGROUND, STEP_OUT, going_worth, risk

RAKE = 25.0
"""Worth of being across an end from which no guns bear, in Victory Points."""
FREE = 30.0
"""Worth of getting off the ground, clear, or under way, in Victory Points."""
STUBBORN = 40.0
"""The penalty, after two failures, that makes a ship try another way. It is less than a step to the
edge by which she should leave, so that she tries again if there is no other way."""
FOULING = 12.0
"""The cost of being fouled, in Victory Points."""
IDLE = -3.0
"""The worth of anchoring or drifting without need, in Victory Points."""


@cached_per_state
def order_worth(state: State, ship_id: str, order: str) -> float:
    """Return the worth of an order: the worth of the best way to carry it out."""
    ship = state.ships[ship_id]
    if order in _CHOICES:
        return max(_CHOICES[order](state, ship), default=0.0)
    if order in {"weigh_anchor", "refloat", "unfoul"}:
        return FREE if order != "weigh_anchor" or way_out(state, ship_id) else FREE / 3
    if order in {"anchor", "drift"}:
        return IDLE
    return hold_worth(state, ship, "escape" if order == "maneuver_0" else "hold")


def _next_boxes(state: State, ship: Ship) -> Iterator[float]:
    yield from (goal_worth(state, ship, goal) for goal in goals(state, ship))


def _far_boxes(state: State, ship: Ship) -> Iterator[float]:
    for goal in far_goals(state, ship):
        yield from (goal_worth(state, ship, goal, via) for via in middles(state, ship, goal)[:1])


def _crossings(state: State, ship: Ship) -> Iterator[float]:
    yield from (cross_worth(state, ship, target, end) for target, end in crossings(state, ship))


def _rams(state: State, ship: Ship) -> Iterator[float]:
    yield from (ram_worth(state, ship, target, way) for target, way in rams(state, ship))


_CHOICES: dict[str, Callable[[State, Ship], Iterator[float]]] = {
    "maneuver_1": _next_boxes,
    "maneuver_2": _far_boxes,
    "cross_t": _crossings,
    "ram_spar": _rams,
}
"""For each order with a choice, the function that yields the worth of each way to carry it out."""


def goal_worth(state: State, ship: Ship, goal: str, via: str = "") -> float:
    """Return the worth of trying to reach a goal."""
    likely = table_roll(state, ship, goal, via).chance
    return going_worth(state, ship, goal, likely, via) - again(ship, goal)


def again(ship: Ship, goal: str) -> float:
    """Return the penalty of a box that a ship has failed to reach twice, so that she tries another
    way.
    """
    return STUBBORN if ship.thwarted.count(goal) >= 2 else 0.0


def hold_worth(state: State, ship: Ship, way: str) -> float:
    """Return the worth of staying in the box, which depends on its hazards."""
    if not ship.on_map:
        return 0.0
    worth = -risk(state, ship.id, ship.box) * AGROUND
    if way == "escape" and in_position(state, ship) and not ship.across_bow_of:
        worth += table_roll(state, ship).chance * RAKE / 2
    return worth


def crossings(state: State, ship: Ship) -> list[tuple[Ship, End]]:
    """Return the ships that a ship may cross, each with the end."""
    return [
        (target, end)
        for target in identified(enemies_in(state, ship.control, ship.box))
        for end in ENDS
        if not why_not_cross(state, ship, target, end)
    ]


def cross_worth(state: State, ship: Ship, target: Ship, end: End) -> float:
    """Return the worth of trying to cross a target's bow or stern: the worth of her fire that would
    no longer bear, times the chance to succeed, less the risk of running aground.
    """
    likely = cross_roll(state, ship, target).chance
    return likely * rake_worth(target, end) - risk(state, ship.id, ship.box) * AGROUND


def rake_worth(target: Ship, end: End) -> float:
    """Return the worth of lying across a target's bow or stern: the worth of those of her guns
    that do not bear there.
    """
    guns = guns_of(target)
    bears = guns.bow_on if end == "bow" else guns.stern_on
    gain = RAKE if bears == "X" else -RAKE * bears / 5
    return gain * bool(guns.dice)


def rams(state: State, ship: Ship) -> list[tuple[Ship, Attack]]:
    """Return the ships that a ship may ram or attack by spar, each with the kind of attack."""
    kinds = attack_kinds(ship)
    if len(kinds) == 2:
        kinds = ("ram_and_spar",)
    return [
        (target, kind)
        for target in identified(enemies_in(state, ship.control, ship.box))
        if not why_not_ram(state, ship, target)
        for kind in kinds
    ]


def ram_worth(state: State, ship: Ship, target: Ship, kind: Attack) -> float:
    """Return the worth of an attack by ram or spar: of the Hits on both ships, times the chance of
    contact.
    """
    likely = contact_roll(state, ship, target).chance
    gain = attack_worth(state, ship, target, kind)
    return likely * gain - risk(state, ship.id, ship.box) * AGROUND - delay(state, ship)


def delay(state: State, ship: Ship) -> float:
    """Return the cost of a turn without a move, for a ship that should leave by an edge; else 0."""
    return STEP_OUT if way_out(state, ship.id) else 0.0


def attack_worth(state: State, ship: Ship, target: Ship, kind: Attack) -> float:
    """Return the worth of an attack that makes contact: Hits on both ships, and being fouled."""
    dealt, taken = attack_hits(ship, target, kind)
    much = weight(state, ship.control, target)
    return dealt * price(target) * much - taken * price(ship) - FOULING


def attack_hits(ship: Ship, target: Ship, kind: Attack) -> tuple[float, float]:
    """Return the mean Hits of an attack that makes contact: (on the target, on the attacker)."""
    dealt = taken = 0.0
    if kind in {"ram", "ram_and_spar"}:
        dealt, taken = ram_hits(ship, target)
    if kind in {"spar", "ram_and_spar"}:
        table, check = book().tables.torpedoes, book().tables.checks["spar"]
        goes_off = chance(check.challenge, check.response)
        dealt += goes_off * sum(table.spar) / 8
        taken += goes_off * sum(table.own_spar) / 8
    return dealt, taken


def ram_hits(ship: Ship, target: Ship) -> tuple[float, float]:
    """Return the mean Hits of a ram: (on the target, on the attacker)."""
    dice, guard = card(ship).ram, armour(target, "WL").dice
    drm, worn = ram_drm(ship), shield(target, "WL")
    dealt = taken = 0
    for attack, mine in faces(dice):
        for defence, theirs in faces(guard):
            hits, own = ram_margin(max(1, attack + drm), max(1, defence + worn))
            dealt += hits * mine * theirs
            taken += own * mine * theirs
    every = ways(dice) * ways(guard)
    return dealt / every, taken / every
