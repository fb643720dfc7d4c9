"""The data set of this process: ships, cards, dice, measures.

`book()` returns it, read once; `use(folder)` replaces figures by a user's own, for owners
of the printed cards.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import TypeVar

import msgspec

from engine.base.errors import SetUpFault
from engine.systems.oak_iron.data.datafiles import (
    Table,
    fingerprint,
    overlaid,
    shipped,
    user_tables,
)
from engine.systems.oak_iron.data.facts import (
    Admiral,
    Base,
    Book,
    Commander,
    Condition,
    Confidence,
    Counting,
    Deployment,
    DiceTable,
    Die,
    EventCard,
    Faction,
    FactionRule,
    GameSize,
    GlossaryTerm,
    InitiativeCard,
    Keyword,
    Measures,
    Objective,
    Range,
    Record,
    Scenario,
    ScenarioShip,
    ScenarioSquadron,
    Setting,
    ShipType,
    SkillLevel,
    SpecialRule,
    TableSize,
    TerrainPiece,
    Tool,
    Upgrade,
)

__all__ = [
    "Admiral",
    "Base",
    "Book",
    "Commander",
    "Condition",
    "Confidence",
    "Counting",
    "Deployment",
    "DiceTable",
    "Die",
    "EventCard",
    "Faction",
    "FactionRule",
    "GameSize",
    "GlossaryTerm",
    "InitiativeCard",
    "Keyword",
    "Measures",
    "Objective",
    "Range",
    "Record",
    "Scenario",
    "ScenarioShip",
    "ScenarioSquadron",
    "Setting",
    "ShipType",
    "SkillLevel",
    "SpecialRule",
    "TableSize",
    "TerrainPiece",
    "Tool",
    "Upgrade",
    "book",
    "data_version",
    "use",
]

VERSION = "1.0"
"""The version of the shipped data, which every battle file names."""
SCENARIO_CARDS = ("deployments", "settings", "objectives", "conditions")
"""The tables of scenario_cards.toml."""
R = TypeVar("R", bound=Record)
_books: list[Book] = []
"""The data set in use, once it was read: a process has one."""


def book() -> Book:
    """Return the data set of this process."""
    if not _books:
        use(None)
    return _books[0]


def use(folder: Path | None) -> None:
    """Use the shipped records with those of a user's folder over them, or alone for None.

    Raises `SetUpFault`, which lists every mistake with its file and key path; the data set
    then stays as it was.
    """
    tables = shipped()
    version = VERSION
    if folder is not None:
        changes = user_tables(folder)
        if any(changes.values()):
            version = f"{VERSION}+own-{fingerprint(changes)}"
        tables = {name: overlaid(below, changes.get(name, {})) for name, below in tables.items()}
    _books[:] = [_Reading(tables, str(folder or "the shipped data")).book(version)]


def data_version() -> str:
    """Return the version of the data set; a user's own records add a fingerprint to it."""
    return book().version


class _Reading:
    """Reads tables into typed records and collects every mistake."""

    def __init__(self, tables: Mapping[str, Table], source: str) -> None:
        self.tables = tables
        self.source = source
        self.faults: list[tuple[str, str]] = []

    def book(self, version: str) -> Book:
        """Return the data set; raises `SetUpFault` when anything is wrong."""
        self._only("scenario_cards", *SCENARIO_CARDS)
        self._only("factions", "factions", "rules")
        self._only("building", "sizes", "skills")
        measures = self._measures()
        ships = self._ships(measures.bases)
        read = Book(
            ships=ships,
            cards=self._records("initiative_cards", InitiativeCard),
            admirals=self._records("admirals", Admiral),
            rules=self._records("special_rules", SpecialRule),
            measures=measures,
            dice=self._dice(),
            scenarios=self._records("scenarios", Scenario),
            glossary=self._records("glossary", GlossaryTerm),
            upgrades=self._records("upgrades", Upgrade),
            commanders=self._records("commanders", Commander),
            keywords=self._records("keywords", Keyword),
            factions=self._records("factions", Faction, "factions"),
            faction_rules=self._records("factions", FactionRule, "rules"),
            sizes=self._records("building", GameSize, "sizes"),
            skills=self._skills(),
            events=self._records("events", EventCard),
            objectives=self._records("scenario_cards", Objective, "objectives"),
            conditions=self._records("scenario_cards", Condition, "conditions"),
            pieces=self._records("terrain", TerrainPiece),
            deployments=self._records("scenario_cards", Deployment, "deployments"),
            settings=self._records("scenario_cards", Setting, "settings"),
            version=version,
        )
        if not self.faults:
            self._check_ships(read)
            self._check_squadron_cards(read)
            self._check_scenarios(read)
        if self.faults:
            raise SetUpFault(self.source, self.faults)
        return read

    def _records(
        self, file: str, kind: type[R], inside: str = "", among: tuple[str, ...] = ()
    ) -> dict[str, R]:
        """Read the records of a file, or of one table `inside` it; only those `among` some ids."""
        table = self.tables[file].get(inside) if inside else self.tables[file]
        where = f"{file}.toml: {inside}." if inside else f"{file}.toml: "
        if not isinstance(table, Mapping):
            self.faults.append((where.rstrip(".: "), "is not a table of records"))
            return {}
        found = {}
        for key, fields in table.items():
            if among and key not in among:
                continue
            if not isinstance(fields, Mapping):
                self.faults.append((where + key, "is not a table of fields"))
            elif (record := self._record({**fields, "id": key}, kind, where + key)) is not None:
                found[key] = record
        return found

    def _record(self, fields: Table, kind: type[R], path: str) -> R | None:
        """Read one record; None when it is wrong, with a fault for each wrong field."""
        try:
            return msgspec.convert(fields, kind)
        except msgspec.ValidationError:
            self._explain(fields, kind, path)
            return None

    def _explain(self, fields: Table, kind: type[Record], path: str) -> None:
        from engine.game.position import nearest, shown

        known = {field.name: field for field in msgspec.structs.fields(kind)}
        for key, value in fields.items():
            if key not in known:
                self._note(path, key, "is not a field here" + nearest(key, known))
                continue
            try:
                msgspec.convert(value, known[key].type)
            except msgspec.ValidationError as error:
                allowed, _, deeper = str(error).partition(" - at ")
                self._note(path, key + deeper.strip("`$"), f"found {shown(value)}: {allowed}")
        for name, field in known.items():
            if field.required and name not in fields:
                self._note(path, name, "is missing")

    def _note(self, path: str, key: str, text: str) -> None:
        self.faults.append((f"{path}.{key}", text))

    def _measures(self) -> Measures:
        self._only("measures", "ranges", "tools", "bases", "tables")
        ranges = self._records("measures", Range, "ranges")
        tools = self._records("measures", Tool, "tools")
        distances = [
            ranges[key].distance if key in ranges else math.inf
            for key in ("yard_arm", "pistol_shot", "musket_shot", "cannon_shot")
        ]
        if distances != sorted(set(distances)) and math.inf not in distances:
            self.faults.append(("measures.toml: ranges", "must grow from Yard Arm to Cannon Shot"))
        if sorted(tools) != list("12345"):
            self.faults.append(("measures.toml: tools", "must be those of the speeds 1 to 5"))
            tools = {}
        bases = self._records("measures", Base, "bases")
        for key, base in bases.items():
            if base.length < base.width:
                self._note("measures.toml: bases", key, "is wider than it is long")
        tables = self._records("measures", TableSize, "tables")
        by_speed = {int(speed): tool for speed, tool in tools.items()}
        return Measures(ranges, by_speed, bases, tables, *distances)

    def _ships(self, bases: Mapping[str, Base]) -> dict[str, ShipType]:
        """Read the ship cards; a ship has the size of her base, unless her record gives another."""
        sized: Table = {}
        for key, fields in self.tables["ships"].items():
            sized[key] = fields
            if isinstance(fields, Mapping) and "base" in fields:
                base = bases.get(str(fields["base"]))
                if base is None:
                    self._note(f"ships.toml: {key}", "base", f"is none of {', '.join(bases)}")
                size = (base.length, base.width) if base else (1.0, 1.0)
                sized[key] = {"length": size[0], "width": size[1], **fields}
        self.tables = {**self.tables, "ships": sized}
        return self._records("ships", ShipType)

    def _dice(self) -> DiceTable:
        self._only("dice", "die", "counts")
        die = self._records("dice", Die, among=("die",)).get("die") or Die(id="die", faces=())
        places = self._records("dice", Counting, "counts")
        return DiceTable(
            faces=die.faces,
            counts={key: place.symbols for key, place in places.items()},
            die=die,
            places=places,
        )

    def _skills(self) -> dict[int, SkillLevel]:
        """Read the prices of skill by level, from 1 without gaps."""
        levels = self._records("building", SkillLevel, "skills")
        if sorted(levels) != [str(level) for level in range(1, len(levels) + 1)]:
            self.faults.append(("building.toml: skills", "must be those of the levels 1, 2, ..."))
            return {}
        return {int(level): price for level, price in levels.items()}

    def _only(self, file: str, *allowed: str) -> None:
        for key in self.tables[file].keys() - set(allowed):
            self.faults.append((f"{file}.toml: {key}", f"is none of {', '.join(allowed)}"))

    def _check_ships(self, known: Book) -> None:
        for ship in known.ships.values():
            for name in (*ship.special_rules, *ship.options):
                if name not in known.rules:
                    self._note(f"ships.toml: {ship.id}", "special_rules", f"'{name}' is unknown")

    def _check_squadron_cards(self, known: Book) -> None:
        """Note names in the cards of a squadron for which there is no record."""
        keyed: list[tuple[str, str, Collection[str], Collection[str]]] = [
            *(("admirals", a.id, a.keywords, known.keywords) for a in known.admirals.values()),
            *(("commanders", c.id, c.keywords, known.keywords) for c in known.commanders.values()),
            *(("upgrades", u.id, u.keywords, known.rules) for u in known.upgrades.values()),
            *(("upgrades", u.id, u.factions, known.factions) for u in known.upgrades.values()),
            *(("ships", s.id, s.factions, known.factions) for s in known.ships.values()),
            *(("factions", f.id, f.rules, known.faction_rules) for f in known.factions.values()),
            *(("factions", r.id, r.options, known.rules) for r in known.faction_rules.values()),
        ]
        for file, record, names, allowed in keyed:
            for name in names:
                if name not in allowed:
                    self.faults.append((f"{file}.toml: {record}", f"'{name}' is unknown"))

    def _check_scenarios(self, known: Book) -> None:
        for scenario in known.scenarios.values():
            for squadron in scenario.squadrons:
                named = {
                    "admiral": {squadron.admiral} - known.admirals.keys() - {""},
                    "hand": set(squadron.hand) - known.cards.keys(),
                    "ships": {ship.type for ship in squadron.ships} - known.ships.keys(),
                }
                for key, unknown in named.items():
                    for name in sorted(unknown):
                        path = f"scenarios.toml: {scenario.id}.squadrons.{squadron.key}"
                        self._note(path, key, f"'{name}' is unknown")
