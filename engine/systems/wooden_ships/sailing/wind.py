"""Attitude to the wind, and the points to move that it gives.

Wooden Ships & Iron Men, Movement Rules.
"""

from __future__ import annotations

from functools import lru_cache

from engine.systems.wooden_ships.data.book import Book, book
from engine.systems.wooden_ships.data.facts import ATTITUDES, Attitude
from engine.systems.wooden_ships.fleet.status import dismasted, lost_sections
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
    if dismasted(ship):
        return 0, 0, 0, 0
    return _allowances(book(), ship.speed, lost_sections(ship.printed.rigging, ship.rigging))


@lru_cache(maxsize=64)
def _by_speed(version: str, hexes: tuple[int, ...], lost: int) -> Allowances:
    a, b, c, d = (max(0, count - lost) for count in hexes)
    return a, b, c, d


def _allowances(data: Book, speed: int, lost: int) -> Allowances:
    hexes = data.speeds[speed].hexes
    return _by_speed(data.version, tuple(hexes[name] for name in ATTITUDES), lost)


def allowance(ship: Ship, wind: int) -> int:
    """Return a ship's points to move in the attitude that she lies in; a free turn not counted."""
    return allowances(ship)[ATTITUDES.index(attitude(ship.facing, wind))]
