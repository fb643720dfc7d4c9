"""Luck: how much better the dice of an attack fell for a side than expected.

A control variate: luck has mean zero, so taking it off a playout's result adds no bias, and it
lowers the variance so much that far fewer playouts reach the same standard error.
"""

from __future__ import annotations

from engine.systems.oak_iron.gunnery import odds
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.state import State
from engine.systems.oak_iron.thinking.measure.hull_condition import expected, hull_condition


def luck(before: State, event: ev.AnyEvent, after: State, seat: str) -> float:
    """Return what an event gave a seat's side by chance, in units of `hull_condition`.

    Expected harm is taken off when an attack is declared, and the expected gain of a re-roll when
    it is rolled; actual harm is added when it happens. 0 for events outside an attack. A fire
    ship's dice are not corrected.
    """
    attack = after.attack or before.attack
    if attack is None or attack.kind == "fire_ship":
        return 0.0
    target = attack.target
    side = before.squadrons[before.ships[target].squadron].side
    sign = 1.0 if side == before.squadrons[seat].side else -1.0
    if before.attack is None:
        found = odds.roll_odds(before, attack, (), attack.dice)
        return -sign * expected(before.ships[target], found)
    if isinstance(event, ev.DiceRerolled) and before.roll is not None:
        return -sign * _mended(before, event)
    if before.ships[target] is after.ships[target]:
        return 0.0
    return sign * (hull_condition(after.ships[target]) - hull_condition(before.ships[target]))


def _mended(state: State, event: ev.DiceRerolled) -> float:
    """Return the expected change of an attack by the dice that are re-rolled."""
    attack, roll = state.attack, state.roll
    assert attack is not None
    assert roll is not None
    kept = tuple(face for die, face in enumerate(roll.faces) if die not in event.dice)
    ship = state.ships[attack.target]
    if roll.purpose != attack.kind:
        return 0.0
    again = odds.roll_odds(state, attack, kept, len(event.dice))
    return expected(ship, again) - expected(ship, odds.roll_odds(state, attack, roll.faces, 0))
