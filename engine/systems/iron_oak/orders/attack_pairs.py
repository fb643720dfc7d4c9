"""Whom a ship may cross, ram or attack by spar, and why not the others (Iron & Oak 5.5, 5.6)."""

from __future__ import annotations

from engine.systems.iron_oak.fleet.hulls import card, torpedo
from engine.systems.iron_oak.fleet.sides import enemies_in, identified
from engine.systems.iron_oak.fleet.ties import bow_on, stern_on, towed_by
from engine.systems.iron_oak.state.state import Attack, End, Ship, State, WayName

ENDS: tuple[End, ...] = ("bow", "stern")
CROSSES: dict[End, WayName] = {"bow": "cross_bow", "stern": "cross_stern"}
"""The way of crossing each end."""
CROSSED: dict[str, End] = {way: end for end, way in CROSSES.items()}
"""The end that a way crosses."""


def why_not_cross(state: State, ship: Ship, target: Ship, end: End) -> set[str]:
    """Return the reasons that lie between two ships in one box why one may not cross the other."""
    reasons = set()
    if target.hidden:
        reasons.add("hidden")
    if screened(ship, target):
        reasons.add("screened")
    if target.id in ship.no_cross_t:
        reasons.add("tried_last_turn")
    if target.across_stern_of == ship.id:
        reasons.add("stern_on")
    if (bow_on if end == "bow" else stern_on)(state, target):
        reasons.add("taken")
    if end == "bow" and towed_by(state, target):
        reasons.add("target_towed")
    if end == "stern" and target.towing:
        reasons.add("target_towing")
    return reasons


def why_not_ram(state: State, ship: Ship, target: Ship) -> set[str]:
    """Return the reasons that lie between two ships in one box why one may not ram or spar."""
    reasons = set()
    if target.hidden:
        reasons.add("hidden")
    if screened(ship, target):
        reasons.add("screened")
    if target.id in ship.no_ram:
        reasons.add("tried_last_turn")
    if target.across_stern_of == ship.id:
        reasons.add("stern_on")
    if not attack_kinds(ship):
        reasons.add("no_ram")
    return reasons


def screened(ship: Ship, target: Ship) -> bool:
    """Tell whether a Screen card keeps a ship from attacking a target in this turn.

    Iron & Oak 7.7.
    """
    return ship.id in target.screened_from


def attack_kinds(ship: Ship) -> tuple[Attack, ...]:
    """Return `ram`, `spar`, both or nothing: what a ship can attack with."""
    ram: tuple[Attack, ...] = ("ram",) if card(ship).ram else ()
    spar: tuple[Attack, ...] = ("spar",) if torpedo(ship) else ()
    return ram + spar


def attacks(ship: Ship) -> tuple[Attack, ...]:
    """Return the ways in which a ship can attack: with both weapons also the torpedo first."""
    kinds = attack_kinds(ship)
    return (*kinds, "ram_and_spar") if len(kinds) == 2 else kinds


def can_cross_any(state: State, ship: Ship) -> bool:
    """Tell whether any enemy here could be crossed, by the states of the two alone."""
    return any(
        not why_not_cross(state, ship, target, end)
        for target in identified(enemies_in(state, ship.control, ship.box))
        for end in ENDS
    )


def can_ram_any(state: State, ship: Ship) -> bool:
    """Tell whether any enemy here could be rammed, by the states of the two alone."""
    return any(
        not why_not_ram(state, ship, target)
        for target in identified(enemies_in(state, ship.control, ship.box))
    )
