"""The files of the data set of Oak & Iron, and the squadrons that come with it."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from pathlib import Path

from engine.kit.dataset import Table
from engine.kit.records import Books, Records, shipped_folder
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
    Fact,
    Faction,
    FactionRule,
    GameSize,
    GlossaryTerm,
    InitiativeCard,
    Keyword,
    Measures,
    Objective,
    Range,
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

FILES = (
    "ships",
    "initiative_cards",
    "admirals",
    "commanders",
    "keywords",
    "upgrades",
    "factions",
    "building",
    "special_rules",
    "measures",
    "dice",
    "scenarios",
    "glossary",
    "events",
    "terrain",
    "scenario_cards",
)


def ready_squadrons() -> dict[str, Path]:
    """Return the squadron files that come with the game: {file name without `.toml`: path}."""
    folder = shipped_folder("oak_iron") / "squadrons"
    return {path.stem: path for path in sorted(folder.glob("*.toml"))}


# The data set of Oak & Iron: ships, cards, dice, measures. Facts, no rules.
#
# `book()` returns the data set of the game object whose method is running; outside such a method it
# raises `NoData`. `read(folder)` makes a data set with a user's own figures, for owners of the
# printed cards.


__all__ = [
    "BOOKS",
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
    "Fact",
    "Faction",
    "FactionRule",
    "GameSize",
    "GlossaryTerm",
    "InitiativeCard",
    "Keyword",
    "Measures",
    "Objective",
    "Range",
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
    "read",
    "shipped",
]

VERSION = "1.0"
"""The version of the data set that comes with the game; every battle file names it."""
SCENARIO_CARDS = ("deployments", "settings", "objectives", "conditions")
"""The names of the tables in the data file scenario_cards.toml."""


class _Reading(Records):
    """A parser of TOML tables into typed records. It collects all mistakes, then raises once."""

    def book(self, version: str) -> Book:
        """Return the data set; raises `SetUpFault`, with every mistake, when anything is wrong."""
        self.only("scenario_cards", *SCENARIO_CARDS)
        self.only("factions", "factions", "rules")
        self.only("building", "sizes", "skills")
        measures = self._measures()
        # A ship's size is that of her base unless her record gives another size.
        bases = measures.bases
        sized: Table = {}
        for key, fields in self.tables["ships"].items():
            sized[key] = fields
            if isinstance(fields, Mapping) and "base" in fields:
                base = bases.get(str(fields["base"]))
                if base is None:
                    self.note(
                        f"ships.toml: {key}", "base", f"is not a base; allowed: {', '.join(bases)}"
                    )
                size = (base.length, base.width) if base else (1.0, 1.0)
                sized[key] = {"length": size[0], "width": size[1], **fields}
        self.tables = {**self.tables, "ships": sized}
        ships = self.records("ships", ShipType)
        levels = self.records("building", SkillLevel, "skills")
        if sorted(levels) != [str(level) for level in range(1, len(levels) + 1)]:
            self.faults.append(
                (
                    "building.toml: skills",
                    "must have one skill for each level: 1, 2, and so on, without a gap",
                )
            )
            skills = {}
        else:
            skills = {int(level): price for level, price in levels.items()}
        read = Book(
            ships=ships,
            cards=self.records("initiative_cards", InitiativeCard),
            admirals=self.records("admirals", Admiral),
            rules=self.records("special_rules", SpecialRule),
            measures=measures,
            dice=self._dice(),
            scenarios=self.records("scenarios", Scenario),
            glossary=self.records("glossary", GlossaryTerm),
            upgrades=self.records("upgrades", Upgrade),
            commanders=self.records("commanders", Commander),
            keywords=self.records("keywords", Keyword),
            factions=self.records("factions", Faction, "factions"),
            faction_rules=self.records("factions", FactionRule, "rules"),
            sizes=self.records("building", GameSize, "sizes"),
            skills=skills,
            events=self.records("events", EventCard),
            objectives=self.records("scenario_cards", Objective, "objectives"),
            conditions=self.records("scenario_cards", Condition, "conditions"),
            pieces=self.records("terrain", TerrainPiece),
            deployments=self.records("scenario_cards", Deployment, "deployments"),
            settings=self.records("scenario_cards", Setting, "settings"),
            version=version,
        )
        if not self.faults:
            for ship in read.ships.values():
                for name in (*ship.special_rules, *ship.options):
                    if name not in read.rules:
                        self.note(f"ships.toml: {ship.id}", "special_rules", f"'{name}' is unknown")
            self._check_squadron_cards(read)
            self._check_scenarios(read)
        self.check()
        return read

    def _measures(self) -> Measures:
        self.only("measures", "ranges", "tools", "bases", "tables")
        ranges = self.records("measures", Range, "ranges")
        tools = self.records("measures", Tool, "tools")
        distances = [
            ranges[key].distance if key in ranges else math.inf
            for key in ("yard_arm", "pistol_shot", "musket_shot", "cannon_shot")
        ]
        if distances != sorted(set(distances)) and math.inf not in distances:
            self.faults.append(("measures.toml: ranges", "must grow from Yard Arm to Cannon Shot"))
        if sorted(tools) != list("12345"):
            self.faults.append(
                (
                    "measures.toml: tools",
                    "must have exactly the keys 1, 2, 3, 4 and 5, one tool for each speed",
                )
            )
            tools = {}
        bases = self.records("measures", Base, "bases")
        for key, base in bases.items():
            if base.length < base.width:
                self.note("measures.toml: bases", key, "is wider than it is long")
        tables = self.records("measures", TableSize, "tables")
        by_speed = {int(speed): tool for speed, tool in tools.items()}
        limits = dict(zip(("yard_arm", "pistol", "musket", "cannon"), distances, strict=True))
        return Measures(ranges=ranges, tools=by_speed, bases=bases, tables=tables, **limits)

    def _dice(self) -> DiceTable:
        self.only("dice", "die", "counts")
        die = self.records("dice", Die, among=("die",)).get("die") or Die(id="die", faces=())
        places = self.records("dice", Counting, "counts")
        return DiceTable(
            faces=die.faces,
            counts={key: place.symbols for key, place in places.items()},
            die=die,
            places=places,
        )

    def _check_squadron_cards(self, known: Book) -> None:
        """Record a mistake for each name on a card (keyword, rule, faction, option) that no file
        defines.
        """
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
                        self.note(path, key, f"'{name}' is unknown")


def _book(records: Records, version: str) -> Book:
    return _Reading(records.tables, records.source).book(version)


BOOKS = Books(Book, "oak_iron", FILES, VERSION, _book)
book, shipped, read = BOOKS.current, BOOKS.shipped, BOOKS.read
