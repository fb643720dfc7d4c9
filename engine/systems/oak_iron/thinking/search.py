"""What the search of computer players needs: playouts, and the score of the position at their end.

A playout fills in hidden cards at random and goes on with rough advice for both sides.
"""

from __future__ import annotations

import math
from random import Random
from statistics import fmean
from typing import Final

from msgspec.structs import replace

from engine.game.decision import Advice, Decision, Reason
from engine.game.parts.thinking import Horizon
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.gunnery import odds
from engine.systems.oak_iron.state import commands as do
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.ships import distance, enemies, fighting
from engine.systems.oak_iron.state.state import HIDDEN, Squadron, State
from engine.systems.oak_iron.thinking.advice.advise import advice
from engine.systems.oak_iron.thinking.measure.flight import WORN
from engine.systems.oak_iron.thinking.measure.hull_condition import (
    expected_change,
    hull_condition,
    wear,
)
from engine.systems.oak_iron.thinking.measure.outlook import prospects
from engine.systems.oak_iron.thinking.measure.replies import APART, best_range
from engine.systems.oak_iron.thinking.measure.weights import crowded, eagerness, lead, reasons
from engine.systems.oak_iron.thinking.quick_worth import both_sides
from engine.systems.oak_iron.turn.end_phase import LAST_TURN

# Determinization: a view is completed to a full state, for playouts.
#
# Hidden cards are drawn at random. In a crowd the playout is limited to ships near the decision.


FOES: Final = 3
"""In a crowd (more than eight ships), this many of the nearest enemies still move in a playout."""
FRIENDS: Final = 1
"""In a crowd (more than eight ships), this many of the nearest friends still move in a playout."""
ABOUT: Final = 10.0
"""In a crowd (more than eight ships), ships within this many inches still fire in a playout: Musket
Shot and a move."""


def determinize(view: State, decision: Decision, random: Random) -> State:
    """Return a full state that agrees with the view: possible cards replace the hidden ones.

    In a crowd (more than eight ships) only ships near those that the decision concerns move and
    fire this turn.
    """
    squadrons = {
        key: each if key == decision.seat else _dealt(each, random)
        for key, each in view.squadrons.items()
    }
    whole = replace(view, squadrons=squadrons)
    return _about(whole, decision) if crowded(view) else whole


def _about(state: State, decision: Decision) -> State:
    """Return the state with ships far from the decision marked as having moved and attacked.

    If all ships of a large fleet battle acted, there would be time for too few playouts.
    """
    asked = {decision.ship} if decision.ship else set()
    if not asked:
        commands = (option.command for option in decision.options)
        asked = {command.ship for command in commands if isinstance(command, do.Activate)}
    if not asked:
        return state
    near = asked.union(*(_near(state, key) for key in asked))
    placed = [ship.id for ship in state.ships.values() if ship.pose is not None]
    in_range = {other for key in asked for other in placed if distance(state, key, other) <= ABOUT}
    fire = near | in_range
    return replace(
        state,
        ships={
            key: replace(
                ship,
                moved=ship.moved or key not in near,
                attacked=ship.attacked or key not in fire,
            )
            for key, ship in state.ships.items()
        },
    )


def _near(state: State, key: str) -> list[str]:
    """Return the ids of the nearest ships that have not moved.

    They are at most `FOES` enemies, then at most `FRIENDS` friends of the ship `key`.
    """
    others = [
        (distance(state, key, other.id), other.id)
        for other in state.ships.values()
        if other.id != key and other.fights and other.pose is not None and not other.moved
    ]
    ranked = [other for _, other in sorted(others)]
    foes = [other for other in ranked if state.opposed(key, other)]
    friends = [other for other in ranked if not state.opposed(key, other)]
    return [*foes[:FOES], *friends[:FRIENDS]]


def _dealt(squadron: Squadron, random: Random) -> Squadron:
    """Return a squadron in which possible cards, drawn at random, replace the hidden ones."""
    hidden = squadron.hand.count(HIDDEN) + (squadron.face_down == HIDDEN)
    if not hidden:
        return squadron
    known = {squadron.face_up, *squadron.hand, squadron.face_down, *squadron.discarded}
    pool = [
        card
        for card, record in book().cards.items()
        if record.faction in ("any", squadron.faction) and card not in known
    ]
    # Cards that were seen and not discarded are certainly among the hidden ones.
    back = [card for card in squadron.seen if card in pool]
    others = [card for card in pool if card not in back]
    random.shuffle(others)
    dealt = [*back, *others][:hidden]
    random.shuffle(dealt)
    places = iter(dealt)
    hand = tuple(next(places, "") if card == HIDDEN else card for card in squadron.hand)
    down = next(places, "") if squadron.face_down == HIDDEN else squadron.face_down
    return replace(squadron, hand=tuple(card for card in hand if card), face_down=down)


# Luck: how much better than expected the dice of an attack were for a side.
#
# A control variate: luck has mean zero, so subtracting it from a playout's result adds no bias, and
# it lowers the variance so much that far fewer playouts give the same standard error.


def luck(before: State, event: ev.AnyEvent, after: State, seat: str) -> float:
    """Return how lucky a seat's side was with the dice of an event, in units of `hull_condition`.

    A side is lucky when an attack does an enemy ship more harm than was expected, or a ship of the
    side less. Expected harm is subtracted when the attack is declared, and the expected gain of a
    re-roll when it is rolled; actual harm is added when it happens. The result is 0 for events
    outside an attack, and for all dice of a fire ship.
    """
    attack = after.attack or before.attack
    if attack is None or attack.kind == "fire_ship":
        return 0.0
    target = attack.target
    side = before.squadrons[before.ships[target].squadron].side
    sign = 1.0 if side == before.squadrons[seat].side else -1.0
    if before.attack is None:
        found = odds.roll_odds(before, attack, (), attack.dice)
        return -sign * expected_change(before.ships[target], found)
    if isinstance(event, ev.DiceRerolled) and before.roll is not None:
        return -sign * _mended(before, event)
    if before.ships[target] is after.ships[target]:
        return 0.0
    return sign * (hull_condition(after.ships[target]) - hull_condition(before.ships[target]))


def _mended(state: State, event: ev.DiceRerolled) -> float:
    """Return how much a re-roll has changed the expected harm of an attack."""
    attack, roll = state.attack, state.roll
    assert attack is not None
    assert roll is not None
    kept = tuple(face for die, face in enumerate(roll.faces) if die not in event.dice)
    ship = state.ships[attack.target]
    if roll.purpose != attack.kind:
        return 0.0
    again = odds.roll_odds(state, attack, kept, len(event.dice))
    return expected_change(ship, again) - expected_change(
        ship, odds.roll_odds(state, attack, roll.faces, 0)
    )


# Static evaluation of a position for a side: the score at the end of a playout.


DRAWN: Final = -0.5
"""The worth of a draw, where a victory is 1 and a defeat -1. It is below 0, so that players try to
win."""
BOLD: Final = 0.5
"""If a side is behind and nobody wins a tie, the wear of its own ships counts less: in the last
turn by this fraction, in earlier turns by less, in proportion to the turn."""
PRESSED: Final = 2.5
"""For a side that must win, the best gap to an enemy is at most this many inches, because guns
decide at short range."""
TERMS: Final = ("hull", "weary", "lamed", "cowed", "wreck", "bear", "empty", "prospect")
"""The evaluation terms that are added up over ships: plus for our own ships, minus for enemies."""


def score_side(view: State, seat: str) -> tuple[Reason, ...]:
    """Return the score of a position for a seat's side, as reasons, the largest first.

    Ships of both sides count alike, except for range and for a side that must win. After the battle
    only the result counts.
    """
    side = view.squadrons[seat].side
    if view.outcome is not None:
        if not view.outcome.winners or (
            side in view.outcome.winners and len(view.outcome.winners) > 1
        ):
            won = DRAWN
        else:
            won = 1.0 if side in view.outcome.winners else -1.0
        return reasons({"won": won})
    late = min(1.0, view.turn / LAST_TURN)
    values = dict.fromkeys(TERMS, 0.0)
    values["lead"] = late * lead(view, side)
    promise, borne = prospects(view), 1.0
    if not view.defender and lead(view, side) < 0.0:
        borne -= BOLD * late
    for ship in view.ships.values():
        sign = 1.0 if view.squadrons[ship.squadron].side == side else -1.0
        for name, value in wear(ship).items():
            values[name] += sign * value * (borne if sign > 0.0 else 1.0)
        if ship.fights:
            values["bear"] += sign * both_sides(view, ship.id)
            values["empty"] += sign * len(ship.reload)
            values["prospect"] += sign * promise[ship.id]
    values["closing"] = range_score(view, side)
    return reasons(values, neutral=True)


def range_score(view: State, side: str) -> float:
    """Return how well the ranges suit a side's ships that are not too worn to fight; 0 or below.

    This is the only term that looks beyond the shots of the next move. Enemies are not scored,
    because the range that they want is unknown.
    """
    found, eager = 0.0, eagerness(view, side)
    most = PRESSED if eager > 1.0 else math.inf
    for ship in fighting(view, side):
        off = [
            distance(view, ship.id, foe.id) - min(most, best_range(view, foe))
            for foe in enemies(view, ship.id)
        ]
        if off and ship.spent < WORN:
            found -= APART * fmean(eager * each if each > 0.0 else -each for each in off)
    return found


# The playout policy of the search, which is the advice reduced to save time; and its horizon.


LATE: Final = LAST_TURN - 2
"""From this turn on playouts are a turn longer, because near the end only the final strike points
count."""
CROWD_ERROR: Final = 1.0
"""The systematic error (bias) of a playout in a crowd, in points of damage. Only ships near one
ship act in it, and more playouts do not reduce this error."""
QUICK_KINDS: Final = ("seamanship",)
"""Kinds of decision in which the quick score gives the same answer as a search, in less time: the
computer player `captain` always attempts the Skill Test for a Seamanship Action."""
QUICK_KINDS_IN_A_CROWD: Final = (*QUICK_KINDS, "name_ship")
"""Kinds of decision for which the quick score is used in a crowd (more than eight ships), to save
time."""


def playout_policy(view: State, decision: Decision) -> tuple[Advice, ...]:
    """Return rough advice for a decision in a playout, best first.

    () where the quick score is used instead.
    """
    quick = QUICK_KINDS_IN_A_CROWD if crowded(view) else QUICK_KINDS
    return () if decision.kind in quick else advice(view, decision, rough=True)


def horizon(view: State, decision: Decision) -> Horizon:
    """Return how many turns playouts look ahead, and their systematic error.

    A card chosen now takes effect in the next turn, so a choice of cards looks further ahead. In a
    crowd there is no time for so long a playout: such a choice is only evaluated (0 turns).
    """
    if crowded(view):
        return Horizon(0 if decision.secret else 1, CROWD_ERROR)
    return Horizon(2 if decision.secret or view.turn >= LATE else 1)
