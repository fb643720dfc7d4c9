"""Folds of movement."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state.evolve.folds import (
    folds,
    positions_between,
    rolled,
    untied,
    with_move,
    with_unit,
    with_units,
    without,
    without_positions,
    worse,
)
from engine.systems.iron_oak.state.state import Move, State


@folds(ev.OrderRevealed)
def _revealed(state: State, event: ev.OrderRevealed) -> State:
    state = with_unit(state, event.ship, order=event.given, rammed=(), tried_ram=(), tried_t=())
    return replace(state, move=Move(ship=event.ship, order=event.order, way=event.order))


@folds(ev.WayNamed)
def _way(state: State, event: ev.WayNamed) -> State:
    return with_move(state, way=event.way, target=event.target, goal=event.goal, via=event.via)


@folds(ev.DiceFeigned)
def _feigned(state: State, event: ev.DiceFeigned) -> State:
    return with_move(state, dice=event.dice)


@folds(ev.ManeuverRolled)
def _maneuver(state: State, event: ev.ManeuverRolled) -> State:
    return rolled(state, event.challenge, event.response)


@folds(ev.ShipsMoved)
def _moved(state: State, event: ev.ShipsMoved) -> State:
    state = with_units(
        state,
        {id: {"box": event.box, "moved": True, "smoke": "none"} for id in event.ships},
    )
    return without_positions(state, event.ships, event.ships if event.how == "drift" else ())


@folds(ev.ShipsLeft)
def _left(state: State, event: ev.ShipsLeft) -> State:
    lost = f"left:{event.edge}"
    gone = {
        id: {
            "box": f"off:{event.edge}",
            "lost": lost,
            "left_turn": state.turn,
            "fires": (),
            "smoke": "none",
            "anchored": False,
            "opposed_by": (),
        }
        for id in event.ships
    }
    state = with_units(state, gone)
    state = without_positions(state, event.ships)
    return untied(state, event.ships)


@folds(ev.DriftRolled)
def _drift(state: State, event: ev.DriftRolled) -> State:
    state = with_units(state, {id: {"drifted": True} for id in event.ships})
    return rolled(state, event.roll)


@folds(ev.HazardChecked)
def _hazard(state: State, event: ev.HazardChecked) -> State:
    return rolled(state, event.challenge, event.response)


@folds(ev.MovementStopped)
def _stopped(state: State, event: ev.MovementStopped) -> State:
    return with_move(state, stopped=True)


@folds(ev.MineExploded)
def _mine(state: State, event: ev.MineExploded) -> State:
    markers = list(state.board.markers)
    markers.remove(next(each for each in markers if each.kind == "mine" and each.box == event.box))
    ship = state.ships[event.ship]
    state = replace(state, board=replace(state.board, markers=tuple(markers)))
    return with_unit(rolled(state, event.roll), event.ship, shields=worse(ship, "WL", 4))


@folds(ev.RanAground)
def _aground(state: State, event: ev.RanAground) -> State:
    return with_units(state, {id: {"grounded": True} for id in event.ships})


@folds(ev.Fouled)
def _fouled(state: State, event: ev.Fouled) -> State:
    ship = state.ships[event.ship]
    changes: dict[str, dict[str, Any]] = {event.ship: {"fouled": (*ship.fouled, event.what)}}
    if event.what in state.ships:
        other = state.ships[event.what]
        changes[event.what] = {"fouled": (*other.fouled, event.ship)}
        state = positions_between(state, event.ship, event.what)
    return with_units(state, changes)


@folds(ev.Freed)
def _freed(state: State, event: ev.Freed) -> State:
    ship = state.ships[event.ship]
    changes = {event.ship: {"fouled": without(ship.fouled, event.what)}}
    if event.what in state.ships:
        other = state.ships[event.what]
        changes[event.what] = {"fouled": without(other.fouled, event.ship)}
    return with_units(state, changes)


@folds(ev.Anchored)
def _anchored(state: State, event: ev.Anchored) -> State:
    return with_unit(state, event.ship, anchored=True)


@folds(ev.Weighed)
def _weighed(state: State, event: ev.Weighed) -> State:
    return with_unit(state, event.ship, anchored=False, springs=0)


@folds(ev.AnchorSlipped)
def _slipped(state: State, event: ev.AnchorSlipped) -> State:
    return with_unit(state, event.ship, anchored=False, springs=0, slipped=True)


@folds(ev.RefloatTried)
def _refloat(state: State, event: ev.RefloatTried) -> State:
    state = rolled(state, event.challenge, event.response)
    return with_unit(state, event.ship, grounded=False) if event.afloat else state


@folds(ev.EngineStrained)
def _strained(state: State, event: ev.EngineStrained) -> State:
    return rolled(state, event.challenge, event.response)


@folds(ev.UnfoulTried)
def _unfoul(state: State, event: ev.UnfoulTried) -> State:
    return rolled(state, event.challenge, event.response)


@folds(ev.TowTaken)
def _tow(state: State, event: ev.TowTaken) -> State:
    state = with_unit(state, event.ship, towing=event.towed)
    if state.ships[event.towed].acted:
        return state
    return with_unit(state, event.towed, order="maneuver_0")


@folds(ev.TowEnded)
def _tow_ended(state: State, event: ev.TowEnded) -> State:
    return with_unit(state, event.ship, towing="")


@folds(ev.OpposedMarked)
def _opposed(state: State, event: ev.OpposedMarked) -> State:
    by = state.ships[event.ship].opposed_by
    return with_unit(state, event.ship, opposed_by=(*without(by, event.by), event.by))


@folds(ev.OppositionEnded)
def _unopposed(state: State, event: ev.OppositionEnded) -> State:
    by = state.ships[event.ship].opposed_by
    return with_unit(state, event.ship, opposed_by=without(by, event.by) if event.by else ())


@folds(ev.TCrossed)
def _crossed(state: State, event: ev.TCrossed) -> State:
    field = "across_bow_of" if event.end == "bow" else "across_stern_of"
    return with_unit(state, event.ship, **{field: event.target})


@folds(ev.PositionsEnded)
def _positions(state: State, event: ev.PositionsEnded) -> State:
    return without_positions(state, (event.ship,), event.but)


@folds(ev.TTried)
def _t_tried(state: State, event: ev.TTried) -> State:
    ship = state.ships[event.ship]
    return with_unit(state, event.ship, tried_t=(*ship.tried_t, event.target))


@folds(ev.RamTried)
def _ram_tried(state: State, event: ev.RamTried) -> State:
    ship = state.ships[event.ship]
    return with_unit(
        state,
        event.ship,
        rammed=(*ship.rammed, event.target),
        tried_ram=(*ship.tried_ram, event.target),
    )


@folds(ev.SparTried)
def _spar_tried(state: State, event: ev.SparTried) -> State:
    return rolled(state, event.challenge, event.response)


@folds(ev.SparExploded)
def _spar(state: State, event: ev.SparExploded) -> State:
    state = rolled(state, event.roll, event.own_roll)
    target, ship = state.ships[event.target], state.ships[event.ship]
    return with_units(
        state,
        {
            event.target: {"shields": worse(target, "WL", 4)},
            event.ship: {
                "shields": worse(ship, "WL", event.own_hits) if event.own_hits else ship.shields,
                "spar_spent": ship.spar_spent or event.spent,
            },
        },
    )


@folds(ev.Rammed)
def _rammed(state: State, event: ev.Rammed) -> State:
    state = rolled(state, event.attack, event.defence)
    changes: dict[str, dict[str, Any]] = {}
    for id, hits in ((event.target, event.target_hits), (event.ship, event.own_hits)):
        if hits:
            changes[id] = {"shields": worse(state.ships[id], "WL", hits)}
    return with_units(state, changes)


@folds(ev.BeakChecked)
def _beak(state: State, event: ev.BeakChecked) -> State:
    return rolled(state, event.challenge, event.response)


@folds(ev.FoulingChecked)
def _fouling(state: State, event: ev.FoulingChecked) -> State:
    return rolled(state, event.challenge, event.response)


@folds(ev.SegmentEnded)
def _segment_ended(state: State, event: ev.SegmentEnded) -> State:
    state = replace(state, move=None)
    ship = state.ships[event.ship]
    return with_unit(state, event.ship, opposed_by=()) if ship.opposed_by else state


@folds(ev.Searched)
def _searched(state: State, event: ev.Searched) -> State:
    return rolled(state, event.roll)


@folds(ev.Revealed)
def _told(state: State, event: ev.Revealed) -> State:
    ship = state.ships[event.ship]
    if ship.kind == "contact":
        state = without_positions(state, (event.ship,))
        return with_unit(state, event.ship, hidden=False, lost="identified", box="")
    return with_unit(state, event.ship, hidden=False)
