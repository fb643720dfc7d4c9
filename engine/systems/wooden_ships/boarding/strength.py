"""Strength in melee: squares times quality; and what a die makes of it.

Wooden Ships & Iron Men, Melee Procedure.
"""

from __future__ import annotations

from bisect import bisect_left

from engine.systems.wooden_ships.data.book import book
from engine.systems.wooden_ships.data.facts import Quality
from engine.systems.wooden_ships.fleet.status import quality, working_crew
from engine.systems.wooden_ships.state.state import Ship


def strength(squares: int, of: Quality) -> int:
    """Return the melee strength of crew squares of a quality."""
    return squares * book().melee.strength[of]


def strength_of(ship: Ship) -> int:
    """Return the strength of all sections that work a ship, the reserve left out."""
    return strength(sum(working_crew(ship)), quality(ship))


def losses(own: int, face: int) -> int:
    """Return the squares that the enemy loses by a side's strength and the face of its die."""
    table = book().melee
    return table.losses[face - 1][bisect_left(table.band_max, own)]


def winner(one: int, other: int) -> int:
    """Return 1 or 2 for the side that has won, three to one; 0 for none."""
    ratio = book().melee.ratio
    if not one and not other:
        return 0
    if one >= ratio * other:
        return 1
    return 2 if other >= ratio * one else 0
