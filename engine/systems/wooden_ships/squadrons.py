"""Squadrons that players build: their files, prices, faults, the catalogue of ships, and their line
on the map.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from engine.base.text import clean, pluralized
from engine.game.chart import Hexes, Hull, Scene
from engine.game.parts.building import Catalogue, Document, DocumentPart, Item, Section
from engine.game.position import Faults, Reader, format_value, named_table, source_of
from engine.kit.records import shipped_folder
from engine.space.hexes import heading
from engine.systems.wooden_ships.data import (
    QUALITIES,
    SYSTEM,
    ClassFact,
    Printed,
    Quality,
    ShipFact,
    book,
)
from engine.systems.wooden_ships.fleet import BEAM, LENGTH, Place, pose
from engine.systems.wooden_ships.sailing import attitude
from engine.systems.wooden_ships.state.state import Boxes, Ship

# A squadron as its file has it: a limit of points, and ships of the standard classes.


LIMITS = (30, 50, 75, 100, 150, 200, 300)
"""The limits in points that the builder of squadrons offers; a file may have others."""
USUAL = 100
FEWEST, MOST = 10, 1000
"""The lowest and the highest limit in points. The weakest ship with an average crew costs 10
points."""
SHIPS = 30
"""The largest number of ships in a squadron. One chart can show two squadrons of this size."""


class RosterShip(msgspec.Struct, frozen=True):
    """A ship of a squadron: her class, her crew's quality, and her own name, which may be empty."""

    type: str
    quality: Quality = "average"
    name: str = ""
    flagship: bool = False

    @property
    def points(self) -> int:
        """The points of the ship's class with this crew; 0 for an unknown class."""
        kind = book().classes.get(self.type)
        return kind.points[self.quality] if kind else 0


class Roster(msgspec.Struct, frozen=True):
    """A squadron: its name, its limit of points, its ships."""

    name: str
    limit: int
    ships: tuple[RosterShip, ...] = ()

    @property
    def points(self) -> int:
        """The price of all ships together, in points."""
        return sum(ship.points for ship in self.ships)

    @property
    def line(self) -> tuple[RosterShip, ...]:
        """The ships in sailing order: the flagship leads, the others follow in the order of the
        file.
        """
        return tuple(sorted(self.ships, key=lambda ship: not ship.flagship))


# A ship with all her boxes, made from a record of the data.


def printed_boxes(record: Printed) -> Boxes:
    """Return the boxes (hull, guns, crew, rigging) that a ship of this record has when new."""
    guns, carronades = record.guns, record.carronades
    return Boxes(
        record.hull,
        record.crew,
        (guns.port, guns.starboard),
        (carronades.port, carronades.starboard),
        record.rigging,
    )


def class_name(record: ClassFact) -> str:
    """Return the name that a ship of a standard class gets if she has none of her own."""
    return f"{record.nation.capitalize()} {record.rated}"


def value(record: ShipFact | ClassFact, quality: Quality) -> int:
    """Return a ship's price in points, with a crew of this quality."""
    return record.points if isinstance(record, ShipFact) else record.points[quality]


def fitted_out(
    record: ShipFact | ClassFact,
    ship_id: str,
    seat: str,
    place: Place,
    quality: Quality | None = None,
) -> Ship:
    """Return a ship as she enters a battle: no losses, and a first broadside loaded on both
    sides.
    """
    own = record.quality if isinstance(record, ShipFact) else "average"
    boxes = printed_boxes(record)
    called = record.name if isinstance(record, ShipFact) else class_name(record)
    return Ship(
        id=ship_id,
        record=record.id,
        name=called,
        nation=record.nation,
        ship_class=record.ship_class,
        rated=record.rated,
        quality=quality or own,
        speed=record.battle_speed,
        turning=record.turning,
        points=value(record, quality or own),
        seat=seat,
        printed=boxes,
        bow=place[0],
        facing=place[1],
        hull=boxes.hull,
        crew=boxes.crew,
        guns=boxes.guns,
        carronades=boxes.carronades,
        rigging=boxes.rigging,
    )


# Parsing a squadron file: its roster, and every mistake under its key as a sentence.


LONGEST = 40
"""The largest number of characters in a squadron's or a ship's name."""


def read_squadron(source: str, table: Mapping[str, Any]) -> tuple[Roster, Faults]:
    """Return the roster of a parsed squadron file, and its faults."""
    faults = Faults(source)
    head = Reader(table, faults)
    head.skip("game")
    readers = head.tables("ships", required=True)
    roster = Roster(
        _name(head, least=1),
        head.integer("limit", USUAL, FEWEST, MOST),
        tuple(_ship(reader) for reader in readers),
    )
    head.finish()
    # Too many ships, too many points, two flagships.
    if isinstance(head.raw.get("ships"), list | tuple) and not 1 <= len(readers) <= SHIPS:
        head.fault("ships", f"found {len(readers)}, allowed: 1 to {SHIPS}")
    if roster.points > roster.limit:
        head.fault("ships", f"found {pluralized(roster.points, 'point')}, allowed: {roster.limit}")
    flags = [at for at, ship in enumerate(roster.ships) if ship.flagship]
    for at in flags[1:]:
        readers[at].fault("flagship", f"found a second one beside ships[{flags[0]}]; allowed: one")
    return roster, faults


def ready() -> dict[str, Path]:
    """Return the shipped squadron files by name, without the file's ending."""
    folder = shipped_folder(SYSTEM) / "squadrons"
    return {path.stem: path for path in sorted(folder.glob("*.toml"))}


def named(squadron: str) -> Roster:
    """Return a squadron, given the name of one that ships with the game, a file, or the text of a
    file, as in the options of a new battle.

    Raises `FileFault` if it cannot be read, `SetUpFault` with everything in it that is not legal.
    """
    table = named_table(ready().get(squadron, squadron))
    roster, faults = read_squadron(source_of(squadron), table)
    faults.check()
    return roster


def _ship(reader: Reader) -> RosterShip:
    ship = RosterShip(
        reader.choice("type", book().classes, otherwise=""),
        reader.choice("quality", QUALITIES, "average"),
        _name(reader),
        reader.flag("flagship", False),
    )
    reader.finish()
    return ship


def _name(reader: Reader, least: int = 0) -> str:
    name = reader.text("name") if least else reader.text("name", "")
    if name != clean(name) or len(name) > LONGEST or (reader.has("name") and not name.strip()):
        allowed = f"allowed: one line of 1 to {LONGEST} characters"
        if isinstance(reader.raw["name"], str):
            reader.fault("name", f"found {format_value(name)}, {allowed}")
        return ""
    return name


# A squadron as a document to print: ships with their boxes and prices; faults come first.


def paper(roster: Roster, faults: tuple[tuple[str, str], ...]) -> Document:
    """Return a squadron as a document to print; if it is not legal, its faults come first."""
    wrong = tuple(f"{path}: {text}" for path, text in faults)
    rows = [("No", "Ship", "Class", "Crew", "Points")]
    for number, ship in enumerate(roster.line, 1):
        kind = book().classes.get(ship.type)
        called = class_name(kind) if kind else "unknown class"
        name = f"{ship.name}{' (flagship)' if ship.flagship else ''}".strip()
        rows.append((str(number), name, called, ship.quality, str(ship.points)))
    rows.append(("", "Total", "", "", str(roster.points)))
    return Document(
        roster.name or "Squadron without a name",
        (f"{pluralized(len(roster.ships), 'ship')}, {roster.points} of {roster.limit} points.",),
        (
            *((DocumentPart("Not legal", lines=wrong),) if wrong else ()),
            DocumentPart("Squadron", table=tuple(rows)),
            *(
                _log(number, ship, kind)
                for number, ship in enumerate(roster.line, 1)
                if (kind := book().classes.get(ship.type))
            ),
        ),
    )


def _log(number: int, ship: RosterShip, kind: ClassFact) -> DocumentPart:
    """Return the part of the printed document with one ship's boxes, to be ticked off on paper."""
    sections = (
        (f"{what} {section}", boxes)
        for what, printed in (("Crew", kind.crew), ("Rigging", kind.rigging))
        for section, boxes in enumerate(printed, 1)
    )
    sides = (
        (f"{what} {side}", boxes)
        for what, guns in (("Guns", kind.guns), ("Carronades", kind.carronades))
        for side, boxes in (("port", guns.port), ("starboard", guns.starboard))
        if boxes
    )
    called = ship.name or class_name(kind)
    return DocumentPart(
        f"{number}. {called}, {class_name(kind)}, {ship.quality}",
        tracks=(("Hull", kind.hull), *sections, *sides),
        lines=(f"Battle speed {kind.battle_speed}, turning {kind.turning}.",),
    )


# A squadron placed on the map: in line ahead along a column of hexes, the flagship first.


MIDDLE = 50
"""The row of the map where the middle of every line is placed. So lines of different lengths are
opposite each other."""
SPACE = 3
"""Hexes from bow to bow: two for the ship, and one between ships."""
NORTH, SOUTH = 1, 4


def course(wind: int) -> int:
    """Return the facing of both lines at the start, north or south: the facing with the wind nearer
    to the quarter. The lines have the same course, so neither is faster.
    """
    return min((NORTH, SOUTH), key=lambda facing: attitude(facing, wind))


def line_ahead(roster: Roster, seat: str, column: int, wind: int) -> tuple[Ship, ...]:
    """Return the ships of a squadron placed one behind the other; ships of unknown classes are left
    out.
    """
    facing = course(wind)
    astern = SPACE if facing == NORTH else -SPACE
    known = [(each, kind) for each in roster.line if (kind := book().classes.get(each.type))]
    first = MIDDLE - astern * (len(known) - 1) // 2
    found = []
    for number, (each, kind) in enumerate(known):
        place = (column, first + astern * number), facing
        ship = fitted_out(kind, f"{seat}{number + 1}", seat, place, each.quality)
        found.append(replace(ship, name=each.name or ship.name))
    return tuple(found)


# The choices for a squadron: limits of points, standard classes, crews.


def catalogue(table: Mapping[str, Any]) -> Catalogue:
    """Return the choices for a squadron in the builder; `table` is the squadron so far."""
    roster, _ = read_squadron("", table)
    limits = tuple(Item(limit, f"{limit} points") for limit in LIMITS)
    ships = line_ahead(roster, "A", 0, 1)
    hulls = tuple(
        Hull(ship.id, "A", pose(ship.bow, ship.facing), LENGTH, BEAM, name=ship.name)
        for ship in ships
    )
    return Catalogue(
        head=(Section("limit", "Limit", limits, start=USUAL),),
        types=Section(
            "type",
            "Ships",
            tuple(map(_class, sorted(book().classes.values(), key=_points))),
            columns="hull crew guns",
        ),
        fittings=tuple((_crews(ship.type),) for ship in roster.ships),
        figures=_figures(roster),
        line=Scene(Hexes(heading(1)), hulls) if hulls else None,
    )


def _points(kind: ClassFact) -> int:
    return kind.points["average"]


def _class(kind: ClassFact) -> Item:
    guns = kind.guns.port + kind.carronades.port
    note = f"{kind.hull:>2} {sum(kind.crew):>2} {guns:>2}"
    about = (
        f"{kind.ship_class}, {pluralized(kind.rated, 'gun')}, {kind.nation}: hull {kind.hull}, "
        f"crew {'-'.join(map(str, kind.crew))}, rigging {'-'.join(map(str, kind.rigging))}.",
        f"On each side: {pluralized(kind.guns.port, 'gun')}, "
        f"{pluralized(kind.carronades.port, 'carronade')}. "
        f"Battle speed {kind.battle_speed}, turning {kind.turning}.",
    )
    # Two classes of 74 guns differ only in their builds; their ids say which is the larger.
    large = " large" if kind.id.endswith("-l") else ""
    return Item(
        value=kind.id,
        name=f"{class_name(kind)}{large}",
        cost=_points(kind),
        note=note,
        about=about,
        confidence=kind.confidence,
        group=kind.nation.capitalize(),
    )


def _crews(type_: str) -> Section:
    """Return the crew qualities that a class can have; the price of each is how much more it costs
    than an average crew.
    """
    kind = book().classes.get(type_)
    items = (
        Item(
            quality,
            quality.capitalize(),
            kind.points[quality] - _points(kind),
            about=(f"{pluralized(kind.points[quality], 'point')} with {quality} crew.",),
        )
        for quality in (QUALITIES if kind else ())
        if kind
    )
    return Section("quality", "Crew", tuple(items))


def _figures(roster: Roster) -> tuple[tuple[str, str], ...]:
    kinds = [kind for ship in roster.ships if (kind := book().classes.get(ship.type))]
    if not kinds:
        return ()
    return (
        ("guns a side", str(sum(kind.guns.port + kind.carronades.port for kind in kinds))),
        ("hull", str(sum(kind.hull for kind in kinds))),
        ("crew", str(sum(sum(kind.crew) for kind in kinds))),
        ("slowest", str(min(kind.battle_speed for kind in kinds))),
    )
