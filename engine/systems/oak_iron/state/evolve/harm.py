"""Folds of damage, Fatigue and reload markers."""

from __future__ import annotations

from msgspec.structs import replace

from engine.kit.fold import with_ship
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.evolve.folds import (
    flag_struck,
    folds,
    told_only,
)
from engine.systems.oak_iron.state.state import State


@folds(ev.FatigueTaken)
@folds(ev.FatigueRemoved)
def _fatigue(state: State, event: ev.FatigueTaken | ev.FatigueRemoved) -> State:
    return with_ship(state, event.ship, fatigue=event.now)


@folds(ev.FatigueSpared)
def _fatigue_spared(state: State, event: ev.FatigueSpared) -> State:
    assert state.attack is not None
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


folds(ev.DamageSpared)(told_only)
