"""Events of initiative cards and what they do."""

from __future__ import annotations

import msgspec

from engine.systems.oak_iron.state.events.event import Means, OakIronEvent


class CardChosen(OakIronEvent, frozen=True, tag="card_chosen"):
    """A squadron laid a card face down. Secret."""

    squadron: str
    card: str


class CardLaidOpen(OakIronEvent, frozen=True, tag="card_laid_open"):
    """A squadron that was surprised laid its first card face up."""

    squadron: str
    card: str


class CardsRevealed(OakIronEvent, frozen=True, tag="cards_revealed"):
    """All face-down cards were turned up at once."""

    cards: dict[str, str]


class InitiativeWon(OakIronEvent, frozen=True, tag="initiative_won"):
    """A side (fleet, else squadron) has the initiative; `by` says how: value, admiral..."""

    squadron: str
    by: Means


class CardsReturned(OakIronEvent, frozen=True, tag="cards_returned"):
    """Face-up cards went back to their hands, or were discarded."""

    discarded: tuple[str, ...] = ()
    """The squadrons whose card was discarded."""
    laid_on: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    """The squadrons whose card laid on another was discarded; unset where none was."""


class CardBorrowed(OakIronEvent, frozen=True, tag="card_borrowed"):
    """A squadron uses another card as well; `own`: it was laid face up from its hand."""

    squadron: str
    card: str
    own: bool


class BoatsLowered(OakIronEvent, frozen=True, tag="boats_lowered"):
    """A ship's boats lie at an enemy until the turn ends."""

    ship: str
    target: str


class CardLaidAtRandom(OakIronEvent, frozen=True, tag="card_laid_at_random"):
    """A die chose the card that a squadron lays face down."""

    squadron: str
    card: str


class CardDropped(OakIronEvent, frozen=True, tag="card_dropped"):
    """A squadron removed a card from its hand."""

    squadron: str
    card: str


class EffectApplied(OakIronEvent, frozen=True, tag="effect_applied"):
    """A card's effect worked, on a ship where one is named."""

    squadron: str
    card: str
    ship: str = ""


class EffectUsed(OakIronEvent, frozen=True, tag="effect_used"):
    """A ship used an effect that works once a game or once a turn; `mark` is noted on her."""

    ship: str
    card: str
    mark: str


class FatigueIgnored(OakIronEvent, frozen=True, tag="fatigue_ignored"):
    """A ship ignored a point of Fatigue by an effect once a turn; `mark` is noted on her."""

    ship: str
    card: str
    mark: str


class CardSwapped(OakIronEvent, frozen=True, tag="card_swapped"):
    """A squadron laid another card face down just before the reveal. Secret."""

    squadron: str
    card: str
