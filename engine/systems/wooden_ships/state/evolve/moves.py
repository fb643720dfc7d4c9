"""The state after: impulses, collisions, drift; fouls and grapples."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.events.moves import Berth
from engine.systems.wooden_ships.state.evolve.folds import (
    folds,
    with_grapples,
    with_ships,
    without_foul,
)
from engine.systems.wooden_ships.state.state import State


@folds(ev.UnfoulTried)
def _unfoul_tried(state: State, event: ev.UnfoulTried) -> State:
    state = replace(state, dice=state.dice + 1)
    return without_foul(state, (event.ship, event.other)) if event.freed else state


@folds(ev.ContestSettled)
def _contest_settled(state: State, event: ev.ContestSettled) -> State:
    return replace(state, dice=state.dice + sum(map(len, event.rolls)))


@folds(ev.ImpulseTaken)
def _impulse_taken(state: State, event: ev.ImpulseTaken) -> State:
    return _placed(state, event.places)


@folds(ev.Collided)
def _collided(state: State, event: ev.Collided) -> State:
    return state


@folds(ev.FoulRolled)
def _foul_rolled(state: State, event: ev.FoulRolled) -> State:
    fouled = {*state.fouled, event.ships} if event.fouled else state.fouled
    return replace(state, dice=state.dice + 1, fouled=tuple(sorted(fouled)))


@folds(ev.Drifted)
def _drifted(state: State, event: ev.Drifted) -> State:
    return _placed(state, event.places)


@folds(ev.MovementEnded)
def _movement_ended(state: State, event: ev.MovementEnded) -> State:
    ships = {
        key: replace(
            ship,
            still=event.still.get(key, ship.still),
            waited=event.waited.get(key, ship.waited),
            motionless=key in event.motionless,
            order="",
            last_order=ship.order,
        )
        for key, ship in state.ships.items()
    }
    return replace(state, ships=ships)


@folds(ev.GrappleTried)
def _grapple_tried(state: State, event: ev.GrappleTried) -> State:
    state = replace(state, dice=state.dice + bool(event.face))
    return with_grapples(state, event.ship, event.other, 1) if event.holds else state


@folds(ev.CastOffTried)
def _cast_off_tried(state: State, event: ev.CastOffTried) -> State:
    state = replace(state, dice=state.dice + bool(event.face))
    return with_grapples(state, event.ship, event.other, -1) if event.freed else state


def _placed(state: State, places: Mapping[str, Berth]) -> State:
    return with_ships(
        state,
        {
            ship: {"bow": (column, row), "facing": facing}
            for ship, (column, row, facing) in places.items()
        },
    )
