"""Folds of gunnery and damage."""

from __future__ import annotations

from msgspec.structs import replace

from engine.systems.iron_oak.data.battles import Marker
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state.evolve.folds import (
    folds,
    rolled,
    untied,
    with_shot,
    with_side,
    with_unit,
    without_positions,
)
from engine.systems.iron_oak.state.state import Fire, GunnerySegment, State

_STEPS = {
    "armament": ("armament_1", "armament_2"),
    "speed": ("speed_1", "speed_2"),
}
"""Critical hits that come in two steps."""


@folds(ev.TargetNamed)
def _target(state: State, event: ev.TargetNamed) -> State:
    return replace(
        state, shot=GunnerySegment(firer=event.unit, target=event.target, plunging=event.plunging)
    )


@folds(ev.GunfireEnded)
def _gunfire_ended(state: State, event: ev.GunfireEnded) -> State:
    return with_unit(state, event.unit, fired=False)


@folds(ev.GunfireSeen)
def _gunfire(state: State, event: ev.GunfireSeen) -> State:
    return with_unit(state, event.unit, fired=True)


@folds(ev.ShotFired)
def _shot(state: State, event: ev.ShotFired) -> State:
    state = rolled(state, event.gunnery, event.defence)
    count = 0 if event.second else len(event.locations)
    state = with_shot(
        state,
        location=event.location,
        face=event.locations[-1] if event.locations else 0,
        smokes=(state.shot.smokes if state.shot else 0) + event.smoke,
    )
    return replace(state, dice=state.dice + count)


@folds(ev.ShotEnded)
def _shot_ended(state: State, event: ev.ShotEnded) -> State:
    return replace(state, shot=None)


@folds(ev.BlastStruck)
def _struck(state: State, event: ev.BlastStruck) -> State:
    state = rolled(state, event.gunnery, event.defence)
    return replace(state, dice=state.dice + 1)


@folds(ev.HitsTaken)
def _hits(state: State, event: ev.HitsTaken) -> State:
    return with_unit(state, event.unit, hits=state.unit(event.unit).hits + event.hits)


@folds(ev.ShieldWorsened)
def _shield(state: State, event: ev.ShieldWorsened) -> State:
    shields = {**state.unit(event.unit).shields, event.location: event.shield}
    return with_unit(state, event.unit, shields=shields)


@folds(ev.CrewLost)
def _crew(state: State, event: ev.CrewLost) -> State:
    state = rolled(state, event.roll)
    loss = state.unit(event.unit).crew_loss + event.losses
    return with_unit(state, event.unit, crew_loss=loss)


@folds(ev.CriticalRolled)
def _critical(state: State, event: ev.CriticalRolled) -> State:
    return rolled(state, event.roll)


@folds(ev.Marked)
def _marked(state: State, event: ev.Marked) -> State:
    state = rolled(state, event.roll)
    had = state.unit(event.unit).criticals
    gone: tuple[str, ...] = ()
    marker = event.critical
    if marker in _STEPS:
        first, second = _STEPS[marker]
        marker, gone = (second, (first,)) if first in had else (first, ())
    elif marker == "engine_stopped":
        gone = ("engine_damaged",)
    kept = tuple(each for each in had if each not in gone)
    return with_unit(state, event.unit, criticals=(*kept, marker))


@folds(ev.FireStarted)
def _fire(state: State, event: ev.FireStarted) -> State:
    fire = Fire(event.level, checked=state.phase == "status")
    fires = (*state.unit(event.unit).fires, fire)
    return with_unit(rolled(state, event.roll), event.unit, fires=fires)


@folds(ev.BlastRolled)
def _blast(state: State, event: ev.BlastRolled) -> State:
    return rolled(state, event.roll)


@folds(ev.BurntOut)
def _burnt(state: State, event: ev.BurntOut) -> State:
    fires = state.unit(event.unit).fires
    return with_unit(state, event.unit, fires=fires[: event.fire] + fires[event.fire + 1 :])


@folds(ev.SmokeThickened)
def _smoke(state: State, event: ev.SmokeThickened) -> State:
    return with_unit(state, event.unit, smoke=event.smoke)


@folds(ev.ArmamentChecked)
def _armament(state: State, event: ev.ArmamentChecked) -> State:
    return rolled(state, event.challenge, event.response)


@folds(ev.IncendiaryRolled)
def _incendiary(state: State, event: ev.IncendiaryRolled) -> State:
    return rolled(state, event.challenge, event.response)


@folds(ev.DudFired)
def _dud(state: State, event: ev.DudFired) -> State:
    return with_side(state, state.ships[event.unit].side, dud_spent=True)


@folds(ev.Sunk)
def _sunk(state: State, event: ev.Sunk) -> State:
    ship = state.ships[event.ship]
    if event.hulk:
        markers = (*state.board.markers, Marker("hulk", ship.box))
        state = replace(state, board=replace(state.board, markers=markers))
    state = untied(without_positions(state, (event.ship,)), (event.ship,))
    return with_unit(
        state,
        event.ship,
        lost="sunk",
        box="",
        fires=(),
        smoke="none",
        anchored=False,
        grounded=False,
        springs=0,
        hidden=False,
        repair_party=False,
        opposed_by=(),
    )


@folds(ev.Silenced)
def _silenced(state: State, event: ev.Silenced) -> State:
    return with_unit(state, event.unit, fires=(), smoke="none", repair_party=False)


@folds(ev.SectionDestroyed)
def _destroyed(state: State, event: ev.SectionDestroyed) -> State:
    return with_unit(state, event.unit, destroyed=True)


@folds(ev.Captured)
def _captured(state: State, event: ev.Captured) -> State:
    state = without_positions(state, (event.ship,))
    towers = [id for id, ship in state.ships.items() if ship.towing == event.ship]
    for id in towers:
        state = with_unit(state, id, towing="")
    return with_unit(
        state,
        event.ship,
        captured_by=event.by,
        towing="",
        repair_party=False,
        order="",
        plan="",
        acted=True,
        hidden=False,
        opposed_by=(),
    )


@folds(ev.StrikeWasted)
def _wasted(state: State, event: ev.StrikeWasted) -> State:
    return state
