"""Effects on the number of dice of an attack (Oak & Iron ch. 4, note on dice)."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from engine.systems.oak_iron.data.terms import Aim, AttackKind, Band
from engine.systems.oak_iron.effects.formation import in_formation
from engine.systems.oak_iron.machine.card_worth import worth
from engine.systems.oak_iron.machine.moment import Moment
from engine.systems.oak_iron.state.state import Ship, State


class Firing(msgspec.Struct, frozen=True):
    """An attack whose dice are being counted."""

    attacker: Ship
    target: Ship
    kind: AttackKind
    """broadside, partial_fire, close_combat, landing_party"""
    aim: Aim
    """hull, rigging, crew"""
    reach: Band
    """The band that counts: yard_arm, pistol, musket, cannon, beyond; '' in Close Combat."""
    card: str = ""
    """The card that grants it, for a free attack."""


GUN_DICE: Moment[Callable[[State, Firing], int]] = Moment("gun_dice")
"""(state, attack) to the dice that the attacker's card adds, or takes below 0."""

FACING_DICE: Moment[Callable[[State, Firing], int]] = Moment("facing_dice")
"""(state, attack) to the dice that the target's card adds, or takes below 0."""

LATE_DICE: Moment[Callable[[State, Firing], int]] = Moment("late_dice")
"""(state, attack) to the dice that the attacker's card adds after halving."""


@GUN_DICE("swell")
def swell(state: State, firing: Firing) -> int:
    """Heavy Swell: 1 die less at Cannon Shot."""
    return -int(firing.reach in ("cannon", "beyond"))


@GUN_DICE("additional_guns", "effective_fire")
@worth(effective_fire=lambda turn: 0.7 * turn.fight)
def one_more_gun(state: State, firing: Firing) -> int:
    """Additional Guns, Effective Fire: 1 more die in a Broadside."""
    return int(firing.kind == "broadside")


@GUN_DICE("superior_firepower")
@worth(superior_firepower=lambda turn: 1.3 * turn.fight)
def two_more_guns(state: State, firing: Firing) -> int:
    """Superior Firepower: 2 more dice in a Broadside."""
    return 2 * int(firing.kind == "broadside")


@GUN_DICE("engage_more_closely")
@worth(engage_more_closely=lambda turn: 0.9 * turn.fight)
def engage_more_closely(state: State, firing: Firing) -> int:
    """Engage More Closely: 2 more dice in a Broadside at Pistol Shot."""
    return 2 * int(firing.kind == "broadside" and firing.reach in ("yard_arm", "pistol"))


@GUN_DICE("seize_the_opportunity")
@worth(seize_the_opportunity=lambda turn: 1.3 * min(turn.fight, turn.loose))
def seize_the_opportunity(state: State, firing: Firing) -> int:
    """Seize the Opportunity: 2 more dice in every attack of a ship that is not in Formation."""
    return 2 * int(firing.attacker.id not in in_formation(state, firing.attacker.squadron))


@GUN_DICE("target_rigging")
@worth(target_rigging=lambda turn: 0.3 * turn.fight)
def target_rigging(state: State, firing: Firing) -> int:
    """Target Rigging: 1 more die at the rigging, before it is halved."""
    return int(firing.aim == "rigging")


@GUN_DICE("elan")
@worth(elan=lambda turn: 0.6 * turn.fight)
def elan(state: State, firing: Firing) -> int:
    """Elan: 1 more die in the attack that the crew action is spent on."""
    return int(firing.card == "elan")


@GUN_DICE("poorly_armed")
def one_gun_less(state: State, firing: Firing) -> int:
    """Poorly Armed: 1 die less in a Broadside."""
    return -int(firing.kind == "broadside")


@GUN_DICE("fierce", "bold")
def one_more_blade(state: State, firing: Firing) -> int:
    """Fierce, Bold: 1 more die in Close Combat."""
    return int(firing.kind == "close_combat")


@GUN_DICE("aggressive_crew")
def aggressive_crew(state: State, firing: Firing) -> int:
    """Aggressive Crew: 1 more die in Partial Fire and Close Combat."""
    return int(firing.kind in ("partial_fire", "close_combat"))


@GUN_DICE("marines")
def marines(state: State, firing: Firing) -> int:
    """Marines: 1 more die in Partial Fire, in Close Combat and ashore."""
    return int(firing.kind in ("partial_fire", "close_combat", "landing_party"))


@GUN_DICE("undermanned")
def undermanned(state: State, firing: Firing) -> int:
    """Undermanned: 1 die less in Partial Fire and Close Combat."""
    return -int(firing.kind in ("partial_fire", "close_combat"))


@GUN_DICE("boarding_party")
def boarding_party(state: State, firing: Firing) -> int:
    """Boarding Party: 1 more die in Close Combat in the turn of her own Boarding."""
    boarded = f"boarding_party@{state.turn}" in firing.attacker.used
    return int(firing.kind == "close_combat" and boarded)


@GUN_DICE("raider")
def raider(state: State, firing: Firing) -> int:
    """Raider: 1 more die ashore."""
    return int(firing.kind == "landing_party")


@GUN_DICE("troop_transport")
def troop_transport(state: State, firing: Firing) -> int:
    """Troop Transport: 2 more dice ashore."""
    return 2 * int(firing.kind == "landing_party")


@FACING_DICE("closed_quarters")
def closed_quarters(state: State, firing: Firing) -> int:
    """Closed Quarters: 1 die less against her in Close Combat."""
    return -int(firing.kind == "close_combat")


@FACING_DICE("boarding_defenses")
def boarding_defenses(state: State, firing: Firing) -> int:
    """Boarding Defenses: 2 dice less against her in Close Combat."""
    return -2 * int(firing.kind == "close_combat")


@LATE_DICE("dismantling_shot")
def dismantling_shot(state: State, firing: Firing) -> int:
    """Dismantling Shot: 1 more die at the rigging."""
    return int(firing.aim == "rigging")
