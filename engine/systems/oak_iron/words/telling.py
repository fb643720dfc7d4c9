"""The battle log: each event as one line. No geometry.

A new event needs a function here, marked `@tells`; an event without a function has no line.
"""

from __future__ import annotations

import math
from typing import Any

from msgspec.structs import replace

from engine.base.text import join_names, some
from engine.kit.by_type import LogFormatters
from engine.space.plane.pose import Pose
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.data.facts import Symbol
from engine.systems.oak_iron.effects.hits import fortitude_terms
from engine.systems.oak_iron.machine import name_of
from engine.systems.oak_iron.set_up.scenario_draft import card_of
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.state import HIDDEN, State
from engine.systems.oak_iron.state.wording import (
    BAND_WORDS,
    POINT_WORDS,
    SAIL_WORDS,
    card_name,
    faces,
    heading,
    inches,
    plain,
    squadron_name,
    thing,
    valued,
    who,
)
from engine.systems.oak_iron.victory.objectives import progress

tells = LogFormatters("tells")
tell = tells.line

# Turns, cards and prizes --------------------------------------------------------------


@tells(ev.TurnBegan)
def _turn_began(state: State, event: ev.TurnBegan, seat: str) -> str:
    text = progress(replace(state, turn=event.turn))
    return f"Turn {event.turn}: {text}" if text else f"Turn {event.turn}"


@tells(ev.PhaseBegan)
def _phase_began(state: State, event: ev.PhaseBegan, seat: str) -> str:
    if event.phase not in ("movement", "attack") or not state.initiative:
        return ""
    return f"{event.phase.title()}: {squadron_name(state, state.initiative)} goes first"


@tells(ev.BattleEnded)
def _battle_ended(state: State, event: ev.BattleEnded, seat: str) -> str:
    won = [squadron_name(state, side) for side in event.outcome.winners]
    return (
        f"{join_names(won)} {'win' if len(won) > 1 else 'wins'}: {event.outcome.told}"
        if won
        else f"Drawn: {event.outcome.told}"
    )


@tells(ev.StrikePointsCounted)
def _strike_points_counted(state: State, event: ev.StrikePointsCounted, seat: str) -> str:
    counts = [
        f"{squadron_name(state, key)} {points} against {some(event.ships.get(key, 0), 'ship')}"
        for key, points in event.points.items()
    ]
    return f"Strike points: {', '.join(counts)}"


@tells(ev.CardChosen)
def _card_chosen(state: State, event: ev.CardChosen, seat: str) -> str:
    card = card_name(event.card if event.squadron == seat else HIDDEN)
    return f"{squadron_name(state, event.squadron)} lays {card} face down"


@tells(ev.CardLaidOpen)
def _card_laid_open(state: State, event: ev.CardLaidOpen, seat: str) -> str:
    name = squadron_name(state, event.squadron)
    return f"{name} is surprised, and lays a card face up: {valued(event.card)}"


@tells(ev.CardSwapped)
def _card_swapped(state: State, event: ev.CardSwapped, seat: str) -> str:
    card = card_name(event.card if event.squadron == seat else HIDDEN)
    return f"{squadron_name(state, event.squadron)} changes its mind, and lays {card} face down"


@tells(ev.EffectUsed)
def _effect_used(state: State, event: ev.EffectUsed, seat: str) -> str:
    return f"{who(state, event.ship)}: {name_of(event.card)}"


@tells(ev.CardBorrowed)
def _card_borrowed(state: State, event: ev.CardBorrowed, seat: str) -> str:
    return f"{squadron_name(state, event.squadron)} uses {card_name(event.card)}, too"


@tells(ev.CardsRevealed)
def _cards_revealed(state: State, event: ev.CardsRevealed, seat: str) -> str:
    shown = (f"{squadron_name(state, key)} {valued(card)}" for key, card in event.cards.items())
    return "Cards: " + ", ".join(shown)


@tells(ev.InitiativeWon)
def _initiative_won(state: State, event: ev.InitiativeWon, seat: str) -> str:
    how = {
        "value": "a higher card",
        "sum": "a higher sum of cards",
        "tactician": "its tactician wins the tie",
        "admiral": "a higher admiral value",
        "challenge": "it won the Challenge Test",
        "skill": "more Skill on its flagship",
    }
    return f"{squadron_name(state, event.squadron)} has the initiative: {how[event.by]}"


@tells(ev.ChallengeRolled)
def _challenge_rolled(state: State, event: ev.ChallengeRolled, seat: str) -> str:
    scores = (
        f"{squadron_name(state, key)} {some(n, 'success', 'successes')}"
        for key, n in event.successes.items()
    )
    return "Challenge: " + ", ".join(scores)


@tells(ev.CardsReturned)
def _cards_returned(state: State, event: ev.CardsReturned, seat: str) -> str:
    gone = [f"{squadron_name(state, key)} discards its card" for key in event.discarded]
    return "; ".join(gone)


@tells(ev.CardDropped)
def _card_dropped(state: State, event: ev.CardDropped, seat: str) -> str:
    card = card_name(event.card if event.squadron == seat else HIDDEN)
    return f"{squadron_name(state, event.squadron)} gives up {card}"


@tells(ev.EffectApplied)
def _effect_applied(state: State, event: ev.EffectApplied, seat: str) -> str:
    on = f" for {who(state, event.ship)}" if event.ship else ""
    return f"{squadron_name(state, event.squadron)}: {card_name(event.card)}{on}"


@tells(ev.ShipCaptured)
def _ship_captured(state: State, event: ev.ShipCaptured, seat: str) -> str:
    return f"{who(state, event.ship)} is captured by {squadron_name(state, event.by)}"


@tells(ev.ShipRecaptured)
def _ship_recaptured(state: State, event: ev.ShipRecaptured, seat: str) -> str:
    return f"{who(state, event.ship)} is retaken by her own side"


@tells(ev.ShipDestroyed)
def _ship_destroyed(state: State, event: ev.ShipDestroyed, seat: str) -> str:
    return f"{who(state, event.ship)} is destroyed"


@tells(ev.SinkingRolled)
def _sinking_rolled(state: State, event: ev.SinkingRolled, seat: str) -> str:
    fate = "she goes down" if event.sinks else "the wreck stays afloat"
    return f"{who(state, event.ship)} ({event.face}): {fate}"


@tells(ev.ShipRemoved)
def _ship_removed(state: State, event: ev.ShipRemoved, seat: str) -> str:
    return f"{who(state, event.ship)} has sunk" * (event.lost == "sunk") or (
        f"{who(state, event.ship)} is broken up"
    )


# Ships under way ----------------------------------------------------------------------


@tells(ev.PointChosen)
def _point_chosen(state: State, event: ev.PointChosen, seat: str) -> str:
    ship = who(state, event.ship)
    return f"{ship} lies between two points of sail; her captain takes {POINT_WORDS[event.point]}"


@tells(ev.SpeedAdjusted)
def _speed_adjusted(state: State, event: ev.SpeedAdjusted, seat: str) -> str:
    return f"{who(state, event.ship)} {'gains' if event.by > 0 else 'loses'} {abs(event.by)} speed"


@tells(ev.ShipMoved)
def _ship_moved(state: State, event: ev.ShipMoved, seat: str) -> str:
    start = state.ships[event.ship].pose
    if start is None:
        return ""
    poses = (*event.via, event.pose)
    legs = []
    for here, there in zip((start, *poses), poses, strict=False):
        # Poses are rounded to 0.0001, so a smaller difference is no turn; a shorter slide would
        # read 0.0.
        if abs(here.heading - there.heading) > 1e-3:
            legs.append(f"turns to heading {heading(there.heading)}")
        elif math.dist(here.at, there.at) > 0.005:
            legs.append(f"sails {inches(math.dist(here.at, there.at))}")
    if not legs and event.how in ("sail", "turn", "change_heading", "free_turn"):
        return f"{who(state, event.ship)} holds her place"
    course = ", ".join(legs)
    way = inches(math.dist(start.at, event.pose.at))
    point = state.activation.point if state.activation is not None else ""
    words = {
        "sail": course + (f" ({POINT_WORDS[point]})" if point else ""),
        "turn": course,
        "change_heading": f"changes heading to {heading(event.pose.heading)}",
        "shift": f"shifts {way} {_sideways(start, event.pose)}",
        "row": f"rows {way}",
        "cut_free": f"moves off {way}",
        "board": "closes to board",
        "helm": f"is out of control: {course}",
        "away": f"is moved {way} away",
        "alongside": "is laid alongside",
        "free_turn": f"{course}, thanks to the card",
        "free_slide": f"sails {way} ahead, thanks to the card",
        "drift": f"drifts {way}",
    }
    return f"{who(state, event.ship)} {words[event.how]}"


def _sideways(start: Pose, end: Pose) -> str:
    starboard = math.radians(start.heading + 90.0)
    along = (end.x - start.x) * math.sin(starboard) + (end.y - start.y) * math.cos(starboard)
    return "to starboard" if along > 0 else "to port"


@tells(ev.Collided)
def _collided(state: State, event: ev.Collided, seat: str) -> str:
    struck = join_names([thing(state, key) for key in event.struck])
    return f"{who(state, event.ship)} runs into {struck}"


@tells(ev.ShipLeft)
def _ship_left(state: State, event: ev.ShipLeft, seat: str) -> str:
    return f"{who(state, event.ship)} sails off the table and is out of the battle"


@tells(ev.Entangled)
def _entangled(state: State, event: ev.Entangled, seat: str) -> str:
    return "; ".join(f"{who(state, a)} and {who(state, b)} are entangled" for a, b in event.pairs)


@tells(ev.Parted)
def _parted(state: State, event: ev.Parted, seat: str) -> str:
    return "; ".join(f"{who(state, a)} and {who(state, b)} come apart" for a, b in event.pairs)


@tells(ev.CutLoose)
def _cut_loose(state: State, event: ev.CutLoose, seat: str) -> str:
    return f"{who(state, event.ship)} cuts free"


@tells(ev.PassedShoal)
def _passed_shoal(state: State, event: ev.PassedShoal, seat: str) -> str:
    return f"{who(state, event.ship)} passes over a shoal"


@tells(ev.WentAground)
def _went_aground(state: State, event: ev.WentAground, seat: str) -> str:
    return f"{who(state, event.ship)} is aground"


@tells(ev.GotOff)
def _got_off(state: State, event: ev.GotOff, seat: str) -> str:
    return f"{who(state, event.ship)} is afloat again"


@tells(ev.SailChanged)
def _sail_changed(state: State, event: ev.SailChanged, seat: str) -> str:
    was = SAIL_WORDS[state.ships[event.ship].sail]
    hit = state.attack is not None and state.attack.target == event.ship
    how = "loses sail to the hit" if hit else "changes sail"
    return f"{who(state, event.ship)} {how}: {was} to {SAIL_WORDS[event.sail]}"


@tells(ev.Reloaded)
def _reloaded(state: State, event: ev.Reloaded, seat: str) -> str:
    return f"{who(state, event.ship)} reloads {event.side}"


@tells(ev.BoatsLowered)
def _boats_lowered(state: State, event: ev.BoatsLowered, seat: str) -> str:
    return f"{who(state, event.ship)} sends her boats to {who(state, event.target)}"


@tells(ev.PartyLanded)
def _party_landed(state: State, event: ev.PartyLanded, seat: str) -> str:
    return f"{who(state, event.ship)} lands a party"


@tells(ev.PartyLost)
def _party_lost(state: State, event: ev.PartyLost, seat: str) -> str:
    return f"{who(state, event.ship)} loses her landing party"


# Dice, attacks and harm ---------------------------------------------------------------


@tells(ev.DiceRolled)
def _dice_rolled(state: State, event: ev.DiceRolled, seat: str) -> str:
    if event.purpose == "marksmen":
        return f"{_ships(state)}marksmen: {faces(event.faces)}"
    if event.purpose == "critical":
        return f"{_ships(state)}critical dice: {faces(event.faces)}"
    if event.purpose == "skill_test":
        return f"{who(state, event.ship)} tests her skill: {faces(event.faces)}{_pass(event.faces)}"
    if state.attack is not None and event.purpose == state.attack.kind:
        hits = some(_hits(state, event.faces), "hit")
        return f"{_ships(state)}{faces(event.faces)}: {hits}"
    return f"{who(state, event.ship)}, {plain(event.purpose)}: {faces(event.faces)}"


@tells(ev.DiceRerolled)
def _dice_rerolled(state: State, event: ev.DiceRerolled, seat: str) -> str:
    lead = {
        "skill": f"{who(state, event.ship)} re-rolls by skill",
        "fortune": f"{who(state, event.ship)} re-rolls all dice by a Fortune Point",
        "careful_aim": f"{_ships(state)}Careful Aim re-rolls",
    }[event.by]
    if event.by == "careful_aim":
        result = ""
    elif state.attack is not None:
        result = f", {some(_hits(state, event.faces), 'hit')} on {state.attack.target}"
    else:
        result = _pass(event.faces)
    return f"{lead}: {faces(event.faces)}{result}"


@tells(ev.DiceAdded)
def _dice_added(state: State, event: ev.DiceAdded, seat: str) -> str:
    return f"{_ships(state)}{name_of(event.card)} adds {faces(event.faces)}"


def _ships(state: State) -> str:
    """Return the beginning of a line about dice: the ships of the attack, `B2 at A1: `.

    '' without an attack. Such a line is also shown alone, below the chart, far from the line of its
    attack.
    """
    attack = state.attack
    return f"{attack.attacker} at {attack.target}: " if attack is not None else ""


@tells(ev.DamageSpared)
def _damage_spared(state: State, event: ev.DamageSpared, seat: str) -> str:
    return f"{name_of(event.card)} spares {who(state, event.ship)} 1 damage"


def _pass(rolled: tuple[Symbol, ...]) -> str:
    wanted = book().dice.counts["skill_test"]
    return ", passed" if any(face in wanted for face in rolled) else ""


def _hits(state: State, rolled: tuple[Symbol, ...]) -> int:
    assert state.attack is not None
    return sum(1 for face in rolled if face in state.attack.hits)


@tells(ev.TestResolved)
def _test_resolved(state: State, event: ev.TestResolved, seat: str) -> str:
    return "" if event.passed else f"{who(state, event.ship)} fails the test"


@tells(ev.FortuneSpent)
def _fortune_spent(state: State, event: ev.FortuneSpent, seat: str) -> str:
    return f"{squadron_name(state, event.squadron)} spends a fortune point: {event.left} left"


@tells(ev.AttackDeclared)
def _attack_declared(state: State, event: ev.AttackDeclared, seat: str) -> str:
    attack = event.attack
    by = f"{card_name(attack.card)}: " if attack.card else ""
    target = who(state, attack.target)
    if attack.kind == "close_combat":
        lead = f"{who(state, attack.attacker)} storms {target} over the {attack.edge or 'side'}"
    elif attack.kind == "landing_party":
        lead = f"{who(state, attack.attacker)}'s party attacks the party of {target}"
    elif attack.kind == "fire_ship":
        lead = f"{who(state, attack.attacker)} burns at the side of {target}"
    elif attack.kind == "partial_fire":
        lead = f"{who(state, attack.attacker)} opens partial fire at {target}"
    else:
        lead = f"{who(state, attack.attacker)} fires {attack.edge} at {target}"
    aim = f", {attack.aim}" if attack.aim != "hull" else ""
    band = f", {BAND_WORDS.get(attack.band, plain(attack.band))}" if attack.band else ""
    rake = f", {attack.rake} rake" if attack.rake else ""
    hard = ""
    if attack.aim == "hull" and not attack.fatigue_only:
        ships = state.ships[attack.attacker], state.ships[attack.target]
        why = fortitude_terms(state, *ships, attack.kind, attack.band, attack.rake)
        named = f" ({', '.join(why)})" if attack.rake != "stern" else ""
        hard = f", fortitude {attack.fortitude}{named}" if why else ""
    return f"{by}{lead}{aim}{band}{rake}: {some(attack.dice, 'die', 'dice')}{hard}"


@tells(ev.HitsScored)
def _hits_scored(state: State, event: ev.HitsScored, seat: str) -> str:
    known = state.attack is not None and state.roll is not None
    if known and state.roll is not None and _hits(state, state.roll.faces) == event.hits:
        return ""
    return f"{event.attacker} at {event.target}: {some(event.hits, 'hit')} in all"


@tells(ev.CriticalRolled)
def _critical_rolled(state: State, event: ev.CriticalRolled, seat: str) -> str:
    aim = state.attack.aim if state.attack is not None else "hull"
    found = []
    for name in ("hull", "rigging", "crew") if aim == "hull" else (aim,):
        wanted = book().dice.counts[f"critical_{name}"]
        results = sum(face in wanted for face in event.faces)
        if results:
            found.append(some(results, f"{name} hit"))
    told = join_names(found) or "nothing vital is hit"
    return f"{who(state, event.target)}, critical: {told}"


@tells(ev.DamageTaken)
def _damage_taken(state: State, event: ev.DamageTaken, seat: str) -> str:
    boxes = state.ships[event.ship].damage_boxes
    return f"{who(state, event.ship)} takes {event.points} damage: {event.now} of {boxes}"


@tells(ev.FatigueTaken)
def _fatigue_taken(state: State, event: ev.FatigueTaken, seat: str) -> str:
    boxes = state.ships[event.ship].fatigue_boxes
    return f"{who(state, event.ship)} takes {event.points} fatigue: {event.now} of {boxes}"


@tells(ev.FatigueSpared)
def _fatigue_spared(state: State, event: ev.FatigueSpared, seat: str) -> str:
    return f"{card_name(event.card)} spares {who(state, event.ship)} 1 fatigue"


@tells(ev.FatigueIgnored)
def _fatigue_ignored(state: State, event: ev.FatigueIgnored, seat: str) -> str:
    return f"{name_of(event.card)} spares {who(state, event.ship)} 1 fatigue"


@tells(ev.DamageRepaired)
def _damage_repaired(state: State, event: ev.DamageRepaired, seat: str) -> str:
    return f"{who(state, event.ship)} repairs: damage {event.now + event.points} to {event.now}"


@tells(ev.FatigueRemoved)
def _fatigue_removed(state: State, event: ev.FatigueRemoved, seat: str) -> str:
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
def _helm_hit(state: State, event: ev.HelmHit, seat: str) -> str:
    return f"The helm of {who(state, event.ship)} is shot away"


@tells(ev.OfficerRolled)
def _officer_rolled(state: State, event: ev.OfficerRolled, seat: str) -> str:
    fate = f"the {event.lost} is lost" if event.lost else "the officers are unhurt"
    return f"Shot at the officers of {who(state, event.ship)} ({event.face}): {fate}"


@tells(ev.AdmiralKilled)
def _admiral_killed(state: State, event: ev.AdmiralKilled, seat: str) -> str:
    return f"The admiral of {squadron_name(state, event.squadron)} is dead"


@tells(ev.FlagTransferred)
def _flag_transferred(state: State, event: ev.FlagTransferred, seat: str) -> str:
    return f"{squadron_name(state, event.squadron)} hoists its flag on {who(state, event.ship)}"


# Events, weather and terrain ----------------------------------------------------------


def _event_name(event: str) -> str:
    record = book().events.get(event)
    return record.name if record is not None else event


@tells(ev.EventDrawn)
def _event_drawn(state: State, event: ev.EventDrawn, seat: str) -> str:
    record = book().events.get(event.event)
    effect = record.effect if record is not None else ""
    return f"Event: {_event_name(event.event)}. {effect}".strip()


@tells(ev.EventIgnored)
def _event_ignored(state: State, event: ev.EventIgnored, seat: str) -> str:
    return f"{_event_name(event.event)} changes nothing"


@tells(ev.EventOver)
def _event_over(state: State, event: ev.EventOver, seat: str) -> str:
    return f"{_event_name(event.event)} is over"


@tells(ev.WeatherShifted)
def _weather_shifted(state: State, event: ev.WeatherShifted, seat: str) -> str:
    return f"The wind shifts from {state.table.weather_edge} to {event.edge}"


@tells(ev.CurrentSet)
def _current_set(state: State, event: ev.CurrentSet, seat: str) -> str:
    return f"The current flows {event.edge}"


@tells(ev.CardLaidAtRandom)
def _card_laid_at_random(state: State, event: ev.CardLaidAtRandom, seat: str) -> str:
    card = card_name(event.card if event.squadron == seat else HIDDEN)
    return f"{squadron_name(state, event.squadron)} misreads signals and lays {card} face down"


@tells(ev.FortuneGained)
def _fortune_gained(state: State, event: ev.FortuneGained, seat: str) -> str:
    return f"{squadron_name(state, event.squadron)} gains a fortune point and now has {event.now}"


@tells(ev.TerrainLaid)
def _terrain_laid(state: State, event: ev.TerrainLaid, seat: str) -> str:
    return f"{event.piece.name or event.piece.kind} is laid on the table"


@tells(ev.TerrainMoved)
def _terrain_moved(state: State, event: ev.TerrainMoved, seat: str) -> str:
    return f"{event.piece.name or event.piece.kind} is laid in another place"


@tells(ev.SeaScrolled)
def _sea_scrolled(state: State, event: ev.SeaScrolled, seat: str) -> str:
    east, north = event.by
    ways = [
        f"{inches(abs(east))} {'east' if east > 0 else 'west'}" * bool(east),
        f"{inches(abs(north))} {'north' if north > 0 else 'south'}" * bool(north),
    ]
    return f"The sea scrolls: everything shifts {join_names([way for way in ways if way])}"


@tells(ev.TerrainTaken)
def _terrain_taken(state: State, event: ev.TerrainTaken, seat: str) -> str:
    names = [piece.name or piece.kind for piece in state.terrain if piece.id in event.pieces]
    return f"Taken off the table: {join_names(names)}"


# Set-up -------------------------------------------------------------------------------


@tells(ev.RoleTaken)
def _role_taken(state: State, event: ev.RoleTaken, seat: str) -> str:
    attacker, defender = (_party(state, key) for key in (event.attacker, event.defender))
    return f"{attacker} attacks, {defender} defends"


@tells(ev.ScenarioCardTaken)
def _scenario_card_taken(state: State, event: ev.ScenarioCardTaken, seat: str) -> str:
    name = card_of(event.kind, event.card).name
    return f"{_party(state, event.squadron)} takes {name} ({event.kind})"


@tells(ev.ShipDeployed)
def _ship_deployed(state: State, event: ev.ShipDeployed, seat: str) -> str:
    verb = "is deployed" if state.phase == "set_up" else "arrives"
    return f"{who(state, event.ship)} {verb}, heading {heading(event.pose.heading)}"


@tells(ev.ShipDelayed)
def _ship_delayed(state: State, event: ev.ShipDelayed, seat: str) -> str:
    return f"{who(state, event.ship)} finds no place and comes later"


@tells(ev.PieceAdded)
def _piece_added(state: State, event: ev.PieceAdded, seat: str) -> str:
    name = book().pieces[event.piece].name
    return f"{_party(state, event.squadron)} adds {name} to the pool"


@tells(ev.PieceLaid)
def _piece_laid(state: State, event: ev.PieceLaid, seat: str) -> str:
    return f"{_party(state, event.squadron)} lays {event.terrain.name}"


@tells(ev.PieceMoved)
def _piece_moved(state: State, event: ev.PieceMoved, seat: str) -> str:
    return f"{_party(state, event.squadron)} moves {event.terrain.name}"


@tells(ev.PieceRemoved)
def _piece_removed(state: State, event: ev.PieceRemoved, seat: str) -> str:
    return f"There is no room for {book().pieces[event.piece].name}"


@tells(ev.SquadronsMustered)
def _squadrons_mustered(state: State, event: ev.SquadronsMustered, seat: str) -> str:
    parties: dict[str, list[str]] = {}
    for squadron in event.squadrons.values():
        parties.setdefault(squadron.side, []).append(squadron.name)
    meet = " meets " if len(parties) == len(event.squadrons) else " meet "
    return meet.join(join_names(names) for names in parties.values())


@tells(ev.ScenarioDrawn)
def _scenario_drawn(state: State, event: ev.ScenarioDrawn, seat: str) -> str:
    card = book().objectives[event.objective]
    return f"The wind blows from the {event.weather_edge}; the objective: {card.name}"


@tells(ev.DraftEnded)
def _draft_ended(state: State, event: ev.DraftEnded, seat: str) -> str:
    return "The scenario cards that nobody took are discarded"


@tells(ev.MarkerLaid)
def _marker_laid(state: State, event: ev.MarkerLaid, seat: str) -> str:
    return "The objective is marked on the island"


@tells(ev.TokenLaid)
def _token_laid(state: State, event: ev.TokenLaid, seat: str) -> str:
    if event.token == "alone":
        return f"{who(state, event.ship)} is cut off from her consorts"
    return f"{who(state, event.ship)} carries the {event.token}"


@tells(ev.TokenLanded)
def _token_landed(state: State, event: ev.TokenLanded, seat: str) -> str:
    return f"{who(state, event.ship)} brings the {event.token} ashore"


@tells(ev.MarkerBurns)
def _marker_burns(state: State, event: ev.MarkerBurns, seat: str) -> str:
    return f"The party of {who(state, event.ship)} sets fire to the marker"


@tells(ev.ObjectiveScored)
def _objective_scored(state: State, event: ev.ObjectiveScored, seat: str) -> str:
    points = some(event.points, "strike point")
    return f"{event.what}: {points} for {_party(state, event.squadron)}"


def _party(state: State, squadron: str) -> str:
    return state.squadrons[squadron].party


@tells(ev.WindTurned)
def _wind_turned(state: State, event: ev.WindTurned, seat: str) -> str:
    return f"The wind has gone round to the {event.edge}"
