"""Effects of cards on dice: the number of dice in attacks and Skill Tests, and re-rolls."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import msgspec

from engine.systems.oak_iron.data.facts import Aim, AttackKind, Band
from engine.systems.oak_iron.effects.sailing import in_formation
from engine.systems.oak_iron.machine import Moment, worth
from engine.systems.oak_iron.state.state import Ship, State

# Effects on the number of dice of an attack (Oak & Iron ch. 4, note on dice).


class Firing(msgspec.Struct, frozen=True):
    """An attack for which the number of dice is being worked out; effects of cards read it."""

    attacker: Ship
    target: Ship
    kind: AttackKind
    """The kind of attack: broadside, partial_fire, close_combat or landing_party."""
    aim: Aim
    """The aim: hull, rigging or crew."""
    reach: Band
    """The range band that the rules use, fog included: yard_arm, pistol, musket, cannon or beyond;
    '' in Close Combat."""
    card: str = ""
    """The card that grants a free attack; '' for an ordinary attack."""


GUN_DICE: Moment[Callable[[State, Firing], int]] = Moment("gun_dice")
"""Hook called with (state, attack): how many dice the attacker's cards add to an attack; below 0 if
they take dice away."""

FACING_DICE: Moment[Callable[[State, Firing], int]] = Moment("facing_dice")
"""Hook called with (state, attack): how many dice the target's cards add to an attack on her; below
0 if they take dice away."""

LATE_DICE: Moment[Callable[[State, Firing], int]] = Moment("late_dice")
"""Hook called with (state, attack): how many dice the attacker's cards add after the dice have been
halved, as they are for an attack at rigging or crew."""


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
    """Target Rigging: 1 more die in an attack at the rigging; it is added before the dice are
    halved.
    """
    return int(firing.aim == "rigging")


@GUN_DICE("elan")
@worth(elan=lambda turn: 0.6 * turn.fight)
def elan(state: State, firing: Firing) -> int:
    """Elan: 1 more die in the attack that the ship makes as her crew action."""
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
    """Marines: 1 more die in Partial Fire, in Close Combat and in a fight of landing parties."""
    return int(firing.kind in ("partial_fire", "close_combat", "landing_party"))


@GUN_DICE("undermanned")
def undermanned(state: State, firing: Firing) -> int:
    """Undermanned: 1 die less in Partial Fire and Close Combat."""
    return -int(firing.kind in ("partial_fire", "close_combat"))


@GUN_DICE("boarding_party")
def boarding_party(state: State, firing: Firing) -> int:
    """Boarding Party: 1 more die in Close Combat in the turn of the ship's own Boarding."""
    boarded = f"boarding_party@{state.turn}" in firing.attacker.used
    return int(firing.kind == "close_combat" and boarded)


@GUN_DICE("raider")
def raider(state: State, firing: Firing) -> int:
    """Raider: 1 more die in a fight of landing parties."""
    return int(firing.kind == "landing_party")


@GUN_DICE("troop_transport")
def troop_transport(state: State, firing: Firing) -> int:
    """Troop Transport: 2 more dice in a fight of landing parties."""
    return 2 * int(firing.kind == "landing_party")


@FACING_DICE("closed_quarters")
def closed_quarters(state: State, firing: Firing) -> int:
    """Closed Quarters: an attack on the ship in Close Combat has 1 die less."""
    return -int(firing.kind == "close_combat")


@FACING_DICE("boarding_defenses")
def boarding_defenses(state: State, firing: Firing) -> int:
    """Boarding Defenses: an attack on the ship in Close Combat has 2 dice less."""
    return -2 * int(firing.kind == "close_combat")


@LATE_DICE("dismantling_shot")
def dismantling_shot(state: State, firing: Firing) -> int:
    """Dismantling Shot: 1 more die in an attack at the rigging, after the dice have been halved."""
    return int(firing.aim == "rigging")


# Effects on the number of dice of Skill Tests (Oak & Iron ch. 4, Initiative Phase, new terms).


Purpose = Literal["seamanship", "boarding", "repair", "rally", "squall", "card", "challenge"]
"""What a test is rolled for. A Challenge Test uses the same dice, but is not a Skill Test."""

SKILL_DICE: Moment[Callable[[State, Ship, Purpose], int]] = Moment("skill_dice")
"""Hook called with (state, ship, purpose): how many dice a card adds to a test; below 0 if it takes
dice away."""


@SKILL_DICE("skilled_sailors", "expert_sailing_master")
def better_seamen(state: State, ship: Ship, purpose: Purpose) -> int:
    """Skilled Sailors, Expert Sailing Master: 1 more die in a test for a Seamanship Action."""
    return int(purpose == "seamanship")


@SKILL_DICE("bold", "boarders")
def bold(state: State, ship: Ship, purpose: Purpose) -> int:
    """Bold, Boarders: 1 more die in the Skill Test for Boarding."""
    return int(purpose == "boarding")


@SKILL_DICE("untested_crew")
def untested_crew(state: State, ship: Ship, purpose: Purpose) -> int:
    """Untested Crew: 1 die less in every Skill Test."""
    return -int(purpose != "challenge")


# Effects on Skill and on the dice that may be re-rolled (Oak & Iron ch. 4, new terms).


MOST_SKILL = 3
"""Cards cannot raise a ship's Skill above this."""
LUCK = "lucky"
"""The id of the keyword Lucky. It is also kept in a ship's `used` effects after her captain has
spent his own Fortune Point."""

SKILL: Moment[Callable[[], int]] = Moment("skill")
"""Hook: how many points of Skill a card adds; Skill is the number of dice that a ship may
re-roll."""

REROLLS: Moment[Callable[[str], int]] = Moment("rerolls")
"""Hook called with (purpose of a roll): how many more dice of this roll a card allows to be
re-rolled, besides those by Skill."""

OWN_LUCK: Moment[Callable[[State, Ship], bool]] = Moment("own_luck")
"""Hook called with (state, ship): whether her captain still has his own Fortune Point, which only
this ship may use."""


@SKILL("brilliant")
def brilliant() -> int:
    """Brilliant: 1 more Skill, to at most 3."""
    return 1


@REROLLS("swashbucklers")
def swashbucklers(purpose: str) -> int:
    """Swashbucklers: 1 more die may be re-rolled in a Close Combat."""
    return int(purpose == "close_combat")


@OWN_LUCK("lucky")
def lucky(state: State, ship: Ship) -> bool:
    """Lucky: tell whether the captain has not yet spent a Fortune Point of his own for his ship.

    The keyword of an admiral adds a point to his squadron instead, so the result is then False.
    """
    admiral = state.is_flagship(ship.id) and state.squadrons[ship.squadron].admiral
    return not admiral and LUCK not in ship.used


def skill(state: State, ship: Ship) -> int:
    """Return a ship's Skill with the effects of cards: how many dice of a roll she may re-roll."""
    more = sum(points() for _, points in SKILL.on(state, ship))
    return min(ship.skill + more, MOST_SKILL) if more else ship.skill


def rerolls(state: State, ship: Ship, purpose: str) -> int:
    """Return how many dice of a roll a ship may re-roll, by Skill and cards; each die once."""
    return skill(state, ship) + sum(dice(purpose) for _, dice in REROLLS.on(state, ship))


def own_luck(state: State, ship: Ship) -> bool:
    """Tell whether a ship still has a Fortune Point that only she may use."""
    return any(left(state, ship) for _, left in OWN_LUCK.on(state, ship))


def has_fortune(state: State, ship: Ship) -> bool:
    """Tell whether a Fortune Point, the ship's own or her squadron's, is left to re-roll her dice.

    The quick start has no Fortune Points.
    """
    if state.rules.quick_start:
        return False
    return own_luck(state, ship) or state.squadrons[ship.squadron].fortune > 0
