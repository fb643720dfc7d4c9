"""How events, weather and terrain that comes and goes are told."""

from __future__ import annotations

from engine.systems.oak_iron.data.records import book
from engine.systems.oak_iron.machine.telling import tells
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.state import HIDDEN, State
from engine.systems.oak_iron.state.wording import card_name, inches, listed, squadron_name


def _name(event: str) -> str:
    record = book().events.get(event)
    return record.name if record is not None else event


@tells(ev.EventDrawn)
def _drawn(state: State, event: ev.EventDrawn, seat: str) -> str:
    record = book().events.get(event.event)
    return f"Event: {_name(event.event)}. {record.effect if record is not None else ''}".strip()


@tells(ev.EventIgnored)
def _ignored(state: State, event: ev.EventIgnored, seat: str) -> str:
    return f"{_name(event.event)} changes nothing"


@tells(ev.EventOver)
def _over(state: State, event: ev.EventOver, seat: str) -> str:
    return f"{_name(event.event)} is over"


@tells(ev.WeatherShifted)
def _wind(state: State, event: ev.WeatherShifted, seat: str) -> str:
    return f"The wind shifts from {state.table.weather_edge} to {event.edge}"


@tells(ev.CurrentSet)
def _current(state: State, event: ev.CurrentSet, seat: str) -> str:
    return f"The current sets {event.edge}"


@tells(ev.CardLaidAtRandom)
def _random_card(state: State, event: ev.CardLaidAtRandom, seat: str) -> str:
    card = card_name(event.card if event.squadron == seat else HIDDEN)
    return f"{squadron_name(state, event.squadron)} misreads signals and lays {card} face down"


@tells(ev.FortuneGained)
def _fortune(state: State, event: ev.FortuneGained, seat: str) -> str:
    return f"{squadron_name(state, event.squadron)} gains a fortune point: {event.now}"


@tells(ev.TerrainLaid)
def _laid(state: State, event: ev.TerrainLaid, seat: str) -> str:
    return f"{event.piece.name or event.piece.kind} is laid on the table"


@tells(ev.TerrainMoved)
def _moved(state: State, event: ev.TerrainMoved, seat: str) -> str:
    return f"{event.piece.name or event.piece.kind} is laid anew"


@tells(ev.SeaScrolled)
def _scrolled(state: State, event: ev.SeaScrolled, seat: str) -> str:
    east, north = event.by
    ways = [
        f"{inches(abs(east))} {'east' if east > 0 else 'west'}" * bool(east),
        f"{inches(abs(north))} {'north' if north > 0 else 'south'}" * bool(north),
    ]
    return f"The sea scrolls: all shifts {listed([way for way in ways if way])}"


@tells(ev.TerrainTaken)
def _taken(state: State, event: ev.TerrainTaken, seat: str) -> str:
    names = [piece.name or piece.kind for piece in state.terrain if piece.id in event.pieces]
    return f"{listed(names)} is gone" if len(names) == 1 else f"{listed(names)} are gone"
