"""The story of a battle of Wooden Ships, event by event. The sentences are in
data/wooden_ships/story.toml.
"""

from __future__ import annotations

from typing import Any

from engine.base.text import and_between, counted
from engine.game.parts.words import Happening
from engine.kit.by_type import Happenings
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.state import State

CLOSE, SHORT = 1, 3
"""The largest distances, in hexes, that the story calls alongside and close range."""
happens = Happenings("happenings")


def happening(before: State, event: Any) -> Happening | None:
    """Return the story's sentence about an event; None for most events."""
    return happens.told(before, event)


def _name(state: State, ship: str) -> str:
    return (state.ships[ship].name if ship in state.ships else "") or ship


@happens(ev.SideFired)
def _fired(before: State, event: ev.SideFired) -> Happening:
    harm = zip(event.hits, ("hull hit", "gun hit", "crew hit", "rigging hit"), strict=True)
    told = [counted(count, part) for count, part in harm if count]
    total = sum(event.hits)
    far = "alongside" if event.range <= CLOSE else "at close range"
    facts = {
        "range": far if event.range <= SHORT else "at long range",
        "harm": and_between(told) or "nothing",
        "end": str(event.rake),
        "side": str(event.side),
    }
    row = "rake" if event.rake and total else "broadside" if total else "missed"
    weight = total / 2 + 2.0 * (row == "rake") if total else 0.3
    ships = _name(before, event.ship), _name(before, event.target)
    far = counted(event.range, "hex", "hexes")
    return Happening(row, *ships, weight, facts, event.range if total else 0, far)


def _simple(row: str, weight: float) -> Any:
    """Return the function that makes the happening of an event with a `ship`."""
    return lambda before, event: Happening(row, _name(before, event.ship), weight=weight)


happens(ev.CrewKilled)(_simple("crew_lost", 7.0))
happens(ev.ShipArrived)(_simple("arrived", 3.0))


@happens(ev.ShipSurrendered)
def _surrendered(before: State, event: ev.ShipSurrendered) -> Happening:
    return Happening(f"surrendered_{event.how}", _name(before, event.ship), weight=8.0)


@happens(ev.ShipRetaken)
def _retaken(before: State, event: ev.ShipRetaken) -> Happening:
    return Happening(f"retaken_{event.how}", _name(before, event.ship), weight=7.0)


@happens(ev.ShipCaptured)
def _captured(before: State, event: ev.ShipCaptured) -> Happening:
    return Happening("captured", _name(before, event.by), _name(before, event.ship), 8.0)


@happens(ev.GrappleTried)
def _grappled(before: State, event: ev.GrappleTried) -> Happening | None:
    if not event.holds:
        return None
    return Happening("grappled", _name(before, event.ship), _name(before, event.other), 2.0)


@happens(ev.FoulRolled)
def _fouled(before: State, event: ev.FoulRolled) -> Happening | None:
    if not event.fouled:
        return None
    one, other = event.ships
    return Happening("fouled", _name(before, one), _name(before, other), 2.0)


@happens(ev.MeleeFought)
def _melee(before: State, event: ev.MeleeFought) -> Happening:
    one, other = (_name(before, each) for each in event.ships)
    lost = event.one.lost, event.other.lost
    row = "melee_even" if lost[0] == lost[1] else "melee"
    ships = (one, other) if lost[0] <= lost[1] else (other, one)
    return Happening(row, *ships, 2.5)


@happens(ev.SeatGaveUp)
def _gave_up(before: State, event: ev.SeatGaveUp) -> Happening:
    name = before.seats[event.seat].name if event.seat in before.seats else event.seat
    return Happening("gave_up", f"the {name} side" if name else event.seat, weight=6.0)


@happens(ev.BattleEnded)
def _ended(before: State, event: ev.BattleEnded) -> Happening:
    sides = {each.name for each in before.seats.values() if each.side in event.winners}
    won = and_between([f"the {name} side" for name in sorted(sides)])
    facts = {"why": event.reason}
    return Happening("won" if won else "drawn", won, weight=9.0, facts=facts)
