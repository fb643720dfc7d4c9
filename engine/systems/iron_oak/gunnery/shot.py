"""One shot: gunnery against defence, and what it does (Iron & Oak 6.2)."""

from __future__ import annotations

from engine.systems.iron_oak.damage.hits import take_hits, worsen_shield
from engine.systems.iron_oak.data.facts import CASES, Aspect, Case, Column, HitPlace
from engine.systems.iron_oak.gunnery.locations import armour, shield
from engine.systems.iron_oak.machine.ledger import Ledger
from engine.systems.iron_oak.state.rolls import Roll
from engine.systems.iron_oak.state.state import Unit

SHIELD_LOSS: dict[Case, int] = {"miss": 0, "possible": 0, "effective": 1, "critical": 2}
"""By how much a shot worsens the shield."""


def case_of(gunnery: Roll, defence: Roll) -> Case:
    """Return which of the four cases two results make."""
    over = gunnery.result // defence.result if gunnery.result > defence.result else 0
    return CASES[min(3, over)]


def hits_of(case: Case, target: Unit, location: HitPlace) -> int:
    """Return the Hits of a shot, by the shield that was there before it."""
    if case == "miss":
        return 0
    if case == "critical":
        return 3 if location == "WL" else 2
    worst = shield(target, location)
    weak = worst <= -1 if armour(target, location).kind == "wooden" else worst <= -2
    return (2 if case == "effective" else 1) if weak else 0


def apply_shot(ledger: Ledger, target: str, location: HitPlace, case: Case) -> int:
    """Apply Hits and shield of a shot; return the Hits.

    Whether a critical hit is rolled for, is for the caller: not if these Hits end the target.
    """
    unit = ledger.state.unit(target)
    hits = hits_of(case, unit, location)
    worsen_shield(ledger, target, location, SHIELD_LOSS[case])
    take_hits(ledger, target, hits)
    return hits


def critical_column(target_aspect: Aspect, location: HitPlace) -> Column:
    """Return the column of the critical hit table (Iron & Oak 6.3)."""
    if location == "section":
        return "fort"
    if location != "WL":
        return "ship"
    columns: dict[Aspect, Column] = {
        "normal": "wl",
        "bow_on": "wl_bow_on",
        "stern_on": "wl_stern_on",
    }
    return columns[target_aspect]
