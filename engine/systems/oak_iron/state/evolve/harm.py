"""Folds of damage, Fatigue and reload markers."""

from __future__ import annotations

from msgspec.structs import replace

from engine.kit.fold import with_ship
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.evolve.folds import flag_struck, folds, with_activation
from engine.systems.oak_iron.state.state import State


@folds(ev.FatigueTaken)
@folds(ev.FatigueRemoved)
def _fatigue(state: State, event: ev.FatigueTaken | ev.FatigueRemoved) -> State:
    return with_ship(state, event.ship, fatigue=event.now)


@folds(ev.FatigueSpared)
def _fatigue_spared(state: State, event: ev.FatigueSpared) -> State:
    if state.attack is None:
        return state
    left = state.attack.spared_fatigue - 1
    return replace(state, attack=replace(state.attack, spared_fatigue=left))


@folds(ev.DamageTaken)
@folds(ev.DamageRepaired)
def _damage(state: State, event: ev.DamageTaken | ev.DamageRepaired) -> State:
    return with_ship(state, event.ship, damage=event.now)


@folds(ev.BecameCrippled)
def _crippled(state: State, event: ev.BecameCrippled) -> State:
    return with_ship(state, event.ship, damage=state.ships[event.ship].damage_boxes)


@folds(ev.BecameShaken)
def _shaken(state: State, event: ev.BecameShaken) -> State:
    return with_ship(state, event.ship, fatigue=state.ships[event.ship].fatigue_boxes)


@folds(ev.BecameOutOfAction)
def out_of_action(state: State, event: ev.BecameOutOfAction) -> State:
    """Fill both tracks, and note the loss."""
    ship = state.ships[event.ship]
    state = with_ship(
        state,
        event.ship,
        damage=ship.damage_boxes,
        fatigue=ship.fatigue_boxes,
        lost_turn=state.turn,
    )
    return flag_struck(state, event.ship)


@folds(ev.ReloadMarked)
def _reload_marked(state: State, event: ev.ReloadMarked) -> State:
    sides = tuple(sorted({*state.ships[event.ship].reload, event.side}))
    state = with_ship(state, event.ship, reload=sides)
    if state.activation is not None and state.activation.ship == event.ship:
        return with_activation(state, fired=(*state.activation.fired, event.side))
    return state


@folds(ev.Reloaded)
def _reloaded(state: State, event: ev.Reloaded) -> State:
    sides = tuple(side for side in state.ships[event.ship].reload if side != event.side)
    return with_ship(state, event.ship, reload=sides)


@folds(ev.AttackDeclared)
def _attack_declared(state: State, event: ev.AttackDeclared) -> State:
    return replace(state, attack=event.attack)


@folds(ev.HitsScored)
def _hits_scored(state: State, event: ev.HitsScored) -> State:
    assert state.attack is not None
    assert state.roll is not None
    return replace(state, attack=replace(state.attack, faces=state.roll.faces))


@folds(ev.CriticalRolled)
def _critical_rolled(state: State, event: ev.CriticalRolled) -> State:
    assert state.attack is not None
    return replace(state, attack=replace(state.attack, critical=event.faces))


@folds(ev.AttackEnded)
def _attack_ended(state: State, event: ev.AttackEnded) -> State:
    return replace(state, attack=None, roll=None)
