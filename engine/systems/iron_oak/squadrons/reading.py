"""Designs as files, and a design read: a record as those of the book, or every mistake at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, get_args

from engine.base.errors import SetUpFault
from engine.game.position import Faults, Reader, named_table, nearest, shown, source_of
from engine.kit.records import shipped_folder
from engine.systems.iron_oak.data.battles import (
    BattleForce,
    BattleRecord,
    BattleSection,
    BattleUnit,
    VictoryLine,
    Wind,
)
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.data.facts import SIDES, Edge, Grade, Side
from engine.systems.iron_oak.squadrons.aims import line_of, names
from engine.systems.iron_oak.squadrons.water import (
    CURRENTS,
    OBSTACLES,
    SHOALS,
    current_of,
    obstacles_of,
    shoal_of,
)
from engine.systems.iron_oak.victory.wording import NAMES
from engine.systems.iron_oak.waters.terrain import GRID, OFF

GRADES = get_args(Grade)
PLACES = (*GRID.boxes, *(OFF + edge for edge in ("left", "right")))
WINDS: tuple[Wind, ...] = ("calm", "normal", "fresh")
TURNS = tuple(range(4, 17))
CARDS = tuple(range(13))
EDGES: dict[str, tuple[Edge, Edge]] = {
    "union left": ("left", "right"),
    "union right": ("right", "left"),
}
"""Friendly edges of the Union and the Confederacy, by the words of a file."""
FIRST_BOX: dict[str, str] = {"left": "C1", "right": "C5"}
OWN = "own_battle"
"""The scenario of a battle of one's own."""
FIRST = "river_mouth"
"""The design that is played where none is named."""


class Listed(NamedTuple):
    """A ship or fort section of a design: where the file lists her, her name, her boxes."""

    path: str
    name: str
    boxes: tuple[str, ...]
    ship: str = ""
    """A ship's id; '' of a section."""


def read_design(source: str, table: Mapping[str, Any]) -> tuple[BattleRecord, Faults]:
    """Return the battle of a design's table, and what is wrong with it."""
    faults = Faults(source)
    reader = Reader(table, faults)
    reader.skip("game")
    name = reader.text("name", "")
    edges = EDGES[reader.choice("edges", EDGES, "union left")]
    shoals = tuple(shoal_of(each) for each in reader.choices("shoals", SHOALS))
    markers, terrain = obstacles_of(reader.choices("obstacles", OBSTACLES))
    units, forts, listed = _forces(reader, dict(zip(SIDES, edges, strict=True)))
    forces = {
        side: BattleForce(
            reader.integer(f"{side}_cards", 6, CARDS[0], CARDS[-1]),
            edge,
            tuple(units[side]),
            tuple(forts[side]),
        )
        for side, edge in zip(SIDES, edges, strict=True)
    }
    victory = _victory(reader, units, forts)
    record = BattleRecord(
        id="own_battle",
        number="own",
        title=name,
        date="",
        place="",
        turns=reader.integer("turns", 8, TURNS[0], TURNS[-1]),
        first=reader.choice("first", SIDES, "union"),
        night=reader.choice("light", ("day", "night"), "day") == "night",
        wind=reader.choice("wind", WINDS, "normal"),
        current=current_of(reader.choice("current", CURRENTS, "none")),
        union=forces["union"],
        confederate=forces["confederate"],
        victory=tuple(victory.values()),
        default=reader.choice("default", (*SIDES, "draw"), "draw"),
        banks=reader.choices("banks", ("top", "bottom")),
        shoals=shoals,
        markers=markers,
        terrain=terrain,
    )
    reader.finish()
    _check(record, listed, victory, faults)
    return record, faults


Units = dict[Side, list[BattleUnit]]
Forts = dict[Side, list[BattleSection]]


def _forces(reader: Reader, edges: Mapping[Side, str]) -> tuple[Units, Forts, tuple[Listed, ...]]:
    """Return ships and fort sections of both sides, and all of them as the file lists them."""
    units: Units = {side: [] for side in SIDES}
    forts: Forts = {side: [] for side in SIDES}
    listed = []
    for each in reader.tables("ships"):
        kind = each.choice("type", (*book().ships, *book().sections), otherwise="")
        grade: Grade = each.choice("grade", GRADES, "average")
        each.skip("flagship", *(() if kind else ("at", "side")))
        if kind in book().sections:
            fort, _, section = kind.partition(".")
            boxes = (each.choice("at", GRID.boxes, "A3"),)
            forts[book().forts[fort].side].append(BattleSection(fort, section, boxes, grade))
            listed.append(Listed(each.path, section_name(kind), boxes))
        elif kind:
            card = book().ships[kind]
            side: Side = each.choice("side", SIDES, "union") if card.side == "either" else card.side
            at = each.choice("at", PLACES, FIRST_BOX[edges[side]])
            units[side].append(BattleUnit(kind, at, grade))
            listed.append(Listed(each.path, card.name, (at,), kind))
        each.finish()
    return units, forts, tuple(listed)


def section_name(id: str) -> str:
    """Return what a fort section is called: `Fort Sumter, upper tier`."""
    return f"{book().forts[id.partition('.')[0]].name}, {book().sections[id].name.lower()}"


def _victory(reader: Reader, units: Units, forts: Forts) -> dict[int, VictoryLine]:
    """Return the victory lines by their places in the file."""
    found = {}
    for number, name in enumerate(reader.texts("victory")):
        line = line_of(name)
        if line is None:
            ships = {side: tuple(unit.ship for unit in units[side]) for side in SIDES}
            there = {side: tuple(each.fort for each in forts[side]) for side in SIDES}
            hint = nearest(name, set(names(ships, there)))
            reader.fault(f"victory[{number}]", f"{shown(name)} is no victory line{hint}")
        else:
            found[number] = line
    return found


def _check(
    record: BattleRecord,
    listed: Sequence[Listed],
    victory: Mapping[int, VictoryLine],
    faults: Faults,
) -> None:
    """Note what the parts of a design do to each other."""
    seen: set[str] = set()
    land = {each.box for each in record.terrain if each.kind != "sandbar"}
    for each in listed:
        if each.ship and each.ship in seen:
            faults.add(f"{each.path}.type", f"{each.name} is there twice")
        if each.ship and not land.isdisjoint(each.boxes):
            faults.add(f"{each.path}.at", f"{each.name} lies on land")
        seen.add(each.ship)
    for side in SIDES:
        force = record.force(side)
        if not force.units and not force.forts:
            faults.add("ships", f"the {NAMES[side]} has neither ship nor fort")
        seen.update(section.fort for section in force.forts)
    if not record.victory:
        faults.add("victory", "nothing wins this battle")
    for number, line in victory.items():
        for name in _absent(line, seen):
            faults.add(f"victory[{number}]", f"{name} is not in this battle")


def _absent(line: VictoryLine, seen: set[str]) -> Iterator[str]:
    """Yield the names of the ships and the fort of a line that are not in the battle."""
    for id in line.ships if not isinstance(line.ships, str) else ():
        if id not in seen:
            yield book().ships[id].name
    if line.fort and line.fort not in seen:
        yield book().forts[line.fort].name


def ready() -> dict[str, Path]:
    """Return the shipped designs by name, without the ending."""
    folder = shipped_folder("iron_oak") / "designs"
    return {path.stem: path for path in sorted(folder.glob("*.toml"))}


def named(files: Sequence[str]) -> BattleRecord:
    """Return the battle that a set-up names by its design, a ready one, a file or the text of one.

    It is named once, or once for each side; `SetUpFault` lists what is wrong.
    """
    names = list(dict.fromkeys(files)) or [FIRST]
    if len(names) > 1:
        text = f"{len(names)} designs are named; one holds both sides"
        raise SetUpFault("Iron & Oak", [("squadrons", text)])
    table = named_table(ready().get(names[0], names[0]))
    record, faults = read_design(source_of(names[0]), table)
    faults.check()
    return record
