"""Action cards: the deck, the hands, and the standing choices of when to be asked for cards."""

from __future__ import annotations

import re
from typing import Literal

from msgspec.structs import replace

from engine.base.text import join_names
from engine.game.decision import Answer, Closed, Decision, Option
from engine.game.question import Fill, Sheet, Slot
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.fleet import (
    name,
    other_side,
    own_units,
    public_id,
    public_name,
    side_of,
)
from engine.systems.iron_oak.machine import RULES, Ledger
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state import steps as st
from engine.systems.iron_oak.state.commands import Pass, Swap
from engine.systems.iron_oak.state.state import COVERED, Standing, State, Unit

# The deck: shuffling, dealing, and exchanging cards of the hand (Iron & Oak 2.0, 3.4).


@RULES.does(st.Deal)
def _deal(ledger: Ledger, step: st.Deal) -> None:
    """Shuffle the deck and deal each side its cards."""
    ledger.finish()
    cards, rolled = _shuffled(ledger, ledger.state.deck)
    hands = {}
    for side, count in step.cards.items():
        hands[side], cards = tuple(sorted(cards[:count])), cards[count:]
    ledger.write(ev.CardsDealt(hands, cards, rolled))


def _shuffled(ledger: Ledger, cards: tuple[int, ...]) -> tuple[tuple[int, ...], int]:
    """Return (these cards in an order that the next dice draw, the number of dice used)."""
    drawn = ledger.shuffled([str(card) for card in cards])
    return tuple(int(card) for card in drawn), max(0, len(cards) - 1)


def may_replace(state: State, side: str) -> bool:
    """Tell whether a side may exchange a card for a new one. It must have played none in this
    player turn, and have exchanged fewer cards so far than half of a full hand.
    """
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
        Option(f"replace:{card}", f"Replace the card {label(card)}", Swap(card), spends=True)
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


# Hands: the cards of a side, and playing a card (Iron & Oak 1.3.2, 7.0).


def kind_of(number: int) -> str:
    """Return the kind of a card, by its number; '' for a card that is hidden."""
    card = book().cards.get(number)
    return card.kind if card else ""


def held(state: State, side: str, *kinds: str) -> tuple[int, ...]:
    """Return the cards of these kinds in a side's hand, only one of each kind and value."""
    found: dict[tuple[str, int, str, str], int] = {}
    for number in state.sides[side].hand:
        card = book().cards.get(number)
        if card and card.kind in kinds:
            found.setdefault((card.kind, card.value, card.challenge, card.response), number)
    return tuple(found.values())


def label(number: int) -> str:
    """Return a card's name with its value, or with the roll that it needs: `Quick Maneuver +2`,
    `Board (best of d10 and d6 must beat d8)`.
    """
    card = book().cards[number]
    value = f" {card.value:+d}" if card.value else ""
    dice = f" ({must_beat(card.challenge, card.response)})" if card.challenge else ""
    return f"{book().kinds[card.kind].name}{value}{dice}"


def must_beat(dice: str, response: str) -> str:
    """Return as words which dice must beat which: `best of d10 and d6 must beat d8`."""
    return f"{best_of(dice)} must beat {best_of(response)}"


def best_of(dice: str) -> str:
    """Return as words that the highest of some dice counts: `best of d10 and d6`; `d8` for one
    die.
    """
    found = re.findall(r"d\d+", dice)
    return f"best of {join_names(found)}" if len(found) > 1 else dice


def play(ledger: Ledger, side: str, card: int, unit: str) -> str:
    """Record that a side plays a card on a ship or a fort section; return the card's kind."""
    kind = kind_of(card)
    ledger.write(ev.CardPlayed(side, card, kind, unit))
    return kind


def discard(ledger: Ledger, *cards: int) -> None:
    """Put cards that have been used on the discard pile."""
    done = tuple(card for card in cards if card)
    if done:
        ledger.write(ev.CardsDiscarded(done))


# Standing answers: whether a side wants to be asked for cards on an enemy unit.
#
# The opponent must not learn whether a side holds a suitable card. So a side is asked whenever
# public facts allow a card, whatever the side holds, unless it has chosen not to be asked. That
# choice is hidden, and may be changed at any time: on the order sheet, in a card window, and on a
# sheet of its own.


EVERYTHING = "*"
CARDS, STANDING = "cards", "standing"
"""The id of the slot for the standing choice (when to be asked for cards), and of its own sheet."""
Window = Literal["maneuver", "shot"]
"""When a side may be asked for cards on an enemy unit: at its maneuver, or at its shot."""
WINDOWS: dict[Window, str] = {
    "maneuver": "Not about maneuvers",
    "shot": "Not about shots",
}


NONE_FITS = Closed(
    "Play a card",
    "you hold no card that fits; you are asked all the same, so that nobody learns it",
)
"""The reason why a side that holds no suitable card is asked for one.

If it were not asked, the enemy would learn that it holds none.
"""


def is_asked(state: State, side: str, unit: Unit, window: Window) -> bool:
    """Tell whether a side is asked for cards on an enemy unit: it has cards, and its standing
    choice allows it.
    """
    standing = state.sides[side].standing
    if not state.sides[side].hand or window in standing.silent:
        return False
    here = public_id(unit)
    if EVERYTHING in standing.quiet or here in standing.quiet:
        return False
    return standing.ask == "ask" or (standing.ask == "only" and here in standing.only)


def passes(unit: Unit) -> tuple[Option, ...]:
    """Return the options to play no card: now, on this unit this turn, or on any unit this turn."""
    return (
        Option("pass", "Play nothing", Pass()),
        Option("pass:unit", "Nothing on her this turn", Pass(public_id(unit))),
        Option("pass:all", "Nothing this turn", Pass(EVERYTHING)),
    )


def standing_of(picks: tuple[str, ...], silent: tuple[str, ...] = ()) -> Standing | None:
    """Return the standing choice (when to be asked for cards) that a side's picks on a sheet make;
    None without a pick.

    `silent` are the kinds of question (`maneuver`, `shot`) that the side has switched off before;
    they stay off if the sheet has no line about them.
    """
    if not picks:
        return None
    silent = tuple(window for window in WINDOWS if f"not:{window}" in picks) or silent
    if "never" in picks and "ask" not in picks:
        return Standing("never", silent=silent)
    only = tuple(pick.removeprefix("only:") for pick in picks if pick.startswith("only:"))
    if only and "ask" not in picks:
        return Standing("only", only, silent=silent)
    return Standing("ask", silent=silent)


def picked(standing: Standing) -> tuple[str, ...]:
    """Return the picks on a sheet that make this standing choice; () for being asked about every
    enemy.
    """
    silent = tuple(f"not:{window}" for window in standing.silent)
    never = ("never",) * (standing.ask == "never")
    return (*never, *(f"only:{unit}" for unit in standing.only), *silent)


def slot_of_standing(state: State, side: str) -> Slot:
    """Return the slot where a side chooses on which enemy units it is asked to play cards: all,
    none, or only some.
    """
    options = [Option("ask", "Ask about every enemy", None), Option("never", "Never ask", None)]
    for unit in own_units(state, other_side(side)):
        # A unit's name as the side knows it; a hidden counter also has a number.
        known = public_name(unit, side)
        if known != name(unit):
            known = f"hidden counter {public_id(unit).rpartition('_')[2]}"
        options.append(Option(f"only:{public_id(unit)}", f"Only about {known}", None))
    return Slot(CARDS, "Ask about cards", tuple(options), at_most=len(options), needs=False)


def standing_sheet(state: State, seat: str) -> Sheet | None:
    """Return the sheet on which a seat can always change when it is asked for cards.

    None after the battle, or for a side without cards.
    """
    side = side_of(state, seat)
    if not side or state.outcome is not None or not state.sides[side].hand:
        return None
    slot = slot_of_standing(state, side)
    windows = [Option(f"not:{window}", label, None) for window, label in WINDOWS.items()]
    options = (*slot.options[:2], *windows, *slot.options[2:])
    slot = replace(slot, options=options, at_most=len(options))
    known = {option.id for option in slot.options}
    picks = tuple(pick for pick in picked(state.sides[side].standing) if pick in known)
    proposed = {CARDS: Answer(picks=picks)} if picks else {}
    prompt = "When do you want to be asked for cards?"
    return Sheet(STANDING, seat, STANDING, prompt, (slot,), proposed=proposed)


@RULES.beside(STANDING, standing_sheet, "no cards can be played here", "Action Cards (1.3.2)")
def change(ledger: Ledger, seat: str, command: Fill) -> None:
    """Record from a filled sheet when a seat wants to be asked for cards."""
    standing = standing_of(command.answers.get(CARDS, Answer()).chosen) or Standing()
    ledger.write(ev.StandingChanged(side_of(ledger.state, seat), standing))
