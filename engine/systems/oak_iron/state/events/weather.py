"""Events of event cards, weather, and terrain during the battle."""

from __future__ import annotations

from engine.space.plane.pose import Point
from engine.systems.oak_iron.data.terms import WeatherEdge
from engine.systems.oak_iron.state.events.event import OakIronEvent
from engine.systems.oak_iron.state.state import Terrain


class EventDrawn(OakIronEvent, frozen=True, tag="event_drawn"):
    """A die drew an event card."""

    event: str


class EventIgnored(OakIronEvent, frozen=True, tag="event_ignored"):
    """The event was not possible, or was cancelled."""

    event: str


class EventLasts(OakIronEvent, frozen=True, tag="event_lasts"):
    """The event card stays face up."""

    event: str


class EventOver(OakIronEvent, frozen=True, tag="event_over"):
    """An event card is no longer in force."""

    event: str


class WeatherShifted(OakIronEvent, frozen=True, tag="weather_shifted"):
    """A die's number moved the weather edge."""

    edge: WeatherEdge
    number: int


class CurrentSet(OakIronEvent, frozen=True, tag="current_set"):
    """A die's number says to which edge the current sets."""

    edge: WeatherEdge
    number: int


class TerrainLaid(OakIronEvent, frozen=True, tag="terrain_laid"):
    """A piece of terrain was laid on the table."""

    piece: Terrain


class TerrainMoved(OakIronEvent, frozen=True, tag="terrain_moved"):
    """A piece of terrain lies elsewhere now."""

    piece: Terrain


class SeaScrolled(OakIronEvent, frozen=True, tag="sea_scrolled"):
    """Everything on the table shifted: inches east and north."""

    by: Point


class TerrainTaken(OakIronEvent, frozen=True, tag="terrain_taken"):
    """Pieces of terrain were taken off the table."""

    pieces: tuple[str, ...]


class WindTurned(OakIronEvent, frozen=True, tag="wind_turned"):
    """The wind blows from the opposite edge, by a card."""

    edge: WeatherEdge
