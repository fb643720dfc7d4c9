"""The state after a fact. No rules here: every event carries its result.

One small function an event, found by the event's type. Nothing refuses.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import replace

from engine.oak_iron import events as ev
from engine.oak_iron.state import Activation, Roll, Ship, Squadron, State
from engine.plane.pose import Point, Pose

Fold = Callable[[State, Any], State]
_FOLDS: dict[type, Fold] = {}


def evolve(state: State, event: ev.AnyEvent) -> State:
    """Return the state after an event."""
    return _FOLDS[type(event)](state, event)


def _folds(kind: type) -> Callable[[Fold], Fold]:
    def enter(fold: Fold) -> Fold:
        _FOLDS[kind] = fold
        return fold

    return enter


def _ship(state: State, ship_id: str, **changes: Any) -> State:
    ship = replace(state.ships[ship_id], **changes)
    return replace(state, ships={**state.ships, ship_id: ship})


def _squadron(state: State, key: str, **changes: Any) -> State:
    squadron = replace(state.squadrons[key], **changes)
    return replace(state, squadrons={**state.squadrons, key: squadron})


def _every_ship(state: State, change: Callable[[Ship], Ship]) -> State:
    return replace(state, ships={key: change(ship) for key, ship in state.ships.items()})


def _activation(state: State, **changes: Any) -> State:
    if state.activation is None:
        return state
    return replace(state, activation=replace(state.activation, **changes))


# The turn ------------------------------------------------------------------------


@_folds(ev.Planned)
def _planned(state: State, event: ev.Planned) -> State:
    kept = state.agenda[: len(state.agenda) - event.done]
    return replace(state, agenda=kept + event.then)


@_folds(ev.TurnBegan)
def _turn_began(state: State, event: ev.TurnBegan) -> State:
    fresh = _every_ship(
        state,
        lambda ship: replace(ship, moved=False, attacked=False, cut_free=False, boats_on=""),
    )
    return replace(fresh, turn=event.turn, initiative="")


@_folds(ev.PhaseBegan)
def _phase_began(state: State, event: ev.PhaseBegan) -> State:
    return replace(state, phase=event.phase)


@_folds(ev.BattleEnded)
def _battle_ended(state: State, event: ev.BattleEnded) -> State:
    return replace(state, outcome=event.outcome, agenda=())


# The set-up --------------------------------------------------------------------------


def _plan(state: State, **changes: Any) -> State:
    return replace(state, plan=replace(state.plan, **changes)) if state.plan else state


@_folds(ev.SquadronsMustered)
def _mustered(state: State, event: ev.SquadronsMustered) -> State:
    dice = state.dice + event.dice
    return replace(state, squadrons=event.squadrons, ships=event.ships, dice=dice)


@_folds(ev.ScenarioDrawn)
def _scenario_drawn(state: State, event: ev.ScenarioDrawn) -> State:
    table = replace(state.table, weather_edge=event.weather_edge)
    state = replace(state, table=table, objective=event.objective, plan=event.plan)
    return replace(state, dice=state.dice + event.dice)


@_folds(ev.RoleTaken)
def _role_taken(state: State, event: ev.RoleTaken) -> State:
    return replace(_plan(state, attacker=event.attacker), defender=event.defender)


@_folds(ev.ScenarioCardTaken)
def _card_taken(state: State, event: ev.ScenarioCardTaken) -> State:
    if event.kind == "condition":
        held = (*state.squadrons[event.squadron].conditions, event.card)
        state = _squadron(state, event.squadron, conditions=held)
    if not state.plan:
        return state
    left = tuple(card for card in state.plan.offers[event.kind] if card != event.card)
    own = {**state.plan.drafted.get(event.squadron, {}), event.kind: event.card}
    offers = {**state.plan.offers, event.kind: left}
    return _plan(state, offers=offers, drafted={**state.plan.drafted, event.squadron: own})


@_folds(ev.DraftEnded)
def _draft_ended(state: State, event: ev.DraftEnded) -> State:
    return _plan(state, offers={})


@_folds(ev.PieceAdded)
def _piece_added(state: State, event: ev.PieceAdded) -> State:
    if not state.plan:
        return state
    own = (*state.plan.added.get(event.squadron, ()), event.piece)
    added = {**state.plan.added, event.squadron: own}
    return _plan(state, pool=(*state.plan.pool, event.piece), added=added)


@_folds(ev.PieceLaid)
def _piece_laid(state: State, event: ev.PieceLaid) -> State:
    state = _piece_removed(state, ev.PieceRemoved(event.terrain.id))
    if event.fixed and state.plan:
        key = event.terrain.id
        fixed, islands = (*state.plan.fixed, key), (*state.plan.islands, key)
        state = _plan(state, fixed=fixed, islands=islands)
    return replace(state, terrain=(*state.terrain, event.terrain))


@_folds(ev.PieceMoved)
def _piece_moved(state: State, event: ev.PieceMoved) -> State:
    moved = event.terrain
    terrain = tuple(moved if piece.id == moved.id else piece for piece in state.terrain)
    fixed = (*state.plan.fixed, moved.id) if state.plan else ()
    return _plan(replace(state, terrain=terrain), fixed=fixed)


@_folds(ev.PieceRemoved)
def _piece_removed(state: State, event: ev.PieceRemoved) -> State:
    pool = state.plan.pool if state.plan else ()
    return _plan(state, pool=tuple(piece for piece in pool if piece != event.piece))


@_folds(ev.MarkerLaid)
def _marker_laid(state: State, event: ev.MarkerLaid) -> State:
    return _plan(state, marker=event.at)


@_folds(ev.TokenLaid)
def _token_laid(state: State, event: ev.TokenLaid) -> State:
    return _ship(state, event.ship, token=event.token)


@_folds(ev.TokenLanded)
def _token_landed(state: State, event: ev.TokenLanded) -> State:
    state = _ship(state, event.ship, token="")
    return _plan(state, achieved=event.token == "dignitary")


@_folds(ev.MarkerBurns)
def _marker_burns(state: State, event: ev.MarkerBurns) -> State:
    return _plan(state, razed=state.plan.razed + 1) if state.plan else state


@_folds(ev.ObjectiveScored)
def _objective_scored(state: State, event: ev.ObjectiveScored) -> State:
    scored = dict(state.plan.scored) if state.plan else {}
    scored[event.squadron] = scored.get(event.squadron, 0) + event.points
    return _plan(state, scored=scored)


@_folds(ev.WindTurned)
def _wind_turned(state: State, event: ev.WindTurned) -> State:
    return replace(state, table=replace(state.table, weather_edge=event.edge))


@_folds(ev.ShipDeployed)
def _ship_deployed(state: State, event: ev.ShipDeployed) -> State:
    return _ship(state, event.ship, pose=event.pose)


# Dice ------------------------------------------------------------------------------


@_folds(ev.DiceRolled)
def _dice_rolled(state: State, event: ev.DiceRolled) -> State:
    roll = Roll(event.purpose, event.ship, event.faces)
    return replace(state, dice=state.dice + len(event.faces), roll=roll)


@_folds(ev.DiceRerolled)
def _dice_rerolled(state: State, event: ev.DiceRerolled) -> State:
    assert state.roll is not None
    if event.by == "fortune":
        roll = replace(state.roll, faces=event.faces, rerolled=(), fortune_spent=True)
    else:
        roll = replace(state.roll, faces=event.faces, rerolled=state.roll.rerolled + event.dice)
    return replace(state, dice=state.dice + len(event.dice), roll=roll)


@_folds(ev.DiceAdded)
def _dice_added(state: State, event: ev.DiceAdded) -> State:
    assert state.roll is not None
    roll = replace(state.roll, faces=state.roll.faces + event.faces)
    return replace(state, dice=state.dice + len(event.faces), roll=roll)


@_folds(ev.DamageSpared)
@_folds(ev.TestResolved)
@_folds(ev.ChallengeRolled)
@_folds(ev.EffectApplied)
@_folds(ev.HelmHit)
@_folds(ev.EventIgnored)
@_folds(ev.StrikePointsCounted)
@_folds(ev.ShipDelayed)
def _told_only(state: State, event: ev.AnyEvent) -> State:
    return state


@_folds(ev.OfficerRolled)
def _officer_rolled(state: State, event: ev.OfficerRolled) -> State:
    state = replace(state, dice=state.dice + 1)
    if event.lost == "captain":
        return _ship(state, event.ship, commander="")
    return state


@_folds(ev.SinkingRolled)
def _sinking_rolled(state: State, event: ev.SinkingRolled) -> State:
    return replace(state, dice=state.dice + 1)


# Initiative cards --------------------------------------------------------------------


@_folds(ev.CardChosen)
def _card_chosen(state: State, event: ev.CardChosen) -> State:
    hand = tuple(card for card in state.squadrons[event.squadron].hand if card != event.card)
    return _squadron(state, event.squadron, hand=hand, face_down=event.card)


@_folds(ev.CardsRevealed)
def _cards_revealed(state: State, event: ev.CardsRevealed) -> State:
    for key, card in event.cards.items():
        seen = tuple(sorted({*state.squadrons[key].seen, card}))
        state = _squadron(state, key, face_up=card, face_down="", seen=seen)
    return state


@_folds(ev.CardSwapped)
def _card_swapped(state: State, event: ev.CardSwapped) -> State:
    squadron = state.squadrons[event.squadron]
    hand = tuple(squadron.face_down if card == event.card else card for card in squadron.hand)
    return _squadron(state, event.squadron, hand=hand, face_down=event.card)


@_folds(ev.EffectUsed)
@_folds(ev.FatigueIgnored)
def _effect_used(state: State, event: ev.EffectUsed | ev.FatigueIgnored) -> State:
    lead = f"{event.card}@"
    kept = tuple(mark for mark in state.ships[event.ship].used if not mark.startswith(lead))
    return _ship(state, event.ship, used=(*kept, event.mark))


@_folds(ev.InitiativeWon)
def _initiative_won(state: State, event: ev.InitiativeWon) -> State:
    return replace(state, initiative=event.squadron)


@_folds(ev.CardsReturned)
def _cards_returned(state: State, event: ev.CardsReturned) -> State:
    for key, squadron in state.squadrons.items():
        if not squadron.face_up:
            continue
        played = {squadron.face_up: key in event.discarded}
        if squadron.laid_on:
            played[squadron.laid_on] = key in (event.laid_on or ())
        state = _squadron(
            state,
            key,
            hand=(*squadron.hand, *(card for card, gone in played.items() if not gone)),
            discarded=(*squadron.discarded, *(card for card, gone in played.items() if gone)),
            face_up="",
            laid_on=msgspec.UNSET,
            borrowed=msgspec.UNSET,
        )
    return state


@_folds(ev.CardBorrowed)
def _card_borrowed(state: State, event: ev.CardBorrowed) -> State:
    squadron = state.squadrons[event.squadron]
    state = _squadron(state, event.squadron, borrowed=(*(squadron.borrowed or ()), event.card))
    if not event.own:
        return state
    hand = tuple(card for card in squadron.hand if card != event.card)
    seen = tuple(sorted({*squadron.seen, event.card}))
    return _squadron(state, event.squadron, hand=hand, seen=seen, laid_on=event.card)


@_folds(ev.BoatsLowered)
def _boats_lowered(state: State, event: ev.BoatsLowered) -> State:
    return _ship(state, event.ship, boats_on=event.target)


@_folds(ev.CardDropped)
def _card_dropped(state: State, event: ev.CardDropped) -> State:
    squadron = state.squadrons[event.squadron]
    hand = tuple(card for card in squadron.hand if card != event.card)
    return _squadron(state, event.squadron, hand=hand)


@_folds(ev.CardLaidAtRandom)
def _card_laid_at_random(state: State, event: ev.CardLaidAtRandom) -> State:
    state = _card_chosen(state, ev.CardChosen(event.squadron, event.card))
    return replace(state, dice=state.dice + 1)


# Events and weather --------------------------------------------------------------------


@_folds(ev.EventDrawn)
def _event_drawn(state: State, event: ev.EventDrawn) -> State:
    gone = (*state.events_gone, event.event)
    return replace(state, events_gone=gone, dice=state.dice + 1)


@_folds(ev.EventLasts)
def _event_lasts(state: State, event: ev.EventLasts) -> State:
    return replace(state, events_in_force=(*state.events_in_force, event.event))


@_folds(ev.EventOver)
def _event_over(state: State, event: ev.EventOver) -> State:
    kept = tuple(each for each in state.events_in_force if each != event.event)
    return replace(state, events_in_force=kept)


@_folds(ev.WeatherShifted)
def _weather_shifted(state: State, event: ev.WeatherShifted) -> State:
    table = replace(state.table, weather_edge=event.edge)
    return replace(state, table=table, dice=state.dice + 1)


@_folds(ev.CurrentSet)
def _current_set(state: State, event: ev.CurrentSet) -> State:
    return replace(state, dice=state.dice + 1)


@_folds(ev.TerrainLaid)
def _terrain_laid(state: State, event: ev.TerrainLaid) -> State:
    return replace(state, terrain=(*state.terrain, event.piece))


@_folds(ev.TerrainMoved)
def _terrain_moved(state: State, event: ev.TerrainMoved) -> State:
    pieces = (event.piece if each.id == event.piece.id else each for each in state.terrain)
    return replace(state, terrain=tuple(pieces))


@_folds(ev.SeaScrolled)
def _sea_scrolled(state: State, event: ev.SeaScrolled) -> State:
    def there(at: Point) -> Point:
        return round(at[0] + event.by[0], 4), round(at[1] + event.by[1], 4)

    def lies(pose: Pose | None) -> Pose | None:
        return pose and Pose(*there(pose.at), pose.heading)

    def carried(ship: Ship) -> Ship:
        party = ship.landing_party and there(ship.landing_party)
        return replace(ship, pose=lies(ship.pose), landing_party=party)

    terrain = tuple(
        replace(piece, outline=tuple(there(at) for at in piece.outline)) for piece in state.terrain
    )
    start = state.activation.start if state.activation is not None else None
    if state.plan and state.plan.marker is not None:
        state = _plan(state, marker=there(state.plan.marker))
    return _activation(replace(_every_ship(state, carried), terrain=terrain), start=lies(start))


@_folds(ev.TerrainTaken)
def _terrain_taken(state: State, event: ev.TerrainTaken) -> State:
    kept = tuple(piece for piece in state.terrain if piece.id not in event.pieces)
    return replace(state, terrain=kept)


# Moving ----------------------------------------------------------------------------------


@_folds(ev.ShipActivated)
def _ship_activated(state: State, event: ev.ShipActivated) -> State:
    start = state.ships[event.ship].pose
    return replace(state, activation=Activation(event.ship, event.phase, event.point, start))


@_folds(ev.PointChosen)
def _point_chosen(state: State, event: ev.PointChosen) -> State:
    return _activation(state, point=event.point)


@_folds(ev.SpeedAdjusted)
def _speed_adjusted(state: State, event: ev.SpeedAdjusted) -> State:
    return _activation(state, adjust=event.by)


@_folds(ev.ShipMoved)
def _ship_moved(state: State, event: ev.ShipMoved) -> State:
    state = _ship(state, event.ship, pose=event.pose)
    if event.how == "shift":
        return _activation(state, shifted=True)
    return state


@_folds(ev.Collided)
def _collided(state: State, event: ev.Collided) -> State:
    if state.activation is not None and state.activation.ship == event.ship:
        return _activation(state, collided=True, done=True)
    return state


@_folds(ev.ShipLeft)
def _ship_left(state: State, event: ev.ShipLeft) -> State:
    state = _ship(state, event.ship, pose=None, lost="left", lost_turn=state.turn)
    if state.plan and state.ships[event.ship].token:
        state = _plan(state, gone={**state.plan.gone, event.ship: event.pose})
    return _freed(_activation(state, done=True), event.ship)


@_folds(ev.CutLoose)
def _cut_loose(state: State, event: ev.CutLoose) -> State:
    return _activation(_ship(state, event.ship, cut_free=True), cut_free=True)


@_folds(ev.Entangled)
def _entangled(state: State, event: ev.Entangled) -> State:
    return replace(state, entangled=tuple(sorted({*state.entangled, *event.pairs})))


@_folds(ev.Parted)
def _parted(state: State, event: ev.Parted) -> State:
    kept = tuple(pair for pair in state.entangled if pair not in event.pairs)
    return replace(state, entangled=kept)


def _freed(state: State, ship_id: str) -> State:
    kept = tuple(pair for pair in state.entangled if ship_id not in pair)
    return replace(state, entangled=kept) if len(kept) != len(state.entangled) else state


@_folds(ev.PassedShoal)
def _passed_shoal(state: State, event: ev.PassedShoal) -> State:
    return _ship(state, event.ship, over_shoal=True)


@_folds(ev.ShoalCleared)
def _shoal_cleared(state: State, event: ev.ShoalCleared) -> State:
    return _ship(state, event.ship, over_shoal=msgspec.UNSET)


@_folds(ev.WentAground)
def _went_aground(state: State, event: ev.WentAground) -> State:
    return _ship(state, event.ship, aground=True)


@_folds(ev.GotOff)
def _got_off(state: State, event: ev.GotOff) -> State:
    return _ship(state, event.ship, aground=False)


@_folds(ev.SailChanged)
def _sail_changed(state: State, event: ev.SailChanged) -> State:
    return _ship(state, event.ship, sail=event.sail)


@_folds(ev.WakePlaced)
def _wake_placed(state: State, event: ev.WakePlaced) -> State:
    return replace(_ship(state, event.ship, moved=True), activation=None)


@_folds(ev.WakeRemoved)
def _wake_removed(state: State, event: ev.WakeRemoved) -> State:
    return replace(_ship(state, event.ship, attacked=True), activation=None)


@_folds(ev.ReactionUsed)
def _reaction_used(state: State, event: ev.ReactionUsed) -> State:
    used = state.activation.reactions if state.activation else ()
    return _activation(state, reactions=(*used, event.ship))


@_folds(ev.ReactionsClosed)
def _reactions_closed(state: State, event: ev.ReactionsClosed) -> State:
    return _activation(state, reactions=())


@_folds(ev.PartyLanded)
def _party_landed(state: State, event: ev.PartyLanded) -> State:
    return _ship(state, event.ship, landing_party=event.at)


@_folds(ev.PartyLost)
def _party_lost(state: State, event: ev.PartyLost) -> State:
    return _ship(state, event.ship, landing_party=None)


# Harm --------------------------------------------------------------------------------------


@_folds(ev.FatigueTaken)
@_folds(ev.FatigueRemoved)
def _fatigue(state: State, event: ev.FatigueTaken | ev.FatigueRemoved) -> State:
    return _ship(state, event.ship, fatigue=event.now)


@_folds(ev.FatigueSpared)
def _fatigue_spared(state: State, event: ev.FatigueSpared) -> State:
    if state.attack is None:
        return state
    left = state.attack.spared_fatigue - 1
    return replace(state, attack=replace(state.attack, spared_fatigue=left))


@_folds(ev.DamageTaken)
@_folds(ev.DamageRepaired)
def _damage(state: State, event: ev.DamageTaken | ev.DamageRepaired) -> State:
    return _ship(state, event.ship, damage=event.now)


@_folds(ev.BecameCrippled)
def _crippled(state: State, event: ev.BecameCrippled) -> State:
    return _ship(state, event.ship, damage=state.ships[event.ship].damage_boxes)


@_folds(ev.BecameShaken)
def _shaken(state: State, event: ev.BecameShaken) -> State:
    return _ship(state, event.ship, fatigue=state.ships[event.ship].fatigue_boxes)


@_folds(ev.BecameOutOfAction)
def _out_of_action(state: State, event: ev.BecameOutOfAction) -> State:
    ship = state.ships[event.ship]
    state = _ship(
        state,
        event.ship,
        damage=ship.damage_boxes,
        fatigue=ship.fatigue_boxes,
        lost_turn=state.turn,
    )
    return _flag_struck(state, event.ship)


@_folds(ev.ReloadMarked)
def _reload_marked(state: State, event: ev.ReloadMarked) -> State:
    sides = tuple(sorted({*state.ships[event.ship].reload, event.side}))
    state = _ship(state, event.ship, reload=sides)
    if state.activation is not None and state.activation.ship == event.ship:
        return _activation(state, fired=(*state.activation.fired, event.side))
    return state


@_folds(ev.Reloaded)
def _reloaded(state: State, event: ev.Reloaded) -> State:
    sides = tuple(side for side in state.ships[event.ship].reload if side != event.side)
    return _ship(state, event.ship, reload=sides)


# Attacks --------------------------------------------------------------------------------------


@_folds(ev.AttackDeclared)
def _attack_declared(state: State, event: ev.AttackDeclared) -> State:
    return replace(state, attack=event.attack)


@_folds(ev.HitsScored)
def _hits_scored(state: State, event: ev.HitsScored) -> State:
    assert state.attack is not None
    assert state.roll is not None
    return replace(state, attack=replace(state.attack, faces=state.roll.faces))


@_folds(ev.CriticalRolled)
def _critical_rolled(state: State, event: ev.CriticalRolled) -> State:
    assert state.attack is not None
    return replace(state, attack=replace(state.attack, critical=event.faces))


@_folds(ev.AttackEnded)
def _attack_ended(state: State, event: ev.AttackEnded) -> State:
    return replace(state, attack=None, roll=None)


# Flags and prizes -------------------------------------------------------------------------------


@_folds(ev.FlagTransferred)
def _flag_transferred(state: State, event: ev.FlagTransferred) -> State:
    state = _squadron(state, event.squadron, flagship=event.ship, admiral_value=event.value)
    return _squadron(state, event.squadron, admiral="", admiral_lost=True) if event.lost else state


@_folds(ev.AdmiralKilled)
def _admiral_killed(state: State, event: ev.AdmiralKilled) -> State:
    return _squadron(state, event.squadron, admiral="", admiral_value=0, admiral_lost=True)


@_folds(ev.FortuneGained)
def _fortune_gained(state: State, event: ev.FortuneGained) -> State:
    return _squadron(state, event.squadron, fortune=event.now)


@_folds(ev.FortuneSpent)
def _fortune_spent(state: State, event: ev.FortuneSpent) -> State:
    return _squadron(state, event.squadron, fortune=event.left)


def _flag_struck(state: State, ship_id: str) -> State:
    squadron: Squadron = state.squadrons[state.ships[ship_id].squadron]
    if squadron.flagship != ship_id or squadron.flagship_lost_turn == state.turn:
        return state
    return _squadron(state, squadron.key, flagship_lost_turn=state.turn)


@_folds(ev.ShipCaptured)
def _ship_captured(state: State, event: ev.ShipCaptured) -> State:
    state = _ship(state, event.ship, captured_by=event.by, lost_turn=state.turn, landing_party=None)
    return _flag_struck(state, event.ship)


@_folds(ev.ShipRecaptured)
def _ship_recaptured(state: State, event: ev.ShipRecaptured) -> State:
    ship = state.ships[event.ship]
    return _ship(
        state,
        event.ship,
        captured_by="",
        fatigue=ship.fatigue_boxes,
        moved=ship.moved or state.phase == "movement",
        attacked=ship.attacked or state.phase == "attack",
    )


@_folds(ev.ShipDestroyed)
def _ship_destroyed(state: State, event: ev.ShipDestroyed) -> State:
    return _out_of_action(state, ev.BecameOutOfAction(event.ship))


@_folds(ev.ShipRemoved)
def _ship_removed(state: State, event: ev.ShipRemoved) -> State:
    state = _flag_struck(state, event.ship)
    state = _ship(
        state,
        event.ship,
        pose=None,
        lost=event.lost,
        lost_turn=state.ships[event.ship].lost_turn or state.turn,
        landing_party=None,
    )
    return _freed(state, event.ship)
