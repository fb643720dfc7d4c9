"""Events of the turn, of event cards, weather and terrain; of initiative cards and their
effects.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from engine.game.game import Outcome
from engine.kit import ledger
from engine.kit.ledger import with_ship
from engine.space.plane.pose import Point, Pose
from engine.systems.oak_iron.data.facts import WeatherEdge
from engine.systems.oak_iron.state.events.event import (
    Means,
    OakIronEvent,
    Told,
    every_ship,
    with_activation,
    with_plan,
    with_squadron,
)
from engine.systems.oak_iron.state.state import Phase, Ship, State, Terrain
from engine.systems.oak_iron.state.steps import AnyStep

# Events of the turn, of event cards, weather and terrain.


_WRITTEN = {"taken": "done", "laid": "then"}
"""The names in battle files of two fields: {field: name in files}. The names are older than those
of the fields."""


class Planned(ledger.Planned, OakIronEvent, frozen=True, tag="planned", rename=_WRITTEN):
    """The agenda (the steps still to be done) changed: steps were done or added."""

    taken: int = 0
    laid: tuple[AnyStep, ...] = ()


class TurnBegan(OakIronEvent, frozen=True, tag="turn_began"):
    """A new turn began: wake markers and what ships did in the last turn are cleared."""

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
    """The strike points against each squadron, and its ships, were counted."""

    points: dict[str, int]
    ships: dict[str, int]


class BattleEnded(OakIronEvent, frozen=True, tag="battle_ended"):
    """The battle is over."""

    outcome: Outcome

    def after(self, state: State) -> State:
        return replace(state, outcome=self.outcome, agenda=())


# Events of event cards, weather, and terrain during the battle.


class EventDrawn(OakIronEvent, frozen=True, tag="event_drawn"):
    """A die drew an event card from the deck of events."""

    event: str

    def after(self, state: State) -> State:
        gone = (*state.events_gone, self.event)
        return replace(state, events_gone=gone, dice=state.dice + 1)


class EventIgnored(Told, frozen=True, tag="event_ignored"):
    """An event card had no effect: it was not possible, or another card cancelled it."""

    event: str


class EventLasts(OakIronEvent, frozen=True, tag="event_lasts"):
    """The event card stays face up, because its effect lasts."""

    event: str

    def after(self, state: State) -> State:
        return replace(state, events_in_force=(*state.events_in_force, self.event))


class EventOver(OakIronEvent, frozen=True, tag="event_over"):
    """The lasting effect of an event card ended."""

    event: str

    def after(self, state: State) -> State:
        kept = tuple(each for each in state.events_in_force if each != self.event)
        return replace(state, events_in_force=kept)


class WeatherShifted(OakIronEvent, frozen=True, tag="weather_shifted"):
    """A die turned the wind: it blows from another edge."""

    edge: WeatherEdge
    number: int

    def after(self, state: State) -> State:
        table = replace(state.table, weather_edge=self.edge)
        return replace(state, table=table, dice=state.dice + 1)


class CurrentSet(OakIronEvent, frozen=True, tag="current_set"):
    """A die chose the edge of the table towards which the current carries ships."""

    edge: WeatherEdge
    number: int

    def after(self, state: State) -> State:
        return replace(state, dice=state.dice + 1)


class TerrainLaid(OakIronEvent, frozen=True, tag="terrain_laid"):
    """A piece of terrain was placed on the table during the battle."""

    piece: Terrain

    def after(self, state: State) -> State:
        return replace(state, terrain=(*state.terrain, self.piece))


class TerrainMoved(OakIronEvent, frozen=True, tag="terrain_moved"):
    """A piece of terrain was moved during the battle."""

    piece: Terrain

    def after(self, state: State) -> State:
        pieces = (self.piece if each.id == self.piece.id else each for each in state.terrain)
        return replace(state, terrain=tuple(pieces))


class SeaScrolled(OakIronEvent, frozen=True, tag="sea_scrolled"):
    """Everything on the table was shifted by these inches (east, north), to make room for a
    move.
    """

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
    """Pieces of terrain were removed from the table during the battle."""

    pieces: tuple[str, ...]

    def after(self, state: State) -> State:
        kept = tuple(piece for piece in state.terrain if piece.id not in self.pieces)
        return replace(state, terrain=kept)


class WindTurned(OakIronEvent, frozen=True, tag="wind_turned"):
    """A card turned the wind: it blows from the opposite edge."""

    edge: WeatherEdge

    def after(self, state: State) -> State:
        return replace(state, table=replace(state.table, weather_edge=self.edge))


# Events of initiative cards and their effects.


class CardChosen(OakIronEvent, frozen=True, tag="card_chosen"):
    """A squadron placed an initiative card face down; the event is secret."""

    squadron: str
    card: str

    def after(self, state: State) -> State:
        hand = tuple(card for card in state.squadrons[self.squadron].hand if card != self.card)
        return with_squadron(state, self.squadron, hand=hand, face_down=self.card)


class CardLaidOpen(OakIronEvent, frozen=True, tag="card_laid_open"):
    """A squadron whose enemy has the condition Surprise placed its first initiative card face
    up.
    """

    squadron: str
    card: str

    def after(self, state: State) -> State:
        state = CardChosen(self.squadron, self.card).after(state)
        return with_squadron(state, self.squadron, laid_open=True)


class CardsRevealed(OakIronEvent, frozen=True, tag="cards_revealed"):
    """All face-down cards were revealed at once."""

    cards: dict[str, str]

    def after(self, state: State) -> State:
        for key, card in self.cards.items():
            seen = tuple(sorted({*state.squadrons[key].seen, card}))
            state = with_squadron(state, key, face_up=card, face_down="", seen=seen)
            state = with_squadron(state, key, laid_open=msgspec.UNSET)
        return state


class InitiativeWon(OakIronEvent, frozen=True, tag="initiative_won"):
    """A side won the initiative: it goes first this turn. `by` says what decided, such as the
    value of the card.
    """

    squadron: str
    by: Means

    def after(self, state: State) -> State:
        return replace(state, initiative=self.squadron)


class CardsReturned(OakIronEvent, frozen=True, tag="cards_returned"):
    """The initiative cards of the turn went back to the hands, or were discarded."""

    discarded: tuple[str, ...] = ()
    """The squadrons whose face-up card was discarded."""
    laid_on: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    """The squadrons whose second card was discarded; unset if no squadron had one."""

    def after(self, state: State) -> State:
        for key, squadron in state.squadrons.items():
            if not squadron.face_up:
                continue
            played = {squadron.face_up: key in self.discarded}
            if squadron.laid_on:
                played[squadron.laid_on] = key in (self.laid_on or ())
            state = with_squadron(
                state,
                key,
                hand=(*squadron.hand, *(card for card, gone in played.items() if not gone)),
                discarded=(*squadron.discarded, *(card for card, gone in played.items() if gone)),
                face_up="",
                laid_on=msgspec.UNSET,
                borrowed=msgspec.UNSET,
            )
        return state


class CardBorrowed(OakIronEvent, frozen=True, tag="card_borrowed"):
    """A squadron applies a second card this turn; with `own`, it comes from the squadron's own
    hand.
    """

    squadron: str
    card: str
    own: bool

    def after(self, state: State) -> State:
        squadron = state.squadrons[self.squadron]
        state = with_squadron(
            state, self.squadron, borrowed=(*(squadron.borrowed or ()), self.card)
        )
        if not self.own:
            return state
        hand = tuple(card for card in squadron.hand if card != self.card)
        seen = tuple(sorted({*squadron.seen, self.card}))
        return with_squadron(state, self.squadron, hand=hand, seen=seen, laid_on=self.card)


class BoatsLowered(OakIronEvent, frozen=True, tag="boats_lowered"):
    """A ship sent her boats to an enemy; they stay there until the turn ends."""

    ship: str
    target: str

    def after(self, state: State) -> State:
        return with_ship(state, self.ship, boats_on=self.target)


class CardLaidAtRandom(OakIronEvent, frozen=True, tag="card_laid_at_random"):
    """A die chose the initiative card that a squadron places face down."""

    squadron: str
    card: str

    def after(self, state: State) -> State:
        state = CardChosen(self.squadron, self.card).after(state)
        return replace(state, dice=state.dice + 1)


class CardDropped(OakIronEvent, frozen=True, tag="card_dropped"):
    """A squadron removed a card from a hand that had too many; it does not come back."""

    squadron: str
    card: str

    def after(self, state: State) -> State:
        squadron = state.squadrons[self.squadron]
        hand = tuple(card for card in squadron.hand if card != self.card)
        return with_squadron(state, self.squadron, hand=hand)


class EffectApplied(Told, frozen=True, tag="effect_applied"):
    """A card affected a ship, or no ship in particular; this is only shown in the log."""

    squadron: str
    card: str
    ship: str = ""


class EffectUsed(OakIronEvent, frozen=True, tag="effect_used"):
    """A ship used an effect that works once a battle or once a turn; `mark` notes that in her
    `used`.
    """

    ship: str
    card: str
    mark: str

    def after(self, state: State) -> State:
        return _effect_used(state, self)


class FatigueIgnored(OakIronEvent, frozen=True, tag="fatigue_ignored"):
    """A ship ignored a point of Fatigue, as a card allows once a turn; `mark` notes that in her
    `used`.
    """

    ship: str
    card: str
    mark: str

    def after(self, state: State) -> State:
        return _effect_used(state, self)


class CardSwapped(OakIronEvent, frozen=True, tag="card_swapped"):
    """A squadron exchanged its face-down card just before the reveal; the event is secret."""

    squadron: str
    card: str

    def after(self, state: State) -> State:
        squadron = state.squadrons[self.squadron]
        hand = tuple(squadron.face_down if card == self.card else card for card in squadron.hand)
        return with_squadron(state, self.squadron, hand=hand, face_down=self.card)


def _effect_used(state: State, event: EffectUsed | FatigueIgnored) -> State:
    # A mark of an earlier turn is useless; it is removed here, else marks would pile up.
    lead = f"{event.card}@"
    kept = tuple(mark for mark in state.ships[event.ship].used if not mark.startswith(lead))
    return with_ship(state, event.ship, used=(*kept, event.mark))
