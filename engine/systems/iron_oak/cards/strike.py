"""Strike: colours come down (Iron & Oak 7.12), and what becomes of a prize (Iron & Oak 6.2.3I)."""

from __future__ import annotations

from engine.systems.iron_oak.cards.hand import discard
from engine.systems.iron_oak.fleet import other_side, powered, value
from engine.systems.iron_oak.machine.agenda import Ledger
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state.state import Ship, State


def can_strike(state: State, ship: Ship) -> bool:
    """Tell whether Strike may be played on a ship: aground, without power, or fouled so.

    Fouled with an enemy, an obstruction or a hulk. Never on a hidden ship, nor twice.
    """
    if not ship.on_map or ship.hidden or ship.captured_by:
        return False
    fouled = any(
        what not in state.ships or state.ships[what].control != ship.side for what in ship.fouled
    )
    return ship.grounded or not powered(state, ship) or fouled


def strike_sums(state: State, target: Ship) -> tuple[int, int]:
    """Return the Victory Points that count for the striking side, and against it.

    Powered ships in the box; the target always counts for its own side, prizes for nobody.
    """
    sums = {target.side: 0, other_side(target.side): 0}
    for ship in state.ships.values():
        counts = ship.box == target.box and ship.on_map and not ship.captured_by
        if counts and (ship.id == target.id or powered(state, ship)):
            sums[ship.side] += _value(state, ship)
    return sums[other_side(target.side)], sums[target.side]


def _value(state: State, ship: Ship) -> int:
    for effect in state.in_force("strike_value"):
        if effect.ship == ship.id:
            return effect.victory_points
    return value(ship)


def strike(ledger: Ledger, side: str, card: int, ship: Ship) -> None:
    """Settle a Strike card: the ship surrenders, or the card is wasted."""
    own, enemy = strike_sums(ledger.state, ship)
    if own > enemy:
        ledger.write(ev.Captured(ship.id, side))
    else:
        ledger.write(ev.StrikeWasted(ship.id, own, enemy))
    discard(ledger, card)
