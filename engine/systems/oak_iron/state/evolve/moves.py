"""Folds of ships under way."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from engine.kit.fold import with_ship
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.evolve.folds import folds, freed, with_activation, with_plan
from engine.systems.oak_iron.state.state import Activation, State


@folds(ev.ShipActivated)
def _ship_activated(state: State, event: ev.ShipActivated) -> State:
    start = state.ships[event.ship].pose
    return replace(
        state,
        activation=Activation(ship=event.ship, phase=event.phase, point=event.point, start=start),
    )


@folds(ev.PointChosen)
def _point_chosen(state: State, event: ev.PointChosen) -> State:
    return with_activation(state, point=event.point)


@folds(ev.SpeedAdjusted)
def _speed_adjusted(state: State, event: ev.SpeedAdjusted) -> State:
    return with_activation(state, adjust=event.by)


@folds(ev.MoveRated)
def _move_rated(state: State, event: ev.MoveRated) -> State:
    return with_activation(state, rated=event.speed)


@folds(ev.ShipMoved)
def _ship_moved(state: State, event: ev.ShipMoved) -> State:
    state = with_ship(state, event.ship, pose=event.pose)
    if event.how == "shift":
        return with_activation(state, shifted=True)
    return state


@folds(ev.Collided)
def _collided(state: State, event: ev.Collided) -> State:
    if state.activation is not None and state.activation.ship == event.ship:
        return with_activation(state, collided=True, done=True)
    return state


@folds(ev.ShipLeft)
def _ship_left(state: State, event: ev.ShipLeft) -> State:
    state = with_ship(state, event.ship, pose=None, lost="left", lost_turn=state.turn)
    if state.plan and state.ships[event.ship].token:
        state = with_plan(state, gone={**state.plan.gone, event.ship: event.pose})
    return freed(with_activation(state, done=True), event.ship)


@folds(ev.CutLoose)
def _cut_loose(state: State, event: ev.CutLoose) -> State:
    return with_activation(with_ship(state, event.ship, cut_free=True), cut_free=True)


@folds(ev.Entangled)
def _entangled(state: State, event: ev.Entangled) -> State:
    return replace(state, entangled=tuple(sorted({*state.entangled, *event.pairs})))


@folds(ev.Parted)
def _parted(state: State, event: ev.Parted) -> State:
    kept = tuple(pair for pair in state.entangled if pair not in event.pairs)
    return replace(state, entangled=kept)


@folds(ev.PassedShoal)
def _passed_shoal(state: State, event: ev.PassedShoal) -> State:
    return with_ship(state, event.ship, over_shoal=True)


@folds(ev.ShoalCleared)
def _shoal_cleared(state: State, event: ev.ShoalCleared) -> State:
    return with_ship(state, event.ship, over_shoal=msgspec.UNSET)


@folds(ev.WentAground)
def _went_aground(state: State, event: ev.WentAground) -> State:
    return with_ship(state, event.ship, aground=True)


@folds(ev.GotOff)
def _got_off(state: State, event: ev.GotOff) -> State:
    return with_ship(state, event.ship, aground=False)


@folds(ev.SailChanged)
def _sail_changed(state: State, event: ev.SailChanged) -> State:
    return with_ship(state, event.ship, sail=event.sail)


@folds(ev.WakePlaced)
def _wake_placed(state: State, event: ev.WakePlaced) -> State:
    return replace(with_ship(state, event.ship, moved=True), activation=None)


@folds(ev.WakeRemoved)
def _wake_removed(state: State, event: ev.WakeRemoved) -> State:
    return replace(with_ship(state, event.ship, attacked=True), activation=None)


@folds(ev.ReactionUsed)
def _reaction_used(state: State, event: ev.ReactionUsed) -> State:
    used = state.activation.reactions if state.activation else ()
    return with_activation(state, reactions=(*used, event.ship))


@folds(ev.ReactionsClosed)
def _reactions_closed(state: State, event: ev.ReactionsClosed) -> State:
    return with_activation(state, reactions=())


@folds(ev.PartyLanded)
def _party_landed(state: State, event: ev.PartyLanded) -> State:
    return with_ship(state, event.ship, landing_party=event.at)


@folds(ev.PartyLost)
def _party_lost(state: State, event: ev.PartyLost) -> State:
    return with_ship(state, event.ship, landing_party=None)
