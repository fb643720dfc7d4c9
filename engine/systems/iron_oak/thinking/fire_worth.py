"""The worth of a shot, and of playing a card now, in Victory Points."""

from __future__ import annotations

from functools import cache

from engine.systems.iron_oak.cards import kind_of
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.data.facts import Armour, HitPlace
from engine.systems.iron_oak.effects.maneuvers import MOVE_WORTH, ROLL_VALUE
from engine.systems.iron_oak.effects.shots import SHOT_WORTH, ShotFacts
from engine.systems.iron_oak.fleet import guns_of, original_hits, value
from engine.systems.iron_oak.gunnery.shooting import firing_of
from engine.systems.iron_oak.gunnery.shot import armour, gunnery_drms, shares, shield
from engine.systems.iron_oak.machine import chance, multiples
from engine.systems.iron_oak.movement.rolls import (
    card_drms,
    contact_roll,
    cross_roll,
    net,
    table_roll,
)
from engine.systems.iron_oak.movement.segment import ATTACKS
from engine.systems.iron_oak.state.commands import Play
from engine.systems.iron_oak.state.state import State, Unit

# The worth of playing a card now minus the worth of keeping it, in Victory Points.


ROLL = 60.0
"""The worth of a maneuver that succeeds, in Victory Points."""


def play_worth(view: State, command: Play) -> float:
    """Return the worth of playing a card now, minus its worth in the hand."""
    kind = kind_of(command.card)
    return gain(view, command, kind) - hand_worth(kind)


def hand_worth(kind: str) -> float:
    """Return the worth of a card of this kind in the hand."""
    return book().kinds[kind].kept


def gain(view: State, command: Play, kind: str, roll: float = ROLL) -> float:
    """Return the worth of playing a card now; `roll` is the worth of the maneuver if it
    succeeds.
    """
    move, shot = view.move, view.shot
    chances = card_chances(view, command)
    if chances is not None:
        before, after = chances
        return roll * abs(after - before)
    if kind in MOVE_WORTH and move is not None:
        return MOVE_WORTH[kind](view, view.ships[move.ship], hand_worth(kind))
    if kind not in SHOT_WORTH or shot is None:
        return 0.0
    firing = firing_of(view, shot)
    firer, target = firing.firer, firing.target
    plain = sum(gunnery_drms(view, firer, target).values())

    def hits(more: int) -> float:
        return mean_hits(view, firer, target, plain + more, shot.plunging)

    return SHOT_WORTH[kind](ShotFacts(firing, hits, price(target)))


def card_chances(view: State, command: Play) -> tuple[float, float] | None:
    """Return the chances of a maneuver (without the card, with it); None for a card that does not
    change the roll.

    Both chances include the cards that both sides have already played on the maneuver.
    """
    move = view.move
    kind = kind_of(command.card)
    if kind not in ROLL_VALUE or move is None:
        return None
    ship, drm = view.ships[move.ship], ROLL_VALUE[kind](command.card)
    mine, theirs = card_drms(move)
    more = (0, drm) if command.target else (drm, 0)
    if move.way in ATTACKS and move.target in view.ships:
        other = view.ships[move.target]
        attack = (cross_roll if move.way.startswith("cross") else contact_roll)(view, ship, other)

        def succeeds(own: int, hers: int) -> float:
            sums = net(attack.drms, mine + own), net(attack.target_drms, theirs + hers)
            return chance(attack.dice, attack.target_dice, *sums)

        return succeeds(0, 0), succeeds(*more)
    roll = table_roll(view, ship, move.goal, move.via)
    dice = move.dice or roll.dice
    if not dice:
        return 0.0, 0.0
    now, then = (chance(dice, roll.response, net(roll.drms, mine + extra)) for extra in (0, drm))
    return now, then


# The worth of a shot: average Hits, plus shields and critical hits.


SHIELD = 0.25
"""The worth of making a shield (worn armour) worse by one step, in Hits: the next shot there does
more."""
CRITICAL = 1.5
"""The worth of a critical hit in addition to its own Hits, in Hits."""


@cache
def _location(dice: str, guard: Armour, place: HitPlace, worn: int, drm: int) -> float:
    weak = worn <= -1 if guard.kind == "wooden" else worn <= -2
    waterline = place == "WL"
    hit, effective, critical = multiples(dice, guard.dice, drm, worn)
    possible, effective = hit - effective, effective - critical
    opened = worn > -4
    return (
        (possible + 2 * effective) * weak
        + critical * (2 + waterline + CRITICAL)
        + SHIELD * opened * (effective + 2 * critical)
    )


def mean_hits(state: State, firer: Unit, target: Unit, drm: int, plunging: bool = False) -> float:
    """Return the average Hits of a shot, plus the worth of worse shields and critical hits; `drm`
    is the shot's modifier.
    """
    total = 0.0
    for place, share in shares(state, firer, target, plunging).items():
        guard, worn = armour(target, place), shield(target, place)
        total += share * _location(guns_of(firer).dice, guard, place, worn, drm)
    return total


def shot_worth(state: State, firer: Unit, target: Unit, plunging: bool = False) -> float:
    """Return the worth of a shot, in Victory Points."""
    drm = sum(gunnery_drms(state, firer, target).values())
    return mean_hits(state, firer, target, drm, plunging) * price(target)


def price(target: Unit) -> float:
    """Return the worth of a Hit on a target, in Victory Points: the fewer Hits the target has left,
    the more.
    """
    left = max(1, original_hits(target) - target.hits)
    return value(target) / (original_hits(target) + left) * 2
