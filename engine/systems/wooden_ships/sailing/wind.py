"""Attitude to the wind, and the points to move that it gives.

Wooden Ships & Iron Men, Movement Rules.
"""

from __future__ import annotations

from functools import lru_cache

from engine.systems.wooden_ships.data.book import book
from engine.systems.wooden_ships.data.facts import ATTITUDES, Attitude
from engine.systems.wooden_ships.fleet.status import lost_sections
from engine.systems.wooden_ships.state.state import Ship

_BY_SIXTHS: tuple[Attitude, ...] = ("B", "A", "C", "D", "C", "A")
"""By how many sixths the heading lies to the right of where the wind blows to."""

Allowances = tuple[int, int, int, int]
"""Points to move in A, B, C, D."""


def attitude(facing: int, wind: int) -> Attitude:
    """Return the attitude of a heading: A on the quarter, B before, C close-hauled, D in irons."""
    return _BY_SIXTHS[(facing - wind) % 6]


def allowances(ship: Ship) -> Allowances:
    """Return a ship's points by attitude: one less for each lost section of rigging."""
    return _allowances(book().version, ship.speed, ship.printed.rigging, ship.rigging)


@lru_cache(maxsize=4096)
def _allowances(
    version: str, speed: int, printed: tuple[int, ...], rigging: tuple[int, ...]
) -> Allowances:
    """The data set's version is part of the key."""
    if not any(rigging):
        return 0, 0, 0, 0
    hexes, lost = book().speeds[speed].hexes, lost_sections(printed, rigging)
    a, b, c, d = (max(0, hexes[name] - lost) for name in ATTITUDES)
    return a, b, c, d


def allowance(ship: Ship, wind: int) -> int:
    """Return a ship's points to move in the attitude that she lies in; a free turn not counted."""
    return allowances(ship)[ATTITUDES.index(attitude(ship.facing, wind))]
