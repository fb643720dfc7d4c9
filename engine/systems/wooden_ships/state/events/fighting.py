"""Broadsides and their hits; parties, melee, prizes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from engine.kit.ledger import with_ship
from engine.systems.wooden_ships.data import Aim, Hits, Quality
from engine.systems.wooden_ships.state.events.event import WoodenShipsEvent
from engine.systems.wooden_ships.state.state import (
    Bout,
    Load,
    Party,
    Prize,
    Rake,
    Ship,
    SideName,
    State,
)

# Broadsides, their costs, and loading.


class Modifiers(msgspec.Struct, frozen=True):
    """The modifiers that are added to a shot's base to give its hit table."""

    crew: int = 0
    initial: int = 0
    rake: int = 0
    sections: int = 0
    captured: int = 0

    @property
    def total(self) -> int:
        """The sum of the modifiers."""
        return self.crew + self.initial + self.rake + self.sections + self.captured


class TargetDrawn(WoodenShipsEvent, frozen=True, tag="drawn"):
    """A die chose among equally good targets of a broadside; it has one face for each target."""

    ship: str
    side: SideName
    among: tuple[str, ...]
    face: int
    target: str

    def after(self, state: State) -> State:
        return replace(state, dice=state.dice + 1)


class SideFired(WoodenShipsEvent, frozen=True, kw_only=True, tag="fired"):
    """A broadside was fired. The event holds every figure from which its hit table was added up."""

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
    """A side of a ship that cannot fire at its nearest target: the hit table would be below the
    lowest one.
    """

    ship: str
    side: SideName
    target: str
    table: int


class UnableToFire(WoodenShipsEvent, frozen=True, tag="unable"):
    """Sides with guns, crew and a target did not fire, because their hit tables would be below 0.
    They stay loaded.
    """

    sides: tuple[Silent, ...]

    def after(self, state: State) -> State:
        return state


class HitsMarked(WoodenShipsEvent, frozen=True, kw_only=True, tag="hits"):
    """The hits of a broadside were marked; the event holds the boxes that are left."""

    ship: str
    by: str
    side: SideName
    hull: int
    crew: tuple[int, ...]
    guns: tuple[int, int]
    carronades: tuple[int, int]
    rigging: tuple[int, ...]
    prize: int | None = None
    """The squares of a prize crew that are left; None if the ship has no prize crew."""
    faces: tuple[int, ...] = ()
    """In a rake, the dice that chose the side of each gun hit: 1 to 3 is port."""

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
    """A ship struck, or surrendered in another way."""

    ship: str
    how: Literal["struck", "firepower", "immobility"]

    def after(self, state: State) -> State:
        ship = state.ships[self.ship]
        how = ship.surrendered if self.how == "struck" else self.how
        # On a struck ship a prize crew continues to fight.
        parties = ship.parties if ship.prize and self.how == "struck" else ()
        return with_ship(state, self.ship, surrendered=how, parties=parties)


class CrewKilled(WoodenShipsEvent, frozen=True, tag="crew_killed"):
    """The last squares of a ship's crew were killed by fire."""

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


# Parties, melee, prizes.


class Side(msgspec.Struct, frozen=True):
    """One side of a melee: its parties as (ship they come from, ship they are ordered to),
    strength, die, losses.
    """

    parties: tuple[tuple[str, str], ...]
    strength: int
    face: int = 0
    lost: int = 0


class PartiesFormed(WoodenShipsEvent, frozen=True, tag="parties"):
    """Crews formed parties. The event holds all parties, also those that fight on from the last
    turn.
    """

    parties: dict[str, tuple[Party, ...]]

    def after(self, state: State) -> State:
        ships = {
            key: replace(ship, parties=self.parties.get(key, ()))
            if ship.parties or key in self.parties
            else ship
            for key, ship in state.ships.items()
        }
        return replace(state, ships=ships)


class CrewsLeft(WoodenShipsEvent, frozen=True, tag="left"):
    """Crew squares left their ships; the event holds the squares that stay in sections and prize
    crews.
    """

    crew: dict[str, tuple[int, ...]]
    prize: dict[str, int]

    def after(self, state: State) -> State:
        return _manned(state, self.crew, self.prize)


class CameAboard(WoodenShipsEvent, frozen=True, tag="aboard"):
    """Crew squares came aboard a ship. They filled the gaps in her sections, the last section
    first; squares left over joined the reserve.
    """

    ship: str
    squares: int
    crew: tuple[int, ...]
    reserve: int
    fresh: tuple[int, ...]
    prize: int | None = None

    def after(self, state: State) -> State:
        state = _manned(state, {}, {} if self.prize is None else {self.ship: self.prize})
        return with_ship(state, self.ship, crew=self.crew, reserve=self.reserve, fresh=self.fresh)


class MeleeFought(WoodenShipsEvent, frozen=True, tag="round"):
    """A round of melee was fought: each side rolled a die, and both lost crew squares."""

    ships: tuple[str, str]
    """The two ships that fight."""
    one: Side
    other: Side
    crew: dict[str, tuple[int, ...]]
    prize: dict[str, int]

    def after(self, state: State) -> State:
        fought = {ship for side in (self.one, self.other) for ship, _ in side.parties}
        rounds = {**state.rounds}
        for ship in fought:
            rounds[ship] = rounds.get(ship, 0) + 1
        state = replace(state, dice=state.dice + 2, acted=True, rounds=rounds)
        return _manned(state, self.crew, self.prize)


class MeleeSettled(WoodenShipsEvent, frozen=True, tag="settled"):
    """All fights of the turn ended. The event holds the parties, as (from, to), that won a ship,
    were beaten, or fight on next turn.
    """

    won: tuple[tuple[str, str], ...]
    beaten: tuple[tuple[str, str], ...]
    undecided: tuple[tuple[str, str], ...]
    bouts: tuple[Bout, ...] = ()

    def after(self, state: State) -> State:
        return replace(
            state,
            won=self.won,
            beaten=self.beaten,
            undecided=self.undecided,
            bouts=self.bouts,
        )


class PartyLost(WoodenShipsEvent, frozen=True, tag="party_lost"):
    """A beaten party was lost: the squares that it had left are out of the battle."""

    ship: str
    to: str
    crew: tuple[int, ...]
    prize: int | None = None

    def after(self, state: State) -> State:
        prize = {} if self.prize is None else {self.ship: self.prize}
        return _manned(state, {self.ship: self.crew}, prize)


class ShipCaptured(WoodenShipsEvent, frozen=True, tag="captured"):
    """A prize crew took a ship; her own crew are prisoners."""

    ship: str
    by: str
    seat: str
    squares: int
    quality: Quality
    fresh: tuple[int, ...] = ()
    """The squares of the prize crew as newly aboard: they do not work the ship in this turn."""

    def after(self, state: State) -> State:
        return with_ship(
            state,
            self.ship,
            prize=Prize(self.seat, self.squares, self.quality, self.by),
            surrendered="",
            parties=(),
            fresh=self.fresh,
        )


class ShipRetaken(WoodenShipsEvent, frozen=True, tag="retaken"):
    """A prize went back to her old crew; the prize crew is out of the battle."""

    ship: str
    how: Literal["revolt", "fire", "boarding"]

    def after(self, state: State) -> State:
        return with_ship(state, self.ship, prize=None, parties=(), fresh=())


class ReserveFilled(WoodenShipsEvent, frozen=True, tag="reserve"):
    """Squares from a ship's reserve filled the gaps in her crew sections."""

    ship: str
    crew: tuple[int, ...]
    reserve: int

    def after(self, state: State) -> State:
        return with_ship(state, self.ship, crew=self.crew, reserve=self.reserve)


class MeleeEnded(WoodenShipsEvent, frozen=True, tag="melee_end"):
    """The melee phase ended. The event holds the parties that fight on, and the ships whose
    sections were all in parties.
    """

    engaged: dict[str, tuple[Party, ...]]
    all_hands: tuple[str, ...]

    def after(self, state: State) -> State:
        ships = {
            key: replace(ship, parties=self.engaged.get(key, ()), all_hands=key in self.all_hands)
            if ship.parties or ship.all_hands or key in self.engaged or key in self.all_hands
            else ship
            for key, ship in state.ships.items()
        }
        return replace(state, ships=ships, won=(), beaten=(), undecided=(), bouts=())


def _manned(state: State, crew: Mapping[str, tuple[int, ...]], prize: Mapping[str, int]) -> State:
    """Return the state in which these crew squares are left in sections and prize crews."""
    ships = dict(state.ships)
    for key, squares in crew.items():
        ships[key] = replace(ships[key], crew=squares)
    for key, left in prize.items():
        if aboard := ships[key].prize:
            ships[key] = replace(ships[key], prize=replace(aboard, squares=left))
    return replace(state, ships=ships)
