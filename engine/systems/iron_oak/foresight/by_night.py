"""What the enemy knows by night: counters told, gunfire seen, whence one is fired at.

Iron & Oak 8.6.
"""

from __future__ import annotations

from engine.systems.iron_oak.fleet.hulls import name, public_id
from engine.systems.iron_oak.fleet.sides import other_side, own_units
from engine.systems.iron_oak.gunnery.drms import seen
from engine.systems.iron_oak.gunnery.targets import why_not_fire
from engine.systems.iron_oak.state.state import Section, Ship, State, Unit


def shown_by_night(state: State, unit: Unit) -> str:
    """Return what the other side knows of a unit, and who may fire at it now."""
    if isinstance(unit, Ship) and unit.hidden:
        return f"hidden, seen as {public_id(unit).replace('_', ' ')}; nobody may fire at her"
    why = "burns" if unit.fires else "her gunfire was seen" if unit.fired else "dark"
    range_ = "2 boxes away" if seen(unit) else "1 box away"
    firers = [
        name(enemy)
        for enemy in own_units(state, other_side(unit.control))
        if _counts(enemy) and not why_not_fire(state, enemy, unit)
    ]
    text = f"told, {why}: may be fired at from up to {range_}"
    return text + (f"; now by {', '.join(firers)}" if firers else "")


def _counts(enemy: Unit) -> bool:
    return isinstance(enemy, Section) or (enemy.kind == "ship" and enemy.on_map)
