"""Ways of own ships: turns until a broadside bears on an enemy, keeping the line, and keeping clear
of friends.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.base.text import pluralized
from engine.game.decision import Answer, Reason
from engine.kit.by_type import cached_per_state
from engine.space.hexes import DIRECTIONS, Axial, Hex, axial, covered, distance, offset
from engine.systems.wooden_ships.data import book
from engine.systems.wooden_ships.fleet import (
    Place,
    apart,
    between,
    hexes,
    snagged_with,
    surrendered,
)
from engine.systems.wooden_ships.gunnery.shot import sides_borne_at, sides_in_field
from engine.systems.wooden_ships.movement import downwind, drifts
from engine.systems.wooden_ships.sailing import (
    GIVE_UP,
    Helm,
    course,
    legal_plots,
    parse_plot,
    plots,
    plotted,
    proposed,
    ship_ahead,
    why_no_order,
)
from engine.systems.wooden_ships.state.state import Ship, State, afloat, friends, holder
from engine.systems.wooden_ships.thinking.holds import boarding_worth
from engine.systems.wooden_ships.thinking.prospect import foes

# The way there: turns that a ship needs to a place from which her broadside bears on an enemy.
#
# A distance field over hexes and headings, computed backwards from all such places: each turn is
# one legal plot, so wind, turning, tacking and land are included. One field serves all ships of a
# side with equal sailing, as long as enemies, wind and land do not change.


FIGHTING = 5
"""Hexes within which a broadside is effective, if the ship's guns reach that far."""
MARGIN = 12
"""The map of turns reaches this many hexes beyond all ships: enough to beat to windward and to sail
around others."""
MOST_TURNS = 80
"""The search for a way stops after this many turns; a ship that beats up to a fleet needs some
fifty."""
FAR = 100
"""The number of turns that stands for `no way found`; it is larger than any real one."""

Land = tuple[tuple[Hex, ...], ...]
Lap = tuple[slice, slice]
"""A rectangle of the map's cells, as slices of its columns and of its rows."""
Cells = NDArray[np.bool_]


class Goal(NamedTuple):
    """The goal of a way: places from which a broadside bears within a range in hexes, and whether
    it must rake.
    """

    reach: int = FIGHTING
    rake: bool = False


class Move(NamedTuple):
    """A plot relative to a bow at (0, 0), in axial coordinates: where it ends, on which facing, and
    all hexes entered.
    """

    end: Axial
    facing: int
    entered: frozenset[Axial]


class Field:
    """A map of turns: how many a kind of ship needs from any place to the nearest one where she can
    fight.

    It is computed turn by turn, only as far as somebody asks.
    """

    def __init__(
        self, of: Helm, goals: frozenset[Place], land: Land, box: tuple[int, int, int, int]
    ) -> None:
        self._west, self._north, width, height = box
        shape = (len(DIRECTIONS) + 1, width, height)
        self._turns = np.full(shape, FAR, dtype=np.int16)
        self._reached: Cells = np.zeros(shape, dtype=bool)
        self._open = np.ones((width, height), dtype=bool)
        for place in covered(land) if land else ():
            at = self._at(place)
            if self._holds(at):
                self._open[at] = False
        for bow, facing in goals:
            at = self._at(bow)
            if self._holds(at) and self._open[at]:
                self._reached[(facing, *at)] = True
        self._turns[self._reached] = 0
        self._moves = [
            (facing, move, self._clear(move) if land else None)
            for facing in DIRECTIONS
            for move in moves(of, facing, bool(land))
        ]
        self._level = 0

    def turns(self, bow: Hex, facing: int, most: int = MOST_TURNS) -> int:
        """Return the turns from a place to the goal, 0 at the goal; `FAR` if there is no way of at
        most `most` turns.
        """
        at = self._at(bow)
        if not self._holds(at):
            return FAR
        while self._turns[(facing, *at)] == FAR and self._level < most:
            # Find the places that are one turn farther from the goal.
            self._level += 1
            more = self._reached.copy()
            for heading, move, clear in self._moves:
                here, there = _lap(self._open.shape, move.end)
                from_here = self._reached[move.facing][there]
                more[heading][here] |= from_here if clear is None else from_here & clear[here]
            new = more & ~self._reached
            self._turns[new] = self._level
            self._reached = more
            if not new.any():
                self._level = MOST_TURNS
                break
        found = int(self._turns[(facing, *at)])
        return found if found <= most else FAR

    def _clear(self, move: Move) -> Cells:
        """Return the cells from which a plot enters no land, as a mask over the map."""
        clear = np.ones_like(self._open)
        for cell in move.entered:
            # For each cell, the value of the cell at this offset; `outside` is the value beyond the
            # edge.
            here, there = _lap(self._open.shape, cell)
            found = np.full(self._open.shape, True, dtype=bool)
            found[here] = self._open[there]
            clear &= found
        return clear

    def _at(self, place: Hex) -> tuple[int, int]:
        q, s = axial(place)
        return q - self._west, s - self._north

    def _holds(self, at: tuple[int, int]) -> bool:
        width, height = self._open.shape
        return 0 <= at[0] < width and 0 <= at[1] < height


@lru_cache(maxsize=4096)
def _lap(shape: tuple[int, int], by: Axial) -> tuple[Lap, Lap]:
    """Return two rectangles of the map (here, there) so that each cell of `there` is `by` away from
    its cell `here`.
    """
    (width, height), (q, s) = shape, by
    west, east = max(0, -q), max(0, min(width, width - q))
    north, south = max(0, -s), max(0, min(height, height - s))
    here = slice(west, max(west, east)), slice(north, max(north, south))
    there = tuple(slice(each.start + n, each.stop + n) for each, n in zip(here, by, strict=True))
    return here, (there[0], there[1])


@lru_cache(maxsize=1024)
def moves(of: Helm, facing: int, by_land: bool) -> tuple[Move, ...]:
    """Return the moves that a ship with this facing can make; with `by_land` they list the hexes
    entered.
    """
    found = set()
    for text in legal_plots(of, facing):
        path = course(of, (0, 0), facing, parse_plot(text)).path
        column, row, heading = path[-1] if path else (0, 0, facing)
        entered = frozenset(
            axial(place) for c, r, f in path for place in hexes((c, r), f) if by_land
        )
        found.add(Move(axial((column, row)), heading, entered))
    return tuple(sorted(found, key=lambda move: (move.end, move.facing, len(move.entered))))


@lru_cache(maxsize=64)
def _bearing(foe_facing: int, facing: int, reach: int, rake: bool) -> tuple[Axial, ...]:
    """Return the bow hexes, as offsets in axial coordinates, from which a broadside bears on a ship
    at (0, 0).

    With `rake`, only the hexes on which none of that ship's guns bears.
    """
    near = range(-reach - 2, reach + 3)
    return tuple(
        (q, s)
        for q in near
        for s in near
        if distance(bow := offset((q, s)), (0, 0)) <= reach + 2
        and between(bow, facing, (0, 0), foe_facing) <= reach
        and sides_in_field(bow, facing, (0, 0), foe_facing, reach)
        and not (rake and sides_borne_at((0, 0), foe_facing, bow, facing))
    )


@lru_cache(maxsize=256)
def fighting_places(
    foes: frozenset[Place], reach: int = FIGHTING, rake: bool = False
) -> frozenset[Place]:
    """Return the places from which a broadside bears on an enemy within `reach` hexes.

    With `rake`, only the places from which it rakes him.
    """
    found = set()
    for bow, facing in foes:
        q, s = axial(bow)
        for heading in DIRECTIONS:
            bearing = _bearing(facing, heading, reach, rake)
            found |= {(offset((q + dq, s + ds)), heading) for dq, ds in bearing}
    return frozenset(found)


@lru_cache(maxsize=32)
def way_there(
    of: Helm, foes: frozenset[Place], land: Land, around: frozenset[Hex], goal: Goal
) -> Field:
    """Return the map of turns that a ship with the limits `of` needs to get where she can fight
    `foes`. The map covers the foes, the hexes `around`, and a margin.
    """
    every = [axial(place) for place in (*around, *(bow for bow, _ in foes))]
    columns, rows = zip(*every, strict=True)
    west, north = min(columns) - MARGIN, min(rows) - MARGIN
    return Field(
        of,
        fighting_places(foes, *goal),
        land,
        (west, north, max(columns) + MARGIN + 1 - west, max(rows) + MARGIN + 1 - north),
    )


# The line: a ship on her way keeps station behind the next ship ahead.
#
# She leaves it for a target, and to avoid land or a wreck, which would cost more than any station
# is worth.


OFF_STATION = 0.3
"""How many points a plot is worth for each hex by which it ends nearer than `LOST` hexes to the
ship's station, her place astern of the next ship in the line."""
LOST = 4
"""A ship this many hexes or more from her station has left the line: a greater distance costs no
more."""
TARGET = 7
"""A ship leaves the line if an enemy is within this many hexes: this turn she may come into range
of him, and fire."""


def line_reasons(
    view: State, ship: Ship, end: Place, draft: Mapping[str, Answer]
) -> tuple[Reason, ...]:
    """Return the reason for ending near the ship's station in the line; () for a leader, or a ship
    with a target.
    """
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
    """Return the id of the ship that a ship follows: the nearest one of her seat ahead of her.

    None if there is none, or if an enemy is so near that she leaves the line.
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
"""The points lost by running into a friend: more than any broadside is worth. So a ship does so
only if every plot leads to it."""
HELD = 0.25
"""The factor on the cost of collisions if a ship stays in her place. It is low: if she may collide
whatever she does, she waits, because ships astern can expect that and keep clear."""
GUESSED = 4.0
"""The points lost by running into a friend whose plot is not known: an ally's ship, or a ship not
yet plotted."""
ENEMY = 0.8
"""The points lost by running into an enemy; the worth of being fouled with her is added."""
FOULED = 0.25
"""The factor on the worth of being fouled with an enemy that a plot may meet. It is low: she may be
elsewhere by then, and only every second pair that meets is fouled."""
FARTHEST = 11
"""Ships more than this many columns away are ignored, because two ships so far apart do not meet in
a turn."""

Path = tuple[Place, ...]
"""The places of a ship: before the first impulse (step of a plot), and after each one."""


def traffic(view: State, ship: Ship, order: str, draft: Mapping[str, Answer]) -> tuple[Reason, ...]:
    """Return the reason against a plot by which a ship meets others; `draft` has their plots. () if
    she meets none.
    """
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
    """Tell whether a ship's plot in a draft leads to a collision with a friend."""
    found = traffic(view, view.ships[ship_id], draft[ship_id].option, draft)
    return any(reason.worth <= -OWN * HELD for reason in found)


def meets(mine: Sequence[Place], theirs: Sequence[Place]) -> bool:
    """Tell whether two ships enter the same hex in an impulse. After her plot a ship stays where it
    ended.
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
    """Return a ship's place after her plot and the drift; a fouled or grappled ship does not drift.

    A ship that has moved no hex ahead for some turns drifts downwind (Wooden Ships & Iron Men,
    Drifting).
    """
    ship, end = view.ships[ship_id], path_of(view, ship_id, order)[-1]
    gone = "1" in parse_plot(order) if order else False
    if gone or ship.still + 1 < book().drift.from_still or snagged_with(view, ship_id):
        return end
    still = {each.id: each.still + 1 for each in afloat(view)}
    return downwind(view, end) if drifts(view, (ship_id,), still, {ship_id: end}) else end


@cached_per_state
def path_of(view: State, ship_id: str, order: str) -> Path:
    """Return the places of a ship during a plot: her present place, then one for each impulse."""
    ship = view.ships[ship_id]
    here: Place = (ship.bow, ship.facing)
    steps = plotted(view, ship, parse_plot(order)).path if order else ()
    return (here, *(((column, row), facing) for column, row, facing in steps))


def _known(view: State, ship: Ship, other: Ship, draft: Mapping[str, Answer]) -> str | None:
    """Return another ship's plot if it is known: in the draft of the same seat, or '' if she can
    get none. None if it is not known.
    """
    drafted = draft.get(other.id)
    if drafted is not None and holder(other) == holder(ship):
        return "" if drafted.option == GIVE_UP else drafted.option
    return "" if why_no_order(view, other) else None


def expected_plot(view: State, ship: Ship, other: Ship, draft: Mapping[str, Answer]) -> str:
    """Return the plot that another ship is expected to sail: the known one, else her last one."""
    known = _known(view, ship, other, draft)
    return known if known is not None else _guess(view, other.id)


@cached_per_state
def _guess(view: State, ship_id: str) -> str:
    """Return the expected plot of a ship whose plot is not known: her last one; '' if she gets
    none.
    """
    other = view.ships[ship_id]
    legal = plots(view, other)
    return proposed(other, legal) if legal else ""
