"""Folds of initiative cards."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from engine.kit.fold import with_ship
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.evolve.folds import folds, told_only, with_squadron
from engine.systems.oak_iron.state.state import State


@folds(ev.CardChosen)
def _card_chosen(state: State, event: ev.CardChosen) -> State:
    hand = tuple(card for card in state.squadrons[event.squadron].hand if card != event.card)
    return with_squadron(state, event.squadron, hand=hand, face_down=event.card)


@folds(ev.CardLaidOpen)
def _card_laid_open(state: State, event: ev.CardLaidOpen) -> State:
    state = _card_chosen(state, ev.CardChosen(event.squadron, event.card))
    return with_squadron(state, event.squadron, laid_open=True)


@folds(ev.CardsRevealed)
def _cards_revealed(state: State, event: ev.CardsRevealed) -> State:
    for key, card in event.cards.items():
        seen = tuple(sorted({*state.squadrons[key].seen, card}))
        state = with_squadron(state, key, face_up=card, face_down="", seen=seen)
        state = with_squadron(state, key, laid_open=msgspec.UNSET)
    return state


@folds(ev.CardSwapped)
def _card_swapped(state: State, event: ev.CardSwapped) -> State:
    squadron = state.squadrons[event.squadron]
    hand = tuple(squadron.face_down if card == event.card else card for card in squadron.hand)
    return with_squadron(state, event.squadron, hand=hand, face_down=event.card)


@folds(ev.EffectUsed)
@folds(ev.FatigueIgnored)
def _effect_used(state: State, event: ev.EffectUsed | ev.FatigueIgnored) -> State:
    # A mark of an earlier turn is of no use any more; without this they would pile up.
    lead = f"{event.card}@"
    kept = tuple(mark for mark in state.ships[event.ship].used if not mark.startswith(lead))
    return with_ship(state, event.ship, used=(*kept, event.mark))


@folds(ev.InitiativeWon)
def _initiative_won(state: State, event: ev.InitiativeWon) -> State:
    return replace(state, initiative=event.squadron)


@folds(ev.CardsReturned)
def _cards_returned(state: State, event: ev.CardsReturned) -> State:
    for key, squadron in state.squadrons.items():
        if not squadron.face_up:
            continue
        played = {squadron.face_up: key in event.discarded}
        if squadron.laid_on:
            played[squadron.laid_on] = key in (event.laid_on or ())
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


@folds(ev.CardBorrowed)
def _card_borrowed(state: State, event: ev.CardBorrowed) -> State:
    squadron = state.squadrons[event.squadron]
    state = with_squadron(state, event.squadron, borrowed=(*(squadron.borrowed or ()), event.card))
    if not event.own:
        return state
    hand = tuple(card for card in squadron.hand if card != event.card)
    seen = tuple(sorted({*squadron.seen, event.card}))
    return with_squadron(state, event.squadron, hand=hand, seen=seen, laid_on=event.card)


@folds(ev.BoatsLowered)
def _boats_lowered(state: State, event: ev.BoatsLowered) -> State:
    return with_ship(state, event.ship, boats_on=event.target)


@folds(ev.CardDropped)
def _card_dropped(state: State, event: ev.CardDropped) -> State:
    squadron = state.squadrons[event.squadron]
    hand = tuple(card for card in squadron.hand if card != event.card)
    return with_squadron(state, event.squadron, hand=hand)


@folds(ev.CardLaidAtRandom)
def _card_laid_at_random(state: State, event: ev.CardLaidAtRandom) -> State:
    state = _card_chosen(state, ev.CardChosen(event.squadron, event.card))
    return replace(state, dice=state.dice + 1)


folds(ev.EffectApplied)(told_only)
