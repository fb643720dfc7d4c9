"""The state of a battle: ships, squadrons, cards, the table, and the progress of the set-up."""

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
"""The kinds of scenario card, in the order in which players see them."""


class SetUpPlan(msgspec.Struct, kw_only=True, frozen=True):
    """What was decided in the set-up: size of game, edges of the sides, scenario cards, terrain."""

    size: str
    homes: dict[str, Edge]
    """The edge of the table from which each squadron comes."""
    attacker: str = ""
    offers: dict[Kind, tuple[str, ...]] = {}
    """The scenario cards that can still be drafted, by kind."""
    drafted: dict[str, dict[Kind, str]] = {}
    """The scenario cards that each squadron has taken in the draft, by kind."""

    pool: tuple[str, ...] = ()
    """The pieces of terrain that are still to be placed."""
    added: dict[str, tuple[str, ...]] = {}
    """The pieces of terrain that each squadron has added to the pool."""
    fixed: tuple[str, ...] = ()
    """The pieces of terrain that may not be moved: those of the objective, and those moved
    already."""

    islands: tuple[str, ...] = ()
    """The ids of the islands that belong to the objective."""
    marker: Point | None = None
    """The place of the objective's marker, in inches."""
    razed: int = 0
    """How many Skill Tests to raze the marker have been passed."""
    scored: dict[str, int] = {}
    """The strike points that the objective has given against each squadron for the whole battle."""
    lee: Edge | msgspec.UnsetType = msgspec.UNSET
    """The edge over which the dignitary (the passenger of an escort) can leave the table. An unset
    field is not written, so that older battle files keep their bytes."""
    earliest: int | msgspec.UnsetType = msgspec.UNSET
    """The first turn in which the dignitary can leave the table. An unset field is not written, so
    that older battle files keep their bytes."""
    achieved: bool = False
    """Whether the dignitary (the passenger of an escort) has been brought ashore."""
    gone: dict[str, Pose] = {}
    """The pose at which each ship that carried a token left the table."""

    def card(self, squadron: str, kind: Kind) -> str:
        """Return the scenario card of a kind that a squadron has taken; '' if it has none yet."""
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
"""The sail settings, from least to most sail; neighbours differ by one level."""
HIDDEN = "hidden"
"""The id that stands for a card that the viewing seat may not see."""


EDITION = 1
"""The edition of our own rulings (decisions where the rulebook is silent) for new battles."""


class Rules(msgspec.Struct, frozen=True):
    """The rules that can be on or off in a battle.

    With `quick_start`, only the rules of chapter 4 of the rulebook apply.
    """

    quick_start: bool = False
    formation: bool = True
    events: bool = False
    scrolling_sea: bool = False
    flagship_points: bool = True
    """Whether a lost flagship gives 3 strike points in the turn of her loss (V1.0), instead of
    2."""


class Table(msgspec.Struct, frozen=True):
    """The table (sea) in inches. The wind blows straight across it from the weather edge."""

    width: float = 36.0
    height: float = 36.0
    weather_edge: WeatherEdge = "north"

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the table, in inches."""
        return self.width, self.height


class Terrain(msgspec.Struct, frozen=True, cache_hash=True):
    """A piece of terrain on the table, with its outline in inches."""

    id: str
    kind: TerrainKind
    outline: tuple[Point, ...]
    name: str = ""


class Ship(msgspec.Struct, kw_only=True, frozen=True, cache_hash=True):
    """A ship in a battle: her type, which names her card, and everything that can change."""

    id: str
    squadron: str
    type: str
    pose: Pose | None
    """The ship's place and heading; None before she is placed and after she has left the table."""
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
    """Whether the ship cut herself free this turn; then she has no crew action in that phase."""
    landing_party: Point | None = None
    over_shoal: bool | msgspec.UnsetType = msgspec.UNSET
    """Whether the ship passed over a shoal, so that she may run aground at the end of the move. An
    unset field is not written, so that older battle files keep their bytes."""
    lost: Lost = ""
    lost_turn: int = 0
    used: tuple[str, ...] = ()
    boats_on: str = ""
    token: str = ""

    @property
    def crippled(self) -> bool:
        """Whether her damage track is full, so that she is Crippled."""
        return self.damage >= self.damage_boxes

    @property
    def spent(self) -> float:
        """How worn the ship is: the filled boxes of both tracks as a fraction of all boxes."""
        return (self.damage + self.fatigue) / (self.damage_boxes + self.fatigue_boxes)

    @property
    def shaken(self) -> bool:
        """Whether her fatigue track is full, so that she is Shaken."""
        return self.fatigue >= self.fatigue_boxes

    @property
    def out_of_action(self) -> bool:
        """Whether the ship is Crippled and Shaken; she then is a wreck for the rest of the
        battle.
        """
        return self.crippled and self.shaken

    @property
    def afloat(self) -> bool:
        """Whether the ship is on the table."""
        return self.pose is not None

    @property
    def awaited(self) -> bool:
        """Whether the ship is not on the table yet but may still arrive."""
        return self.pose is None and not self.lost

    @property
    def fights(self) -> bool:
        """Whether the ship can act: she is on the table, not Out of Action and not Captured."""
        return self.pose is not None and not self.out_of_action and not self.captured_by

    @property
    def holder(self) -> str:
        """The key of the squadron that controls the ship: her captor's if she is captured, else
        her own.
        """
        return self.captured_by or self.squadron


class Squadron(msgspec.Struct, kw_only=True, frozen=True, cache_hash=True):
    """The ships of one seat (the side that one player plays), with its admiral and cards."""

    key: str
    name: str
    fleet: str = ""
    faction: str = ""
    admiral: str = ""
    admiral_value: int = 0
    admiral_lost: bool = False
    """Whether the admiral was killed, or lost with the flagship. A hand of more than five cards is
    then reduced to five."""
    flagship: str = ""
    """The id of the flagship; after her loss it stays until a new flagship is chosen."""
    fortune: int = 0
    hand: tuple[str, ...] = ()
    face_up: str = ""
    face_down: str = ""
    discarded: tuple[str, ...] = ()
    laid_on: str | msgspec.UnsetType = msgspec.UNSET
    """The second card that the squadron played from its own hand; unset for none. An unset field is
    not written."""
    borrowed: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    """The second cards that apply this turn, from the squadron's own hand or an enemy's discards;
    unset for none."""
    seen: tuple[str, ...] = ()
    """The cards of this squadron that every seat knows, because they have been face up."""
    laid_open: bool | msgspec.UnsetType = msgspec.UNSET
    """Whether the card for turn 1 lies face up, because the enemy has the condition Surprise. An
    unset field is not written."""
    conditions: tuple[str, ...] = ()
    strike_points_last_turn: int = 0
    flagship_lost_turn: int = 0

    @property
    def side(self) -> str:
        """The side that the squadron fights on: the name of its fleet, else its own key."""
        return self.fleet or self.key

    @property
    def party(self) -> str:
        """The side's name as players see it: the name of the fleet, else the squadron's own
        name.
        """
        return self.fleet or self.name


class Roll(msgspec.Struct, frozen=True):
    """The dice of the current test or attack, which may still be re-rolled."""

    purpose: str
    ship: str
    faces: tuple[Symbol, ...]
    rerolled: tuple[int, ...] = ()
    """The indices of the dice that have been re-rolled by Skill. A Fortune Point, which re-rolls
    all dice, clears them."""
    fortune_spent: bool = False


class Attack(msgspec.Struct, kw_only=True, frozen=True):
    """The attack that is being resolved, with all that was fixed when it was declared."""

    attacker: str
    target: str
    kind: AttackKind
    edge: AnyEdge = ""
    """The side that fires; in Close Combat the edge of the attacker that touches the target."""
    aim: Aim = "hull"
    card: str = ""
    """The card that grants the attack; '' for an ordinary attack."""
    dice: int = 0
    hits: tuple[Symbol, ...] = ()
    band: Band = ""
    rake: Rake = ""
    fortitude: int = 1
    """How many hits do one point of damage."""
    hits_for_fatigue: int = 1
    fatigue_only: bool = False
    """Whether the attack causes Fatigue only: no damage and no critical dice."""
    faces: tuple[Symbol, ...] = ()
    """The faces of the roll, after all re-rolls."""
    critical: tuple[Symbol, ...] = ()
    spared_fatigue: int = 0
    """How many points of Fatigue cards can still prevent in this attack."""


class Activation(msgspec.Struct, kw_only=True, frozen=True):
    """The activation of a ship: her turn to move or to attack, and what she has done in it."""

    ship: str
    phase: Literal["movement", "attack"]
    point: PointOfSail | Literal[""] = ""
    start: Pose | None = None
    adjust: int = 0
    """How much Adjust Speed has changed the speed rating: +1, -1, or 0."""
    shifted: bool = False
    collided: bool = False
    cut_free: bool = False
    done: bool = False
    """Whether the move has ended early, because the ship collided or left the table."""
    rated: int | msgspec.UnsetType = msgspec.UNSET
    """The speed of the move, noted only if a card needs it later; else unset."""
    fired: tuple[Side, ...] = ()
    reactions: tuple[str, ...] = ()
    """The ships that have reacted to the current move, and the squadrons that passed; these cannot
    react to it any more."""


class State(msgspec.Struct, kw_only=True, frozen=True):
    """A battle of Oak & Iron at one moment: ships, cards, table, and the steps still to be done.

    The set-up or a position file makes the first state; each event gives the next one. A snapshot
    is stored every 32 events and a hash every turn. What a seat sees is a state too, with hidden
    cards replaced by `HIDDEN`.
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
    """The side that goes first this turn; '' before the cards of the turn are revealed."""
    defender: str = ""
    objective: str = ""
    events_in_force: tuple[str, ...] = ()
    events_gone: tuple[str, ...] = ()
    entangled: tuple[tuple[str, str], ...] = ()
    """Pairs of ids of ships that are Entangled (tied together); each pair is sorted."""
    agenda: tuple[AnyStep, ...] = ()
    """The steps still to be done; the last one is done next."""
    activation: Activation | None = None
    attack: Attack | None = None
    roll: Roll | None = None
    dice: int = 0
    outcome: Outcome | None = None
    plan: SetUpPlan | msgspec.UnsetType = msgspec.UNSET
    """What was decided in the set-up, if there was one. An unset field is not written, so that
    older battle files keep their bytes."""
    edition: int | msgspec.UnsetType = msgspec.UNSET
    """The edition of our own rulings; unset, and then not written, in older battle files. From
    edition 1 on, no cards are chosen in the last turn, and the data set says from which turn on a
    dignitary can leave the table."""

    def holds(self, ship: str) -> tuple[str, ...]:
        """Return the ids of the ships that a ship is Entangled with (tied to)."""
        return tuple(
            second if first == ship else first
            for first, second in self.entangled
            if ship in (first, second)
        )

    def is_flagship(self, ship: str) -> bool:
        """Tell whether the ship is the flagship of her squadron."""
        return self.squadrons[self.ships[ship].squadron].flagship == ship

    def side_of(self, ship: str) -> str:
        """Return the side (a fleet, or a squadron on its own) that controls the ship."""
        return self.squadrons[self.ships[ship].holder].side

    def opposed(self, one: str, other: str) -> bool:
        """Tell whether two ships belong to different sides; a captured ship belongs to her
        captor's.
        """
        return self.side_of(one) != self.side_of(other)

    def own_ships(self, squadron: str) -> tuple[Ship, ...]:
        """Return the ships that a squadron began with, sorted by number, also those lost or
        captured.
        """
        own = (ship for ship in self.ships.values() if ship.squadron == squadron)
        return tuple(sorted(own, key=lambda ship: (len(ship.id), ship.id)))


def sorted_by_id(ships: Mapping[str, Ship]) -> dict[str, Ship]:
    """Return ships sorted by id, the order in which battle files store them.

    The rules go through ships in this order, so it must be the same after a file is read.
    """
    return dict(sorted(ships.items()))
