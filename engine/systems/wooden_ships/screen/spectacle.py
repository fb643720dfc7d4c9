"""The animation of an event, and its picture."""

from __future__ import annotations

from typing import Any, get_args

from engine.game.chart import Glide, News, Spectacle, Tableau, Throw, Together, Volley
from engine.kit.by_type import ByType, Pictures
from engine.systems.wooden_ships.fleet import hits_in_words, pose, seat_name, ship_name
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.state import State, holder
from engine.systems.wooden_ships.words.words import tell

# The visible effects of an event: ships gliding, volleys, dice, news.


shows: ByType[Any] = ByType("shows")  # each function takes its own type of event
Part = Glide | News | Throw | Volley


def spectacle(before: State, event: ev.AnyEvent) -> Spectacle | None:
    """Return the animation of an event; several ships move at the same time."""
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


@shows(ev.ShipChosen)
def _chosen(before: State, event: ev.ShipChosen) -> tuple[Part, ...]:
    """Return the news of a captain's choice; () for a choice by the program, which may make many at
    once: they are in the log.
    """
    return () if event.by_program else (News(tell(before, event, ""), event.ship),)


@shows(ev.ChoicePassed)
def _passed(before: State, event: ev.ChoicePassed) -> tuple[Part, ...]:
    return (News(tell(before, event, "")),)


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


# Events with a picture: rakes, masts over the side, colours struck, prizes.


pictures = Pictures("pictures")


tableau = pictures.tableau
"""Return the picture of an event; None for most events."""


@pictures(ev.SideFired)
def _rake(state: State, event: ev.SideFired) -> Tableau | None:
    if not event.rake or not any(event.hits):
        return None
    one, other = ship_name(state, event.ship), ship_name(state, event.target)
    where = "over her bow" if event.rake == "bow" else "through her stern"
    text = f"{one} rakes {other} {where}: {hits_in_words(event.hits)}."
    owner = holder(state.ships[event.target])
    return Tableau("rake", f"{event.rake.upper()} RAKE", text, owner)


@pictures(ev.HitsMarked)
def _mast(state: State, event: ev.HitsMarked) -> Tableau | None:
    """Return the picture of a mast that falls, when the last box of a rigging section is lost."""
    ship = state.ships[event.ship]
    pairs = zip(ship.rigging, event.rigging, strict=False)
    gone = sum(before > 0 >= after for before, after in pairs)
    if not gone:
        return None
    name, left = ship_name(state, event.ship), any(event.rigging)
    masts = "a mast" if gone == 1 else "her masts"
    text = f"{name} loses {masts}." if left else f"{name} is dismasted."
    title = "A MAST GOES" if left else "DISMASTED"
    return Tableau("mast", title, text, holder(ship))


@pictures(ev.ShipSurrendered, ev.ShipCaptured, ev.ShipRetaken)
def _colours(state: State, event: ev.ShipSurrendered | ev.ShipCaptured | ev.ShipRetaken) -> Tableau:
    title = {"surrendered": "SHE STRIKES", "captured": "TAKEN", "retaken": "RETAKEN"}
    tag = str(event.__struct_config__.tag)
    text = f"{tell(state, event, '')}."
    return Tableau("colours", title[tag], text, holder(state.ships[event.ship]))


@pictures(ev.SeatGaveUp)
def _gave_up(state: State, event: ev.SeatGaveUp) -> Tableau:
    text = f"{seat_name(state, event.seat)} surrenders with all ships."
    return Tableau("colours", "COLOURS STRUCK", text, event.seat)


@pictures(ev.BattleEnded)
def _end(state: State, event: ev.BattleEnded) -> Tableau:
    return Tableau("end", "THE BATTLE IS OVER", f"{event.reason.rstrip('.')}.")
