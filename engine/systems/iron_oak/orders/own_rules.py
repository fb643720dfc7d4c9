"""What a battle's own rules forbid to order (Iron & Oak 2.2)."""

from __future__ import annotations

from engine.systems.iron_oak.state.effects import effects
from engine.systems.iron_oak.state.state import Ship, State


def barred(state: State, ship: Ship, order: str) -> bool:
    """Tell whether the battle's own rules keep a ship from an order in this turn."""
    for effect in state.effects:
        early = state.turn < effect.turn
        if effect.kind == "no_steam_before":
            if early and ship.side == effect.side and order not in {"stay", "weigh_anchor"}:
                return True
        elif effect.kind == "no_weigh_before":
            if early and ship.id in effect.ships and order == "weigh_anchor":
                return True
        elif (
            effect.kind == "no_refloat_before"
            and early
            and ship.id in effect.ships
            and order == "refloat"
        ):
            return True
    return False


def enter_limit(state: State, side: str) -> int | None:
    """Return how many ships of a side may enter in a turn; None without a limit."""
    for effect in effects(state, "enter_limit"):
        if effect.side == side:
            return effect.ships_a_turn
    return None
