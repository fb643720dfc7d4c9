"""Events of damage and Fatigue."""

from __future__ import annotations

from msgspec.structs import replace

from engine.kit.fold import with_ship
from engine.systems.oak_iron.state.changes import (
    flag_struck,
)
from engine.systems.oak_iron.state.events.event import OakIronEvent, Told
from engine.systems.oak_iron.state.state import State


class FatigueTaken(OakIronEvent, frozen=True, tag="fatigue_taken"):
    """A ship took Fatigue: `now` on its track."""

    ship: str
    points: int
    now: int

    def after(self, state: State) -> State:
        return with_ship(state, self.ship, fatigue=self.now)


class FatigueSpared(OakIronEvent, frozen=True, tag="fatigue_spared"):
    """A card spared a ship the first Fatigue of an attack."""

    ship: str
    card: str

    def after(self, state: State) -> State:
        assert state.attack is not None
        left = state.attack.spared_fatigue - 1
        return replace(state, attack=replace(state.attack, spared_fatigue=left))


class DamageSpared(Told, frozen=True, tag="damage_spared"):
    """A card spared a ship the second damage of an attack."""

    ship: str
    card: str


class FatigueRemoved(OakIronEvent, frozen=True, tag="fatigue_removed"):
    """Fatigue came off a ship: `now` on its track."""

    ship: str
    points: int
    now: int

    def after(self, state: State) -> State:
        return with_ship(state, self.ship, fatigue=self.now)


class DamageTaken(OakIronEvent, frozen=True, tag="damage_taken"):
    """A ship took damage: `now` on its track."""

    ship: str
    points: int
    now: int

    def after(self, state: State) -> State:
        return with_ship(state, self.ship, damage=self.now)


class DamageRepaired(OakIronEvent, frozen=True, tag="damage_repaired"):
    """Damage came off a ship: `now` on its track."""

    ship: str
    points: int
    now: int

    def after(self, state: State) -> State:
        return with_ship(state, self.ship, damage=self.now)


class BecameCrippled(OakIronEvent, frozen=True, tag="became_crippled"):
    """The damage track is full, for good."""

    ship: str

    def after(self, state: State) -> State:
        return with_ship(state, self.ship, damage=state.ships[self.ship].damage_boxes)


class BecameShaken(OakIronEvent, frozen=True, tag="became_shaken"):
    """The fatigue track is full."""

    ship: str

    def after(self, state: State) -> State:
        return with_ship(state, self.ship, fatigue=state.ships[self.ship].fatigue_boxes)


class BecameOutOfAction(OakIronEvent, frozen=True, tag="became_out_of_action"):
    """Crippled and Shaken: both tracks are full, for good."""

    ship: str

    def after(self, state: State) -> State:
        """Fill both tracks, and note the loss."""
        ship = state.ships[self.ship]
        state = with_ship(
            state,
            self.ship,
            damage=ship.damage_boxes,
            fatigue=ship.fatigue_boxes,
            lost_turn=state.turn,
        )
        return flag_struck(state, self.ship)
