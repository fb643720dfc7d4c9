"""What the records of the data set are: ships, classes, tables, scenarios."""

from __future__ import annotations

from typing import Literal

import msgspec

Quality = Literal["elite", "crack", "average", "green", "poor"]
ShipClass = Literal["SOL1", "SOL2", "F3", "F4", "S5", "S6"]
Attitude = Literal["A", "B", "C", "D"]
Confidence = Literal["printed", "cross-checked", "secondhand", "inferred", "own"]
Aim = Literal["hull", "rigging"]
Hits = tuple[int, int, int, int]
"""Hull, gun, crew and rigging hits."""

QUALITIES: tuple[Quality, ...] = ("elite", "crack", "average", "green", "poor")
ATTITUDES: tuple[Attitude, ...] = ("A", "B", "C", "D")


class Fact(msgspec.Struct, frozen=True, kw_only=True):
    """A record with how sure it is; `doubts` tells where single fields are less so."""

    id: str
    confidence: Confidence = "own"
    source: tuple[str, ...] = ()
    doubts: dict[str, str] = {}
    notes: tuple[str, ...] = ()


class Broadsides(msgspec.Struct, frozen=True):
    """Boxes of guns or carronades, a side."""

    port: int = 0
    starboard: int = 0


class Printed(Fact, frozen=True, kw_only=True):
    """The boxes of a ship or class, as printed on its log; sections are lost first to last."""

    nation: str
    ship_class: ShipClass = msgspec.field(name="class")
    rated: int = 0
    """Guns that she is rated by; for her card alone."""
    hull: int
    crew: tuple[int, ...]
    guns: Broadsides
    carronades: Broadsides = Broadsides()
    rigging: tuple[int, ...]
    battle_speed: Literal[3, 4]
    turning: Literal[1, 2, 3]


class ShipFact(Printed, frozen=True, kw_only=True):
    """A ship of history."""

    name: str
    quality: Quality
    points: int


class ClassFact(Printed, frozen=True, kw_only=True):
    """A standard class, for ships that no list names; points by crew quality."""

    points: dict[Quality, int]


class FiringRow(Fact, frozen=True, kw_only=True):
    """A row of the hit determination table: from so many guns up to the next row."""

    guns: int
    base: tuple[int, ...]
    """Table number by range, 1 first."""
    crew: dict[Quality, int]
    initial: int
    rake: int
    section: int
    captured: int


class HitTable(Fact, frozen=True, kw_only=True):
    """Hits by aim and face of the die, 1 first."""

    hull: tuple[Hits, ...]
    rigging: tuple[Hits, ...]

    def at(self, aim: Aim) -> tuple[Hits, ...]:
        """Return the hits of an aim, by face."""
        aims: dict[Aim, tuple[Hits, ...]] = {"hull": self.hull, "rigging": self.rigging}
        return aims[aim]


class Gunnery(Fact, frozen=True, kw_only=True):
    """Ranges in hexes, and the least and highest table."""

    max_range: int
    carronade_range: int
    hull_range: int
    min_table: int
    max_table: int


class MeleeTable(Fact, frozen=True, kw_only=True):
    """Strength a square, and squares that the enemy loses by face and band of strength."""

    strength: dict[Quality, int]
    band_max: tuple[int, ...]
    losses: tuple[tuple[int, ...], ...]
    rounds: int
    ratio: int


class SnagChances(Fact, frozen=True, kw_only=True):
    """The highest faces that foul, free, grapple and cast off; what motionless ships give."""

    fouled_to: int
    unfouled_to: int
    grappled_to: int
    one_motionless: int
    both_motionless: int
    cast_off_to: int


class SpeedFact(Fact, frozen=True, kw_only=True):
    """Hexes a turn by attitude, for a battle speed."""

    speed: int
    hexes: dict[Attitude, int]


class DriftFact(Fact, frozen=True, kw_only=True):
    """When still ships drift, and how long dismasted ones wait for a turn, by turning ability."""

    from_still: int
    ship_of_line_every: int
    other_every: int
    dismasted_wait: dict[str, int]


class SurrenderFact(Fact, frozen=True, kw_only=True):
    """Distances in hexes, and how many prisoners a square of a prize crew holds down."""

    firepower_range: int
    protector_range: int
    rescue_range: int
    prisoners_a_square: int


class ScoreFact(Fact, frozen=True, kw_only=True):
    """What ships count, in multiples of their points."""

    surrender: int
    captured: int
    crew: int


class CountdownFact(Fact, frozen=True, kw_only=True):
    """Turns of the countdown, and how much longer it waits before the first broadside."""

    before_first_shot: int
    turns: int


class SizeFact(Fact, frozen=True, kw_only=True):
    """The classes by size."""

    largest_first: tuple[ShipClass, ...]
    ships_of_the_line: tuple[ShipClass, ...]


class GlossaryFact(Fact, frozen=True, kw_only=True):
    """A term of the rules in our own words."""

    name: str
    lines: tuple[str, ...]


class Placing(msgspec.Struct, frozen=True, kw_only=True):
    """A ship of a scenario: which, whose, and where her bow is."""

    ship: str
    nation: str
    quality: Quality | None = None
    """None: that of her record."""
    column: int
    row: int
    facing: Literal[1, 2, 3, 4, 5, 6]
    enter_turn: int = 0
    confidence: dict[str, str] = {}


class ScenarioFact(Fact, frozen=True, kw_only=True):
    """A scenario: wind, coalitions of nations, ships, land as outlines of hexes."""

    title: str
    date: str = ""
    kind: Literal["single", "multi"] = "multi"
    wind: Literal[1, 2, 3, 4, 5, 6]
    sides: tuple[tuple[str, ...], ...]
    confidence: dict[str, str] | Confidence = "own"  # type: ignore[assignment]  # it may be by field
    ships: tuple[Placing, ...]
    land: tuple[tuple[tuple[int, int], ...], ...] = ()
