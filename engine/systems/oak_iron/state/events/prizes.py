"""Events of flags, prizes and losses."""

from __future__ import annotations

from typing import Literal

from engine.kit.fold import with_ship
from engine.systems.oak_iron.state.changes import flag_struck, freed, with_squadron
from engine.systems.oak_iron.state.events.event import OakIronEvent
from engine.systems.oak_iron.state.events.harm import BecameOutOfAction
from engine.systems.oak_iron.state.state import State


class FlagTransferred(OakIronEvent, frozen=True, tag="flag_transferred"):
    """The admiral is on another ship; `value` is the admiral value from now on."""

    squadron: str
    ship: str
    value: int
    lost: bool = False
    """The old flagship was lost: a new one was named."""

    def after(self, state: State) -> State:
        state = with_squadron(state, self.squadron, flagship=self.ship, admiral_value=self.value)
        return (
            with_squadron(state, self.squadron, admiral="", admiral_lost=True)
            if self.lost
            else state
        )


class AdmiralKilled(OakIronEvent, frozen=True, tag="admiral_killed"):
    """The admiral is dead: value 0, the ship stays flagship."""

    squadron: str

    def after(self, state: State) -> State:
        return with_squadron(state, self.squadron, admiral="", admiral_value=0, admiral_lost=True)


class ShipCaptured(OakIronEvent, frozen=True, tag="ship_captured"):
    """A Shaken ship was captured."""

    ship: str
    by: str
    """The squadron that holds it now."""

    def after(self, state: State) -> State:
        state = with_ship(
            state, self.ship, captured_by=self.by, lost_turn=state.turn, landing_party=None
        )
        return flag_struck(state, self.ship)


class ShipRecaptured(OakIronEvent, frozen=True, tag="ship_recaptured"):
    """A captured ship is its own squadron's again, Shaken."""

    ship: str

    def after(self, state: State) -> State:
        ship = state.ships[self.ship]
        return with_ship(
            state,
            self.ship,
            captured_by="",
            fatigue=ship.fatigue_boxes,
            moved=ship.moved or state.phase == "movement",
            attacked=ship.attacked or state.phase == "attack",
        )


class ShipDestroyed(OakIronEvent, frozen=True, tag="ship_destroyed"):
    """A Shaken ship was destroyed: Out of Action."""

    ship: str

    def after(self, state: State) -> State:
        return BecameOutOfAction(self.ship).after(state)


class ShipRemoved(OakIronEvent, frozen=True, tag="ship_removed"):
    """A ship was taken off the table."""

    ship: str
    lost: Literal["sunk", "destroyed"]

    def after(self, state: State) -> State:
        state = flag_struck(state, self.ship)
        state = with_ship(
            state,
            self.ship,
            pose=None,
            lost=self.lost,
            lost_turn=state.ships[self.ship].lost_turn or state.turn,
            landing_party=None,
        )
        return freed(state, self.ship)
