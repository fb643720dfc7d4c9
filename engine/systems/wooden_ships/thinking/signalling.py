"""Which signal fits what a flagship is about to do herself."""

from __future__ import annotations

from engine.base.counting import counted
from engine.game.advice import Reason
from engine.systems.wooden_ships.data.book import book
from engine.systems.wooden_ships.fleet.place import apart
from engine.systems.wooden_ships.fleet.status import surrendered
from engine.systems.wooden_ships.signals.flags import NONE
from engine.systems.wooden_ships.state.sides import afloat, friends
from engine.systems.wooden_ships.state.state import State


def signal_reasons(view: State, slot: str, option: str) -> tuple[Reason, ...]:
    """Return what speaks for a signal: that it names what her distance to the enemy calls for.

    Nobody is bound by it, so a signal that says something else is worth less than none.
    """
    wanted, text = fitting_signal(view, slot)
    worth = 1.0 if option == wanted else 0.0 if option == NONE else -1.0
    return (Reason("signal", text, worth),)


def fitting_signal(view: State, ship_id: str) -> tuple[str, str]:
    """Return the option that tells a flagship's plan, and why.

    Out of range she makes sail for the nearest enemy, within it she closes, where carronades and
    rakes tell she engages.
    """
    ship = view.ships[ship_id]
    ranges = book().gunnery
    enemies = [
        other for other in afloat(view) if not friends(view, ship, other) and not surrendered(other)
    ]
    if not enemies:
        return NONE, "no enemy to signal about"
    nearest = min(enemies, key=lambda other: apart(ship, other))
    far = apart(ship, nearest)
    text = f"{nearest.id} at {counted(far, 'hex', 'hexes')}"
    if far > ranges.max_range:
        return f"make_sail:{nearest.id}", text
    return (f"close:{nearest.id}" if far > ranges.carronade_range else "engage"), text
