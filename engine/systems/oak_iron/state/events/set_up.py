"""Events of the set-up, and of tokens and markers of the objective."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from engine.space.plane.pose import Point, Pose
from engine.systems.oak_iron.data.terms import WeatherEdge
from engine.systems.oak_iron.state.events.event import OakIronEvent
from engine.systems.oak_iron.state.plan import Edge, Kind, SetUpPlan
from engine.systems.oak_iron.state.state import Ship, Squadron, Terrain


class SquadronsMustered(OakIronEvent, frozen=True, tag="squadrons_mustered"):
    """Ready squadrons were drawn, which took this number of `dice`."""

    squadrons: dict[str, Squadron]
    ships: dict[str, Ship]
    dice: int


class ScenarioDrawn(OakIronEvent, frozen=True, tag="scenario_drawn"):
    """Objective, cards and wind were drawn, which took this number of `dice`."""

    objective: str
    weather_edge: WeatherEdge
    plan: SetUpPlan
    dice: int


class RoleTaken(OakIronEvent, frozen=True, tag="role_taken"):
    """Attacker and defender are known."""

    attacker: str
    defender: str


class ScenarioCardTaken(OakIronEvent, frozen=True, tag="scenario_card_taken"):
    """A squadron took one of the scenario cards on offer."""

    squadron: str
    kind: Kind
    card: str


class DraftEnded(OakIronEvent, frozen=True, tag="draft_ended"):
    """The cards that nobody took are discarded.

    An escort's dignitary gets away over `lee`, in the turn `earliest` or later.
    """

    lee: Edge | UnsetType = UNSET
    earliest: int | UnsetType = UNSET


class PieceAdded(OakIronEvent, frozen=True, tag="piece_added"):
    """A squadron added a piece of terrain to the pool."""

    squadron: str
    piece: str


class PieceLaid(OakIronEvent, frozen=True, tag="piece_laid"):
    """A piece of terrain was laid on the table; a fixed one will not be moved."""

    squadron: str
    terrain: Terrain
    fixed: bool = False


class PieceMoved(OakIronEvent, frozen=True, tag="piece_moved"):
    """A piece of terrain was moved; it will not be moved again."""

    squadron: str
    terrain: Terrain


class PieceRemoved(OakIronEvent, frozen=True, tag="piece_removed"):
    """A piece of terrain found no place."""

    piece: str


class MarkerLaid(OakIronEvent, frozen=True, tag="marker_laid"):
    """The objective's marker lies on an island."""

    at: Point


class TokenLaid(OakIronEvent, frozen=True, tag="token_laid"):
    """A ship carries a token of the objective."""

    ship: str
    token: str


class TokenLanded(OakIronEvent, frozen=True, tag="token_landed"):
    """What a ship carried for the objective is ashore."""

    ship: str
    token: str


class MarkerBurns(OakIronEvent, frozen=True, tag="marker_burns"):
    """A test to raze the marker was passed."""

    ship: str


class ObjectiveScored(OakIronEvent, frozen=True, tag="objective_scored"):
    """The objective gives a squadron strike points for good."""

    squadron: str
    points: int
    what: str


class ShipDeployed(OakIronEvent, frozen=True, tag="ship_deployed"):
    """A ship was put on the table, or arrived."""

    ship: str
    pose: Pose


class ShipDelayed(OakIronEvent, frozen=True, tag="ship_delayed"):
    """A ship found no place: it comes later."""

    ship: str
