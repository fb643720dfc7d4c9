"""The data set of Wooden Ships & Iron Men: its records, and the function that returns it."""

from __future__ import annotations

from typing import Literal

import msgspec

from engine.kit.records import Books, Records

# The records of the data set: ships, classes, tables, scenarios.


Quality = Literal["elite", "crack", "average", "green", "poor"]
ShipClass = Literal["SOL1", "SOL2", "F3", "F4", "S5", "S6"]
Attitude = Literal["A", "B", "C", "D"]
Confidence = Literal["printed", "cross-checked", "secondhand", "inferred", "own"]
Aim = Literal["hull", "rigging"]
Hits = tuple[int, int, int, int]
"""The numbers of hits on (hull, guns, crew, rigging)."""

QUALITIES: tuple[Quality, ...] = ("elite", "crack", "average", "green", "poor")
ATTITUDES: tuple[Attitude, ...] = ("A", "B", "C", "D")


class Fact(msgspec.Struct, frozen=True, kw_only=True):
    """A record of the data files, with its confidence; `doubts` lists the fields that are less
    certain.
    """

    id: str
    confidence: Confidence = "own"
    source: tuple[str, ...] = ()
    doubts: dict[str, str] = {}
    notes: tuple[str, ...] = ()


class Broadsides(msgspec.Struct, frozen=True):
    """How many boxes of guns, or of carronades, a ship has on each side."""

    port: int = 0
    starboard: int = 0


class Printed(Fact, frozen=True, kw_only=True):
    """The boxes of a ship or class, as printed on its log. Sections are listed in the order in
    which hits remove them.
    """

    nation: str
    ship_class: ShipClass = msgspec.field(name="class")
    rated: int = 0
    """The number of guns that the ship is rated by; used only for her card."""
    hull: int
    crew: tuple[int, ...]
    guns: Broadsides
    carronades: Broadsides = Broadsides()
    rigging: tuple[int, ...]
    battle_speed: Literal[3, 4]
    turning: Literal[1, 2, 3]


class ShipFact(Printed, frozen=True, kw_only=True):
    """The record of a historical ship."""

    name: str
    quality: Quality
    points: int


class ClassFact(Printed, frozen=True, kw_only=True):
    """A standard class, for ships without a record of their own. Its price in points depends on
    crew quality.
    """

    points: dict[Quality, int]


class FiringRow(Fact, frozen=True, kw_only=True):
    """A row of the hit determination table. It holds from `guns` guns up to the number in the next
    row.
    """

    guns: int
    base: tuple[int, ...]
    """The base number of the hit table at each range in hexes, beginning with range 1."""
    crew: dict[Quality, int]
    initial: int
    rake: int
    section: int
    captured: int


class HitTable(Fact, frozen=True, kw_only=True):
    """One hit table: the hits for each face of the die from 1, when aimed at the hull or at the
    rigging.
    """

    hull: tuple[Hits, ...]
    rigging: tuple[Hits, ...]

    def at(self, aim: Aim) -> tuple[Hits, ...]:
        """Return the hits for an aim, one entry for each face of the die from 1."""
        aims: dict[Aim, tuple[Hits, ...]] = {"hull": self.hull, "rigging": self.rigging}
        return aims[aim]


class Gunnery(Fact, frozen=True, kw_only=True):
    """The ranges of guns in hexes, and the lowest and the highest number of a hit table."""

    max_range: int
    carronade_range: int
    hull_range: int
    min_table: int
    max_table: int


class MeleeTable(Fact, frozen=True, kw_only=True):
    """The strength of a crew square by quality, and the enemy's losses in squares by face of the
    die and band of strength.
    """

    strength: dict[Quality, int]
    band_max: tuple[int, ...]
    losses: tuple[tuple[int, ...], ...]
    rounds: int
    ratio: int


class SnagChances(Fact, frozen=True, kw_only=True):
    """The highest faces of the die at which ships foul, get clear, grapple and cast off. The bonus
    fields are added when ships to be grappled are motionless.
    """

    fouled_to: int
    unfouled_to: int
    grappled_to: int
    one_motionless: int
    both_motionless: int
    cast_off_to: int


class SpeedFact(Fact, frozen=True, kw_only=True):
    """The movement points that a ship with this battle speed has each turn, in each attitude to the
    wind.
    """

    speed: int
    hexes: dict[Attitude, int]


class DriftFact(Fact, frozen=True, kw_only=True):
    """When ships drift: after `from_still` phases without a hex ahead, and then once in every
    `ship_of_line_every` or `other_every` phases.

    `dismasted_wait` is, by turning ability, how many turns a dismasted ship waits before she may
    turn.
    """

    from_still: int
    ship_of_line_every: int
    other_every: int
    dismasted_wait: dict[str, int]


class SurrenderFact(Fact, frozen=True, kw_only=True):
    """The limits of forced surrender: distances in hexes, and how many squares of prisoners one
    square of a prize crew guards.
    """

    firepower_range: int
    protector_range: int
    rescue_range: int
    prisoners_a_square: int


class ScoreFact(Fact, frozen=True, kw_only=True):
    """The points that a seat scores for a ship, as multiples of the ship's price in points."""

    surrender: int
    captured: int
    crew: int


class CountdownFact(Fact, frozen=True, kw_only=True):
    """The countdown to the end of a quiet battle; `turns` is its length. Before the first broadside
    it begins later: the usual number of quiet turns is multiplied by `before_first_shot`.
    """

    before_first_shot: int
    turns: int


class SizeFact(Fact, frozen=True, kw_only=True):
    """The classes of ships by size, and the classes that are ships of the line."""

    largest_first: tuple[ShipClass, ...]
    ships_of_the_line: tuple[ShipClass, ...]


class GlossaryFact(Fact, frozen=True, kw_only=True):
    """A term of the rules in our own words."""

    name: str
    lines: tuple[str, ...]


class Placing(msgspec.Struct, frozen=True, kw_only=True):
    """A ship of a scenario: the id of her record, her nation, and the hex and facing of her bow."""

    ship: str
    nation: str
    quality: Quality | None = None
    """The quality of the crew; None to take the quality from the ship's record."""
    column: int
    row: int
    facing: Literal[1, 2, 3, 4, 5, 6]
    enter_turn: int = 0
    confidence: dict[str, str] = {}


class ScenarioFact(Fact, frozen=True, kw_only=True):
    """A scenario: its wind, nations that fight together, ships, and land as outlines of hexes."""

    title: str
    date: str = ""
    kind: Literal["single", "multi"] = "multi"
    wind: Literal[1, 2, 3, 4, 5, 6]
    sides: tuple[tuple[str, ...], ...]
    confidence: dict[str, str] | Confidence = "own"  # type: ignore[assignment]  # it may be by field
    ships: tuple[Placing, ...]
    land: tuple[tuple[tuple[int, int], ...], ...] = ()


# The data set of Wooden Ships & Iron Men, and how rules get it.
#
# `book()` returns the data set of the game whose method is running. It is read from the shipped
# records, with the records of a user's own folder applied.


SYSTEM = "wooden_ships"
VERSION = "1.0"
FILES = ("ships", "classes", "scenarios", "tables", "glossary")
SECTIONS_OF_CREW = 3
_SINGLE: dict[str, type[Fact]] = {
    "gunnery": Gunnery,
    "melee": MeleeTable,
    "snags": SnagChances,
    "drift": DriftFact,
    "surrender": SurrenderFact,
    "score": ScoreFact,
    "countdown": CountdownFact,
    "sizes": SizeFact,
}


class Book(msgspec.Struct, frozen=True, kw_only=True):
    """All facts of the game: ships, classes, scenarios, and the tables by name.

    They are read once from data/wooden_ships/, changed by a user's own records, and immutable.
    Rules get the current data set by `book()`. Its `version` is part of the key of every cache that
    outlives a state.
    """

    version: str
    ships: dict[str, ShipFact]
    classes: dict[str, ClassFact]
    scenarios: dict[str, ScenarioFact]
    glossary: dict[str, GlossaryFact]
    firing: tuple[FiringRow, ...]
    """The rows of the table, sorted by number of guns, fewest first."""
    hits: tuple[HitTable, ...]
    speeds: dict[int, SpeedFact]
    gunnery: Gunnery
    melee: MeleeTable
    snags: SnagChances
    drift: DriftFact
    surrender: SurrenderFact
    score: ScoreFact
    countdown: CountdownFact
    sizes: SizeFact

    def printed(self, record: str) -> ShipFact | ClassFact | None:
        """Return the record of a ship or of a standard class by its id; None if unknown."""
        return self.ships.get(record) or self.classes.get(record)


class _Reading:
    """Reads the records of the data files into a `Book`, and collects their faults."""

    def __init__(self, records: Records) -> None:
        self.records = records

    def book(self, version: str) -> Book:
        """Return the data set; raises `SetUpFault` with every fault that was found."""
        records = self.records
        records.only("tables", "firing", "hits", "allowance", *_SINGLE)
        ships = records.records("ships", ShipFact)
        classes = records.records("classes", ClassFact)
        scenarios = records.records("scenarios", ScenarioFact)
        glossary = records.records("glossary", GlossaryFact)
        firing = records.records("tables", FiringRow, "firing")
        hits = records.records("tables", HitTable, "hits")
        speeds = records.records("tables", SpeedFact, "allowance")
        single = {name: records.single("tables", name, kind) for name, kind in _SINGLE.items()}
        for key, ship in ships.items():
            self._boxes("ships", key, ship)
        for key, kind in classes.items():
            self._boxes("classes", key, kind)
            if missing := [name for name in QUALITIES if name not in kind.points]:
                records.note(
                    f"classes.toml: {key}", "points", f"has no points for {', '.join(missing)}"
                )
        for key, scenario in scenarios.items():
            self._scenario(key, scenario, ships, classes)
        records.check()
        return Book(
            version=version,
            ships=ships,
            classes=classes,
            scenarios=scenarios,
            glossary=glossary,
            firing=tuple(sorted(firing.values(), key=lambda row: row.guns)),
            hits=tuple(hits[f"table_{number}"] for number in range(len(hits))),
            speeds={fact.speed: fact for fact in speeds.values()},
            **single,  # type: ignore[arg-type]  # each has the type that `_SINGLE` names
        )

    def _boxes(self, file: str, key: str, ship: Printed) -> None:
        """Record a fault for each number of boxes that is out of its limits."""
        where = f"{file}.toml: {key}"
        guns = (*_both(ship.guns), *_both(ship.carronades))
        if ship.hull < 1:
            self.records.note(where, "hull", f"found {ship.hull}, allowed: 1 or more")
        if not 1 <= len(ship.crew) <= SECTIONS_OF_CREW or min(ship.crew) < 0 or not any(ship.crew):
            self.records.note(where, "crew", "allowed: 1 to 3 sections, one with a square")
        if not 1 <= len(ship.rigging) <= 4 or min(ship.rigging) < 1:
            self.records.note(where, "rigging", "allowed: 1 to 4 sections of 1 or more")
        if min(guns) < 0:
            self.records.note(where, "guns", "found a number below 0")

    def _scenario(
        self,
        key: str,
        scenario: ScenarioFact,
        ships: dict[str, ShipFact],
        classes: dict[str, ClassFact],
    ) -> None:
        """Record the faults of a scenario that would prevent its set-up."""
        where = f"scenarios.toml: {key}"
        nations = [nation for side in scenario.sides for nation in side]
        if len(scenario.sides) < 2 or len(nations) > 26:
            self.records.note(
                where, "sides", "two or more sides are needed, with 26 nations at most"
            )
        if len(set(nations)) < len(nations):
            self.records.note(where, "sides", "a nation can be on one side only")
        for number, placing in enumerate(scenario.ships):
            at = f"{where}.ships[{number}]"
            if placing.ship not in ships and placing.ship not in classes:
                self.records.note(at, "ship", f"no ship or class is called '{placing.ship[:40]}'")
            if placing.nation not in nations:
                self.records.note(at, "nation", f"'{placing.nation[:40]}' is in none of the sides")
        for nation in nations:
            if all(placing.nation != nation for placing in scenario.ships):
                self.records.note(where, "sides", f"'{nation[:40]}' has no ships")
        if scenario.kind == "single" and len(scenario.ships) != 2:
            self.records.note(where, "kind", "'single' is for battles of exactly two ships")


def _both(boxes: Broadsides) -> tuple[int, int]:
    return boxes.port, boxes.starboard


def _book(records: Records, version: str) -> Book:
    return _Reading(records).book(version)


BOOKS = Books(Book, SYSTEM, FILES, VERSION, _book)
book, shipped, read = BOOKS.current, BOOKS.shipped, BOOKS.read
