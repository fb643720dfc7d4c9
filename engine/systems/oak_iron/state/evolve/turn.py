"""Folds of the turn, its phases and its agenda."""

from __future__ import annotations

from msgspec.structs import replace

from engine.kit.fold import replanned
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.evolve.folds import every_ship, folds, told_only
from engine.systems.oak_iron.state.state import State

folds(ev.Planned)(replanned)


@folds(ev.TurnBegan)
def _turn_began(state: State, event: ev.TurnBegan) -> State:
    fresh = every_ship(
        state,
        lambda ship: replace(ship, moved=False, attacked=False, cut_free=False, boats_on=""),
    )
    return replace(fresh, turn=event.turn, initiative="")


@folds(ev.PhaseBegan)
def _phase_began(state: State, event: ev.PhaseBegan) -> State:
    return replace(state, phase=event.phase)


@folds(ev.BattleEnded)
def _battle_ended(state: State, event: ev.BattleEnded) -> State:
    return replace(state, outcome=event.outcome, agenda=())


folds(ev.StrikePointsCounted)(told_only)
