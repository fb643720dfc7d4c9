"""Folds of dice, and of events that leave the state as it is."""

from __future__ import annotations

from msgspec.structs import replace

from engine.kit.fold import with_ship
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.evolve.folds import folds, told_only, with_squadron
from engine.systems.oak_iron.state.state import Roll, State


@folds(ev.DiceRolled)
def _dice_rolled(state: State, event: ev.DiceRolled) -> State:
    roll = Roll(event.purpose, event.ship, event.faces)
    return replace(state, dice=state.dice + len(event.faces), roll=roll)


@folds(ev.DiceRerolled)
def _dice_rerolled(state: State, event: ev.DiceRerolled) -> State:
    assert state.roll is not None
    if event.by == "fortune":
        roll = replace(state.roll, faces=event.faces, rerolled=(), fortune_spent=True)
    else:
        roll = replace(state.roll, faces=event.faces, rerolled=state.roll.rerolled + event.dice)
    return replace(state, dice=state.dice + len(event.dice), roll=roll)


@folds(ev.DiceAdded)
def _dice_added(state: State, event: ev.DiceAdded) -> State:
    assert state.roll is not None
    roll = replace(state.roll, faces=state.roll.faces + event.faces)
    return replace(state, dice=state.dice + len(event.faces), roll=roll)


@folds(ev.OfficerRolled)
def _officer_rolled(state: State, event: ev.OfficerRolled) -> State:
    state = replace(state, dice=state.dice + 1)
    if event.lost == "captain":
        return with_ship(state, event.ship, commander="")
    return state


@folds(ev.SinkingRolled)
def _sinking_rolled(state: State, event: ev.SinkingRolled) -> State:
    return replace(state, dice=state.dice + 1)


@folds(ev.FortuneGained)
def _fortune_gained(state: State, event: ev.FortuneGained) -> State:
    return with_squadron(state, event.squadron, fortune=event.now)


@folds(ev.FortuneSpent)
def _fortune_spent(state: State, event: ev.FortuneSpent) -> State:
    return with_squadron(state, event.squadron, fortune=event.left)


folds(ev.TestResolved)(told_only)
folds(ev.ChallengeRolled)(told_only)
