"""Folds of the set-up and the objective."""

from __future__ import annotations

from msgspec.structs import replace

from engine.kit.fold import with_ship
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.evolve.folds import folds, told_only, with_plan, with_squadron
from engine.systems.oak_iron.state.sides import fleet_of
from engine.systems.oak_iron.state.state import State, sorted_by_id


@folds(ev.SquadronsMustered)
def _mustered(state: State, event: ev.SquadronsMustered) -> State:
    dice = state.dice + event.dice
    return replace(state, squadrons=event.squadrons, ships=sorted_by_id(event.ships), dice=dice)


@folds(ev.ScenarioDrawn)
def _scenario_drawn(state: State, event: ev.ScenarioDrawn) -> State:
    table = replace(state.table, weather_edge=event.weather_edge)
    state = replace(state, table=table, objective=event.objective, plan=event.plan)
    return replace(state, dice=state.dice + event.dice)


@folds(ev.RoleTaken)
def _role_taken(state: State, event: ev.RoleTaken) -> State:
    return replace(with_plan(state, attacker=event.attacker), defender=event.defender)


@folds(ev.ScenarioCardTaken)
def _card_taken(state: State, event: ev.ScenarioCardTaken) -> State:
    if event.kind == "condition":
        for key in fleet_of(state, event.squadron):
            held = (*state.squadrons[key].conditions, event.card)
            state = with_squadron(state, key, conditions=held)
    assert state.plan
    left = tuple(card for card in state.plan.offers[event.kind] if card != event.card)
    own = {**state.plan.drafted.get(event.squadron, {}), event.kind: event.card}
    offers = {**state.plan.offers, event.kind: left}
    return with_plan(state, offers=offers, drafted={**state.plan.drafted, event.squadron: own})


@folds(ev.DraftEnded)
def _draft_ended(state: State, event: ev.DraftEnded) -> State:
    return with_plan(state, offers={}, lee=event.lee, earliest=event.earliest)


@folds(ev.PieceAdded)
def _piece_added(state: State, event: ev.PieceAdded) -> State:
    assert state.plan
    own = (*state.plan.added.get(event.squadron, ()), event.piece)
    added = {**state.plan.added, event.squadron: own}
    return with_plan(state, pool=(*state.plan.pool, event.piece), added=added)


@folds(ev.PieceLaid)
def _piece_laid(state: State, event: ev.PieceLaid) -> State:
    state = _piece_removed(state, ev.PieceRemoved(event.terrain.id))
    if event.fixed and state.plan:
        key = event.terrain.id
        fixed, islands = (*state.plan.fixed, key), (*state.plan.islands, key)
        state = with_plan(state, fixed=fixed, islands=islands)
    return replace(state, terrain=(*state.terrain, event.terrain))


@folds(ev.PieceMoved)
def _piece_moved(state: State, event: ev.PieceMoved) -> State:
    moved = event.terrain
    terrain = tuple(moved if piece.id == moved.id else piece for piece in state.terrain)
    fixed = (*state.plan.fixed, moved.id) if state.plan else ()
    return with_plan(replace(state, terrain=terrain), fixed=fixed)


@folds(ev.PieceRemoved)
def _piece_removed(state: State, event: ev.PieceRemoved) -> State:
    pool = state.plan.pool if state.plan else ()
    return with_plan(state, pool=tuple(piece for piece in pool if piece != event.piece))


@folds(ev.MarkerLaid)
def _marker_laid(state: State, event: ev.MarkerLaid) -> State:
    return with_plan(state, marker=event.at)


@folds(ev.TokenLaid)
def _token_laid(state: State, event: ev.TokenLaid) -> State:
    return with_ship(state, event.ship, token=event.token)


@folds(ev.TokenLanded)
def _token_landed(state: State, event: ev.TokenLanded) -> State:
    state = with_ship(state, event.ship, token="")
    return with_plan(state, achieved=event.token == "dignitary")


@folds(ev.MarkerBurns)
def _marker_burns(state: State, event: ev.MarkerBurns) -> State:
    return with_plan(state, razed=state.plan.razed + 1) if state.plan else state


@folds(ev.ObjectiveScored)
def _objective_scored(state: State, event: ev.ObjectiveScored) -> State:
    scored = dict(state.plan.scored) if state.plan else {}
    scored[event.squadron] = scored.get(event.squadron, 0) + event.points
    return with_plan(state, scored=scored)


@folds(ev.ShipDeployed)
def _ship_deployed(state: State, event: ev.ShipDeployed) -> State:
    return with_ship(state, event.ship, pose=event.pose)


folds(ev.ShipDelayed)(told_only)
