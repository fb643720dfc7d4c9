"""Events of the turn, of event cards, weather and terrain."""

from __future__ import annotations

from msgspec.structs import replace

from engine.game.game import Outcome
from engine.kit import ledger
from engine.space.plane.pose import Point, Pose
from engine.systems.oak_iron.data.facts import WeatherEdge
from engine.systems.oak_iron.state.events.event import (
    OakIronEvent,
    Told,
    every_ship,
    with_activation,
    with_plan,
)
from engine.systems.oak_iron.state.state import Phase, Ship, State, Terrain
from engine.systems.oak_iron.state.steps import AnyStep

# Events of the turn: its agenda, phases and end.


_WRITTEN = {"taken": "done", "laid": "then"}
"""The keys of files, as they always were."""


class Planned(ledger.Planned, OakIronEvent, frozen=True, tag="planned", rename=_WRITTEN):
    """The agenda of a battle changed."""

    taken: int = 0
    laid: tuple[AnyStep, ...] = ()


class TurnBegan(OakIronEvent, frozen=True, tag="turn_began"):
    """A new turn began: wake markers, attacks and Cut Free of the last one are cleared."""

    turn: int

    def after(self, state: State) -> State:
        fresh = every_ship(
            state,
            lambda ship: replace(ship, moved=False, attacked=False, cut_free=False, boats_on=""),
        )
        return replace(fresh, turn=self.turn, initiative="")


class PhaseBegan(OakIronEvent, frozen=True, tag="phase_began"):
    """A phase of the turn began."""

    phase: Phase

    def after(self, state: State) -> State:
        return replace(state, phase=self.phase)


class StrikePointsCounted(Told, frozen=True, tag="strike_points_counted"):
    """The strike points and the ships of each squadron were counted."""

    points: dict[str, int]
    ships: dict[str, int]


class BattleEnded(OakIronEvent, frozen=True, tag="battle_ended"):
    """The battle is over."""

    outcome: Outcome

    def after(self, state: State) -> State:
        return replace(state, outcome=self.outcome, agenda=())


# Events of event cards, weather, and terrain during the battle.


class EventDrawn(OakIronEvent, frozen=True, tag="event_drawn"):
    """A die drew an event card."""

    event: str

    def after(self, state: State) -> State:
        gone = (*state.events_gone, self.event)
        return replace(state, events_gone=gone, dice=state.dice + 1)


class EventIgnored(Told, frozen=True, tag="event_ignored"):
    """The event was not possible, or was cancelled."""

    event: str


class EventLasts(OakIronEvent, frozen=True, tag="event_lasts"):
    """The event card stays face up."""

    event: str

    def after(self, state: State) -> State:
        return replace(state, events_in_force=(*state.events_in_force, self.event))


class EventOver(OakIronEvent, frozen=True, tag="event_over"):
    """An event card is no longer in force."""

    event: str

    def after(self, state: State) -> State:
        kept = tuple(each for each in state.events_in_force if each != self.event)
        return replace(state, events_in_force=kept)


class WeatherShifted(OakIronEvent, frozen=True, tag="weather_shifted"):
    """A die's number moved the weather edge."""

    edge: WeatherEdge
    number: int

    def after(self, state: State) -> State:
        table = replace(state.table, weather_edge=self.edge)
        return replace(state, table=table, dice=state.dice + 1)


class CurrentSet(OakIronEvent, frozen=True, tag="current_set"):
    """A die's number says to which edge the current sets."""

    edge: WeatherEdge
    number: int

    def after(self, state: State) -> State:
        return replace(state, dice=state.dice + 1)


class TerrainLaid(OakIronEvent, frozen=True, tag="terrain_laid"):
    """A piece of terrain was laid on the table."""

    piece: Terrain

    def after(self, state: State) -> State:
        return replace(state, terrain=(*state.terrain, self.piece))


class TerrainMoved(OakIronEvent, frozen=True, tag="terrain_moved"):
    """A piece of terrain lies elsewhere now."""

    piece: Terrain

    def after(self, state: State) -> State:
        pieces = (self.piece if each.id == self.piece.id else each for each in state.terrain)
        return replace(state, terrain=tuple(pieces))


class SeaScrolled(OakIronEvent, frozen=True, tag="sea_scrolled"):
    """Everything on the table shifted: inches east and north."""

    by: Point

    def after(self, state: State) -> State:
        def there(at: Point) -> Point:
            return round(at[0] + self.by[0], 4), round(at[1] + self.by[1], 4)

        def lies(pose: Pose | None) -> Pose | None:
            return pose and Pose(*there(pose.at), pose.heading)

        def carried(ship: Ship) -> Ship:
            party = ship.landing_party and there(ship.landing_party)
            return replace(ship, pose=lies(ship.pose), landing_party=party)

        terrain = tuple(
            replace(piece, outline=tuple(there(at) for at in piece.outline))
            for piece in state.terrain
        )
        start = state.activation.start if state.activation is not None else None
        if state.plan and state.plan.marker is not None:
            state = with_plan(state, marker=there(state.plan.marker))
        return with_activation(
            replace(every_ship(state, carried), terrain=terrain), start=lies(start)
        )


class TerrainTaken(OakIronEvent, frozen=True, tag="terrain_taken"):
    """Pieces of terrain were taken off the table."""

    pieces: tuple[str, ...]

    def after(self, state: State) -> State:
        kept = tuple(piece for piece in state.terrain if piece.id not in self.pieces)
        return replace(state, terrain=kept)


class WindTurned(OakIronEvent, frozen=True, tag="wind_turned"):
    """The wind blows from the opposite edge, by a card."""

    edge: WeatherEdge

    def after(self, state: State) -> State:
        return replace(state, table=replace(state.table, weather_edge=self.edge))
