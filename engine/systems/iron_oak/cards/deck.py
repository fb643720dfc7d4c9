"""The deck: shuffling, dealing, and cards set aside for new ones (Iron & Oak 2.0, 3.4)."""

from __future__ import annotations

from engine.game.decision import Decision, Option
from engine.systems.iron_oak.cards.hand import label
from engine.systems.iron_oak.machine import RULES, Ledger
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state import steps as st
from engine.systems.iron_oak.state.commands import Swap
from engine.systems.iron_oak.state.state import COVERED, State


@RULES.does(st.Deal)
def _deal(ledger: Ledger, step: st.Deal) -> None:
    """Shuffle and deal in the order of the sides."""
    ledger.finish()
    cards, rolled = _shuffled(ledger, ledger.state.deck)
    hands = {}
    for side, count in step.cards.items():
        hands[side], cards = tuple(sorted(cards[:count])), cards[count:]
    ledger.write(ev.CardsDealt(hands, cards, rolled))


def _shuffled(ledger: Ledger, cards: tuple[int, ...]) -> tuple[tuple[int, ...], int]:
    """Return cards in the order of the next dice, and how many dice that took."""
    drawn = ledger.shuffled([str(card) for card in cards])
    return tuple(int(card) for card in drawn), max(0, len(cards) - 1)


def may_replace(state: State, side: str) -> bool:
    """Tell whether a side may replace a card: it played none, and has not replaced half a hand."""
    here = state.sides[side]
    return bool(
        here.hand
        and not here.played
        and here.replaced < here.hand_size // 2
        and (state.deck or state.discarded)
    )


@RULES.asks(st.ReplaceCard)
def _ask(state: State, step: st.ReplaceCard) -> tuple[Decision, ...]:
    if not may_replace(state, step.side):
        return ()
    side = state.sides[step.side]
    options = [Option("keep", "Keep all cards", Swap())]
    options += [
        Option(f"replace:{card}", f"Replace {label(card)}", Swap(card))
        for card in sorted(set(side.hand) - {COVERED})
    ]
    prompt = "Replace a card of the hand?"
    return tuple(
        Decision(seat, "replace_card", prompt, tuple(options), secret=True) for seat in side.seats
    )


@RULES.takes(st.ReplaceCard)
def _take(ledger: Ledger, step: st.ReplaceCard, seat: str, command: Swap) -> None:
    ledger.finish()
    if not command.card:
        return
    if not ledger.state.deck:
        deck, rolled = _shuffled(ledger, ledger.state.discarded)
        ledger.write(ev.DeckRenewed(deck, rolled))
    ledger.write(ev.CardReplaced(step.side, command.card, ledger.state.deck[0]))
