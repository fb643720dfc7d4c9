"""The state after: turns, sheets, arrivals, points, the end."""

from __future__ import annotations

from msgspec.structs import replace

from engine.kit.fold import replanned, with_ship
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.evolve.folds import folds, with_points
from engine.systems.wooden_ships.state.sides import holder
from engine.systems.wooden_ships.state.state import Ended, State


@folds(ev.SquadronMade)
def _squadron_made(state: State, event: ev.SquadronMade) -> State:
    ships = {**state.ships, **event.ships}
    return replace(state, ships=ships, dice=state.dice + event.dice)


@folds(ev.TurnBegan)
def _turn_began(state: State, event: ev.TurnBegan) -> State:
    return replace(state, turn=event.turn)


@folds(ev.ShipArrived)
def _ship_arrived(state: State, event: ev.ShipArrived) -> State:
    return with_ship(state, event.ship, bow=event.bow, enter_turn=0)


@folds(ev.ShipRescued)
def _ship_rescued(state: State, event: ev.ShipRescued) -> State:
    return with_ship(state, event.ship, surrendered="", rescued=True)


@folds(ev.SheetSealed)
def _sheet_sealed(state: State, event: ev.SheetSealed) -> State:
    return replace(state, sealed={**state.sealed, event.seat: event.answers})


@folds(ev.SheetReopened)
def _sheet_reopened(state: State, event: ev.SheetReopened) -> State:
    kept = {seat: answers for seat, answers in state.sealed.items() if seat != event.seat}
    return replace(state, sealed=kept)


@folds(ev.SheetsOpened)
def _sheets_opened(state: State, event: ev.SheetsOpened) -> State:
    state = replace(state, sealed={})
    if event.phase != "orders":
        return state
    ships = dict(state.ships)
    for answers in event.answers.values():
        for ship, answer in answers.items():
            ships[ship] = replace(ships[ship], order=answer.option)
    return replace(state, ships=ships)


@folds(ev.StandingChanged)
def _standing_changed(state: State, event: ev.StandingChanged) -> State:
    return replace(state, standing={**(state.standing or {}), event.seat: event.standing})


@folds(ev.SignalsHoisted)
def _signals_hoisted(state: State, event: ev.SignalsHoisted) -> State:
    return replace(state, signals=event.signals)


@folds(ev.SeatGaveUp)
def _seat_gave_up(state: State, event: ev.SeatGaveUp) -> State:
    seats = dict(state.seats)
    seats[event.seat] = replace(seats[event.seat], gave_up=True, points="0")
    ships = {
        key: replace(ship, surrendered="seat", order="", parties=())
        if holder(ship) == event.seat
        else ship
        for key, ship in state.ships.items()
    }
    return replace(state, seats=seats, ships=ships)


@folds(ev.PointsGiven)
def _points_given(state: State, event: ev.PointsGiven) -> State:
    awards = replace(state.ships[event.ship].awards, **{event.why: event.shares})
    return with_points(with_ship(state, event.ship, awards=awards), event.shares)


@folds(ev.PointsWithdrawn)
def _points_withdrawn(state: State, event: ev.PointsWithdrawn) -> State:
    awards = state.ships[event.ship].awards
    given = {
        seat: share for seat, share in awards.of(event.why).items() if not state.seats[seat].gave_up
    }
    state = with_ship(state, event.ship, awards=replace(awards, **{event.why: {}}))
    return with_points(state, given, -1)


@folds(ev.TurnEnded)
def _turn_ended(state: State, event: ev.TurnEnded) -> State:
    ships = {
        key: replace(ship, rescued=False, fresh=()) if ship.rescued or ship.fresh else ship
        for key, ship in state.ships.items()
    }
    return replace(
        state, ships=ships, quiet=event.quiet, countdown=event.countdown, acted=False, rounds={}
    )


@folds(ev.BattleEnded)
def _battle_ended(state: State, event: ev.BattleEnded) -> State:
    return replace(state, outcome=Ended(event.winners, event.reason), agenda=(), sealed={})


folds(ev.Planned)(replanned)
