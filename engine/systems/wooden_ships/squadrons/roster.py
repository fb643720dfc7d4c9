"""A squadron as its file has it: a limit of points, and ships of the standard classes."""

from __future__ import annotations

import msgspec

from engine.systems.wooden_ships.data.book import book
from engine.systems.wooden_ships.data.facts import Quality

LIMITS = (30, 50, 75, 100, 150, 200, 300)
"""Points that a new squadron is built for; a file may have others."""
USUAL = 100
FEWEST, MOST = 10, 1000
"""The least and the highest limit: the weakest average ship has 10 points."""
SHIPS = 30
"""Ships of a squadron at most: one chart shows sixty."""


class RosterShip(msgspec.Struct, frozen=True):
    """A ship of a squadron: her class, her crew's quality, a name of her own or ''."""

    type: str
    quality: Quality = "average"
    name: str = ""
    flagship: bool = False

    @property
    def points(self) -> int:
        """Points of her class with such a crew; 0 for an unknown class."""
        kind = book().classes.get(self.type)
        return kind.points[self.quality] if kind else 0


class Roster(msgspec.Struct, frozen=True):
    """A squadron: its name, the points that it may have, its ships in line."""

    name: str
    limit: int
    ships: tuple[RosterShip, ...] = ()

    @property
    def points(self) -> int:
        """Points of all its ships."""
        return sum(ship.points for ship in self.ships)

    @property
    def line(self) -> tuple[RosterShip, ...]:
        """The ships as they sail: the flagship leads, the others in the order of the file."""
        return tuple(sorted(self.ships, key=lambda ship: not ship.flagship))
