"""Folds of attacks: what is declared and rolled, reload markers, critical dice."""

from __future__ import annotations

from msgspec.structs import replace

from engine.kit.fold import with_ship
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.evolve.folds import (
    folds,
    told_only,
    with_activation,
)
from engine.systems.oak_iron.state.state import State


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


folds(ev.HelmHit)(told_only)
