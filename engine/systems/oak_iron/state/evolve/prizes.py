"""Folds of flags and prizes."""

from __future__ import annotations

from engine.kit.fold import with_ship
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.evolve.folds import flag_struck, folds, freed, with_squadron
from engine.systems.oak_iron.state.evolve.harm import out_of_action
from engine.systems.oak_iron.state.state import State


@folds(ev.FlagTransferred)
def _flag_transferred(state: State, event: ev.FlagTransferred) -> State:
    state = with_squadron(state, event.squadron, flagship=event.ship, admiral_value=event.value)
    return (
        with_squadron(state, event.squadron, admiral="", admiral_lost=True) if event.lost else state
    )


@folds(ev.AdmiralKilled)
def _admiral_killed(state: State, event: ev.AdmiralKilled) -> State:
    return with_squadron(state, event.squadron, admiral="", admiral_value=0, admiral_lost=True)


@folds(ev.ShipCaptured)
def _ship_captured(state: State, event: ev.ShipCaptured) -> State:
    state = with_ship(
        state, event.ship, captured_by=event.by, lost_turn=state.turn, landing_party=None
    )
    return flag_struck(state, event.ship)


@folds(ev.ShipRecaptured)
def _ship_recaptured(state: State, event: ev.ShipRecaptured) -> State:
    ship = state.ships[event.ship]
    return with_ship(
        state,
        event.ship,
        captured_by="",
        fatigue=ship.fatigue_boxes,
        moved=ship.moved or state.phase == "movement",
        attacked=ship.attacked or state.phase == "attack",
    )


@folds(ev.ShipDestroyed)
def _ship_destroyed(state: State, event: ev.ShipDestroyed) -> State:
    return out_of_action(state, ev.BecameOutOfAction(event.ship))


@folds(ev.ShipRemoved)
def _ship_removed(state: State, event: ev.ShipRemoved) -> State:
    state = flag_struck(state, event.ship)
    state = with_ship(
        state,
        event.ship,
        pose=None,
        lost=event.lost,
        lost_turn=state.ships[event.ship].lost_turn or state.turn,
        landing_party=None,
    )
    return freed(state, event.ship)
