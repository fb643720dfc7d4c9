"""The data set of Wooden Ships & Iron Men, and how the rules ask for it.

`book()` is the set that the running call of a game works with. It is read from the shipped
records, with a user's own folder laid over them.
"""

from __future__ import annotations

import msgspec

from engine.kit.records import Books, Records
from engine.systems.wooden_ships.data.facts import (
    QUALITIES,
    Broadsides,
    ClassFact,
    CountdownFact,
    DriftFact,
    Fact,
    FiringRow,
    GlossaryFact,
    Gunnery,
    HitTable,
    MeleeTable,
    Printed,
    ScenarioFact,
    ScoreFact,
    ShipFact,
    SizeFact,
    SnagChances,
    SpeedFact,
    SurrenderFact,
)

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
    """All facts of the game: ships, classes, scenarios, and the tables by their names.

    Read once from data/wooden_ships/, with a user's own records laid over it, and never changed.
    Rules ask for the one of the game that is running by `book()`. Its `version` is part of every
    key under which something is cached beyond a state.
    """

    version: str
    ships: dict[str, ShipFact]
    classes: dict[str, ClassFact]
    scenarios: dict[str, ScenarioFact]
    glossary: dict[str, GlossaryFact]
    firing: tuple[FiringRow, ...]
    """Fewest guns first."""
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
        """Return a ship or a standard class by its id, or None."""
        return self.ships.get(record) or self.classes.get(record)


class _Reading:
    """Records on their way to a data set."""

    def __init__(self, records: Records) -> None:
        self.records = records

    def book(self, version: str) -> Book:
        """Return the data set; `SetUpFault` when anything is wrong."""
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
                records.note(f"classes.toml: {key}", "points", f"has none for {', '.join(missing)}")
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
            **single,  # type: ignore[arg-type]  # each is of the kind that `_SINGLE` names
        )

    def _boxes(self, file: str, key: str, ship: Printed) -> None:
        """Note boxes that no ship can have."""
        where = f"{file}.toml: {key}"
        guns = (*_both(ship.guns), *_both(ship.carronades))
        if ship.hull < 1:
            self.records.note(where, "hull", f"found {ship.hull}, allowed is 1 or more")
        if not 1 <= len(ship.crew) <= SECTIONS_OF_CREW or min(ship.crew) < 0 or not any(ship.crew):
            self.records.note(where, "crew", "allowed are 1 to 3 sections, one with a square")
        if not 1 <= len(ship.rigging) <= 4 or min(ship.rigging) < 1:
            self.records.note(where, "rigging", "allowed are 1 to 4 sections of 1 or more")
        if min(guns) < 0:
            self.records.note(where, "guns", "found a number below 0")

    def _scenario(
        self,
        key: str,
        scenario: ScenarioFact,
        ships: dict[str, ShipFact],
        classes: dict[str, ClassFact],
    ) -> None:
        """Note what keeps a scenario from being set up."""
        where = f"scenarios.toml: {key}"
        nations = [nation for side in scenario.sides for nation in side]
        if len(scenario.sides) < 2 or len(nations) > 26:
            self.records.note(where, "sides", "two or more sides are needed, of 26 nations at most")
        if len(set(nations)) < len(nations):
            self.records.note(where, "sides", "a nation stands on one side only")
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
            self.records.note(where, "kind", "single is for two ships")


def _both(boxes: Broadsides) -> tuple[int, int]:
    return boxes.port, boxes.starboard


def _book(records: Records, version: str) -> Book:
    return _Reading(records).book(version)


BOOKS = Books(Book, SYSTEM, FILES, VERSION, _book)
book, shipped, read = BOOKS.current, BOOKS.shipped, BOOKS.read
