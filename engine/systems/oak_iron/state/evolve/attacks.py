"""Folds of attacks."""

from __future__ import annotations

from msgspec.structs import replace

from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.evolve.folds import folds
from engine.systems.oak_iron.state.state import State


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
