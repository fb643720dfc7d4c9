"""Tellings of cards."""

from __future__ import annotations

from engine.systems.iron_oak.cards.hand import label
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.victory.wording import NAMES
from engine.systems.iron_oak.words.telling import Reader, tells


@tells(ev.CardsDealt, ev.CardsDiscarded, ev.Quieted, ev.StandingChanged)
def _nothing(to: Reader, event: object) -> str:
    return ""


@tells(ev.CardPlayed)
def _played(to: Reader, event: ev.CardPlayed) -> str:
    return f"{NAMES[event.side]} plays {label(event.card)} on {to.name(event.unit)}"


@tells(ev.DeckRenewed)
def _renewed(to: Reader, event: ev.DeckRenewed) -> str:
    return "The discards are shuffled to a new deck"


@tells(ev.CardReplaced)
def _replaced(to: Reader, event: ev.CardReplaced) -> str:
    if event.side != to.side:
        return f"{NAMES[event.side]} replaces a card"
    return f"{label(event.card)} is set aside, {label(event.drawn)} is drawn"


@tells(ev.SpringsRigged)
def _springs(to: Reader, event: ev.SpringsRigged) -> str:
    return f"{to.name(event.ship)} rigs springs on her anchor"


@tells(ev.Screened)
def _screened(to: Reader, event: ev.Screened) -> str:
    forts = book().forts
    enemy = forts[event.enemy].name if event.enemy in forts else to.name(event.enemy)
    return f"{to.name(event.ship)} is screened from {enemy}"
