"""How dice, attacks and harm are told."""

from __future__ import annotations

from typing import Any

from engine.systems.oak_iron.data.records import book
from engine.systems.oak_iron.data.terms import Symbol
from engine.systems.oak_iron.machine.moment import name_of
from engine.systems.oak_iron.machine.telling import tells
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.state import State
from engine.systems.oak_iron.state.wording import (
    BAND_WORDS,
    card_name,
    faces,
    listed,
    plain,
    some,
    squadron_name,
    who,
)


@tells(ev.DiceRolled)
def _rolled(state: State, event: ev.DiceRolled, seat: str) -> str:
    if event.purpose == "marksmen":
        return f"Marksmen: {faces(event.faces)}"
    if event.purpose == "critical":
        return f"Critical dice: {faces(event.faces)}"
    if event.purpose == "skill_test":
        return f"{who(state, event.ship)} tests her skill: {faces(event.faces)}{_pass(event.faces)}"
    if state.attack is not None:
        return f"{faces(event.faces)}: {some(_hits(state, event.faces), 'hit')}"
    return f"{who(state, event.ship)}, {plain(event.purpose)}: {faces(event.faces)}"


@tells(ev.DiceRerolled)
def _rerolled(state: State, event: ev.DiceRerolled, seat: str) -> str:
    lead = {
        "skill": f"{who(state, event.ship)} re-rolls by skill",
        "fortune": f"{who(state, event.ship)} re-rolls all by fortune",
        "careful_aim": "Careful aim re-rolls",
    }[event.by]
    if event.by == "careful_aim":
        result = ""
    elif state.attack is not None:
        result = f", {some(_hits(state, event.faces), 'hit')}"
    else:
        result = _pass(event.faces)
    return f"{lead}: {faces(event.faces)}{result}"


@tells(ev.DiceAdded)
def _added(state: State, event: ev.DiceAdded, seat: str) -> str:
    return f"{name_of(event.card)} adds {faces(event.faces)}"


@tells(ev.DamageSpared)
def _softened(state: State, event: ev.DamageSpared, seat: str) -> str:
    return f"{name_of(event.card)} spares {who(state, event.ship)} 1 damage"


def _pass(rolled: tuple[Symbol, ...]) -> str:
    wanted = book().dice.counts["skill_test"]
    return ", passed" if any(face in wanted for face in rolled) else ""


def _hits(state: State, rolled: tuple[Symbol, ...]) -> int:
    assert state.attack is not None
    return sum(1 for face in rolled if face in state.attack.hits)


@tells(ev.TestResolved)
def _tested(state: State, event: ev.TestResolved, seat: str) -> str:
    return "" if event.passed else f"{who(state, event.ship)} fails the test"


@tells(ev.FortuneSpent)
def _fortune(state: State, event: ev.FortuneSpent, seat: str) -> str:
    return f"{squadron_name(state, event.squadron)} spends a fortune point: {event.left} left"


@tells(ev.AttackDeclared)
def _declared(state: State, event: ev.AttackDeclared, seat: str) -> str:
    attack = event.attack
    by = f"{card_name(attack.card)}: " if attack.card else ""
    target = who(state, attack.target)
    if attack.kind == "close_combat":
        lead = f"{who(state, attack.attacker)} storms {target} over the {attack.edge or 'side'}"
    elif attack.kind == "landing_party":
        lead = f"{who(state, attack.attacker)}'s party falls on that of {target}"
    elif attack.kind == "fire_ship":
        lead = f"{who(state, attack.attacker)} burns against {target}"
    elif attack.kind == "partial_fire":
        lead = f"{who(state, attack.attacker)} opens partial fire at {target}"
    else:
        lead = f"{who(state, attack.attacker)} fires {attack.edge} at {target}"
    aim = f", {attack.aim}" if attack.aim != "hull" else ""
    band = f", {BAND_WORDS.get(attack.band, plain(attack.band))}" if attack.band else ""
    rake = f", {attack.rake} rake" if attack.rake else ""
    return f"{by}{lead}{aim}{band}{rake}: {some(attack.dice, 'die', 'dice')}"


@tells(ev.HitsScored)
def _scored(state: State, event: ev.HitsScored, seat: str) -> str:
    known = state.attack is not None and state.roll is not None
    if known and state.roll is not None and _hits(state, state.roll.faces) == event.hits:
        return ""
    return f"{some(event.hits, 'hit')} on {who(state, event.target)}"


@tells(ev.CriticalRolled)
def _critical(state: State, event: ev.CriticalRolled, seat: str) -> str:
    aim = state.attack.aim if state.attack is not None else "hull"
    found = []
    for name in ("hull", "rigging", "crew") if aim == "hull" else (aim,):
        wanted = book().dice.counts[f"critical_{name}"]
        results = sum(face in wanted for face in event.faces)
        if results:
            found.append(some(results, f"{name} hit"))
    return f"{who(state, event.target)}, critical: {listed(found) if found else 'nothing vital'}"


@tells(ev.DamageTaken)
def _damaged(state: State, event: ev.DamageTaken, seat: str) -> str:
    boxes = state.ships[event.ship].damage_boxes
    return f"{who(state, event.ship)} takes {event.points} damage: {event.now} of {boxes}"


@tells(ev.FatigueTaken)
def _fatigued(state: State, event: ev.FatigueTaken, seat: str) -> str:
    boxes = state.ships[event.ship].fatigue_boxes
    return f"{who(state, event.ship)} takes {event.points} fatigue: {event.now} of {boxes}"


@tells(ev.FatigueSpared)
def _spared(state: State, event: ev.FatigueSpared, seat: str) -> str:
    return f"{card_name(event.card)} spares {who(state, event.ship)} 1 fatigue"


@tells(ev.FatigueIgnored)
def _ignored(state: State, event: ev.FatigueIgnored, seat: str) -> str:
    return f"{name_of(event.card)} spares {who(state, event.ship)} 1 fatigue"


@tells(ev.DamageRepaired)
def _repaired(state: State, event: ev.DamageRepaired, seat: str) -> str:
    return f"{who(state, event.ship)} repairs: damage {event.now + event.points} to {event.now}"


@tells(ev.FatigueRemoved)
def _rallied(state: State, event: ev.FatigueRemoved, seat: str) -> str:
    return f"{who(state, event.ship)} rallies: fatigue {event.now + event.points} to {event.now}"


@tells(ev.BecameCrippled, ev.BecameShaken, ev.BecameOutOfAction)
def _became(state: State, event: Any, seat: str) -> str:
    ends: dict[type, str] = {
        ev.BecameCrippled: "is crippled",
        ev.BecameShaken: "is shaken",
        ev.BecameOutOfAction: "is out of action",
    }
    return f"{who(state, event.ship)} {ends[type(event)]}"


@tells(ev.HelmHit)
def _helm(state: State, event: ev.HelmHit, seat: str) -> str:
    return f"The helm of {who(state, event.ship)} is shot away"


@tells(ev.OfficerRolled)
def _officer(state: State, event: ev.OfficerRolled, seat: str) -> str:
    fate = f"the {event.lost} falls" if event.lost else "the officers stand"
    return f"Shot on the deck of {who(state, event.ship)} ({event.face}): {fate}"


@tells(ev.AdmiralKilled)
def _killed(state: State, event: ev.AdmiralKilled, seat: str) -> str:
    return f"The admiral of {squadron_name(state, event.squadron)} is dead"


@tells(ev.FlagTransferred)
def _flag(state: State, event: ev.FlagTransferred, seat: str) -> str:
    return f"{squadron_name(state, event.squadron)} hoists its flag on {who(state, event.ship)}"
