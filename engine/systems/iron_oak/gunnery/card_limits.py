"""Which gunnery cards may be played on a shot (Iron & Oak 7.1 to 7.6, 11.3)."""

from __future__ import annotations

from engine.systems.iron_oak.cards.hand import kind_of
from engine.systems.iron_oak.fleet.hulls import card
from engine.systems.iron_oak.gunnery.ranges import range_of
from engine.systems.iron_oak.state.state import Ship, State, Unit

PAIRS = (("double_charge", "rapid_fire"), ("grapeshot", "incendiary_shells"))
"""Of each pair one card at most."""
WEAK = -4


def playable(state: State) -> tuple[str, ...]:
    """Return the kinds of cards that the firer's side may still play on the shot."""
    shot = state.shot
    if shot is None:
        return ()
    played = {kind_of(number) for number in shot.cards}
    kinds = [kind for pair in PAIRS if not played & set(pair) for kind in pair]
    firer, target = state.unit(shot.firer), state.unit(shot.target)
    if any(isinstance(unit, Ship) and not unit.on_map for unit in (firer, target)):
        return ()  # she has gone down, and what is left of the shot is still to be settled
    if "grapeshot" in kinds and not grapeshot_reaches(state, firer, target):
        kinds.remove("grapeshot")
    return tuple(kinds)


def grapeshot_reaches(state: State, firer: Unit, target: Unit) -> bool:
    """Tell whether grapeshot may be fired: close, and not at a monitor whose armour is whole."""
    if range_of(state, firer, target) not in {"short", "point_blank"}:
        return False
    if isinstance(target, Ship) and card(target).monitor:
        return any(shield <= WEAK for place, shield in target.shields.items() if place != "WL")
    return True
