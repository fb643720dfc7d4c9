"""Parties, melee, prizes."""

from __future__ import annotations

from typing import Literal

import msgspec

from engine.systems.wooden_ships.data.facts import Quality
from engine.systems.wooden_ships.state.events.event import WoodenShipsEvent
from engine.systems.wooden_ships.state.state import Bout, Party


class Side(msgspec.Struct, frozen=True):
    """One side of a melee: its parties as (from, to), strength, its die, and what it lost."""

    parties: tuple[tuple[str, str], ...]
    strength: int
    face: int = 0
    lost: int = 0


class PartiesFormed(WoodenShipsEvent, frozen=True, tag="parties"):
    """Crews formed parties, engaged ones among them."""

    parties: dict[str, tuple[Party, ...]]


class CrewsLeft(WoodenShipsEvent, frozen=True, tag="left"):
    """Squares left their ships: what stays in the sections, and in prize crews."""

    crew: dict[str, tuple[int, ...]]
    prize: dict[str, int]


class CameAboard(WoodenShipsEvent, frozen=True, tag="aboard"):
    """Squares came aboard and filled gaps from the last section on; the rest is reserve."""

    ship: str
    squares: int
    crew: tuple[int, ...]
    reserve: int
    fresh: tuple[int, ...]
    prize: int | None = None


class MeleeFought(WoodenShipsEvent, frozen=True, tag="round"):
    """A round of melee: both sides rolled, and squares fell."""

    ships: tuple[str, str]
    """The two whose fight it is."""
    one: Side
    other: Side
    crew: dict[str, tuple[int, ...]]
    prize: dict[str, int]


class MeleeSettled(WoodenShipsEvent, frozen=True, tag="settled"):
    """How the fights stand: parties that won a ship, were beaten, or fight on; as (from, to)."""

    won: tuple[tuple[str, str], ...]
    beaten: tuple[tuple[str, str], ...]
    undecided: tuple[tuple[str, str], ...]
    bouts: tuple[Bout, ...] = ()


class PartyLost(WoodenShipsEvent, frozen=True, tag="party_lost"):
    """What was left of a beaten party is out of the battle."""

    ship: str
    to: str
    crew: tuple[int, ...]
    prize: int | None = None


class ShipCaptured(WoodenShipsEvent, frozen=True, tag="captured"):
    """A prize crew holds a ship; those aboard are prisoners."""

    ship: str
    by: str
    seat: str
    squares: int
    quality: Quality
    fresh: tuple[int, ...] = ()
    """The prize crew as long as it does not work the ship: in the turn in which it came aboard."""


class ShipRetaken(WoodenShipsEvent, frozen=True, tag="retaken"):
    """A prize is her old crew's again; the prize crew is out of the battle."""

    ship: str
    how: Literal["revolt", "fire", "boarding"]


class ReserveFilled(WoodenShipsEvent, frozen=True, tag="reserve"):
    """Squares of the reserve took lost places."""

    ship: str
    crew: tuple[int, ...]
    reserve: int


class MeleeEnded(WoodenShipsEvent, frozen=True, tag="melee_end"):
    """The parties that stay engaged; the ships whose sections all were in parties."""

    engaged: dict[str, tuple[Party, ...]]
    all_hands: tuple[str, ...]
