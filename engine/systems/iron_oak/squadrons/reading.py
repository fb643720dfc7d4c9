"""Designs (battles that players build) as files: their water, units and victory lines. All mistakes
are reported at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, get_args

from engine.base.errors import SetUpFault
from engine.game.position import Faults, Reader, format_value, named_table, nearest, source_of
from engine.kit.records import shipped_folder
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.data.facts import EDGES as ALL_EDGES
from engine.systems.iron_oak.data.facts import (
    SIDES,
    BattleForce,
    BattleRecord,
    BattleSection,
    BattleUnit,
    Condition,
    Current,
    Direction,
    Edge,
    Grade,
    Marker,
    MarkerKind,
    Shoal,
    Side,
    Speed,
    Terrain,
    TerrainKind,
    VictoryLine,
    Wind,
)
from engine.systems.iron_oak.fleet import other_side
from engine.systems.iron_oak.victory import NAMES
from engine.systems.iron_oak.waters import GRID, OFF

# The water of a design: how a file writes current, shoals and obstacles.


BANDS = tuple(f"row {row}" for row in "ABCDE") + tuple(f"column {column}" for column in "12345")
CURRENTS = (
    "none",
    *(f"{speed} {way}" for way in get_args(Direction)[1:] for speed in get_args(Speed)[1:]),
)
SHOALS = tuple(f"{band} {depth}" for band in BANDS for depth in range(5))
OBSTACLES = tuple(
    f"{kind} {box}"
    for kind in (*get_args(TerrainKind), *get_args(MarkerKind))
    for box in GRID.boxes
)


def current_of(words: str) -> Current:
    """Return the current for its words in a file: `slow right`, `none`."""
    speed, _, way = words.partition(" ")
    return Current(way or "none", speed)  # type: ignore[arg-type]  # words of CURRENTS


def shoal_of(words: str) -> Shoal:
    """Return the depth of a row or column for its words in a file: `row A 2`."""
    band, _, depth = words.rpartition(" ")
    return Shoal(band, int(depth))


def obstacles_of(words: tuple[str, ...]) -> tuple[tuple[Marker, ...], tuple[Terrain, ...]]:
    """Return (markers, land) for their words in a file: `mine C3`, `high A2`."""
    markers, terrain = [], []
    for each in words:
        kind, _, box = each.rpartition(" ")
        if kind in get_args(TerrainKind):
            terrain.append(Terrain(box, kind))  # type: ignore[arg-type]  # words of OBSTACLES
        else:
            markers.append(Marker(kind, box))  # type: ignore[arg-type]  # words of OBSTACLES
    return tuple(markers), tuple(terrain)


# Victory lines of a design, each by a short name in the file.
#
# `union:destroy:css_virginia`, `union:destroy:2`, `confederate:exit:css_arkansas:right`,
# `union:silence:fort_sumter`, `union:lead:200`.


DONE_FOR: tuple[Condition, ...] = ("sunk", "captured", "heavy_damage")
LEADS = (100, 200, 400)
"""The leads in Victory Points that a design may ask for in a victory line."""


def line_of(name: str) -> VictoryLine | None:  # noqa: PLR0911  (one answer a kind)
    """Return the victory line with a short name; None for an unknown name.

    >>> line_of("union:lead:200").margin, line_of("union:cheer:2")
    (200, None)
    """
    side, _, rest = name.partition(":")
    kind, _, what = rest.partition(":")
    if side not in SIDES:
        return None
    own: Side = "union" if side == "union" else "confederate"
    if kind == "destroy":
        if what.isdecimal():
            count, enemy = int(what[:2]), other_side(own)
            return VictoryLine(side=own, when="count", ships=enemy, states=DONE_FOR, at_least=count)
        if what not in book().ships:
            return None
        return VictoryLine(side=own, when="any_of", ships=(what,), states=DONE_FOR)
    if kind == "silence" and what in book().forts:
        return VictoryLine(side=own, when="fort_silenced", fort=what)
    if kind == "lead" and what.isdecimal():
        return VictoryLine(side=own, when="points", margin=int(what[:4]))
    ship, _, edge = what.partition(":")
    if kind == "exit":
        return next((_leaving(own, ship, each) for each in ALL_EDGES if each == edge), None)
    return None


def _leaving(side: Side, ship: str, edge: Edge) -> VictoryLine | None:
    if ship.isdecimal():
        count = int(ship[:2])
        return VictoryLine(side=side, when="exit_count", ships=side, edge=edge, at_least=count)
    if ship not in book().ships:
        return None
    return VictoryLine(side=side, when="exit", ships=(ship,), edge=edge)


def names(ships: dict[Side, tuple[str, ...]], forts: dict[Side, tuple[str, ...]]) -> Iterator[str]:
    """Yield the short names of all victory lines that these ships and forts make possible."""
    for side in SIDES:
        enemy = other_side(side)
        yield from (f"{side}:destroy:{ship}" for ship in ships[enemy])
        yield from (f"{side}:destroy:{count}" for count in range(2, len(ships[enemy]) + 1))
        yield from (f"{side}:silence:{fort}" for fort in forts[enemy])
        for edge in ALL_EDGES[:2]:
            yield from (f"{side}:exit:{ship}:{edge}" for ship in ships[side])
            yield from (f"{side}:exit:{count}:{edge}" for count in range(2, len(ships[side]) + 1))
        yield from (f"{side}:lead:{lead}" for lead in LEADS)


# Designs as files. A design is parsed into a record like those of the rulebook, or into a list
# of all mistakes.


GRADES = get_args(Grade)
PLACES = (*GRID.boxes, *(OFF + edge for edge in ("left", "right")))
WINDS: tuple[Wind, ...] = ("calm", "normal", "fresh")
TURNS = tuple(range(4, 17))
CARDS = tuple(range(13))
EDGES: dict[str, tuple[Edge, Edge]] = {
    "union left": ("left", "right"),
    "union right": ("right", "left"),
}
"""{words in a file: (the Union's own edge, the Confederacy's own edge)}."""
FIRST_BOX: dict[str, str] = {"left": "C1", "right": "C5"}
OWN = "own_battle"
"""The id of the scenario in which all designs are played."""
FIRST = "river_mouth"
"""The design that is used if none is named."""


class ListedUnit(NamedTuple):
    """A unit that a design lists: where in the file, its name, the boxes where it begins."""

    path: str
    name: str
    boxes: tuple[str, ...]
    ship: str = ""
    """The id of a ship; '' for a fort section."""


def read_design(source: str, table: Mapping[str, Any]) -> tuple[BattleRecord, Faults]:
    """Return (the battle of a parsed design, the faults of the design)."""
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
    victory = {}
    for number, written in enumerate(reader.texts("victory")):
        line = line_of(written)
        if line is None:
            ships = {side: tuple(unit.ship for unit in units[side]) for side in SIDES}
            there = {side: tuple(each.fort for each in forts[side]) for side in SIDES}
            hint = nearest(written, set(names(ships, there)))
            reader.fault(
                f"victory[{number}]", f"{format_value(written)} is not a victory line{hint}"
            )
        else:
            victory[number] = line
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


def _forces(
    reader: Reader, edges: Mapping[Side, str]
) -> tuple[Units, Forts, tuple[ListedUnit, ...]]:
    """Return (ships by side, fort sections by side, all units in the order of the file)."""
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
            listed.append(ListedUnit(each.path, section_name(kind), boxes))
        elif kind:
            card = book().ships[kind]
            side: Side = each.choice("side", SIDES, "union") if card.side == "either" else card.side
            at = each.choice("at", PLACES, FIRST_BOX[edges[side]])
            units[side].append(BattleUnit(kind, at, grade))
            listed.append(ListedUnit(each.path, card.name, (at,), kind))
        each.finish()
    return units, forts, tuple(listed)


def section_name(id: str) -> str:
    """Return the name of a fort section: `Fort Sumter, upper tier`."""
    return f"{book().forts[id.partition('.')[0]].name}, {book().sections[id].name.lower()}"


def _check(
    record: BattleRecord,
    listed: Sequence[ListedUnit],
    victory: Mapping[int, VictoryLine],
    faults: Faults,
) -> None:
    """Record as faults the contradictions in a design, such as a ship that is listed twice or lies
    on land.
    """
    seen: set[str] = set()
    land = {each.box for each in record.terrain if each.kind != "sandbar"}
    for each in listed:
        if each.ship and each.ship in seen:
            faults.add(f"{each.path}.type", f"{each.name} is listed twice")
        if each.ship and not land.isdisjoint(each.boxes):
            faults.add(f"{each.path}.at", f"{each.name} lies on land")
        seen.add(each.ship)
    for side in SIDES:
        force = record.force(side)
        if not force.units and not force.forts:
            faults.add("ships", f"the {NAMES[side]} has no ship and no fort; give it at least one")
        seen.update(section.fort for section in force.forts)
    if not record.victory:
        faults.add("victory", "found none; a design needs at least one victory line")
    for number, line in victory.items():
        for name in _absent(line, seen):
            faults.add(f"victory[{number}]", f"{name} is not in this battle")


def _absent(line: VictoryLine, seen: set[str]) -> Iterator[str]:
    """Yield the names of ships and forts in a victory line that do not take part in the battle."""
    for id in line.ships if not isinstance(line.ships, str) else ():
        if id not in seen:
            yield book().ships[id].name
    if line.fort and line.fort not in seen:
        yield book().forts[line.fort].name


def ready() -> dict[str, Path]:
    """Return {name: file} of the designs that ship with the game."""
    folder = shipped_folder("iron_oak") / "designs"
    return {path.stem: path for path in sorted(folder.glob("*.toml"))}


def named(files: Sequence[str]) -> BattleRecord:
    """Return the battle that a design describes.

    `files` are options of a new battle. They give the design, once or once for each side, as the
    name of a shipped one, as a file, or as the text of a file. Raises `SetUpFault` with the
    design's faults.
    """
    names = list(dict.fromkeys(files)) or [FIRST]
    if len(names) > 1:
        text = f"{len(names)} designs are named; one holds both sides"
        raise SetUpFault("Iron & Oak", [("squadrons", text)])
    table = named_table(ready().get(names[0], names[0]))
    record, faults = read_design(source_of(names[0]), table)
    faults.check()
    return record
