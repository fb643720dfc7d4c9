"""How worn a ship is; the worth of removing Fatigue, of loading guns, and of Fortune Points."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from engine.space.plane.many import Bearings
from engine.systems.oak_iron.effects.dice import own_luck
from engine.systems.oak_iron.gunnery.odds import Odds
from engine.systems.oak_iron.state.ships import enemies
from engine.systems.oak_iron.state.state import Ship, State
from engine.systems.oak_iron.thinking.measure.expected_harm import point_scale
from engine.systems.oak_iron.thinking.measure.guns import SIDES, Guns
from engine.systems.oak_iron.thinking.measure.reach import base
from engine.systems.oak_iron.thinking.measure.weights import Values, worth
from engine.systems.oak_iron.turn.end_phase import LAST_TURN

# Soundness of a ship: the cost of her damage and Fatigue, and an attack's expected change of it.


LEFT = 0.8
"""A ship that left the table counts as worn to at least this fraction. She gives no strike points,
but her side has lost her guns."""


def wear(ship: Ship) -> dict[str, float]:
    """Return how worn a ship is: {evaluation term: 0 for a fresh ship to 1 at worst}.

    The terms grow evenly with the points on each track, and jump when a track is full. They were
    fitted to the sides that won in battles of computer players. A captured or sunk ship counts as
    worn out.
    """
    if ship.captured_by or ship.lost in ("sunk", "destroyed"):
        return {"hull": 1.0, "weary": 1.0, "lamed": 1.0, "cowed": 1.0, "wreck": 1.0}
    hull, weary = ship.damage / ship.damage_boxes, ship.fatigue / ship.fatigue_boxes
    if ship.lost == "left":
        return {"hull": max(hull, LEFT), "weary": max(weary, LEFT)}
    return {
        "hull": hull,
        "weary": weary,
        "lamed": float(ship.crippled),
        "cowed": float(ship.shaken),
        "wreck": float(ship.out_of_action),
    }


def hull_condition(ship: Ship) -> float:
    """Return what a ship's wear is worth, in points of damage; 0 for a fresh ship, else below 0."""
    return worth(wear(ship))


def expected_change(ship: Ship, found: Odds) -> float:
    """Return how much an attack with these odds is expected to change a ship's `hull_condition`."""
    return worth(
        {
            "hull": found.mean_damage / ship.damage_boxes,
            "weary": found.mean_fatigue / ship.fatigue_boxes,
            "lamed": found.crippled,
            "cowed": found.shaken,
            "wreck": found.out_of_action,
        }
    )


# Worth of small reliefs to a ship: Fatigue removed, a side loaded.


BRACED: Final = 2.0
"""The worth of no longer being Shaken, in points of Fatigue. It is high, because a Shaken crew may
only rally."""


def rest_terms(view: State, ship: Ship, points: int = 1) -> Values:
    """Return the evaluation terms, {name: value}, of removing points of Fatigue from a ship."""
    off = min(points, ship.fatigue)
    return {"rested": point_scale(view, ship) * off + BRACED * (ship.shaken and off > 0)}


def bearing(view: State, ship: Ship, guns: Guns) -> tuple[float, float]:
    """Return the worth of a ship's (port, starboard) broadside from her present place, loaded or
    not.

    Each side is counted against its best target.
    """
    best = [0.0, 0.0]
    here = base(view, ship.id)
    for foe in enemies(view, ship.id):
        there = base(view, foe.id)
        if guns.may_reach(here, there).any():
            fire = guns.broadsides(ship.id, foe.id, Bearings(here, there))
            best = [max(had, float(new[0])) for had, new in zip(best, fire, strict=True)]
    return best[0], best[1]


def load_terms(view: State, ship: Ship, side: str, guns: Guns) -> Values:
    """Return the evaluation terms of loading a side; for a loss of the load, change their signs."""
    return {"loading": 1.0, "side": bearing(view, ship, guns)[SIDES.index(side)]}


# Worth of keeping a Fortune Point: the expected gain of spending it on a later roll.
#
# An optimal stopping problem over the attacks still to come, solved by dynamic programming.


GAINS: Final = (0.0, 0.0, 0.0, 0.0, 0.05, 0.45, 1.1, 4.0)
"""What re-rolling all dice of an attack gains, in points of damage. The gains were measured in 133
attacks by `captain` players in patrols, sorted and divided into eight equal parts: each figure is
the mean of a part. Half of all rolls are not worth a re-roll."""
ATTACKS: Final = 0.55
"""The mean number of attacks that a ship makes in a turn."""
ENDURANCE: Final = 0.5
"""The fraction of the remaining turns that a battle probably lasts; most battles end early."""


def value_if_kept(view: State, ship: Ship) -> float:
    """Return the worth of keeping the Fortune Point that a ship could spend on a roll, in points.

    A captain's own point can only be used for his ship, so only her attacks count.
    """
    if not enemies(view, ship.id):
        return 0.0
    own = own_luck(view, ship)
    ships = 1 if own else sum(each.fights for each in view.own_ships(ship.squadron))
    points = 1 if own else view.squadrons[ship.squadron].fortune
    turns = ENDURANCE * (LAST_TURN - view.turn)
    return _worth(ATTACKS * ships * turns, points) - _worth(ATTACKS * ships * turns, points - 1)


def _worth(attacks: float, points: int) -> float:
    """Return `expected_gain` for a number of attacks that is not whole, by interpolation."""
    whole = int(attacks)
    less, more = expected_gain(whole, points), expected_gain(whole + 1, points)
    return less + (attacks - whole) * (more - less)


# Cached, because the recursion meets the same few pairs again and again.
@lru_cache(maxsize=256)
def expected_gain(attacks: int, points: int) -> float:
    """Return what Fortune Points are expected to gain in the next attacks, in points of damage.

    A point is spent on a roll if it gains more there than it is expected to gain later.
    """
    if not attacks or points < 1:
        return 0.0
    held, spent = expected_gain(attacks - 1, points), expected_gain(attacks - 1, points - 1)
    return sum(max(held, gain + spent) for gain in GAINS) / len(GAINS)
