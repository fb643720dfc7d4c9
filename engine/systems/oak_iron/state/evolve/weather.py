"""Folds of event cards, weather and terrain."""

from __future__ import annotations

from msgspec.structs import replace

from engine.space.plane.pose import Point, Pose
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.evolve.folds import (
    every_ship,
    folds,
    told_only,
    with_activation,
    with_plan,
)
from engine.systems.oak_iron.state.state import Ship, State


@folds(ev.EventDrawn)
def _event_drawn(state: State, event: ev.EventDrawn) -> State:
    gone = (*state.events_gone, event.event)
    return replace(state, events_gone=gone, dice=state.dice + 1)


@folds(ev.EventLasts)
def _event_lasts(state: State, event: ev.EventLasts) -> State:
    return replace(state, events_in_force=(*state.events_in_force, event.event))


@folds(ev.EventOver)
def _event_over(state: State, event: ev.EventOver) -> State:
    kept = tuple(each for each in state.events_in_force if each != event.event)
    return replace(state, events_in_force=kept)


@folds(ev.WeatherShifted)
def _weather_shifted(state: State, event: ev.WeatherShifted) -> State:
    table = replace(state.table, weather_edge=event.edge)
    return replace(state, table=table, dice=state.dice + 1)


@folds(ev.CurrentSet)
def _current_set(state: State, event: ev.CurrentSet) -> State:
    return replace(state, dice=state.dice + 1)


@folds(ev.TerrainLaid)
def _terrain_laid(state: State, event: ev.TerrainLaid) -> State:
    return replace(state, terrain=(*state.terrain, event.piece))


@folds(ev.TerrainMoved)
def _terrain_moved(state: State, event: ev.TerrainMoved) -> State:
    pieces = (event.piece if each.id == event.piece.id else each for each in state.terrain)
    return replace(state, terrain=tuple(pieces))


@folds(ev.SeaScrolled)
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
        state = with_plan(state, marker=there(state.plan.marker))
    return with_activation(replace(every_ship(state, carried), terrain=terrain), start=lies(start))


@folds(ev.TerrainTaken)
def _terrain_taken(state: State, event: ev.TerrainTaken) -> State:
    kept = tuple(piece for piece in state.terrain if piece.id not in event.pieces)
    return replace(state, terrain=kept)


@folds(ev.WindTurned)
def _wind_turned(state: State, event: ev.WindTurned) -> State:
    return replace(state, table=replace(state.table, weather_edge=event.edge))


folds(ev.EventIgnored)(told_only)
