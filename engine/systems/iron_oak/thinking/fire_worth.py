"""What a shot is worth: Hits on average, shields and critical hits beside them."""

from __future__ import annotations

from functools import cache

from engine.systems.iron_oak.data.facts import Armour, HitPlace
from engine.systems.iron_oak.fleet.hulls import guns_of, original_hits, value
from engine.systems.iron_oak.gunnery.drms import gunnery_drms
from engine.systems.iron_oak.gunnery.locations import armour, shares, shield
from engine.systems.iron_oak.gunnery.odds import multiples
from engine.systems.iron_oak.state.state import State, Unit

SHIELD = 0.25
"""Worth of a step of shield, in Hits: it opens the location to the next shot."""
CRITICAL = 1.5
"""Worth of a critical hit beyond its Hits."""


@cache
def _location(dice: str, guard: Armour, place: HitPlace, worn: int, drm: int) -> float:
    weak = worn <= -1 if guard.kind == "wooden" else worn <= -2
    waterline = place == "WL"
    hit, effective, critical = multiples(dice, guard.dice, drm, worn)
    possible, effective = hit - effective, effective - critical
    opened = worn > -4
    return (
        (possible + 2 * effective) * weak
        + critical * (2 + waterline + CRITICAL)
        + SHIELD * opened * (effective + 2 * critical)
    )


def mean_hits(state: State, firer: Unit, target: Unit, drm: int, plunging: bool = False) -> float:
    """Return what a shot with this modifier does in the mean, in Hits."""
    total = 0.0
    for place, share in shares(state, firer, target, plunging).items():
        guard, worn = armour(target, place), shield(target, place)
        total += share * _location(guns_of(firer).dice, guard, place, worn, drm)
    return total


def shot_worth(state: State, firer: Unit, target: Unit, plunging: bool = False) -> float:
    """Return what a shot is worth, in Victory Points."""
    drm = sum(gunnery_drms(state, firer, target).values())
    return mean_hits(state, firer, target, drm, plunging) * price(target)


def price(target: Unit) -> float:
    """Return what a Hit on a target is worth, more the fewer are left."""
    left = max(1, original_hits(target) - target.hits)
    return value(target) / (original_hits(target) + left) * 2
