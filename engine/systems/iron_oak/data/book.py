"""The data set of Iron & Oak: `book()` returns the current one, `read` applies a user's own records
to the shipped one.
"""

from __future__ import annotations

from typing import Any

import msgspec

from engine.base.text import parse_number
from engine.kit.records import Books, Records
from engine.systems.iron_oak.data import tables as kinds
from engine.systems.iron_oak.data.campaign import Campaign, read_campaign
from engine.systems.iron_oak.data.facts import (
    CARD_KINDS,
    OF_SHIPS,
    ActionCard,
    BattleRecord,
    CardKind,
    Fort,
    SectionCard,
    ShipCard,
    VictoryLine,
)
from engine.systems.iron_oak.data.tables import Tables

SYSTEM = "iron_oak"
VERSION = "1.0"
FILES = ("ships", "forts", "action_cards", "tables", "scenarios", "campaign", "yard_cards")
CHECKS = (
    "refloat",
    "refloat_engine",
    "refloat_engine_damaged",
    "refloat_unpowered",
    "unfoul",
    "repair",
    "spar",
    "beak",
    "fouling",
    "fouling_spar",
)
EXPLOSIONS = ("boiler", "explosion", "magazine")
_TABLES_OF_RECORDS: dict[str, tuple[type[Any], tuple[str, ...]]] = {
    "checks": (kinds.CheckDice, CHECKS),
    "explosions": (kinds.BlastDice, EXPLOSIONS),
}


class Book(msgspec.Struct, frozen=True, kw_only=True):
    """All facts of Iron & Oak by id: its cards and tables, the same in all battles.

    They are read once from data/iron_oak/, changed by a user's own records, and immutable. Rules
    get the current data set by `book()`. Its `version` is part of the key of every cache that
    outlives a state.
    """

    version: str
    ships: dict[str, ShipCard]
    forts: dict[str, Fort]
    sections: dict[str, SectionCard]
    """The sections of all forts, by `fort.section`."""
    kinds: dict[str, CardKind]
    cards: dict[int, ActionCard]
    scenarios: dict[str, BattleRecord]
    tables: Tables
    campaign: Campaign


def _book(records: Records, version: str) -> Book:
    records.only("action_cards", "kinds", "cards")
    records.only("tables", *(each.name for each in msgspec.structs.fields(Tables)))
    ships = records.records("ships", ShipCard)
    forts = records.records("forts", Fort)
    cards = {}
    for key, card in records.records("action_cards", ActionCard, "cards").items():
        if not (key.isdecimal() and 1 <= parse_number(key) <= 50):
            records.note("action_cards.toml: cards", key, "is not a number from 1 to 50")
        elif card.kind not in CARD_KINDS:
            records.note(f"action_cards.toml: cards.{key}", "kind", "is not a kind of card")
        else:
            cards[parse_number(key)] = card
    found: dict[str, Any] = {
        "ships": ships,
        "forts": forts,
        "sections": {
            f"{fort.id}.{key}": section
            for fort in forts.values()
            for key, section in fort.sections.items()
        },
        "kinds": records.records("action_cards", CardKind, "kinds", CARD_KINDS),
        "cards": dict(sorted(cards.items())),
        "scenarios": records.records("scenarios", BattleRecord),
        "tables": _tables(records),
        "campaign": read_campaign(records),
    }
    _check_names(records, found)
    records.check()
    return Book(version=version, **found)


def _tables(records: Records) -> Tables | None:
    found: dict[str, Any] = {}
    for field in msgspec.structs.fields(Tables):
        if field.name in _TABLES_OF_RECORDS:
            kind, names = _TABLES_OF_RECORDS[field.name]
            found[field.name] = records.records("tables", kind, field.name, names)
            for name in set(names) - found[field.name].keys():
                records.note(f"tables.toml: {field.name}", name, "is missing")
            continue
        found[field.name] = records.single("tables", field.name, field.type)
    return None if records.faults else Tables(**found)


def _check_names(records: Records, found: dict[str, Any]) -> None:
    """Record a fault for each ship or fort section that a battle names and that has no record."""
    for battle in found["scenarios"].values():
        for side in ("union", "confederate"):
            where = f"scenarios.toml: {battle.id}.{side}"
            force = battle.force(side)
            for unit in force.units:
                if unit.ship not in found["ships"]:
                    records.note(where, "units", f"'{unit.ship}' is not a ship of ships.toml")
            for section in force.forts:
                if section.id not in found["sections"]:
                    records.note(where, "forts", f"'{section.id}' is not a section of forts.toml")
        for number, line in enumerate(battle.victory):
            why = _astray(line, found)
            if why:
                records.note(f"scenarios.toml: {battle.id}", f"victory[{number}]", why)


def _astray(line: VictoryLine, found: dict[str, Any]) -> str:
    """Return the fault of a victory line that names a ship or fort without a record, or no ship; ''
    if there is no fault.
    """
    if line.when in OF_SHIPS and not line.ships:
        return "names no ship"
    listed = () if isinstance(line.ships, str) else line.ships
    single = (line.ship,) if line.when == "hits_on" else ()
    for ship in (*listed, *single, *(line.unless.ships if line.unless else ())):
        if ship not in found["ships"]:
            return f"'{ship}' is not a ship of ships.toml"
    if line.when == "fort_silenced" and line.fort not in found["forts"]:
        return f"'{line.fort}' is not a fort of forts.toml"
    return ""


BOOKS = Books(Book, SYSTEM, FILES, VERSION, _book)
book, shipped, read = BOOKS.current, BOOKS.shipped, BOOKS.read
