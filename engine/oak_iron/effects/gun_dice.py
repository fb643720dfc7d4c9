"""Effects on the number of dice of an attack (Oak & Iron ch. 4, note on dice)."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from engine.oak_iron.effects.moment import Moment
from engine.oak_iron.state import Ship, State


class Firing(msgspec.Struct, frozen=True):
    """An attack whose dice are being counted."""

    attacker: Ship
    target: Ship
    kind: str
    """broadside, partial_fire, close_combat, landing_party"""
    aim: str
    """hull, rigging, crew"""
    reach: str
    """The band that counts: yard_arm, pistol, musket, cannon, beyond; '' in Close Combat."""
    card: str = ""
    """The card that grants it, for a free attack."""


GUN_DICE: Moment[Callable[[State, Firing], int]] = Moment("gun_dice")
"""(state, attack) to the dice that the attacker's card adds (or takes, below 0)."""

FACING_DICE: Moment[Callable[[State, Firing], int]] = Moment("facing_dice")
"""(state, attack) to the dice that the target's card takes (below 0) or adds."""


@GUN_DICE("additional_guns", "effective_fire")
def one_more_gun(state: State, firing: Firing) -> int:
    """Additional Guns, Effective Fire: 1 more die in a Broadside."""
    return int(firing.kind == "broadside")
