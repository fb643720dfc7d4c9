"""The steps of an attack (Oak & Iron ch. 4, Attack Phase): roll, hits, Fatigue, damage, reload."""

from __future__ import annotations

from collections.abc import Sequence

from engine.oak_iron import events as ev
from engine.oak_iron.agenda import does
from engine.oak_iron.effects.hits import bitterness, damaging, more_dice, showing
from engine.oak_iron.harm import take_damage, take_fatigue
from engine.oak_iron.ledger import Ledger, count
from engine.oak_iron.state import Attack, Symbol
from engine.oak_iron.steps import (
    ApplyAttack,
    ApplyCritical,
    CarefulAimOffer,
    EndAttack,
    RollAttack,
    RollCritical,
)


def current(ledger: Ledger) -> Attack:
    """Return the attack being resolved."""
    assert ledger.state.attack is not None
    return ledger.state.attack


@does(RollAttack)
def roll_attack(ledger: Ledger, step: RollAttack) -> None:
    """Step 1: roll the dice."""
    attack = current(ledger)
    ledger.finish()
    ledger.roll(attack.kind, attack.attacker, attack.dice)


@does(ApplyAttack)
def apply_attack(ledger: Ledger, step: ApplyAttack) -> None:
    """Steps 3 and 4: count hits on the roll as it stands, then Fatigue, then damage."""
    attack = current(ledger)
    assert ledger.state.roll is not None
    faces = ledger.state.roll.faces
    hits = sum(1 for face in faces if face in attack.hits)
    ledger.write(ev.HitsScored(attack.attacker, attack.target, hits))
    if attack.aim != "hull":
        ledger.finish(ApplyCritical())
    elif attack.kind in ("close_combat", "landing_party"):
        ledger.finish()
        taken = take_fatigue(ledger, attack.target, hits)
        if taken:
            more = bitterness(ledger.state, ledger.state.ships[attack.attacker], attack.kind)
            take_fatigue(ledger, attack.target, more)
    else:
        trigger = "critical_trigger_raking" if attack.rake else "critical_trigger"
        chances = 0 if attack.fatigue_only else count(faces, trigger)
        steps = (RollCritical(chances), CarefulAimOffer(), ApplyCritical()) if chances else ()
        ledger.finish(*steps)
        _hit(ledger, attack, hits)
    _by_cards(ledger, attack, faces)


def _by_cards(ledger: Ledger, attack: Attack, faces: Sequence[Symbol]) -> None:
    """Do what cards make of the roll: damage, and dice that are not re-rolled."""
    attacker = ledger.state.ships[attack.attacker]
    twice = damaging(ledger.state, attacker, attack.kind)
    if showing(faces, twice) >= 2 and not attack.fatigue_only:
        take_damage(ledger, attack.target, 1)
    symbols = more_dice(ledger.state, attacker, attack.kind, attack.band)
    more = showing(faces, symbols)
    if more and showing(ledger.roll("marksmen", attack.attacker, more), symbols):
        take_fatigue(ledger, attack.target, 1)


def _hit(ledger: Ledger, attack: Attack, hits: int) -> None:
    if hits >= attack.hits_for_fatigue:
        take_fatigue(ledger, attack.target, 2 if attack.rake else 1)
    if not attack.fatigue_only:
        take_damage(ledger, attack.target, hits // attack.fortitude)


@does(EndAttack)
def end_attack(ledger: Ledger, step: EndAttack) -> None:
    """Step 6: a reload marker on the side that fired."""
    attack = current(ledger)
    ledger.finish()
    if attack.kind == "broadside" and attack.edge in ("port", "starboard"):
        ledger.write(ev.ReloadMarked(attack.attacker, attack.edge))
    ledger.write(ev.AttackEnded())
