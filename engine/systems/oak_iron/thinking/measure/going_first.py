"""The initiative: the chance that a card wins it, and the worth of going first.

The side that goes first fires before it suffers harm, but moves before it knows where the enemy
will lie. The side with more ships moves last in any case. Oak & Iron ch. 4, Initiative Phase.
"""

from __future__ import annotations

from typing import Final

from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.effects.turn import wins_ties
from engine.systems.oak_iron.state.sides import fighting, is_fleet_battle, other_side, squadrons_of
from engine.systems.oak_iron.state.state import HIDDEN, Ship, Squadron, State
from engine.systems.oak_iron.thinking.measure.card_effects import ComingFight
from engine.systems.oak_iron.thinking.measure.melee import crew, fight, fight_terms
from engine.systems.oak_iron.thinking.measure.weights import worth

FIRST_SHOT: Final = 0.05
"""Gain of firing first, as a share of all fire: enemy guns that are silenced in time."""
LAST_MOVE: Final = 0.07
"""Cost of moving before the last enemy does, as a share of all fire."""
HOLDING: Final = 0.5
"""Chance that ships that are entangled now still are a turn later."""
MEAN, SPREAD = 2.7, 8.0
"""Mean value of a card, and the range of values over which the chance to win goes from 0 to 1.
A linear estimate, used where the cards of several squadrons are added."""


def value_of_first_move(coming: ComingFight) -> float:
    """Return the worth to a squadron's side of going first in the coming fight, in points."""
    view, squadron = coming.view, coming.squadron
    side = view.squadrons[squadron].side
    ours, theirs = fighting(view, side), fighting(view, other_side(view, side))
    free = sum(not view.holds(ship.id) and not ship.aground for ship in coming.ships)
    shown = LAST_MOVE * free / max(1, len(coming.ships)) if len(ours) <= len(theirs) else 0.0
    guns = (FIRST_SHOT - shown) * (coming.fire() + coming.danger())
    return guns + HOLDING ** (coming.moves - 1) * sum(_blows(view, ship) for ship in coming.ships)


def _blows(view: State, ship: Ship) -> float:
    """Return what an entangled ship gains by striking first in Close Combat."""
    gain = 0.0
    for key in view.holds(ship.id):
        if view.ships[key].fights and view.opposed(key, ship.id):
            own, foe = crew(view, ship.id, key), crew(view, key, ship.id)
            first, second = (
                worth(fight_terms(view, ship.id, key, fight(own, foe, lead))) for lead in (1.0, 0.0)
            )
            gain += first - second
    return gain


def chance_to_win(view: State, squadron: str, value: int) -> float:
    """Return the chance that a card of a value wins the initiative, from what the seat knows."""
    own = view.squadrons[squadron]
    if is_fleet_battle(view):
        return min(1.0, max(0.0, 0.5 + (value - MEAN) / SPREAD))
    foes = squadrons_of(view, other_side(view, own.side))
    if not foes or foes[0] == squadron:
        return 1.0
    other = view.squadrons[foes[0]]
    tie = _tie(view, own, other)
    chances = _values(other)
    return sum(
        chance * (1.0 if value > against else tie if value == against else 0.0)
        for against, chance in chances.items()
    )


def _tie(view: State, own: Squadron, other: Squadron) -> float:
    """Return the chance to win a tie: by a card, by the higher admiral value, or by dice."""
    mine, theirs = wins_ties(view, own.key), wins_ties(view, other.key)
    if mine != theirs:
        return float(mine)
    if own.admiral_value != other.admiral_value:
        return float(own.admiral_value > other.admiral_value)
    return 0.5


def _values(squadron: Squadron) -> dict[int, float]:
    """Return the probability of each value of the card that an enemy squadron plays next.

    Cards that were seen and not discarded are in the hand. The hidden ones may be any other card
    open to its nation, all equally likely.
    """
    cards = book().cards
    if squadron.laid_open and squadron.face_down in cards:
        return {cards[squadron.face_down].value: 1.0}
    gone = {squadron.face_up, squadron.laid_on, *squadron.discarded}
    open_to = [
        card
        for card, record in cards.items()
        if card not in gone and record.faction in ("any", squadron.faction)
    ]
    held = (*squadron.hand, squadron.face_down)
    hidden = held.count(HIDDEN)
    back = [card for card in squadron.seen if card not in gone and card in cards][:hidden]
    hidden -= len(back)
    back += [card for card in held if card in cards and card not in back]
    others = [card for card in open_to if card not in back]
    share = hidden / len(others) if others else 0.0
    found: dict[int, float] = {}
    for card, weight in (*((card, 1.0) for card in back), *((card, share) for card in others)):
        found[cards[card].value] = found.get(cards[card].value, 0.0) + weight
    total = sum(found.values())
    return {value: weight / total for value, weight in found.items()} if total else {0: 1.0}
