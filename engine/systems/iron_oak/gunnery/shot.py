"""One shot: gunnery against defence, and what it does (Iron & Oak 6.2)."""

from __future__ import annotations

from engine.systems.iron_oak.damage.hits import take_hits, worsen_shield
from engine.systems.iron_oak.gunnery.locations import armour, shield
from engine.systems.iron_oak.machine.ledger import Ledger
from engine.systems.iron_oak.state.rolls import Roll
from engine.systems.iron_oak.state.state import Unit

CASES = ("miss", "possible", "effective", "critical")


def case_of(gunnery: Roll, defence: Roll) -> str:
    """Return which of the four cases two results make."""
    over = gunnery.result // defence.result if gunnery.result > defence.result else 0
    return CASES[min(3, over)]


def hits_of(case: str, target: Unit, location: str) -> int:
    """Return the Hits of a shot, by the shield that was there before it."""
    if case == "miss":
        return 0
    if case == "critical":
        return 3 if location == "WL" else 2
    worst = shield(target, location)
    weak = worst <= -1 if armour(target, location).kind == "wooden" else worst <= -2
    return (2 if case == "effective" else 1) if weak else 0


def shield_loss(case: str) -> int:
    """Return by how much a shot worsens the shield."""
    return {"effective": 1, "critical": 2}.get(case, 0)


def apply_shot(ledger: Ledger, target: str, location: str, case: str) -> int:
    """Apply Hits and shield of a shot; return the Hits.

    Whether a critical hit is rolled for, is for the caller: not if these Hits end the target.
    """
    unit = ledger.state.unit(target)
    hits = hits_of(case, unit, location)
    worsen_shield(ledger, target, location, shield_loss(case))
    take_hits(ledger, target, hits)
    return hits


def critical_column(target_aspect: str, location: str) -> str:
    """Return the column of the critical hit table (Iron & Oak 6.3)."""
    if location == "section":
        return "fort"
    if location != "WL":
        return "ship"
    return "wl" if target_aspect == "normal" else f"wl_{target_aspect}"
