"""The turns that a ship needs to reach a place from which her broadside bears on an enemy.

A distance field over hexes and headings, computed backwards from all such places: each turn is one
legal plot, so wind, turning, tacking and land are included. One field serves all ships of a side
with equal sailing, as long as enemies, wind and land do not change.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.space.hexes import DIRECTIONS, Axial, Hex, axial, covered, distance, offset
from engine.systems.wooden_ships.fleet import Place, between, hexes
from engine.systems.wooden_ships.gunnery.shot import sides_borne_at, sides_in_field
from engine.systems.wooden_ships.sailing.course import Helm, course, parse_plot
from engine.systems.wooden_ships.sailing.orders import legal_plots

FIGHTING = 5
"""Hexes within which a broadside is effective, if the ship's guns reach that far."""
MARGIN = 12
"""The width, in hexes, of the water around all ships that the computed map includes: room to beat
to windward and to sail around ships."""
MOST_TURNS = 80
"""The number of turns after which the search stops; a ship that beats up to a fleet needs some
fifty."""
FAR = 100
"""The number of turns that stands for "no way found": larger than that of any place with a way."""

Land = tuple[tuple[Hex, ...], ...]
Lap = tuple[slice, slice]
"""Slices of the map in both dimensions: a rectangle of its cells."""
Cells = NDArray[np.bool_]


class Goal(NamedTuple):
    """Where a way ends: the range in hexes at which the broadside must bear, and whether it must
    rake.
    """

    reach: int = FIGHTING
    rake: bool = False


class Move(NamedTuple):
    """A plot in axial coordinates relative to the bow: its end, its facing, and all
    hexes entered.
    """

    end: Axial
    facing: int
    entered: frozenset[Axial]


class Field:
    """The turns that ships of one kind need from any place to the nearest fighting place.

    Computed turn by turn, only as far as needed.
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
        """Return the turns from a place to a goal, 0 at a goal; `FAR` if no way is found."""
        at = self._at(bow)
        if not self._holds(at):
            return FAR
        while self._turns[(facing, *at)] == FAR and self._level < most:
            if not self._turn_more():
                break
        found = int(self._turns[(facing, *at)])
        return found if found <= most else FAR

    def _turn_more(self) -> bool:
        """Compute the places that are one turn farther; return False when there are none."""
        self._level += 1
        more = self._reached.copy()
        for facing, move, clear in self._moves:
            here, there = _lap(self._open.shape, move.end)
            from_here = self._reached[move.facing][there]
            more[facing][here] |= from_here if clear is None else from_here & clear[here]
        new = more & ~self._reached
        self._turns[new] = self._level
        self._reached = more
        found = bool(new.any())
        if not found:
            self._level = MOST_TURNS
        return found

    def _clear(self, move: Move) -> Cells:
        """Return the bow hexes from which a plot enters no land."""
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
    """Return slices that align each cell of the map with the cell at the offset `by`."""
    (width, height), (q, s) = shape, by
    west, east = max(0, -q), max(0, min(width, width - q))
    north, south = max(0, -s), max(0, min(height, height - s))
    here = slice(west, max(west, east)), slice(north, max(north, south))
    there = tuple(slice(each.start + n, each.stop + n) for each, n in zip(here, by, strict=True))
    return here, (there[0], there[1])


@lru_cache(maxsize=1024)
def moves(of: Helm, facing: int, by_land: bool) -> tuple[Move, ...]:
    """Return the moves of a ship with this facing; near land, with the hexes entered."""
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
    """Return the bow hexes from which a broadside bears on a ship at (0, 0), in axial coordinates.

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
    """Return all places from which a broadside bears on one of the enemies, within `reach` hexes.

    With `rake`, only the places from which it rakes that enemy.
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
    """Return the distance field of one kind of ship to places from which she can fight `foes`. Its
    map includes the foes, the hexes `around`, and a margin.
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
