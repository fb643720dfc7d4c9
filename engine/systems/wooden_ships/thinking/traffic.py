"""Own ships: the hexes of plots at each impulse, and keeping the line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.base.text import pluralized
from engine.game.decision import Answer, Reason
from engine.kit.by_type import cached_per_state
from engine.space.hexes import distance
from engine.systems.wooden_ships.data import book
from engine.systems.wooden_ships.fleet import Place, apart, hexes, snagged_with, surrendered
from engine.systems.wooden_ships.movement import downwind, drifts
from engine.systems.wooden_ships.sailing.course import parse_plot
from engine.systems.wooden_ships.sailing.orders import (
    GIVE_UP,
    plots,
    plotted,
    proposed,
    ship_ahead,
    why_no_order,
)
from engine.systems.wooden_ships.state.state import Ship, State, afloat, friends, holder
from engine.systems.wooden_ships.thinking.holds import boarding_worth
from engine.systems.wooden_ships.thinking.prospect import foes

# The line: a ship on her way keeps station behind the next ship ahead.
#
# She leaves it for a target, and to avoid land or a wreck, which would cost more than any station
# is worth.


OFF_STATION = 0.3
"""Worth in points of each hex nearer to the ship's station in the line after a plot, from `LOST`
hexes on."""
LOST = 4
"""A ship this many hexes or more from her station has left the line, and gains nothing for it."""
TARGET = 7
"""A ship leaves the line if an enemy is within this many hexes: she may come into range of the
enemy this turn and fire."""


def line_reasons(
    view: State, ship: Ship, end: Place, draft: Mapping[str, Answer]
) -> tuple[Reason, ...]:
    """Return the worth of a place for the line; () for the leader or a ship with a target."""
    leader = next_ahead(view, ship.id)
    if leader is None:
        return ()
    bow, facing = path_of(view, leader, expected_plot(view, ship, view.ships[leader], draft))[-1]
    astern = hexes(hexes(bow, facing)[1], facing)[1]
    off = min(distance(end[0], astern), LOST)
    words = f"{pluralized(off, 'hex', 'hexes')} off her station" if off else "keeps station"
    return (Reason("station", f"{words} astern of {leader}", OFF_STATION * (LOST - off)),)


@cached_per_state
def next_ahead(view: State, ship_id: str) -> str | None:
    """Return the ship that `ship_id` follows: the nearest ship of her seat ahead of her.

    None if there is none, or an enemy is so near that she leaves the line.
    """
    ship = view.ships[ship_id]
    if any(apart(ship, view.ships[foe]) <= TARGET for foe in foes(view, ship_id)):
        return None
    leader = ship_ahead(view, ship)
    return leader.id if leader else None


# Traffic: own ships block hexes; the hexes of drafted plots are reserved for each impulse.
#
# Plots of a seat are chosen one after another; each avoids the earlier ones, step by step, because
# ships that collide in an impulse lose the rest of their plots and may foul.


COLLISION = 5.0
"""The cost of a collision, in points, when plots are judged after the battle."""
OWN = 40.0
"""Penalty in points for running into a friend: more than any broadside, so that it happens only if
every plot does."""
HELD = 0.25
"""The factor on the cost of collisions for a ship that stays in her place. So a ship for which
every plot leads to a collision waits, and ships astern take that into account."""
GUESSED = 4.0
"""Penalty in points for running into a friend whose plot is not known: an ally's ship, or a ship
not yet plotted."""
ENEMY = 0.8
"""Penalty in points for running into an enemy; the worth of being held to her is counted beside
it."""
FOULED = 0.25
"""The factor on the worth of being held to an enemy, for a plot that may meet her: she may be
elsewhere by then, and only every second pair that meets is fouled."""
FARTHEST = 11
"""Ships more than this many columns away are ignored, because two ships so far apart do not meet in
a turn."""

Path = tuple[Place, ...]
"""A ship's place at each impulse, beginning with her place before the first."""


def traffic(view: State, ship: Ship, order: str, draft: Mapping[str, Answer]) -> tuple[Reason, ...]:
    """Return the cost of a plot for ships that it meets, given the drafted plots of others."""
    if order == GIVE_UP:
        return ()
    mine = path_of(view, ship.id, order)
    cost, met = 0.0, ""
    for other in afloat(view):
        if other.id == ship.id or abs(other.bow[0] - ship.bow[0]) > FARTHEST:
            continue
        known = _known(view, ship, other, draft)
        plot = known if known is not None else _guess(view, other.id)
        theirs = path_of(view, other.id, plot)
        ends = (drifted(view, ship.id, order), drifted(view, other.id, plot))
        if not friends(view, ship, other):
            if _touch(*ends):
                held = 0.0 if surrendered(other) else boarding_worth(view, ship.id, other.id)
                cost, met = cost + ENEMY - FOULED * held, met or other.id
        elif meets(mine, theirs) or _touch(*ends):
            cost, met = cost + (OWN if known is not None else GUESSED), other.id
    if len(mine) == 1:
        cost *= HELD
    return (Reason("collision", f"may meet {met}", -cost),) if cost else ()


def crowded(view: State, ship_id: str, draft: Mapping[str, Answer]) -> bool:
    """Tell whether a ship's drafted plot leads to a collision with a ship of her own side."""
    found = traffic(view, view.ships[ship_id], draft[ship_id].option, draft)
    return any(reason.worth <= -OWN * HELD for reason in found)


def meets(mine: Sequence[Place], theirs: Sequence[Place]) -> bool:
    """Tell whether two ships are in one hex at any impulse; after her plot a ship stays
    in place.
    """
    for number in range(1, max(len(mine), len(theirs))):
        here, there = (path[min(number, len(path) - 1)] for path in (mine, theirs))
        if _touch(here, there):
            return True
    return False


def _touch(one: Place, other: Place) -> bool:
    return not set(hexes(*one)).isdisjoint(hexes(*other))


@cached_per_state
def drifted(view: State, ship_id: str, order: str) -> Place:
    """Return a ship's place after her plot and the drift; a snagged ship stays.

    A ship without a hex ahead for some turns drifts downwind (Wooden Ships & Iron Men, Drifting).
    """
    ship, end = view.ships[ship_id], path_of(view, ship_id, order)[-1]
    gone = "1" in parse_plot(order) if order else False
    if gone or ship.still + 1 < book().drift.from_still or snagged_with(view, ship_id):
        return end
    still = {each.id: each.still + 1 for each in afloat(view)}
    return downwind(view, end) if drifts(view, (ship_id,), still, {ship_id: end}) else end


@cached_per_state
def path_of(view: State, ship_id: str, order: str) -> Path:
    """Return a ship's places, impulse by impulse, during a plot from her present place."""
    ship = view.ships[ship_id]
    here: Place = (ship.bow, ship.facing)
    steps = plotted(view, ship, parse_plot(order)).path if order else ()
    return (here, *(((column, row), facing) for column, row, facing in steps))


def _known(view: State, ship: Ship, other: Ship, draft: Mapping[str, Answer]) -> str | None:
    """Return the plot of another ship if it is known: drafted by the same seat, or
    certainly none.
    """
    drafted = draft.get(other.id)
    if drafted is not None and holder(other) == holder(ship):
        return "" if drafted.option == GIVE_UP else drafted.option
    return "" if why_no_order(view, other) else None


def expected_plot(view: State, ship: Ship, other: Ship, draft: Mapping[str, Answer]) -> str:
    """Return the plot that a consort is expected to sail: her draft, else her last plot."""
    known = _known(view, ship, other, draft)
    return known if known is not None else _guess(view, other.id)


@cached_per_state
def _guess(view: State, ship_id: str) -> str:
    """Return the expected plot of a ship: her last course; '' if she gets no plot."""
    other = view.ships[ship_id]
    legal = plots(view, other)
    return proposed(other, legal) if legal else ""
