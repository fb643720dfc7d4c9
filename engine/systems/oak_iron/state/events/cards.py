"""Events of initiative cards and what they do."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from engine.kit.ledger import with_ship
from engine.systems.oak_iron.state.events.event import Means, OakIronEvent, Told, with_squadron
from engine.systems.oak_iron.state.state import State


class CardChosen(OakIronEvent, frozen=True, tag="card_chosen"):
    """A squadron laid a card face down. Secret."""

    squadron: str
    card: str

    def after(self, state: State) -> State:
        hand = tuple(card for card in state.squadrons[self.squadron].hand if card != self.card)
        return with_squadron(state, self.squadron, hand=hand, face_down=self.card)


class CardLaidOpen(OakIronEvent, frozen=True, tag="card_laid_open"):
    """A squadron that was surprised laid its first card face up."""

    squadron: str
    card: str

    def after(self, state: State) -> State:
        state = CardChosen(self.squadron, self.card).after(state)
        return with_squadron(state, self.squadron, laid_open=True)


class CardsRevealed(OakIronEvent, frozen=True, tag="cards_revealed"):
    """All face-down cards were turned up at once."""

    cards: dict[str, str]

    def after(self, state: State) -> State:
        for key, card in self.cards.items():
            seen = tuple(sorted({*state.squadrons[key].seen, card}))
            state = with_squadron(state, key, face_up=card, face_down="", seen=seen)
            state = with_squadron(state, key, laid_open=msgspec.UNSET)
        return state


class InitiativeWon(OakIronEvent, frozen=True, tag="initiative_won"):
    """A side (fleet, else squadron) has the initiative; `by` says how: value, admiral..."""

    squadron: str
    by: Means

    def after(self, state: State) -> State:
        return replace(state, initiative=self.squadron)


class CardsReturned(OakIronEvent, frozen=True, tag="cards_returned"):
    """Face-up cards went back to their hands, or were discarded."""

    discarded: tuple[str, ...] = ()
    """The squadrons whose card was discarded."""
    laid_on: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    """The squadrons whose card laid on another was discarded; unset where none was."""

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
    """A squadron uses another card as well; `own`: it was laid face up from its hand."""

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
    """A ship's boats lie at an enemy until the turn ends."""

    ship: str
    target: str

    def after(self, state: State) -> State:
        return with_ship(state, self.ship, boats_on=self.target)


class CardLaidAtRandom(OakIronEvent, frozen=True, tag="card_laid_at_random"):
    """A die chose the card that a squadron lays face down."""

    squadron: str
    card: str

    def after(self, state: State) -> State:
        state = CardChosen(self.squadron, self.card).after(state)
        return replace(state, dice=state.dice + 1)


class CardDropped(OakIronEvent, frozen=True, tag="card_dropped"):
    """A squadron removed a card from its hand."""

    squadron: str
    card: str

    def after(self, state: State) -> State:
        squadron = state.squadrons[self.squadron]
        hand = tuple(card for card in squadron.hand if card != self.card)
        return with_squadron(state, self.squadron, hand=hand)


class EffectApplied(Told, frozen=True, tag="effect_applied"):
    """A card's effect worked, on a ship where one is named."""

    squadron: str
    card: str
    ship: str = ""


class EffectUsed(OakIronEvent, frozen=True, tag="effect_used"):
    """A ship used an effect that works once a game or once a turn; `mark` is noted on her."""

    ship: str
    card: str
    mark: str

    def after(self, state: State) -> State:
        return _effect_used(state, self)


class FatigueIgnored(OakIronEvent, frozen=True, tag="fatigue_ignored"):
    """A ship ignored a point of Fatigue by an effect once a turn; `mark` is noted on her."""

    ship: str
    card: str
    mark: str

    def after(self, state: State) -> State:
        return _effect_used(state, self)


class CardSwapped(OakIronEvent, frozen=True, tag="card_swapped"):
    """A squadron laid another card face down just before the reveal. Secret."""

    squadron: str
    card: str

    def after(self, state: State) -> State:
        squadron = state.squadrons[self.squadron]
        hand = tuple(squadron.face_down if card == self.card else card for card in squadron.hand)
        return with_squadron(state, self.squadron, hand=hand, face_down=self.card)


def _effect_used(state: State, event: EffectUsed | FatigueIgnored) -> State:
    # A mark of an earlier turn is of no use any more; without this they would pile up.
    lead = f"{event.card}@"
    kept = tuple(mark for mark in state.ships[event.ship].used if not mark.startswith(lead))
    return with_ship(state, event.ship, used=(*kept, event.mark))
