"""Folds of the phases."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from engine.game.game import Outcome
from engine.kit.fold import replanned
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state.evolve.folds import (
    folds,
    rolled,
    with_side,
    with_unit,
    with_units,
    without,
)
from engine.systems.iron_oak.state.state import Fire, Ship, State, Unit

folds(ev.Planned)(replanned)


@folds(ev.PhaseBegan)
def _phase(state: State, event: ev.PhaseBegan) -> State:
    state = replace(state, active=event.side, phase=event.phase)
    if event.phase != "order":
        return state
    units: tuple[Unit, ...] = (*state.ships.values(), *state.sections.values())
    fires = {
        unit.id: {"fires": tuple(Fire(fire.level) for fire in unit.fires)}
        for unit in units
        if any(fire.checked for fire in unit.fires)
    }
    return with_units(state, fires) if fires else state


@folds(ev.PlayerTurnEnded)
def _player_turn_ended(state: State, event: ev.PlayerTurnEnded) -> State:
    ships = {id: _rested(ship, event.sides) for id, ship in state.ships.items()}
    sections = {
        id: replace(each, acted=False) if each.side in event.sides and each.acted else each
        for id, each in state.sections.items()
    }
    sides = {
        key: replace(
            side,
            played=False,
            sealed=(),
            standing=replace(side.standing, quiet=()) if side.standing.quiet else side.standing,
        )
        for key, side in state.sides.items()
    }
    return replace(state, ships=ships, sections=sections, sides=sides)


def _rested(ship: Ship, sides: tuple[str, ...]) -> Ship:
    """Return a ship after a player turn of these sides."""
    changes: dict[str, Any] = {}
    if ship.acted or ship.moved:
        changes = {"acted": False, "moved": False}
    if ship.control in sides:
        changes |= {
            "order": "",
            "plan": "",
            "no_ram": ship.tried_ram,
            "no_cross_t": ship.tried_t,
            "tried_ram": (),
            "tried_t": (),
        }
    if ship.screened_from and (ship.control not in sides or len(sides) > 1):
        changes["screened_from"] = ()
    return replace(ship, **changes) if changes else ship


@folds(ev.TurnEnded)
def _turn_ended(state: State, event: ev.TurnEnded) -> State:
    drifted = {id: {"drifted": False} for id, ship in state.ships.items() if ship.drifted}
    return replace(with_units(state, drifted) if drifted else state, turn=event.turn)


@folds(ev.BattleEnded)
def _battle_ended(state: State, event: ev.BattleEnded) -> State:
    return replace(state, outcome=Outcome(event.winners, event.reason))


@folds(ev.EngineRolled)
def _engine_rolled(state: State, event: ev.EngineRolled) -> State:
    return rolled(state, event.roll)


@folds(ev.RepairTried)
def _repair(state: State, event: ev.RepairTried) -> State:
    state = rolled(state, event.challenge, event.response)
    if not event.repaired:
        return state
    left = without(state.unit(event.unit).criticals, event.critical)
    if event.critical == "armament_2":
        left = (*left, "armament_1")
    return with_unit(state, event.unit, criticals=left)


@folds(ev.PartySent)
def _sent(state: State, event: ev.PartySent) -> State:
    return with_unit(state, event.unit, repair_party=True)


@folds(ev.PartyRecalled)
def _recalled(state: State, event: ev.PartyRecalled) -> State:
    return with_unit(state, event.unit, repair_party=False)


@folds(ev.FireChecked)
def _fire_checked(state: State, event: ev.FireChecked) -> State:
    fires = _fires(state.unit(event.unit), event.fire, event.level)
    return with_unit(rolled(state, event.roll), event.unit, fires=fires)


def _fires(unit: Unit, place: int, level: int) -> tuple[Fire, ...]:
    then = (Fire(level, checked=True),) if level else ()
    return unit.fires[:place] + then + unit.fires[place + 1 :]


@folds(ev.SmokeChecked)
def _smoke_checked(state: State, event: ev.SmokeChecked) -> State:
    return with_unit(rolled(state, event.roll), event.unit, smoke=event.smoke)


@folds(ev.OrdersGiven)
def _orders(state: State, event: ev.OrdersGiven) -> State:
    side = state.sides[event.side]
    given = {
        id: {"order": order, "plan": event.plans.get(id, "")} for id, order in event.orders.items()
    }
    state = with_units(state, given)
    sealed = (*side.sealed, event.seat)
    changes: dict[str, Any] = {"sealed": sealed}
    if event.sequence:
        changes["sequence"] = (*side.sequence, *event.sequence) if side.sealed else event.sequence
    if event.standing:
        changes["standing"] = event.standing
    return with_side(state, event.side, **changes)


@folds(ev.OrdersReopened)
def _reopened(state: State, event: ev.OrdersReopened) -> State:
    side = state.sides[event.side]
    state = with_units(state, {id: {"order": "", "plan": ""} for id in event.ships})
    sealed = tuple(seat for seat in side.sealed if seat != event.seat)
    sequence = tuple(id for id in side.sequence if id not in event.ships) if sealed else ()
    return with_side(state, event.side, sealed=sealed, sequence=sequence)


@folds(ev.UnitChosen)
def _chosen(state: State, event: ev.UnitChosen) -> State:
    return state


@folds(ev.UnitActed)
def _acted(state: State, event: ev.UnitActed) -> State:
    plan = {"plan": ""} if event.unit in state.ships else {}
    return with_unit(state, event.unit, acted=True, **plan)


@folds(ev.HiddenPlaced)
def _placed(state: State, event: ev.HiddenPlaced) -> State:
    return with_units(state, {id: {"box": box} for id, box in event.boxes.items()})


@folds(ev.StartedAnchored)
def _started(state: State, event: ev.StartedAnchored) -> State:
    return with_units(state, {id: {"anchored": True} for id in event.ships})


@folds(ev.CountersNumbered)
def _numbered(state: State, event: ev.CountersNumbered) -> State:
    state = with_units(state, {id: {"counter": name} for id, name in event.counters.items()})
    return replace(state, dice=state.dice + event.rolled)
