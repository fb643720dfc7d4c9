"""Folds of cards."""

from __future__ import annotations

from msgspec import UNSET
from msgspec.structs import replace

from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state.evolve.folds import folds, with_side, with_unit
from engine.systems.iron_oak.state.state import COVERED, State


def _less(hand: tuple[int, ...], card: int) -> tuple[int, ...]:
    """Return a hand without a card; in a view that hides the hand, without one."""
    place = hand.index(card) if card in hand else hand.index(COVERED)
    return hand[:place] + hand[place + 1 :]


@folds(ev.CardsDealt)
def _dealt(state: State, event: ev.CardsDealt) -> State:
    for side, hand in event.hands.items():
        state = with_side(state, side, hand=hand, hand_size=len(hand))
    return replace(state, deck=event.deck, dice=state.dice + event.rolled)


@folds(ev.CardPlayed)
def _played(state: State, event: ev.CardPlayed) -> State:
    side = state.sides[event.side]
    state = with_side(state, event.side, hand=_less(side.hand, event.card), played=True)
    if state.shot and event.kind == "misfire":
        state = replace(state, shot=replace(state.shot, misfire=event.card))
    elif state.shot:
        state = replace(state, shot=replace(state.shot, cards=(*state.shot.cards, event.card)))
    elif state.move and event.kind in {"quick_maneuver", "slow_maneuver"}:
        field = event.kind.removesuffix("_maneuver")
        field = field if event.unit == state.move.ship else f"target_{field}"
        state = replace(state, move=replace(state.move, **{field: event.card}))
    return state


@folds(ev.CardsDiscarded)
def _discarded(state: State, event: ev.CardsDiscarded) -> State:
    return replace(state, discarded=(*state.discarded, *event.cards))


@folds(ev.DeckRenewed)
def _renewed(state: State, event: ev.DeckRenewed) -> State:
    return replace(state, deck=event.deck, discarded=(), dice=state.dice + event.rolled)


@folds(ev.CardReplaced)
def _replaced(state: State, event: ev.CardReplaced) -> State:
    side = state.sides[event.side]
    hand = (*_less(side.hand, event.card), event.drawn)
    state = with_side(state, event.side, hand=hand, replaced=side.replaced + 1)
    if side.aside is not UNSET:
        state = with_side(state, event.side, aside=(*side.aside, event.card))
    return replace(state, deck=state.deck[1:], set_aside=(*state.set_aside, event.card))


@folds(ev.Quieted)
def _quieted(state: State, event: ev.Quieted) -> State:
    standing = state.sides[event.side].standing
    quiet = (*standing.quiet, event.unit)
    return with_side(state, event.side, standing=replace(standing, quiet=quiet))


@folds(ev.StandingChanged)
def _standing(state: State, event: ev.StandingChanged) -> State:
    return with_side(state, event.side, standing=event.standing)


@folds(ev.SpringsRigged)
def _rigged(state: State, event: ev.SpringsRigged) -> State:
    return with_unit(state, event.ship, springs=event.card)


@folds(ev.Screened)
def _screened(state: State, event: ev.Screened) -> State:
    ship = state.ships[event.ship]
    return with_unit(state, event.ship, screened_from=(*ship.screened_from, event.enemy))
