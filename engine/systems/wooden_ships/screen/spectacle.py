"""What there is to see in an event: ships gliding, volleys, dice, news."""

from __future__ import annotations

from typing import Any, get_args

from engine.game.chart import Glide, News, Spectacle, Throw, Together, Volley
from engine.kit.by_type import ByType
from engine.systems.wooden_ships.fleet.names import hits_in_words, ship_name
from engine.systems.wooden_ships.fleet.on_chart import pose
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.state import State
from engine.systems.wooden_ships.words.telling import tell

shows: ByType[Any] = ByType("shows")  # each takes its own kind
Part = Glide | News | Throw | Volley


def spectacle(before: State, event: ev.AnyEvent) -> Spectacle | None:
    """Return what is to be seen in an event; several ships that move do so at once."""
    shown = shows.get(event)
    parts: tuple[Part, ...] = shown(before, event) if shown is not None else ()
    if not parts:
        return None
    return parts[0] if len(parts) == 1 else Together(parts)


def meeting(event: ev.AnyEvent) -> tuple[str, ...]:
    """Return the ships that an event brings together."""
    match event:
        case ev.SideFired():
            return event.ship, event.target
        case ev.Collided() | ev.FoulRolled() | ev.MeleeFought():
            return event.ships
        case ev.GrappleTried() | ev.UnfoulTried() | ev.CastOffTried():
            return event.ship, event.other
        case ev.ShipCaptured():
            return event.by, event.ship
    return ()


@shows(ev.ImpulseTaken, ev.Drifted)
def _glides(before: State, event: ev.ImpulseTaken | ev.Drifted) -> tuple[Part, ...]:
    found = []
    for key, (column, row, facing) in event.places.items():
        ship = before.ships[key]
        start = pose(ship.bow, ship.facing)
        found.append(Glide(key, (start, pose((column, row), facing))))
    return tuple(found)


@shows(ev.SideFired)
def _fires(before: State, event: ev.SideFired) -> tuple[Part, ...]:
    title = f"{ship_name(before, event.ship)} {event.side}, table {event.table}"
    faces = (f"{event.face}", hits_in_words(event.hits))
    return Volley(event.ship, event.side), Throw(title, faces)


@shows(ev.SignalsHoisted)
def _signals(before: State, event: ev.SignalsHoisted) -> tuple[Part, ...]:
    return tuple(
        News(tell(before, ev.SignalsHoisted({seat: signal}), ""), signal.ship)
        for seat, signal in event.signals.items()
    )


@shows(ev.ContestSettled)
def _contest(before: State, event: ev.ContestSettled) -> tuple[Part, ...]:
    return (News(tell(before, event, ""), event.holder),)


@shows(
    ev.Collided,
    ev.FoulRolled,
    ev.MeleeFought,
)
def _between(
    before: State, event: ev.Collided | ev.FoulRolled | ev.MeleeFought
) -> tuple[Part, ...]:
    return (News(tell(before, event, ""), event.ships[0]),)


OfAShip = (
    ev.UnfoulTried
    | ev.GrappleTried
    | ev.CastOffTried
    | ev.ShipSurrendered
    | ev.CrewKilled
    | ev.ShipCaptured
    | ev.ShipRetaken
    | ev.ShipRescued
)


@shows(*get_args(OfAShip))
def _of_a_ship(before: State, event: OfAShip) -> tuple[Part, ...]:
    return (News(tell(before, event, ""), event.ship),)
