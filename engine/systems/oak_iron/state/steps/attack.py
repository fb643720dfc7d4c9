"""Steps of the Attack Phase, and of an attack."""

from __future__ import annotations

from typing import Literal

from engine.kit.step import Step


class FreeAttack(Step, frozen=True, tag="free_attack"):
    """A card lets a ship make an attack of this kind at this target, besides her own."""

    ship: str
    target: str
    kind: Literal["partial_fire", "close_combat"]
    card: str


class AttackPhase(Step, frozen=True, tag="attack_phase"):
    """The Attack Phase goes on with this side."""

    side: str


class AttackChoice(Step, frozen=True, tag="attack_choice"):
    """Attack, take a crew action instead, or neither."""


class SecondBroadside(Step, frozen=True, tag="second_broadside"):
    """The other side may fire as well. `card` when a card grants the attack."""

    card: str = ""


class RollAttack(Step, frozen=True, tag="roll_attack"):
    """Roll the attack's dice."""


class RerollOffer(Step, frozen=True, tag="reroll_offer"):
    """The roll may be re-rolled by Skill or Fortune until its player lets it stand."""


class ApplyAttack(Step, frozen=True, tag="apply_attack"):
    """The roll stands: hits, Fatigue, damage."""


class RollCritical(Step, frozen=True, tag="roll_critical"):
    """Roll a critical die for each symbol that calls for one."""

    dice: int


class CarefulAimOffer(Step, frozen=True, tag="careful_aim_offer"):
    """Critical dice without a result may be re-rolled once."""


class ApplyCritical(Step, frozen=True, tag="apply_critical"):
    """The critical dice stand."""


class HelmChoice(Step, frozen=True, tag="helm_choice"):
    """The attacker spins the target's helm."""


class OfficerDie(Step, frozen=True, tag="officer_die"):
    """A die for the admiral or captain aboard."""


class BurnOut(Step, frozen=True, tag="burn_out"):
    """The ship that burned is lost."""


class EndAttack(Step, frozen=True, tag="end_attack"):
    """Reload marker; the attack is over."""
