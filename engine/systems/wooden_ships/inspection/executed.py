"""What the movement phase makes of the drafted orders, where no place hangs on a die."""

from __future__ import annotations

from typing import Any

from engine.kit.fold import evolve
from engine.systems.wooden_ships.movement.carry_out import carry_out
from engine.systems.wooden_ships.sailing.notation import read
from engine.systems.wooden_ships.sailing.plots import why_no_order
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.sides import afloat, holder, in_order
from engine.systems.wooden_ships.state.state import State

NEVER_FOULS = 6
"""A face that fouls nobody: fouls change no place in the phase."""


class HangsOnADie(Exception):
    """A contested hex that dice settle."""


def drafted(state: State) -> dict[str, str] | None:
    """Return the plot of every ship that gets one; None when one is missing or hidden."""
    found = {}
    for ship in afloat(state):
        if why_no_order(state, ship):
            continue
        sealed = state.sealed.get(holder(ship), {}).get(ship.id)
        order = sealed.option if sealed else ship.order
        if not order or order == "give_up":
            return None
        found[ship.id] = order
    return found


def executed(state: State) -> dict[str, dict[str, Any]] | None:
    """Return by ship where she ends and what befell her; None when that is not known."""
    orders = drafted(state)
    if orders is None:
        return None

    def no_die() -> int:
        raise HangsOnADie

    try:
        events = carry_out(
            state,
            {ship: read(text) for ship, text in orders.items()},
            no_die,
            lambda: NEVER_FOULS,
        )
    except HangsOnADie:
        return None
    after, collided, drifted = state, dict[str, set[str]](), set[str]()
    kept: dict[str, str] = {}
    for event in events:
        after = evolve(after, event)
        if isinstance(event, ev.Collided):
            for one, other in (event.ships, event.ships[::-1]):
                collided.setdefault(one, set()).add(other)
        elif isinstance(event, ev.Drifted):
            drifted |= event.places.keys()
        elif isinstance(event, ev.MovementEnded):
            kept = event.kept
    return {
        ship.id: {
            "bow": list(ship.bow),
            "facing": ship.facing,
            "kept": kept.get(ship.id, orders.get(ship.id, "0")),
            "collided": in_order(collided.get(ship.id, ())),
            "drifted": ship.id in drifted,
            "still": ship.still,
        }
        for ship in afloat(after)
    }
