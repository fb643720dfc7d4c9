"""An attack resolved step by step (Oak & Iron ch. 4, Attack Phase).

Roll, hits, Fatigue, damage, reload marker; step 5, critical damage, is in `critical`.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.systems.oak_iron.damage.harm import take_damage, take_fatigue
from engine.systems.oak_iron.data.terms import Symbol
from engine.systems.oak_iron.effects.fortitude import tough
from engine.systems.oak_iron.effects.hits import (
    MELEES,
    count_showing,
    damaging_symbols,
    fatigue_if_any_hit,
    fatigue_if_any_taken,
    more_dice,
    repeat_symbols,
)
from engine.systems.oak_iron.machine.agenda import RULES
from engine.systems.oak_iron.machine.ledger import Ledger, count
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.state import Attack, State
from engine.systems.oak_iron.state.steps import (
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


@RULES.does(RollAttack)
def roll_attack(ledger: Ledger, step: RollAttack) -> None:
    """Step 1: roll the dice."""
    attack = current(ledger)
    ledger.finish()
    ledger.roll(attack.kind, attack.attacker, attack.dice)


@RULES.does(ApplyAttack)
def apply_attack(ledger: Ledger, step: ApplyAttack) -> None:
    """Steps 3 and 4: count the hits of the roll that stands, then Fatigue, then damage."""
    attack = current(ledger)
    _roll_again(ledger, attack)
    assert ledger.state.roll is not None
    faces = ledger.state.roll.faces
    hits = sum(1 for face in faces if face in attack.hits)
    ledger.write(ev.HitsScored(attack.attacker, attack.target, hits))
    if attack.aim != "hull":
        ledger.finish(ApplyCritical())
    elif attack.kind in MELEES:
        ledger.finish()
        taken = take_fatigue(ledger, attack.target, hits)
        if taken:
            more = fatigue_if_any_taken(
                ledger.state, ledger.state.ships[attack.attacker], attack.kind
            )
            take_fatigue(ledger, attack.target, more)
    else:
        trigger = "critical_trigger_raking" if attack.rake else "critical_trigger"
        chances = 0 if attack.fatigue_only else count(faces, trigger)
        steps = (RollCritical(chances), CarefulAimOffer(), ApplyCritical()) if chances else ()
        ledger.finish(*steps)
        _hit(ledger, attack, faces, hits)
    _by_cards(ledger, attack, faces)


def _roll_again(ledger: Ledger, attack: Attack) -> None:
    """Add dice by a card for each symbol of some kind, and for those among the added dice."""
    attacker = ledger.state.ships[attack.attacker]
    symbols, card = repeat_symbols(ledger.state, attacker, attack.band)
    assert ledger.state.roll is not None
    more = count_showing(ledger.state.roll.faces, symbols)
    while more:
        more = count_showing(ledger.add(card, more), symbols)


def _by_cards(ledger: Ledger, attack: Attack, faces: Sequence[Symbol]) -> None:
    """Apply what cards add to the roll: Fatigue, damage, and dice that cannot be re-rolled."""
    attacker = ledger.state.ships[attack.attacker]
    if count_showing(faces, attack.hits):
        pressed = fatigue_if_any_hit(ledger.state, attacker, attack.kind, attack.band)
        take_fatigue(ledger, attack.target, pressed)
    wound(ledger, attack, _by_symbols(ledger.state, attack, faces), _by_hits(attack, faces))
    symbols = more_dice(ledger.state, attacker, attack.kind, attack.band)
    more = count_showing(faces, symbols)
    if more and count_showing(ledger.roll("marksmen", attack.attacker, more), symbols):
        take_fatigue(ledger, attack.target, 1)


def _hit(ledger: Ledger, attack: Attack, faces: Sequence[Symbol], hits: int) -> None:
    """Apply Fatigue, then damage, of a gun attack at the hull."""
    if hits >= attack.hits_for_fatigue:
        take_fatigue(ledger, attack.target, 2 if attack.rake else 1)
    wound(ledger, attack, _by_hits(attack, faces), 0)


def _by_hits(attack: Attack, faces: Sequence[Symbol]) -> int:
    """Return the damage of a roll's hits: one point for each full Fortitude."""
    if attack.fatigue_only or attack.aim != "hull" or attack.kind in MELEES:
        return 0
    return count_showing(faces, attack.hits) // attack.fortitude


def _by_symbols(state: State, attack: Attack, faces: Sequence[Symbol]) -> int:
    """Return the damage of a card that counts two symbols of a roll as 1 damage."""
    twice = damaging_symbols(state, state.ships[attack.attacker], attack.kind)
    return int(count_showing(faces, twice) >= 2 and not attack.fatigue_only)


def dealt(state: State, attack: Attack) -> int:
    """Return the damage that an attack's roll has done so far, without critical dice."""
    return _by_hits(attack, attack.faces) + _by_symbols(state, attack, attack.faces)


def wound(ledger: Ledger, attack: Attack, points: int, before: int) -> None:
    """Put an attack's damage on its target; a card may spare the second point.

    `before` is the damage that the attack has done already.
    """
    card = tough(ledger.state, ledger.state.ships[attack.target])
    if card and before < 2 <= before + points:
        ledger.write(ev.DamageSpared(attack.target, card))
        points -= 1
    take_damage(ledger, attack.target, points)


@RULES.does(EndAttack)
def end_attack(ledger: Ledger, step: EndAttack) -> None:
    """Step 6: put a reload marker on the side that fired, and end the attack."""
    attack = current(ledger)
    ledger.finish()
    if attack.kind == "broadside" and attack.edge in ("port", "starboard"):
        ledger.write(ev.ReloadMarked(attack.attacker, attack.edge))
    ledger.write(ev.AttackEnded())
