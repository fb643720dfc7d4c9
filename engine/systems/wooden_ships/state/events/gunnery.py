"""Broadsides, what they cost, and loading."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from engine.kit.ledger import with_ship
from engine.systems.wooden_ships.data.facts import Aim, Hits
from engine.systems.wooden_ships.state.events.event import WoodenShipsEvent
from engine.systems.wooden_ships.state.state import Load, Rake, Ship, SideName, State


class Modifiers(msgspec.Struct, frozen=True):
    """What is added to the base of a shot."""

    crew: int = 0
    initial: int = 0
    rake: int = 0
    sections: int = 0
    captured: int = 0

    @property
    def total(self) -> int:
        """Their sum."""
        return self.crew + self.initial + self.rake + self.sections + self.captured


class TargetDrawn(WoodenShipsEvent, frozen=True, tag="drawn"):
    """A die chose among equal targets; it has a face for each."""

    ship: str
    side: SideName
    among: tuple[str, ...]
    face: int
    target: str

    def after(self, state: State) -> State:
        return replace(state, dice=state.dice + 1)


class SideFired(WoodenShipsEvent, frozen=True, kw_only=True, tag="fired"):
    """A broadside was fired, with everything that made up its table."""

    ship: str
    side: SideName
    target: str
    range: int
    guns: int
    base: int
    modifiers: Modifiers
    table: int
    aim: Aim
    rake: Rake
    face: int
    hits: Hits

    def after(self, state: State) -> State:
        ship = state.ships[self.ship]
        state = replace(state, dice=state.dice + 1, fired=True, acted=True)
        return with_ship(state, self.ship, loaded=_load(ship, self.side, "empty"))


class Silent(msgspec.Struct, frozen=True):
    """A side that cannot fire at its closest target, as the table is below the least one."""

    ship: str
    side: SideName
    target: str
    table: int


class UnableToFire(WoodenShipsEvent, frozen=True, tag="unable"):
    """Sides with guns, crew and a target whose hit table is below 0: they stay loaded."""

    sides: tuple[Silent, ...]

    def after(self, state: State) -> State:
        return state


class HitsMarked(WoodenShipsEvent, frozen=True, kw_only=True, tag="hits"):
    """The hits of a broadside were marked; the boxes that are left."""

    ship: str
    by: str
    side: SideName
    hull: int
    crew: tuple[int, ...]
    guns: tuple[int, int]
    carronades: tuple[int, int]
    rigging: tuple[int, ...]
    prize: int | None = None
    """Squares left of a prize crew."""
    faces: tuple[int, ...] = ()
    """Of the dice that chose the side of gun hits in a rake: 1-3 port."""

    def after(self, state: State) -> State:
        changes: dict[str, Any] = {
            "hull": self.hull,
            "crew": self.crew,
            "guns": self.guns,
            "carronades": self.carronades,
            "rigging": self.rigging,
        }
        prize = state.ships[self.ship].prize
        if prize is not None and self.prize is not None:
            changes["prize"] = replace(prize, squares=self.prize)
        state = replace(state, dice=state.dice + len(self.faces))
        return with_ship(state, self.ship, **changes)


class ShipSurrendered(WoodenShipsEvent, frozen=True, tag="surrendered"):
    """A ship struck, or surrendered otherwise."""

    ship: str
    how: Literal["struck", "firepower", "immobility"]

    def after(self, state: State) -> State:
        ship = state.ships[self.ship]
        how = ship.surrendered if self.how == "struck" else self.how
        # A prize crew fights on aboard a struck ship.
        parties = ship.parties if ship.prize and self.how == "struck" else ()
        return with_ship(state, self.ship, surrendered=how, parties=parties)


class CrewKilled(WoodenShipsEvent, frozen=True, tag="crew_killed"):
    """Fire killed the last of a crew."""

    ship: str

    def after(self, state: State) -> State:
        return with_ship(state, self.ship, parties=())


class SideLoaded(WoodenShipsEvent, frozen=True, tag="loaded"):
    """A side was loaded with round shot."""

    ship: str
    side: SideName

    def after(self, state: State) -> State:
        ship = state.ships[self.ship]
        return with_ship(state, self.ship, loaded=_load(ship, self.side, "round"))


def _load(ship: Ship, side: SideName, load: Load) -> tuple[Load, Load]:
    port, starboard = ship.loaded
    return (load, starboard) if side == "port" else (port, load)
