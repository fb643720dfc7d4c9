"""Events of ships under way: activations, moves, contact, running aground, sails."""

from __future__ import annotations

from typing import Literal

from engine.space.plane.pose import Point, Pose
from engine.systems.oak_iron.state.events.event import ActivePhase, OakIronEvent, Way
from engine.systems.oak_iron.state.state import PointOfSail, Sail


class ShipActivated(OakIronEvent, frozen=True, tag="ship_activated"):
    """A ship's activation began."""

    ship: str
    phase: ActivePhase
    point: PointOfSail | Literal[""] = ""


class PointChosen(OakIronEvent, frozen=True, tag="point_chosen"):
    """The player of a ship between two points of sail chose one."""

    ship: str
    point: PointOfSail


class SpeedAdjusted(OakIronEvent, frozen=True, tag="speed_adjusted"):
    """Adjust Speed changed the rating for this move."""

    ship: str
    by: int


class MoveRated(OakIronEvent, frozen=True, tag="move_rated"):
    """The rating of the move that a ship now makes, for a card that asks for it later."""

    ship: str
    speed: int


class ShipMoved(OakIronEvent, frozen=True, tag="ship_moved"):
    """A base changed its pose; `via` are the poses between its legs, `pose` is the last."""

    ship: str
    how: Way
    pose: Pose
    via: tuple[Pose, ...] = ()
    speed: int = 0


class Collided(OakIronEvent, frozen=True, tag="collided"):
    """A move ended in contact with ships or land."""

    ship: str
    struck: tuple[str, ...]


class ShipLeft(OakIronEvent, frozen=True, tag="ship_left"):
    """A ship sailed off the table and out of the battle."""

    ship: str
    pose: Pose


class Entangled(OakIronEvent, frozen=True, tag="entangled"):
    """Ships are fouled or grappled together."""

    pairs: tuple[tuple[str, str], ...]


class Parted(OakIronEvent, frozen=True, tag="parted"):
    """Ships are no longer Entangled."""

    pairs: tuple[tuple[str, str], ...]


class CutLoose(OakIronEvent, frozen=True, tag="cut_loose"):
    """A ship cut free: no crew action in this phase."""

    ship: str


class PassedShoal(OakIronEvent, frozen=True, tag="passed_shoal"):
    """A ship passed over a shoal: a check for running aground is due."""

    ship: str


class ShoalCleared(OakIronEvent, frozen=True, tag="shoal_cleared"):
    """The check that was due is over."""

    ship: str


class WentAground(OakIronEvent, frozen=True, tag="went_aground"):
    """A ship takes an Aground token."""

    ship: str


class GotOff(OakIronEvent, frozen=True, tag="got_off"):
    """A ship loses its Aground token."""

    ship: str


class SailChanged(OakIronEvent, frozen=True, tag="sail_changed"):
    """A ship has another Sail Setting."""

    ship: str
    sail: Sail


class WakePlaced(OakIronEvent, frozen=True, tag="wake_placed"):
    """A ship has moved; its activation is over."""

    ship: str


class WakeRemoved(OakIronEvent, frozen=True, tag="wake_removed"):
    """A ship has attacked, or will not; its activation is over."""

    ship: str


class ReactionUsed(OakIronEvent, frozen=True, tag="reaction_used"):
    """A ship reacted to the move; or a squadron passed, and `ship` is its key."""

    ship: str


class ReactionsClosed(OakIronEvent, frozen=True, tag="reactions_closed"):
    """The reactions to a move are over."""


class PartyLanded(OakIronEvent, frozen=True, tag="party_landed"):
    """A landing party went ashore."""

    ship: str
    at: Point


class PartyLost(OakIronEvent, frozen=True, tag="party_lost"):
    """A landing party is gone."""

    ship: str
