"""Hands: what a side holds, and a card that is played (Iron & Oak 1.3.2, 7.0)."""

from __future__ import annotations

from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.machine import Ledger
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state.state import State


def kind_of(number: int) -> str:
    """Return the kind of a card; '' for one that is covered."""
    card = book().cards.get(number)
    return card.kind if card else ""


def held(state: State, side: str, *kinds: str) -> tuple[int, ...]:
    """Return the cards of these kinds in a hand, one of each kind and value."""
    found: dict[tuple[str, int, str, str], int] = {}
    for number in state.sides[side].hand:
        card = book().cards.get(number)
        if card and card.kind in kinds:
            found.setdefault((card.kind, card.value, card.challenge, card.response), number)
    return tuple(found.values())


def label(number: int) -> str:
    """Return a card's name, with its value: `Quick Maneuver +2`."""
    card = book().cards[number]
    value = f" {card.value:+d}" if card.value else ""
    dice = f" ({card.challenge} v {card.response})" if card.challenge else ""
    return f"{book().kinds[card.kind].name}{value}{dice}"


def play(ledger: Ledger, side: str, card: int, unit: str) -> str:
    """Play a card on a ship or section; return its kind."""
    kind = kind_of(card)
    ledger.write(ev.CardPlayed(side, card, kind, unit))
    return kind


def discard(ledger: Ledger, *cards: int) -> None:
    """Put cards whose action is done on the discard pile."""
    done = tuple(card for card in cards if card)
    if done:
        ledger.write(ev.CardsDiscarded(done))
