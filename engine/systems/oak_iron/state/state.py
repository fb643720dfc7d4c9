"""The state of a battle: ships, squadrons, cards, sea, and the set-up's draws and drafts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from engine.game.game import Outcome
from engine.space.plane.pose import Point, Pose
from engine.systems.oak_iron.data.facts import (
    Aim,
    AnyEdge,
    AttackKind,
    Band,
    Rake,
    Side,
    Symbol,
    TerrainKind,
    WeatherEdge,
)
from engine.systems.oak_iron.state.steps import AnyStep

Kind = Literal["setting", "deployment", "condition"]
Edge = Literal["north", "east", "south", "west"]
KINDS: tuple[Kind, ...] = ("setting", "deployment", "condition")
"""The kinds of scenario card, in the order in which the player sees them."""


class SetUpPlan(msgspec.Struct, kw_only=True, frozen=True):
    """The scenario: size of game, home edges, cards on offer, drafted cards."""

    size: str
    homes: dict[str, Edge]
    """The edge of the table behind each squadron."""
    attacker: str = ""
    offers: dict[Kind, tuple[str, ...]] = {}
    """The face-up cards that can still be drafted."""
    drafted: dict[str, dict[Kind, str]] = {}
    """The cards that each squadron has drafted, by kind."""

    pool: tuple[str, ...] = ()
    """Pieces of terrain that are not yet placed."""
    added: dict[str, tuple[str, ...]] = {}
    """The pieces that each squadron has added to the pool."""
    fixed: tuple[str, ...] = ()
    """Pieces that may not be moved: they are fixed from the start, or have been moved already."""

    islands: tuple[str, ...] = ()
    """The ids of the objective's islands."""
    marker: Point | None = None
    """The place of the objective's marker, in inches."""
    razed: int = 0
    """The number of tests that were passed to raze the marker."""
    scored: dict[str, int] = {}
    """Permanent strike points that the objective has given each squadron."""
    lee: Edge | msgspec.UnsetType = msgspec.UNSET
    """The edge over which the dignitary gets away.

    An unset field is not written, so that older battle files keep their bytes."""
    earliest: int | msgspec.UnsetType = msgspec.UNSET
    """The first turn in which the dignitary may get away.

    An unset field is not written, so that older battle files keep their bytes."""
    achieved: bool = False
    """Whether the dignitary is ashore."""
    gone: dict[str, Pose] = {}
    """The poses at which ships with a token left the table."""

    def card(self, squadron: str, kind: Kind) -> str:
        """Return the card of a kind that a squadron has drafted; '' if it has none yet."""
        return self.drafted.get(squadron, {}).get(kind, "")


# The state of an Oak & Iron battle: frozen structs with methods for simple queries.
#
# Inches; headings in degrees clockwise from north. Fields are written in battle files: a new one
# needs a default, or `UNSET` if it must not appear in an older file.


Sail = Literal["anchored", "minimal", "battle", "full"]
Phase = Literal["set_up", "initiative", "movement", "attack", "end"]
Lost = Literal["", "sunk", "destroyed", "left"]
PointOfSail = Literal["large", "windward", "eye"]

SAILS: tuple[Sail, ...] = ("anchored", "minimal", "battle", "full")
"""The sail settings from least to most: one level is one step in this order."""
HIDDEN = "hidden"
"""The id in place of a card that the viewer seat may not see."""


EDITION = 1
"""The edition of our own rulings that a new battle uses."""


class Rules(msgspec.Struct, frozen=True):
    """The rules that can be on or off in a battle. The quick start uses chapter 4 of the rulebook
    only.
    """

    quick_start: bool = False
    formation: bool = True
    events: bool = False
    scrolling_sea: bool = False
    flagship_points: bool = True
    """Whether a lost flagship gives 3 strike points in the End Phase of the turn (V1.0)."""


class Table(msgspec.Struct, frozen=True):
    """The sea mat in inches; the wind blows straight across from the weather edge."""

    width: float = 36.0
    height: float = 36.0
    weather_edge: WeatherEdge = "north"

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the table, in inches."""
        return self.width, self.height


class Terrain(msgspec.Struct, frozen=True, cache_hash=True):
    """A piece of terrain: its outline in inches."""

    id: str
    kind: TerrainKind
    outline: tuple[Point, ...]
    name: str = ""


class Ship(msgspec.Struct, kw_only=True, frozen=True, cache_hash=True):
    """A ship, her card (by type) and all her markers."""

    id: str
    squadron: str
    type: str
    pose: Pose | None
    """The ship's pose; None after she has left the table, in which case `lost` has the reason."""
    name: str = ""
    sail: Sail = "battle"
    skill: int = 0
    damage: int = 0
    fatigue: int = 0
    damage_boxes: int = 7
    fatigue_boxes: int = 7
    reload: tuple[Side, ...] = ()
    aground: bool = False
    captured_by: str = ""
    options: tuple[str, ...] = ()
    upgrades: tuple[str, ...] = ()
    commander: str = ""
    moved: bool = False
    attacked: bool = False
    cut_free: bool = False
    """Whether the ship cut free in this turn; then she has no crew action in this phase."""
    landing_party: Point | None = None
    over_shoal: bool | msgspec.UnsetType = msgspec.UNSET
    """Whether the ship passed over a shoal and must check for running aground.

    An unset field is not written, so that older battle files keep their bytes."""
    lost: Lost = ""
    lost_turn: int = 0
    used: tuple[str, ...] = ()
    boats_on: str = ""
    token: str = ""

    @property
    def crippled(self) -> bool:
        """Whether the damage track is full."""
        return self.damage >= self.damage_boxes

    @property
    def spent(self) -> float:
        """The filled boxes of both tracks as a fraction of all their boxes."""
        return (self.damage + self.fatigue) / (self.damage_boxes + self.fatigue_boxes)

    @property
    def shaken(self) -> bool:
        """Whether the fatigue track is full."""
        return self.fatigue >= self.fatigue_boxes

    @property
    def out_of_action(self) -> bool:
        """Whether the ship is both Crippled and Shaken: an obstacle for the rest of the battle."""
        return self.crippled and self.shaken

    @property
    def afloat(self) -> bool:
        """Whether the ship is on the table."""
        return self.pose is not None

    @property
    def awaited(self) -> bool:
        """Whether the ship is not deployed yet and may still arrive."""
        return self.pose is None and not self.lost

    @property
    def fights(self) -> bool:
        """Whether the ship may be activated: on the table, not Out of Action, not Captured."""
        return self.pose is not None and not self.out_of_action and not self.captured_by

    @property
    def holder(self) -> str:
        """The key of the squadron that controls the ship: her captor's, else her own."""
        return self.captured_by or self.squadron


class Squadron(msgspec.Struct, kw_only=True, frozen=True, cache_hash=True):
    """A seat's ships, admiral and initiative cards."""

    key: str
    name: str
    fleet: str = ""
    faction: str = ""
    admiral: str = ""
    admiral_value: int = 0
    admiral_lost: bool = False
    """Whether the admiral is dead or was lost with the flagship; the hand may then hold five
    cards."""
    flagship: str = ""
    """The id of the admiral's ship, even after she is lost and while she is not replaced."""
    fortune: int = 0
    hand: tuple[str, ...] = ()
    face_up: str = ""
    face_down: str = ""
    discarded: tuple[str, ...] = ()
    laid_on: str | msgspec.UnsetType = msgspec.UNSET
    """The squadron's own second card, placed face up on the first. An unset field is not
    written."""
    borrowed: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    """The cards that apply besides the face-up one, of its own hand or an enemy's; unset for
    none."""
    seen: tuple[str, ...] = ()
    """Cards that have been face up before: every seat knows them."""
    laid_open: bool | msgspec.UnsetType = msgspec.UNSET
    """Whether the card for turn 1 is face up, because the squadron was surprised. An unset field is
    not written."""
    conditions: tuple[str, ...] = ()
    strike_points_last_turn: int = 0
    flagship_lost_turn: int = 0

    @property
    def side(self) -> str:
        """The side: the squadron's fleet, or the squadron itself outside a fleet."""
        return self.fleet or self.key

    @property
    def party(self) -> str:
        """The name of the squadron's side: its fleet's name, or its own."""
        return self.fleet or self.name


class Roll(msgspec.Struct, frozen=True):
    """The dice of the current test or attack, which may still be re-rolled."""

    purpose: str
    ship: str
    faces: tuple[Symbol, ...]
    rerolled: tuple[int, ...] = ()
    """Indices of the dice that Skill has re-rolled since the last roll of all dice."""
    fortune_spent: bool = False


class Attack(msgspec.Struct, kw_only=True, frozen=True):
    """The attack being resolved."""

    attacker: str
    target: str
    kind: AttackKind
    edge: AnyEdge = ""
    """The side that fires; in Close Combat the edge that touches the target."""
    aim: Aim = "hull"
    card: str = ""
    """The card that grants the attack, if it is a free attack; else ''."""
    dice: int = 0
    hits: tuple[Symbol, ...] = ()
    band: Band = ""
    rake: Rake = ""
    fortitude: int = 1
    """The number of hits for one damage."""
    hits_for_fatigue: int = 1
    fatigue_only: bool = False
    """Whether the attack causes Fatigue alone: no damage and no critical dice."""
    faces: tuple[Symbol, ...] = ()
    """The faces of the final roll."""
    critical: tuple[Symbol, ...] = ()
    spared_fatigue: int = 0
    """Points of Fatigue that a card can still prevent in this attack."""


class Activation(msgspec.Struct, kw_only=True, frozen=True):
    """The active ship and her actions so far."""

    ship: str
    phase: Literal["movement", "attack"]
    point: PointOfSail | Literal[""] = ""
    start: Pose | None = None
    adjust: int = 0
    """The change of the speed rating that Adjust Speed made."""
    shifted: bool = False
    collided: bool = False
    cut_free: bool = False
    done: bool = False
    """Whether the move is over, because the ship collided or left the table."""
    rated: int | msgspec.UnsetType = msgspec.UNSET
    """The speed rating of the completed move, if a card needs it later; else unset."""
    fired: tuple[Side, ...] = ()
    reactions: tuple[str, ...] = ()
    """Ships that have used their chance to react to the current move."""


class State(msgspec.Struct, kw_only=True, frozen=True):
    """A battle of Oak & Iron at a moment: ships, cards, sea, and the steps still to be done.

    Created by the set-up or a position file, then only by folding events. A snapshot is stored
    every 32 events and a hash every turn. A seat's view has the same type, with hidden facts
    covered.
    """

    title: str
    rules: Rules
    table: Table
    squadrons: dict[str, Squadron]
    ships: dict[str, Ship]
    terrain: tuple[Terrain, ...] = ()
    turn: int = 1
    phase: Phase = "initiative"
    initiative: str = ""
    """The squadron (side) that goes first this turn; '' before the reveal."""
    defender: str = ""
    objective: str = ""
    events_in_force: tuple[str, ...] = ()
    events_gone: tuple[str, ...] = ()
    entangled: tuple[tuple[str, str], ...] = ()
    """Pairs of Entangled ships, by id, each pair in sorted order."""
    agenda: tuple[AnyStep, ...] = ()
    """The steps still to be done; the next step is the last entry."""
    activation: Activation | None = None
    attack: Attack | None = None
    roll: Roll | None = None
    dice: int = 0
    outcome: Outcome | None = None
    plan: SetUpPlan | msgspec.UnsetType = msgspec.UNSET
    """The scenario of a battle that had a set-up.

    An unset field is not written, so that older battle files keep their bytes."""
    edition: int | msgspec.UnsetType = msgspec.UNSET
    """The edition of our own rulings. An unset field is not written, as in older battle files.

    From edition 1 on, no cards are chosen in the last turn, and the data set defines the first turn
    in which a dignitary gets away."""

    def holds(self, ship: str) -> tuple[str, ...]:
        """Return the ids of the ships Entangled with a ship."""
        return tuple(
            second if first == ship else first
            for first, second in self.entangled
            if ship in (first, second)
        )

    def is_flagship(self, ship: str) -> bool:
        """Tell whether the ship has her squadron's admiral aboard."""
        return self.squadrons[self.ships[ship].squadron].flagship == ship

    def side_of(self, ship: str) -> str:
        """Return the side (a fleet, or a single squadron) that controls the ship."""
        return self.squadrons[self.ships[ship].holder].side

    def opposed(self, one: str, other: str) -> bool:
        """Tell whether two ships are controlled by different sides."""
        return self.side_of(one) != self.side_of(other)

    def own_ships(self, squadron: str) -> tuple[Ship, ...]:
        """Return the ships that a squadron began with, captured or not, sorted by number."""
        own = (ship for ship in self.ships.values() if ship.squadron == squadron)
        return tuple(sorted(own, key=lambda ship: (len(ship.id), ship.id)))


def sorted_by_id(ships: Mapping[str, Ship]) -> dict[str, Ship]:
    """Return ships sorted by id, the order in which a battle file stores them.

    The rules process ships in this order, so a battle read from a file must have the same order.
    """
    return dict(sorted(ships.items()))
