"""An attack: the choices of a ship, the declaration, and the steps that resolve it (Oak & Iron
ch. 4).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.base.text import pluralized
from engine.game.decision import Closed, Option
from engine.space.plane.contact import within
from engine.systems.oak_iron.damage import take_damage, take_fatigue
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.data.facts import Aim, AnySide, FireKind, Side, Symbol
from engine.systems.oak_iron.effects.hits import (
    MELEES,
    count_showing,
    damaging_symbols,
    fatigue_if_any_hit,
    fatigue_if_any_taken,
    fatigue_spared,
    more_dice,
    repeat_symbols,
    tough,
)
from engine.systems.oak_iron.gunnery.shot import shot
from engine.systems.oak_iron.machine import RULES, Ledger, count
from engine.systems.oak_iron.state import commands as cmd
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state import steps as st
from engine.systems.oak_iron.state.ships import distance, enemies
from engine.systems.oak_iron.state.state import Attack, Ship, State

# Which attacks a ship may make, and how an attack is declared (Oak & Iron ch. 4, Attack Phase).


SIDES: tuple[Side, Side] = ("port", "starboard")
"""The two broadsides, in the order in which the player sees them."""


class Way(NamedTuple):
    """A way to fire: the kind of attack, the words in its option, for a Broadside the side that
    fires, and the words in the option's short form.
    """

    kind: FireKind
    words: str
    side: AnySide = ""
    short: str = ""


PARTIAL_FIRE = Way("partial_fire", "partial fire at", short="partial fire")


def aims(state: State) -> tuple[Aim, ...]:
    """Return the parts of a ship that guns may aim at; in the quick start only the hull."""
    return ("hull",) if state.rules.quick_start else ("hull", "rigging", "crew")


def attack_options(state: State, ship: Ship) -> tuple[list[Option], list[Closed]]:
    """Return (options, closed): the attacks that a ship may make, and those that she may not.

    `closed` gives the reason for each enemy at which she cannot fire.
    """
    options: list[Option] = []
    closed: list[Closed] = []
    for enemy in enemies(state, ship.id):
        sides = [_broadsides(state, ship, enemy, side) for side in SIDES]
        guns = [option for found, _ in sides for option in found]
        arms, no_arms = _shots(state, ship, enemy, PARTIAL_FIRE)
        options += [
            *guns,
            *arms,
            *_one(state, ship, enemy, "close_combat"),
            *_one(state, ship, enemy, "landing_party"),
        ]
        no_guns = "" if guns else "; ".join(dict.fromkeys(why_not for _, why_not in sides))
        closed += _no_fire(enemy.id, no_guns, no_arms)
    if not any(option.command.kind == "close_combat" for option in options):
        closed.append(Closed("Close Combat", "she is not entangled with an enemy"))
    return options, closed


def _no_fire(enemy: str, broadside: str, partial: str) -> list[Closed]:
    """Return why a ship may fire neither a Broadside nor a Partial Fire at an enemy.

    `broadside` and `partial` are the two reasons ('' if that fire is legal); equal reasons become
    one entry.
    """
    if broadside == partial:
        return [Closed(f"fire at {enemy}", partial)] if partial else []
    reasons = ((f"Broadside at {enemy}", broadside), (f"Partial Fire at {enemy}", partial))
    return [Closed(label, why_not) for label, why_not in reasons if why_not]


def _broadsides(state: State, ship: Ship, enemy: Ship, side: Side) -> tuple[list[Option], str]:
    short = "fire stbd" if side == "starboard" else f"fire {side}"
    return _shots(state, ship, enemy, Way("broadside", f"fire {side} at", side, short))


def _shots(
    state: State, ship: Ship, enemy: Ship, way: Way, card: str = ""
) -> tuple[list[Option], str]:
    """Return (options, reason): a legal shot at an enemy for each aim, or why there is none.

    Distance is checked first, because that is cheap and most enemies are out of range.
    """
    kind, words, side, short = way
    inches, measures = distance(state, ship.id, enemy.id), book().measures
    if not within(inches, measures.cannon):
        return [], "beyond cannon shot"
    if kind == "partial_fire" and not within(inches, measures.musket):
        return [], "partial fire reaches to musket shot"
    options = []
    closed = ""
    for aim in aims(state):
        at = shot(state, ship.id, enemy.id, kind, side, aim, card)
        if not at.legal:
            closed = closed or at.why_not
            continue
        target = enemy.id if aim == "hull" else f"{enemy.id}'s {aim}"
        label = f"{words} {target}, {pluralized(at.dice, 'die', 'dice')}"
        name = "_".join(part for part in (kind, side, enemy.id) if part)
        name = name if aim == "hull" else f"{name}_{aim}"
        command = cmd.Fire(kind, enemy.id, side, aim)
        brief = f"{short} {target}, {pluralized(at.dice, 'die', 'dice')}"
        options.append(Option(name, label, command, subject=enemy.id, short=brief))
    return options, "" if options else closed


def _one(state: State, ship: Ship, enemy: Ship, kind: FireKind, card: str = "") -> list[Option]:
    """Return the option to fight an enemy hand to hand, aboard or ashore; [] if that is illegal."""
    held = state.holds(ship.id) or ship.boats_on
    possible = ship.landing_party if kind == "landing_party" else held
    if not possible:
        return []
    at = shot(state, ship.id, enemy.id, kind, card=card)
    if not at.legal:
        return []
    party = f"ashore: fight {enemy.id}'s party"
    words = party if kind == "landing_party" else f"close combat with {enemy.id}"
    label = f"{words}, {pluralized(at.dice, 'die', 'dice')}"
    return [Option(f"{kind}_{enemy.id}", label, cmd.Fire(kind, enemy.id), subject=enemy.id)]


def second_sides(state: State, ship: Ship, fired: tuple[Side, ...]) -> list[Option]:
    """Return the legal Broadsides from a side that is not among `fired`, the sides that fired
    already.
    """
    return [
        option
        for side in SIDES
        if side not in fired
        for enemy in enemies(state, ship.id)
        for option in _broadsides(state, ship, enemy, side)[0]
    ]


def partial_fires(state: State, ship: Ship, card: str) -> list[Option]:
    """Return the legal Partial Fires of a ship at every enemy; `card` is the card that grants
    them.
    """
    return [
        option
        for enemy in enemies(state, ship.id)
        for option in _shots(state, ship, enemy, PARTIAL_FIRE, card)[0]
    ]


def storms(state: State, ship: Ship, card: str) -> list[Option]:
    """Return the legal Close Combats of a ship; `card` is the card that grants them."""
    return [
        option
        for enemy in enemies(state, ship.id)
        for option in _one(state, ship, enemy, "close_combat", card)
    ]


def declare(
    ledger: Ledger, attacker: str, command: cmd.Fire, card: str = "", fatigue_only: bool = False
) -> None:
    """Declare an attack, and put the steps that resolve it on the agenda.

    The number of dice and the symbols that hit are fixed now, so that no later step changes them.
    After a Broadside in a ship's own activation she may also fire her other side. With
    `fatigue_only` the attack does no damage.
    """
    state = ledger.state
    at = shot(state, attacker, command.target, command.kind, command.side, command.aim, card)
    attack = Attack(
        attacker=attacker,
        target=command.target,
        kind=command.kind,
        edge=at.edge,
        aim=command.aim,
        card=card,
        dice=at.dice,
        hits=at.hits,
        band=at.reach,
        rake=at.rake,
        fortitude=at.fortitude,
        hits_for_fatigue=at.hits_for_fatigue,
        fatigue_only=fatigue_only,
        spared_fatigue=fatigue_spared(state, state.ships[command.target]),
    )
    own_turn = state.activation is not None and state.activation.ship == attacker
    again = [st.SecondBroadside(card)] if command.kind == "broadside" and own_turn else []
    ledger.write(ev.AttackDeclared(attack))
    ledger.plan(st.RollAttack(), st.RerollOffer(), st.ApplyAttack(), st.EndAttack(), *again)


# An attack resolved step by step (Oak & Iron ch. 4, Attack Phase).
#
# Roll, hits, Fatigue, damage, reload marker; step 5, critical damage, is in `critical`.


def current(ledger: Ledger) -> Attack:
    """Return the attack that is now being resolved."""
    assert ledger.state.attack is not None
    return ledger.state.attack


@RULES.does(st.RollAttack)
def roll_attack(ledger: Ledger, step: st.RollAttack) -> None:
    """Step 1 of an attack: roll the dice."""
    attack = current(ledger)
    ledger.finish()
    ledger.roll(attack.kind, attack.attacker, attack.dice)


@RULES.does(st.ApplyAttack)
def apply_attack(ledger: Ledger, step: st.ApplyAttack) -> None:
    """Steps 3 and 4 of an attack: count the hits of the final roll; give the target Fatigue and
    damage.
    """
    attack = current(ledger)
    # A card may add a die for each die with certain symbols. Added dice that show one of these
    # symbols add dice too.
    attacker = ledger.state.ships[attack.attacker]
    symbols, card = repeat_symbols(ledger.state, attacker, attack.band)
    assert ledger.state.roll is not None
    more = count_showing(ledger.state.roll.faces, symbols)
    while more:
        more = count_showing(ledger.add(card, more), symbols)
    faces = ledger.state.roll.faces
    hits = sum(1 for face in faces if face in attack.hits)
    ledger.write(ev.HitsScored(attack.attacker, attack.target, hits))
    if attack.aim != "hull":
        ledger.finish(st.ApplyCritical())
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
        steps = (
            (st.RollCritical(chances), st.CarefulAimOffer(), st.ApplyCritical()) if chances else ()
        )
        ledger.finish(*steps)
        if hits >= attack.hits_for_fatigue:
            take_fatigue(ledger, attack.target, 2 if attack.rake else 1)
        wound(ledger, attack, _by_hits(attack, faces), 0)
    # The cards whose effect depends on the faces rolled: more Fatigue, damage, or added dice,
    # which cannot be re-rolled.
    attacker = ledger.state.ships[attack.attacker]
    if count_showing(faces, attack.hits):
        pressed = fatigue_if_any_hit(ledger.state, attacker, attack.kind, attack.band)
        take_fatigue(ledger, attack.target, pressed)
    wound(ledger, attack, _by_symbols(ledger.state, attack, faces), _by_hits(attack, faces))
    symbols = more_dice(ledger.state, attacker, attack.kind, attack.band)
    more = count_showing(faces, symbols)
    if more and count_showing(ledger.roll("marksmen", attack.attacker, more), symbols):
        take_fatigue(ledger, attack.target, 1)


def _by_hits(attack: Attack, faces: Sequence[Symbol]) -> int:
    """Return the damage from the hits of a roll: one point for every `fortitude` hits."""
    if attack.fatigue_only or attack.aim != "hull" or attack.kind in MELEES:
        return 0
    return count_showing(faces, attack.hits) // attack.fortitude


def _by_symbols(state: State, attack: Attack, faces: Sequence[Symbol]) -> int:
    """Return 1 if a card turns two of certain symbols into 1 damage and the roll shows two, else
    0.
    """
    twice = damaging_symbols(state, state.ships[attack.attacker], attack.kind)
    return int(count_showing(faces, twice) >= 2 and not attack.fatigue_only)


def dealt(state: State, attack: Attack) -> int:
    """Return the damage of an attack's first roll; critical dice are not counted."""
    return _by_hits(attack, attack.faces) + _by_symbols(state, attack, attack.faces)


def wound(ledger: Ledger, attack: Attack, points: int, before: int) -> None:
    """Put `points` of an attack's damage on its target; a card may prevent the attack's second
    point.

    `before` is the damage that the attack has done before.
    """
    card = tough(ledger.state, ledger.state.ships[attack.target])
    if card and before < 2 <= before + points:
        ledger.write(ev.DamageSpared(attack.target, card))
        points -= 1
    take_damage(ledger, attack.target, points)


@RULES.does(st.EndAttack)
def end_attack(ledger: Ledger, step: st.EndAttack) -> None:
    """Step 6 of an attack: put a reload marker on the side that fired a Broadside, end the
    attack.
    """
    attack = current(ledger)
    ledger.finish()
    if attack.kind == "broadside" and attack.edge in ("port", "starboard"):
        ledger.write(ev.ReloadMarked(attack.attacker, attack.edge))
    ledger.write(ev.AttackEnded())
