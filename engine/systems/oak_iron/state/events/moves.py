"""Events of moving ships: activations, moves, contact, running aground, sails, landing parties."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec.structs import replace

from engine.kit.ledger import with_ship
from engine.space.plane.pose import Point, Pose
from engine.systems.oak_iron.state.events.event import (
    ActivePhase,
    OakIronEvent,
    Way,
    freed,
    with_activation,
    with_plan,
)
from engine.systems.oak_iron.state.state import Activation, PointOfSail, Sail, State


class ShipActivated(OakIronEvent, frozen=True, tag="ship_activated"):
    """A ship became active: it is her turn to move, or to attack."""

    ship: str
    phase: ActivePhase
    point: PointOfSail | Literal[""] = ""

    def after(self, state: State) -> State:
        start = state.ships[self.ship].pose
        return replace(
            state,
            activation=Activation(ship=self.ship, phase=self.phase, point=self.point, start=start),
        )


class PointChosen(OakIronEvent, frozen=True, tag="point_chosen"):
    """A point of sail was chosen for a ship that is exactly between two."""

    ship: str
    point: PointOfSail

    def after(self, state: State) -> State:
        return with_activation(state, point=self.point)


class SpeedAdjusted(OakIronEvent, frozen=True, tag="speed_adjusted"):
    """The speed rating for this move was changed by 1, by the action Adjust Speed."""

    ship: str
    by: int

    def after(self, state: State) -> State:
        return with_activation(state, adjust=self.by)


class MoveRated(OakIronEvent, frozen=True, tag="move_rated"):
    """The speed of the current move was noted, because a card needs it later."""

    ship: str
    speed: int

    def after(self, state: State) -> State:
        return with_activation(state, rated=self.speed)


class ShipMoved(OakIronEvent, frozen=True, tag="ship_moved"):
    """A ship changed her pose; `via` are the poses on the way, `pose` is the one at the end."""

    ship: str
    how: Way
    pose: Pose
    via: tuple[Pose, ...] = ()
    speed: int = 0

    def after(self, state: State) -> State:
        state = with_ship(state, self.ship, pose=self.pose)
        if self.how == "shift":
            return with_activation(state, shifted=True)
        return state


class Collided(OakIronEvent, frozen=True, tag="collided"):
    """A ship ran into other ships or land, which ended her move."""

    ship: str
    struck: tuple[str, ...]

    def after(self, state: State) -> State:
        if state.activation is not None and state.activation.ship == self.ship:
            return with_activation(state, collided=True, done=True)
        return state


class ShipLeft(OakIronEvent, frozen=True, tag="ship_left"):
    """A ship sailed off the table and out of the battle."""

    ship: str
    pose: Pose

    def after(self, state: State) -> State:
        state = with_ship(state, self.ship, pose=None, lost="left", lost_turn=state.turn)
        if state.plan and state.ships[self.ship].token:
            state = with_plan(state, gone={**state.plan.gone, self.ship: self.pose})
        return freed(with_activation(state, done=True), self.ship)


class Entangled(OakIronEvent, frozen=True, tag="entangled"):
    """Pairs of ships became Entangled (tied together), by a collision or by boarding."""

    pairs: tuple[tuple[str, str], ...]

    def after(self, state: State) -> State:
        return replace(state, entangled=tuple(sorted({*state.entangled, *self.pairs})))


class Parted(OakIronEvent, frozen=True, tag="parted"):
    """Pairs of ships are no longer Entangled (tied together)."""

    pairs: tuple[tuple[str, str], ...]

    def after(self, state: State) -> State:
        kept = tuple(pair for pair in state.entangled if pair not in self.pairs)
        return replace(state, entangled=kept)


class CutLoose(OakIronEvent, frozen=True, tag="cut_loose"):
    """A ship cut herself free from other ships; she has no crew action in this phase."""

    ship: str

    def after(self, state: State) -> State:
        return with_activation(with_ship(state, self.ship, cut_free=True), cut_free=True)


class PassedShoal(OakIronEvent, frozen=True, tag="passed_shoal"):
    """A ship passed over a shoal; a later roll decides whether she runs aground."""

    ship: str

    def after(self, state: State) -> State:
        return with_ship(state, self.ship, over_shoal=True)


class ShoalCleared(OakIronEvent, frozen=True, tag="shoal_cleared"):
    """The check whether a ship that passed over a shoal runs aground is done."""

    ship: str

    def after(self, state: State) -> State:
        return with_ship(state, self.ship, over_shoal=msgspec.UNSET)


class WentAground(OakIronEvent, frozen=True, tag="went_aground"):
    """A ship ran aground: she has an Aground token."""

    ship: str

    def after(self, state: State) -> State:
        return with_ship(state, self.ship, aground=True)


class GotOff(OakIronEvent, frozen=True, tag="got_off"):
    """A ship is afloat again: she has no Aground token."""

    ship: str

    def after(self, state: State) -> State:
        return with_ship(state, self.ship, aground=False)


class SailChanged(OakIronEvent, frozen=True, tag="sail_changed"):
    """A ship changed her Sail Setting."""

    ship: str
    sail: Sail

    def after(self, state: State) -> State:
        return with_ship(state, self.ship, sail=self.sail)


class WakePlaced(OakIronEvent, frozen=True, tag="wake_placed"):
    """A ship ended her activation in the Movement Phase; her wake marker shows that she has
    moved.
    """

    ship: str

    def after(self, state: State) -> State:
        return replace(with_ship(state, self.ship, moved=True), activation=None)


class WakeRemoved(OakIronEvent, frozen=True, tag="wake_removed"):
    """A ship ended her activation in the Attack Phase; her wake marker is removed."""

    ship: str

    def after(self, state: State) -> State:
        return replace(with_ship(state, self.ship, attacked=True), activation=None)


class ReactionUsed(OakIronEvent, frozen=True, tag="reaction_used"):
    """A ship used her reaction to an enemy's move.

    If a squadron passed, `ship` is the key of the squadron.
    """

    ship: str

    def after(self, state: State) -> State:
        used = state.activation.reactions if state.activation else ()
        return with_activation(state, reactions=(*used, self.ship))


class ReactionsClosed(OakIronEvent, frozen=True, tag="reactions_closed"):
    """Nobody may react to this move any more."""

    def after(self, state: State) -> State:
        return with_activation(state, reactions=())


class PartyLanded(OakIronEvent, frozen=True, tag="party_landed"):
    """A landing party went ashore."""

    ship: str
    at: Point

    def after(self, state: State) -> State:
        return with_ship(state, self.ship, landing_party=self.at)


class PartyLost(OakIronEvent, frozen=True, tag="party_lost"):
    """A landing party was removed from the shore."""

    ship: str

    def after(self, state: State) -> State:
        return with_ship(state, self.ship, landing_party=None)
