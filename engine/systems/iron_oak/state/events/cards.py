"""Events of cards: dealt, played, discarded, exchanged."""

from __future__ import annotations

from msgspec import UNSET
from msgspec.structs import replace

from engine.systems.iron_oak.state.events.event import IronOakEvent, with_side, with_unit
from engine.systems.iron_oak.state.state import COVERED, Standing, State


class CardsDealt(IronOakEvent, frozen=True, tag="cards_dealt"):
    """The deck was shuffled and hands were dealt; `rolled` is the number of dice used."""

    hands: dict[str, tuple[int, ...]]
    deck: tuple[int, ...]
    rolled: int

    def after(self, state: State) -> State:
        for side, hand in self.hands.items():
            state = with_side(state, side, hand=hand, hand_size=len(hand))
        return replace(state, deck=self.deck, dice=state.dice + self.rolled)


ON_ROLL = "_maneuver"
"""The suffix in the kind of a card that is played on a maneuver roll; the kind without the suffix
is the name of a field of `Move`."""


class CardPlayed(IronOakEvent, frozen=True, tag="card_played"):
    """A card was played on a ship or section."""

    side: str
    card: int
    kind: str
    unit: str

    def after(self, state: State) -> State:
        side = state.sides[self.side]
        state = with_side(state, self.side, hand=_less(side.hand, self.card), played=True)
        # The other side has only one kind of card on a shot, Misfire, which has its own field.
        if state.shot and self.side != state.unit(state.shot.firer).control:
            state = replace(state, shot=replace(state.shot, misfire=self.card))
        elif state.shot:
            state = replace(state, shot=replace(state.shot, cards=(*state.shot.cards, self.card)))
        elif state.move and self.kind.endswith(ON_ROLL):
            stem = self.kind.removesuffix(ON_ROLL)
            field = stem if self.unit == state.move.ship else f"target_{stem}"
            state = replace(state, move=replace(state.move, **{field: self.card}))
        return state


class CardsDiscarded(IronOakEvent, frozen=True, tag="cards_discarded"):
    """Cards that have been used went to the discard pile."""

    cards: tuple[int, ...]

    def after(self, state: State) -> State:
        return replace(state, discarded=(*state.discarded, *self.cards))


class DeckRenewed(IronOakEvent, frozen=True, tag="deck_renewed"):
    """The discard pile was shuffled into a new deck; `rolled` is the number of dice used."""

    deck: tuple[int, ...]
    rolled: int

    def after(self, state: State) -> State:
        return replace(state, deck=self.deck, discarded=(), dice=state.dice + self.rolled)


class CardReplaced(IronOakEvent, frozen=True, tag="card_replaced"):
    """A side set a card aside and drew a new one."""

    side: str
    card: int
    drawn: int

    def after(self, state: State) -> State:
        side = state.sides[self.side]
        hand = (*_less(side.hand, self.card), self.drawn)
        state = with_side(state, self.side, hand=hand, replaced=side.replaced + 1)
        if side.aside is not UNSET:
            state = with_side(state, self.side, aside=(*side.aside, self.card))
        return replace(state, deck=state.deck[1:], set_aside=(*state.set_aside, self.card))


class Quieted(IronOakEvent, frozen=True, tag="quieted"):
    """A side will not be asked to play cards on a unit, or on any unit (`*`), again in this player
    turn.
    """

    side: str
    unit: str

    def after(self, state: State) -> State:
        standing = state.sides[self.side].standing
        quiet = (*standing.quiet, self.unit)
        return with_side(state, self.side, standing=replace(standing, quiet=quiet))


class StandingChanged(IronOakEvent, frozen=True, tag="standing_changed"):
    """A side changed when it wants to be asked for cards; this is secret."""

    side: str
    standing: Standing

    def after(self, state: State) -> State:
        return with_side(state, self.side, standing=self.standing)


class SpringsRigged(IronOakEvent, frozen=True, tag="springs_rigged"):
    """Springs were rigged on an anchored ship."""

    ship: str
    card: int

    def after(self, state: State) -> State:
        return with_unit(state, self.ship, springs=self.card)


class Screened(IronOakEvent, frozen=True, tag="screened"):
    """A ship is screened from an enemy ship or fort."""

    ship: str
    enemy: str

    def after(self, state: State) -> State:
        ship = state.ships[self.ship]
        return with_unit(state, self.ship, screened_from=(*ship.screened_from, self.enemy))


def _less(hand: tuple[int, ...], card: int) -> tuple[int, ...]:
    """Return a hand without a card; if the hand is hidden, without one hidden card."""
    place = hand.index(card) if card in hand else hand.index(COVERED)
    return hand[:place] + hand[place + 1 :]
