"""The state after: broadsides, what they cost, and loading."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from engine.kit.fold import with_ship
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.evolve.folds import folds
from engine.systems.wooden_ships.state.state import Load, Ship, SideName, State


@folds(ev.TargetDrawn)
def _target_drawn(state: State, event: ev.TargetDrawn) -> State:
    return replace(state, dice=state.dice + 1)


@folds(ev.SideFired)
def _side_fired(state: State, event: ev.SideFired) -> State:
    ship = state.ships[event.ship]
    state = replace(state, dice=state.dice + 1, fired=True, acted=True)
    return with_ship(state, event.ship, loaded=_load(ship, event.side, "empty"))


@folds(ev.UnableToFire)
def _unable_to_fire(state: State, event: ev.UnableToFire) -> State:
    return state


@folds(ev.HitsMarked)
def _hits_marked(state: State, event: ev.HitsMarked) -> State:
    changes: dict[str, Any] = {
        "hull": event.hull,
        "crew": event.crew,
        "guns": event.guns,
        "carronades": event.carronades,
        "rigging": event.rigging,
    }
    prize = state.ships[event.ship].prize
    if prize is not None and event.prize is not None:
        changes["prize"] = replace(prize, squares=event.prize)
    state = replace(state, dice=state.dice + len(event.faces))
    return with_ship(state, event.ship, **changes)


@folds(ev.ShipSurrendered)
def _ship_surrendered(state: State, event: ev.ShipSurrendered) -> State:
    ship = state.ships[event.ship]
    how = ship.surrendered if event.how == "struck" else event.how
    # A prize crew fights on aboard a struck ship.
    parties = ship.parties if ship.prize and event.how == "struck" else ()
    return with_ship(state, event.ship, surrendered=how, parties=parties)


@folds(ev.CrewKilled)
def _crew_killed(state: State, event: ev.CrewKilled) -> State:
    return with_ship(state, event.ship, parties=())


@folds(ev.SideLoaded)
def _side_loaded(state: State, event: ev.SideLoaded) -> State:
    ship = state.ships[event.ship]
    return with_ship(state, event.ship, loaded=_load(ship, event.side, "round"))


def _load(ship: Ship, side: SideName, load: Load) -> tuple[Load, Load]:
    port, starboard = ship.loaded
    return (load, starboard) if side == "port" else (port, load)
