"""Impulses, collisions, drift; fouls and grapples."""

from __future__ import annotations

from typing import Literal

from engine.space.hexes import Hex
from engine.systems.wooden_ships.state.events.event import WoodenShipsEvent

Berth = tuple[int, int, int]
"""Column and row of the bow, and the facing."""


class UnfoulTried(WoodenShipsEvent, frozen=True, tag="unfoul"):
    """A ship tried to get clear of another."""

    ship: str
    other: str
    face: int
    freed: bool


class ContestSettled(WoodenShipsEvent, frozen=True, tag="contest"):
    """Ships came to one hex: one holds it, the others are put back.

    By `held` she had it before; by `bow` she sailed in and others swung their sterns; by `die`
    the highest holds, and those who tie for it roll again.
    """

    impulse: int
    """0: in the drift."""
    hex: Hex
    rule: Literal["held", "bow", "die"]
    holder: str
    losers: tuple[str, ...]
    rolls: tuple[tuple[tuple[str, int], ...], ...] = ()
    """(ship, face), a group a roll."""


class ImpulseTaken(WoodenShipsEvent, frozen=True, tag="impulse"):
    """All ships that change their place in an impulse did so."""

    impulse: int
    places: dict[str, Berth]


class Collided(WoodenShipsEvent, frozen=True, tag="collided"):
    """Two ships met; what is left of their plots is lost."""

    ships: tuple[str, str]
    impulse: int


class FoulRolled(WoodenShipsEvent, frozen=True, tag="foul"):
    """A die told whether ships that collided are fouled."""

    ships: tuple[str, str]
    face: int
    fouled: bool


class Drifted(WoodenShipsEvent, frozen=True, tag="drift"):
    """Still ships drifted a hex downwind."""

    places: dict[str, Berth]


class MovementEnded(WoodenShipsEvent, frozen=True, tag="moved"):
    """How long ships have been still, and dismasted ones have waited, where that changed."""

    still: dict[str, int]
    waited: dict[str, int]
    motionless: tuple[str, ...]
    kept: dict[str, str]
    """The parts of plots that were carried out, where that is less than the whole."""


class GrappleTried(WoodenShipsEvent, frozen=True, tag="grapple"):
    """A ship tried to grapple another; face 0: it needed no die."""

    ship: str
    other: str
    face: int
    limit: int
    """The highest face that holds."""
    holds: bool


class CastOffTried(WoodenShipsEvent, frozen=True, tag="cast_off"):
    """A ship tried to cast off one grapple; face 0: it needed no die."""

    ship: str
    other: str
    face: int
    freed: bool
