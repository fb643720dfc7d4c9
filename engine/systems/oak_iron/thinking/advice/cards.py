"""Advice on cards: which to play, exchange or apply second, and how to use what a card offers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from engine.game.decision import Advice, Decision, Option
from engine.systems.oak_iron.crew.card_attacks import granting_card
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.effects.turn import LENDS
from engine.systems.oak_iron.gunnery import odds
from engine.systems.oak_iron.gunnery.critical import HELM_SPEED
from engine.systems.oak_iron.gunnery.shot import shot
from engine.systems.oak_iron.sailing import course
from engine.systems.oak_iron.sailing.grapple import as_if
from engine.systems.oak_iron.state import commands as do
from engine.systems.oak_iron.state.state import State
from engine.systems.oak_iron.thinking.advice.helm import collision_terms
from engine.systems.oak_iron.thinking.measure.card_effects import ComingFight, effect
from engine.systems.oak_iron.thinking.measure.expected_harm import attack_terms
from engine.systems.oak_iron.thinking.measure.guns import Guns, melee_fire_terms
from engine.systems.oak_iron.thinking.measure.hull_condition import load_terms, rest_terms
from engine.systems.oak_iron.thinking.measure.outlook import (
    Outlook,
    chance_to_win,
    value_of_first_move,
)
from engine.systems.oak_iron.thinking.measure.reach import base
from engine.systems.oak_iron.thinking.measure.weights import (
    Values,
    best_first,
    score_answer,
    total,
    worth,
)
from engine.systems.oak_iron.turn.end_phase import LAST_TURN

# Advice on initiative cards: which card to play, to swap, to borrow, to give up.
#
# The worth of a card is the chance to go first plus its effect in the coming fight; for a card that
# is discarded, minus its effect in a later turn. Oak & Iron ch. 4, Initiative Phase.


AGAIN: Final = 0.5
"""The chance, at the start of a battle, that a card discarded now would be worth more in a later
turn."""
WORN: Final = 2
"""To judge a card at its best, each of our own ships is assumed to have at least this much
Fatigue."""


def cards(view: State, decision: Decision) -> tuple[Advice, ...]:
    """Return advice on which initiative card to choose, exchange, apply second, or remove."""
    # How many moves there will be before the fight in which a card works. A card is chosen a turn
    # ahead, so it is two; one before turn 1; 0 for a second card of this turn.
    begun = bool(view.squadrons[decision.seat].face_up) or view.turn > 1
    if decision.kind == "borrow_card":
        moves = 0
    else:
        moves = 2 if decision.kind in ("choose_card", "trim_hand") and begun else 1
    hand = Hand(view, decision.seat, moves)
    given = []
    for option in decision.options:
        values = _values(hand, decision, option)
        given.append(score_answer(option.id, values))
    return best_first(given)


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
    """Evaluates the initiative cards of a squadron for the fight that it expects."""

    def __init__(self, view: State, squadron: str, moves: int) -> None:
        self.own = view.squadrons[squadron]
        self._view = view
        self._coming = ComingFight(view, squadron, max(1, moves), bare=moves > 0)
        ships = {
            key: replace(ship, fatigue=max(ship.fatigue, WORN))
            if ship.squadron == squadron
            else ship
            for key, ship in view.ships.items()
        }
        self._height = ComingFight(replace(view, ships=ships), squadron, LAST_TURN)
        self._first_worth = value_of_first_move(self._coming)
        self._left = max(0.0, 1.0 - view.turn / LAST_TURN)

    def played(self, card: str) -> Values:
        """Return the evaluation terms, {name: value}, of playing a card: its effect, and going
        first.
        """
        record = book().cards[card]
        first = self._first_worth * chance_to_win(self._view, self.own.key, record.value)
        return {**self.working(card), "first": first}

    def working(self, card: str) -> Values:
        """Return the evaluation terms, {name: value}, of a card's effect.

        They include the loss of a card that is discarded when it is played.
        """
        found = dict(self._lent(card) or effect(self._coming, card))
        if book().cards[card].discard and card in (*self.own.hand, self.own.face_down):
            found["spent"] = found.get("spent", 0.0) + AGAIN * self._left * self.at_its_best(card)
        return found

    def at_its_best(self, card: str) -> float:
        """Return the worth of a card's effect when all ships are within range of each other."""
        return max(0.0, worth(effect(self._height, card)))

    def _lent(self, card: str) -> Values:
        """Return the evaluation terms of the best second card that this card allows; {} for
        none.
        """
        if card not in LENDS:
            return {}
        others = (each for each in LENDS[card](self._view, self.own.key).cards if each not in LENDS)
        return max((self.working(each) for each in others), key=worth, default={})


# Advice on choices that cards, events and commanders offer: relief, a free turn or shot, boats.


SHARES: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
"""The positions of a dial that are tried for a free turn, as fractions of its range."""
STAYS: Final = 0.8
"""The chance that boats still reach their target when Close Combat is fought."""
FIRED: Final = 0.6
"""For a ship that has moved, a free attack costs this fraction of its worth, because the side that
fires now will not be loaded in the Attack Phase."""
LOADED_AGAIN: Final = 0.25
"""For a ship that has not moved yet, a free attack costs only this fraction of its worth, because
she may reload before the Attack Phase."""


def offer(view: State, decision: Decision) -> tuple[Advice, ...]:
    """Return advice on what to do with a card's or event's offer, such as a free turn or attack.

    Each answer is compared with declining.
    """
    guns, given = Guns(view), []
    for option in decision.options:
        for dial in _dials(decision, option):
            values = _gained(view, decision, option.filled(decision, dial, None), guns)
            given.append(score_answer(option.id, values, dial))
    return best_first(given)


def _dials(decision: Decision, option: Option) -> Iterator[float | None]:
    dial = decision.dial
    if dial is None or not option.dial:
        yield None
        return
    last = (dial.high - dial.low) / dial.step
    yield from sorted({dial.turned(dial.low, round(last * share)) for share in SHARES})


def _gained(view: State, decision: Decision, command: do.AnyCommand, guns: Guns) -> Values:  # noqa: PLR0911  (a case each)
    match command:
        case do.ApplyEffect(ship=ship, side=""):
            return rest_terms(view, view.ships[ship])
        case do.ApplyEffect(ship=ship, side=side):
            return load_terms(view, view.ships[ship], side, guns)
        case do.DampPowder(ship=ship, side=side):
            return {"wet": worth(load_terms(view, view.ships[ship], side, guns))}
        case do.FreeTurn(ship=ship) | do.FreeSlide(ship=ship):
            # How the terms change by a free turn or slide.
            way = course.trace(view, ship, command)
            assert way is not None
            outlook = Outlook(view, ship, guns)
            here = outlook.terms(base(view, ship))
            there = outlook.terms(base(as_if(view, ship, way.end), ship))
            gain = {name: float(there[name][0] - here[name][0]) for name in here}
            return {**gain, **collision_terms(view, way)}
        case do.Fire():
            # Less the terms of the fire that a free attack costs later.
            firer = view.ships[command.ship or decision.ship]
            card, tires = granting_card(view, decision.kind, firer)
            kind, target = command.kind, command.target
            at = shot(view, firer.id, target, kind, command.side, command.aim, card)
            chances = odds.attack_odds(view, firer.id, target, at, kind, command.aim, tires)
            values = {
                **attack_terms(view, target, chances),
                **melee_fire_terms(view, firer.id, target, chances),
            }
            if kind != "broadside":
                return values
            later = FIRED if firer.moved else LOADED_AGAIN
            return {**values, "fired": later * worth(values), "spent_side": 1.0}
        case do.LowerBoats(target=target):
            lowered = replace(view.ships[decision.ship], boats_on=target)
            then = replace(view, ships={**view.ships, decision.ship: lowered})
            at = shot(then, decision.ship, target, "close_combat")
            found = attack_terms(
                then, target, odds.attack_odds(then, decision.ship, target, at, "close_combat")
            )
            return {name: STAYS * value for name, value in found.items()}
        case do.SpinHelm(side=side):
            assert view.attack is not None
            target = view.attack.target
            most = book().measures.tools[HELM_SPEED].turn
            way = course.turn(view, target, most if side == "starboard" else -most, HELM_SPEED)
            terms = Outlook(view, target).terms(
                base(as_if(view, target, way.end), target), ahead=False
            )
            return {"spun": float(total(terms)[0]) + worth(collision_terms(view, way))}
    return {}
