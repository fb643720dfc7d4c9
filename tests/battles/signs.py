"""Signs of what happened to ships in a battle, and of what cards, keywords and rules did to
them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.systems.oak_iron.crew.card_attacks import rally_only
from engine.systems.oak_iron.effects.hits import count_showing, damaging_symbols
from engine.systems.oak_iron.effects.sailing import in_formation, shifting
from engine.systems.oak_iron.machine import MOMENTS, count
from engine.systems.oak_iron.sailing.course import crossed
from engine.systems.oak_iron.state import commands as cmd
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.state import State
from engine.systems.oak_iron.state.steps import (
    BonusStands,
    CardTestStands,
    CrewAction,
    EyeTurn,
    FreeLanding,
    FreeSail,
    Inspire,
    LastTurn,
    SharedRally,
    TakeAttack,
)
from engine.systems.oak_iron.victory import strike
from tests.battles.reading import Fact, Sign, of_squadron, on_ship, reads, reads_commands
from tests.battles.witness import without

GRANTED = ("crew_attack", "reaction", "fires_first", "fights_on")
"""Moments (hooks of the rules) whose effect allows an attack; that attack names the card."""
FORMS = ("flags", "gathers", "closed_up", "coordinates")
"""Moments (hooks of the rules) at which an effect puts ships into Formation."""
USED = {"quick_reload": "efficient_loader", "boarded": "boarding_party", "own_luck": "lucky"}
"""{field that a ship keeps once an effect has worked: the id of the effect}."""

# Cards ---------------------------------------------------------------------------


@reads_commands
def _commanded(state: State, command: Any) -> Iterator[Sign]:
    step = state.agenda[-1] if state.agenda else None
    active = state.activation.ship if state.activation else ""
    if isinstance(command, cmd.Support):
        yield from on_ship(state, "helps", active)
    if isinstance(step, CrewAction):
        card = rally_only(state, state.ships[active])
        if card and not state.ships[active].shaken:
            yield "rally_only", card
    if isinstance(step, TakeAttack) and command.role == "attacker":
        yield from of_squadron(state, "takes_attack", step.squadron)
    if isinstance(step, LastTurn) and isinstance(command, cmd.Turn) and command.angle:
        yield from on_ship(state, "twice", active)
    if isinstance(step, EyeTurn) and isinstance(command, cmd.Turn) and step.left == 1:
        yield from on_ship(state, "eye_turns", active)


@reads(ev.EffectApplied)
def _applied(it: Fact) -> Iterator[Sign]:
    for moment in ("immediately", "lends", "sure_grip"):
        if it.event.card in MOMENTS[moment]:
            yield moment, it.event.card
    if it.event.card == "zeal":
        yield "flag_rallies", "zeal"


@reads(ev.EffectUsed)
def _used(it: Fact) -> Iterator[Sign]:
    yield from ((moment, card) for moment, card in USED.items() if it.event.card == card)
    if (
        it.event.card == "rested_crews"
        and isinstance(it.before, ev.FatigueRemoved)
        and it.before.points > 1
    ):
        yield "condition", it.event.card


@reads(ev.FatigueSpared | ev.DamageSpared | ev.FatigueIgnored)
def _spared(it: Fact) -> Iterator[Sign]:
    moments = {ev.FatigueSpared: "spared", ev.DamageSpared: "tough", ev.FatigueIgnored: "undaunted"}
    yield moments[type(it.event)], it.event.card


@reads(ev.CardSwapped)
def _swapped(it: Fact) -> Iterator[Sign]:
    yield from of_squadron(it.state, "swaps", it.event.squadron)


@reads(ev.InitiativeWon)
def _won(it: Fact) -> Iterator[Sign]:
    yield "initiative by", it.event.by
    if it.event.by == "tactician":
        own = [key for key, each in it.state.squadrons.items() if each.side == it.event.squadron]
        yield from (sign for key in own for sign in of_squadron(it.state, "ties", key))


@reads(ev.FatigueRemoved | ev.FatigueTaken | ev.DamageRepaired)
def _tried(it: Fact) -> Iterator[Sign]:
    """Yield signs of what a card's test, a Rally or the like did to a ship."""
    if isinstance(it.step, CardTestStands):
        yield "trial", it.step.card
    if isinstance(it.step, BonusStands):
        yield ("rally_test" if it.step.what == "rally" else "repair_test"), it.step.card
    if isinstance(it.event, ev.FatigueRemoved) and isinstance(it.step, SharedRally):
        yield from on_ship(it.state, "shared_rally", it.step.ship)
    if isinstance(it.event, ev.FatigueRemoved) and isinstance(it.step, Inspire):
        yield from on_ship(it.state, "inspires", it.step.ship)


@reads(ev.SailChanged | ev.PartyLanded)
def _free(it: Fact) -> Iterator[Sign]:
    if isinstance(it.step, FreeSail) and isinstance(it.event, ev.SailChanged):
        yield "free_steps", "expert_topmen"
    if isinstance(it.step, FreeLanding) and isinstance(it.event, ev.PartyLanded):
        yield "free_steps", "troop_transport"
    if it.state.phase == "set_up":
        yield "condition", "well_found"


@reads(ev.BoatsLowered)
def _boats(it: Fact) -> Iterator[Sign]:
    yield from on_ship(it.state, "boats", it.event.ship)


# Moves ---------------------------------------------------------------------------


@reads(ev.ShipMoved)
def _moved(it: Fact) -> Iterator[Sign]:
    yield "move", it.event.how
    ship = it.state.ships[it.event.ship]
    if it.event.how == "row":
        yield from on_ship(it.state, "rows", ship.id)
    if it.event.how == "shift" and (card := shifting(it.state, ship)):
        yield "shifts", card
    if any(MOMENTS["known_water"].on(it.state, ship)) and not ship.over_shoal:
        with without(MOMENTS["known_water"]):
            strikes = crossed(it.state, ship, (*it.event.via, it.event.pose))
        yield from (on_ship(it.state, "known_water", ship.id) if strikes else ())


@reads(ev.PhaseBegan)
def _formed(it: Fact) -> Iterator[Sign]:
    """Yield signs of effects without which a ship would not be in Formation."""
    for key in it.after.squadrons:
        for name in FORMS:
            sources = [source for source, _ in MOMENTS[name].of(it.after, key)]
            for ship in it.after.own_ships(key):
                sources += [source for source, _ in MOMENTS[name].on(it.after, ship)]
            if not sources or it.after.phase == "set_up":
                continue
            there = in_formation(it.after, key)
            with without(MOMENTS[name]):
                alone = in_formation(it.after, key)
            if there != alone:
                yield from ((name, source) for source in dict.fromkeys(sources))


# Attacks -------------------------------------------------------------------------


@reads(ev.AttackDeclared)
def _declared(it: Fact) -> Iterator[Sign]:
    attack = it.event.attack
    yield "attack", f"{attack.kind} at the {attack.aim}"
    if attack.rake:
        yield "attack", f"raking the {attack.rake}"
    if attack.kind == "fire_ship":
        yield from on_ship(it.state, "burns", attack.attacker)
    for moment in GRANTED:
        if attack.card and attack.card in MOMENTS[moment]:
            yield moment, attack.card


@reads(ev.HitsScored)
def _scored(it: Fact) -> Iterator[Sign]:
    attack, roll = it.state.attack, it.state.roll
    assert attack is not None
    assert roll is not None
    guns = attack.kind in ("broadside", "partial_fire")
    if guns and attack.aim == "hull" and 0 < it.event.hits < attack.hits_for_fatigue:
        yield from on_ship(it.state, "freeboard", attack.target)
    twice = damaging_symbols(it.state, it.state.ships[attack.attacker], attack.kind)
    if count_showing(roll.faces, twice) >= 2 and not attack.fatigue_only:
        yield from on_ship(it.state, "damaging", attack.attacker)


@reads(ev.DiceRolled)
def _rolled(it: Fact) -> Iterator[Sign]:
    if it.event.purpose == "marksmen":
        yield from on_ship(it.state, "more_dice", it.event.ship)


@reads(ev.DiceAdded)
def _added(it: Fact) -> Iterator[Sign]:
    yield "again", it.event.card


@reads(ev.DiceRerolled)
def _rerolled(it: Fact) -> Iterator[Sign]:
    yield "re-roll by", it.event.by
    if it.event.by == "careful_aim":
        yield "second_look", "careful_aim"
    if it.event.by == "skill" and it.state.roll is not None:
        yield from on_ship(it.state, "skill", it.event.ship)
        yield from (("on paper", "skill"),) if it.state.ships[it.event.ship].skill else ()
        ship = it.state.ships[it.event.ship]
        for source, dice in MOMENTS["rerolls"].on(it.state, ship):
            if dice(it.state.roll.purpose):
                yield "rerolls", source


@reads(ev.CriticalRolled)
def _critical(it: Fact) -> Iterator[Sign]:
    attack = it.state.attack
    assert attack is not None
    for part in ("hull", "rigging", "crew"):
        results = count(it.event.faces, f"critical_{part}")
        if results and attack.aim in ("hull", part):
            how = "" if attack.aim == "hull" else ", aimed at"
            yield "critical", f"{part} {min(results, 2)}{' or more' if results > 1 else ''}{how}"


@reads(ev.OfficerRolled)
def _officer(it: Fact) -> Iterator[Sign]:
    yield "critical", f"{it.event.lost} is lost" if it.event.lost else "the officer lives"


@reads(ev.HelmHit)
def _helm(it: Fact) -> Iterator[Sign]:
    yield "critical", "the helm is hit"


# Ends ----------------------------------------------------------------------------


@reads(ev.StrikePointsCounted)
def _points(it: Fact) -> Iterator[Sign]:
    for ship in it.state.ships.values():
        if ship.lost != "left" and (ship.lost or ship.captured_by or ship.out_of_action):
            yield from on_ship(it.state, "loss", ship.id)
    for key, points in it.event.points.items():
        for source, shame in MOMENTS["shame"].of(it.state, key):
            if shame(it.state, key):
                yield "shame", source
        if it.event.ships[key] < points <= strike.borne(it.state, key):
            yield from of_squadron(it.state, "bears", key)


@reads(ev.BattleEnded)
def _ended(it: Fact) -> Iterator[Sign]:
    yield "objective", f"{it.state.objective or 'none'}: fought out"
    for words in ("ashore", "to leeward", "withdraws", "no ship left", "turn 10 is over"):
        if words in it.event.outcome.reason:
            yield "end", words
