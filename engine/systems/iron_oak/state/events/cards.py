"""Events of cards: dealt, played, discarded, replaced."""

from __future__ import annotations

from engine.systems.iron_oak.state.events.event import IronOakEvent
from engine.systems.iron_oak.state.state import Standing


class CardsDealt(IronOakEvent, frozen=True, tag="cards_dealt"):
    """The deck was shuffled and hands were dealt; `rolled` dice were used."""

    hands: dict[str, tuple[int, ...]]
    deck: tuple[int, ...]
    rolled: int


class CardPlayed(IronOakEvent, frozen=True, tag="card_played"):
    """A card was played on a ship or section."""

    side: str
    card: int
    kind: str
    unit: str


class CardsDiscarded(IronOakEvent, frozen=True, tag="cards_discarded"):
    """Cards whose action is done went to the discard pile."""

    cards: tuple[int, ...]


class DeckRenewed(IronOakEvent, frozen=True, tag="deck_renewed"):
    """The discard pile was shuffled to a new deck; `rolled` dice were used."""

    deck: tuple[int, ...]
    rolled: int


class CardReplaced(IronOakEvent, frozen=True, tag="card_replaced"):
    """A side set a card aside and drew another."""

    side: str
    card: int
    drawn: int


class Quieted(IronOakEvent, frozen=True, tag="quieted"):
    """A side will not be asked about a unit, or any (`*`), in this player turn."""

    side: str
    unit: str


class StandingChanged(IronOakEvent, frozen=True, tag="standing_changed"):
    """A side has said anew when it wants to be asked for cards; nobody else learns it."""

    side: str
    standing: Standing


class SpringsRigged(IronOakEvent, frozen=True, tag="springs_rigged"):
    """Springs lie on an anchored ship."""

    ship: str
    card: int


class Screened(IronOakEvent, frozen=True, tag="screened"):
    """A ship is screened from an enemy ship or fort."""

    ship: str
    enemy: str
