"""Impulses, collisions, drift; fouls and grapples."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec.structs import replace

from engine.space.hexes import Hex
from engine.systems.wooden_ships.state.events.event import (
    WoodenShipsEvent,
    with_grapples,
    with_ships,
    without_foul,
)
from engine.systems.wooden_ships.state.state import State

Berth = tuple[int, int, int]
"""Column and row of the bow, and the facing."""


class UnfoulTried(WoodenShipsEvent, frozen=True, tag="unfoul"):
    """A ship tried to get clear of another."""

    ship: str
    other: str
    face: int
    freed: bool

    def after(self, state: State) -> State:
        state = replace(state, dice=state.dice + 1)
        return without_foul(state, (self.ship, self.other)) if self.freed else state


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

    def after(self, state: State) -> State:
        return replace(state, dice=state.dice + sum(map(len, self.rolls)))


class ImpulseTaken(WoodenShipsEvent, frozen=True, tag="impulse"):
    """All ships that change their place in an impulse did so."""

    impulse: int
    places: dict[str, Berth]

    def after(self, state: State) -> State:
        return _placed(state, self.places)


class Collided(WoodenShipsEvent, frozen=True, tag="collided"):
    """Two ships met; what is left of their plots is lost."""

    ships: tuple[str, str]
    impulse: int

    def after(self, state: State) -> State:
        return state


class FoulRolled(WoodenShipsEvent, frozen=True, tag="foul"):
    """A die told whether ships that collided are fouled."""

    ships: tuple[str, str]
    face: int
    fouled: bool

    def after(self, state: State) -> State:
        fouled = {*state.fouled, self.ships} if self.fouled else state.fouled
        return replace(state, dice=state.dice + 1, fouled=tuple(sorted(fouled)))


class Drifted(WoodenShipsEvent, frozen=True, tag="drift"):
    """Still ships drifted a hex downwind."""

    places: dict[str, Berth]

    def after(self, state: State) -> State:
        return _placed(state, self.places)


class MovementEnded(WoodenShipsEvent, frozen=True, tag="moved"):
    """How long ships have been still, and dismasted ones have waited, where that changed."""

    still: dict[str, int]
    waited: dict[str, int]
    motionless: tuple[str, ...]
    kept: dict[str, str]
    """The parts of plots that were carried out, where that is less than the whole."""

    def after(self, state: State) -> State:
        ships = {
            key: replace(
                ship,
                still=self.still.get(key, ship.still),
                waited=self.waited.get(key, ship.waited),
                motionless=key in self.motionless,
                order="",
                last_order=ship.order,
            )
            for key, ship in state.ships.items()
        }
        return replace(state, ships=ships)


class GrappleTried(WoodenShipsEvent, frozen=True, tag="grapple"):
    """A ship tried to grapple another; face 0: it needed no die."""

    ship: str
    other: str
    face: int
    limit: int
    """The highest face that holds."""
    holds: bool

    def after(self, state: State) -> State:
        state = replace(state, dice=state.dice + bool(self.face))
        return with_grapples(state, self.ship, self.other, 1) if self.holds else state


class CastOffTried(WoodenShipsEvent, frozen=True, tag="cast_off"):
    """A ship tried to cast off one grapple; face 0: it needed no die."""

    ship: str
    other: str
    face: int
    freed: bool

    def after(self, state: State) -> State:
        state = replace(state, dice=state.dice + bool(self.face))
        return with_grapples(state, self.ship, self.other, -1) if self.freed else state


def _placed(state: State, places: Mapping[str, Berth]) -> State:
    return with_ships(
        state,
        {
            ship: {"bow": (column, row), "facing": facing}
            for ship, (column, row, facing) in places.items()
        },
    )
