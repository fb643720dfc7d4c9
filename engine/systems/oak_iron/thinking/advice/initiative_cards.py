"""Advice on initiative cards: which to play, to swap, to borrow, to give up.

A card is worth the chance to go first, its effect in the coming fight, and, if it is discarded,
minus what it could do later. Oak & Iron ch. 4, Initiative Phase.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from engine.game.advice import Advice
from engine.game.decision import Decision, Option
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.effects.initiative import LENDS
from engine.systems.oak_iron.state import commands as do
from engine.systems.oak_iron.state.state import State
from engine.systems.oak_iron.thinking.measure.card_effects import effect
from engine.systems.oak_iron.thinking.measure.coming_fight import ComingFight
from engine.systems.oak_iron.thinking.measure.going_first import chance_to_win, value_of_first_move
from engine.systems.oak_iron.thinking.measure.weights import Values, best_first, scored, worth
from engine.systems.oak_iron.turn.end_phase import LAST_TURN

AGAIN: Final = 0.5
"""Chance that a card that is discarded after play would find its best turn later."""
WORN: Final = 2
"""Fatigue of each ship at the height of a battle, the situation a card is saved for."""


def cards(view: State, decision: Decision) -> tuple[Advice, ...]:
    """Return advice on the cards of a squadron."""
    hand = Hand(view, decision.seat, _moves(view, decision))
    given = []
    for option in decision.options:
        values = _values(hand, decision, option)
        given.append(scored(option.id, values))
    return best_first(given)


def _moves(view: State, decision: Decision) -> int:
    """Return the number of moves until the fight in which a card works; 0 for one begun.

    A card is chosen a turn ahead, so there are two moves to it, but only one before turn 1.
    """
    if decision.kind == "borrow_card":
        return 0
    own = view.squadrons[decision.seat]
    begun = bool(own.face_up) or view.turn > 1
    return 2 if decision.kind in ("choose_card", "trim_hand") and begun else 1


def _values(hand: Hand, decision: Decision, option: Option) -> Values:
    match option.command:
        case do.ChooseCard(card=card) if decision.kind == "swap_card":
            return {**hand.played(card), "changed": 1.0}
        case do.ChooseCard(card=card):
            return hand.played(card)
        case do.BorrowCard(card=card):
            return hand.working(card)
        case do.DropCard(card=card):
            return {"dropped": hand.at_its_best(card)}
        case do.Pass() if decision.kind == "swap_card":
            return hand.played(hand.own.face_down)
    return {}


class Hand:
    """A squadron's cards in its coming fight."""

    def __init__(self, view: State, squadron: str, moves: int) -> None:
        self.own = view.squadrons[squadron]
        self._view = view
        self._coming = ComingFight(view, squadron, max(1, moves), bare=moves > 0)
        self._height = ComingFight(_worn(view, squadron), squadron, LAST_TURN)
        self._first_worth = value_of_first_move(self._coming)
        self._left = max(0.0, 1.0 - view.turn / LAST_TURN)

    def played(self, card: str) -> Values:
        """Return the terms of playing a card."""
        record = book().cards[card]
        first = self._first_worth * chance_to_win(self._view, self.own.key, record.value)
        return {**self.working(card), "first": first}

    def working(self, card: str) -> Values:
        """Return the terms of a card's effect, and of losing it if it is discarded."""
        found = dict(self._lent(card) or effect(self._coming, card))
        if book().cards[card].discard and card in (*self.own.hand, self.own.face_down):
            found["spent"] = found.get("spent", 0.0) + AGAIN * self._left * self.at_its_best(card)
        return found

    def at_its_best(self, card: str) -> float:
        """Return the worth of a card's effect when all ships are in range of each other."""
        return max(0.0, worth(effect(self._height, card)))

    def _lent(self, card: str) -> Values:
        """Return the terms of the best card that this one allows to borrow, if it allows any."""
        if card not in LENDS:
            return {}
        others = (each for each in LENDS[card](self._view, self.own.key).cards if each not in LENDS)
        return max((self.working(each) for each in others), key=worth, default={})


def _worn(view: State, squadron: str) -> State:
    """Return a view in which a squadron's crews are as tired as in mid-battle."""
    ships = {
        key: replace(ship, fatigue=max(ship.fatigue, WORN)) if ship.squadron == squadron else ship
        for key, ship in view.ships.items()
    }
    return replace(view, ships=ships)
