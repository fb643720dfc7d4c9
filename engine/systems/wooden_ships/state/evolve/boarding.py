"""The state after: parties, melee, prizes."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from engine.kit.fold import with_ship
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.evolve.folds import folds
from engine.systems.wooden_ships.state.state import Prize, Ship, State


@folds(ev.PartiesFormed)
def _parties_formed(state: State, event: ev.PartiesFormed) -> State:
    ships = {
        key: replace(ship, parties=event.parties.get(key, ()))
        if ship.parties or key in event.parties
        else ship
        for key, ship in state.ships.items()
    }
    return replace(state, ships=ships)


@folds(ev.CrewsLeft)
def _crews_left(state: State, event: ev.CrewsLeft) -> State:
    return _manned(state, event.crew, event.prize)


@folds(ev.CameAboard)
def _came_aboard(state: State, event: ev.CameAboard) -> State:
    state = _manned(state, {}, {} if event.prize is None else {event.ship: event.prize})
    return with_ship(state, event.ship, crew=event.crew, reserve=event.reserve, fresh=event.fresh)


@folds(ev.MeleeFought)
def _melee_fought(state: State, event: ev.MeleeFought) -> State:
    fought = {ship for side in (event.one, event.other) for ship, _ in side.parties}
    rounds = {**state.rounds}
    for ship in fought:
        rounds[ship] = rounds.get(ship, 0) + 1
    state = replace(state, dice=state.dice + 2, acted=True, rounds=rounds)
    return _manned(state, event.crew, event.prize)


@folds(ev.MeleeSettled)
def _melee_settled(state: State, event: ev.MeleeSettled) -> State:
    return replace(
        state,
        won=event.won,
        beaten=event.beaten,
        undecided=event.undecided,
        bouts=event.bouts,
    )


@folds(ev.PartyLost)
def _party_lost(state: State, event: ev.PartyLost) -> State:
    prize = {} if event.prize is None else {event.ship: event.prize}
    return _manned(state, {event.ship: event.crew}, prize)


@folds(ev.ShipCaptured)
def _ship_captured(state: State, event: ev.ShipCaptured) -> State:
    return with_ship(
        state,
        event.ship,
        prize=Prize(event.seat, event.squares, event.quality, event.by),
        surrendered="",
        parties=(),
        fresh=event.fresh,
    )


@folds(ev.ShipRetaken)
def _ship_retaken(state: State, event: ev.ShipRetaken) -> State:
    return with_ship(state, event.ship, prize=None, parties=(), fresh=())


@folds(ev.ReserveFilled)
def _reserve_filled(state: State, event: ev.ReserveFilled) -> State:
    return with_ship(state, event.ship, crew=event.crew, reserve=event.reserve)


@folds(ev.MeleeEnded)
def _melee_ended(state: State, event: ev.MeleeEnded) -> State:
    ships = {
        key: replace(ship, parties=event.engaged.get(key, ()), all_hands=key in event.all_hands)
        if ship.parties or ship.all_hands or key in event.engaged or key in event.all_hands
        else ship
        for key, ship in state.ships.items()
    }
    return replace(state, ships=ships, won=(), beaten=(), undecided=(), bouts=())


def _manned(state: State, crew: Mapping[str, tuple[int, ...]], prize: Mapping[str, int]) -> State:
    """Return the state with other squares left in sections and prize crews."""
    ships = dict(state.ships)
    for key, squares in crew.items():
        ships[key] = replace(ships[key], crew=squares)
    for key, left in prize.items():
        ships[key] = _prize(ships[key], left)
    return replace(state, ships=ships)


def _prize(ship: Ship, squares: int) -> Ship:
    return replace(ship, prize=replace(ship.prize, squares=squares)) if ship.prize else ship
