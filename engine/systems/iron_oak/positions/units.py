"""The table `[board]` of a position file, and its ships, fort sections and False Contacts (counters
without a ship).
"""

from __future__ import annotations

from typing import Literal, get_args

from msgspec.structs import replace

from engine.game.position import Reader
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.data.facts import (
    EDGES,
    Current,
    Direction,
    HitPlace,
    Location,
    Marker,
    Shoal,
    Side,
    Speed,
    Terrain,
    TerrainKind,
)
from engine.systems.iron_oak.effects.maneuvers import springs_card
from engine.systems.iron_oak.fleet import other_side
from engine.systems.iron_oak.state.state import ORDERS, Board, Fire, Section, Ship
from engine.systems.iron_oak.waters import GRID, OFF

# The table `[board]` of a position file.


BANKS: tuple[Literal["top"], Literal["bottom"]] = ("top", "bottom")
BANDS = tuple(f"row {row}" for row in "ABCDE") + tuple(f"column {column}" for column in "12345")


def read_board(reader: Reader) -> Board:
    """Return the board of a position from the file: current, banks, shoals, terrain, markers;
    mistakes are recorded.
    """
    terrain: dict[str, TerrainKind] = {}
    for each in reader.tables("terrain"):
        piece = each.struct(Terrain, box=GRID.boxes)
        if piece.box in terrain:
            each.fault("box", f"'{piece.box}' is listed twice")
        terrain[piece.box] = piece.kind
    board = Board(
        current=read_current(reader),
        banks=read_banks(reader),
        shoals=read_shoals(reader),
        markers=tuple(each.struct(Marker, box=GRID.boxes) for each in reader.tables("markers")),
        terrain=terrain,
        **reader.fields(Board, "wind", "night"),
    )
    reader.finish()
    return board


def read_current(reader: Reader) -> Current:
    """Return the current of the river; if the file names none, there is none."""
    table = reader.table("current")
    current = Current(
        table.choice("direction", get_args(Direction), "none"),
        table.choice("speed", get_args(Speed), "none"),
    )
    table.finish()
    return current


def read_banks(reader: Reader) -> tuple[Literal["top", "bottom"], ...]:
    """Return the edges of the map that are banks, each once."""
    return tuple(dict.fromkeys(reader.choices("banks", BANKS)))


def read_shoals(reader: Reader) -> dict[str, int]:
    """Return {row or column: depth}; mistakes are recorded."""
    shoals: dict[str, int] = {}
    for each in reader.tables("shoals"):
        shoal = each.struct(Shoal, band=BANDS)
        if shoal.band in shoals:
            each.fault("band", f"'{shoal.band}' is listed twice")
        shoals[shoal.band] = shoal.depth
    return shoals


# Ships, fort sections and False Contacts of a position file.


PLACES = (*GRID.boxes, *(OFF + edge for edge in EDGES))
LOST = ("", "sunk", *(f"left:{edge}" for edge in EDGES))
ARMAMENT = ("armament_1", "armament_2")
CRITICALS = (
    "captain",
    "engine_damaged",
    "engine_stopped",
    "rudder",
    "speed_1",
    "speed_2",
    "smokestack",
    "steering_row",
    "steering_column",
    "boiler",
    "ram",
    "spar",
    "jam",
    *ARMAMENT,
)
EITHER = (
    ("engine_damaged", "engine_stopped"),
    ("speed_1", "speed_2"),
    ("steering_row", "steering_column"),
    ARMAMENT,
)
"""Groups of critical hits that exclude each other: a unit has at most one of each group."""
ROWS = ("A", "B", "C", "D", "E")
MANY = 1000
"""The largest number of Hits, and of turns, that a file may have."""
ALIKE = ("grade", "smoke", "repair_party", "fired")
"""The fields of ships and fort sections that are written in the file as in the state."""
AS_WRITTEN = (
    *ALIKE,
    *("acted", "moved", "anchored", "slipped", "grounded", "hidden"),
    *("limited_ammunition", "spar_spent", "towing", "across_bow_of", "across_stern_of"),
    *("rammed", "no_ram", "no_cross_t", "screened_from"),
)
"""The fields of ships that are written in the file as in the state."""


def read_ships(reader: Reader, side: Side) -> tuple[Ship, ...]:
    """Return the ships and False Contacts (counters without a ship) of a side; mistakes are
    recorded.
    """
    ships = []
    known = tuple(id for id, card in book().ships.items() if card.side in {side, "either"})
    seen: set[str] = set()
    for each in reader.tables("ships"):
        id = each.choice("id", known, otherwise="")
        if not id:
            continue
        if id in seen:
            each.fault("id", f"'{id}' is listed twice")
        seen.add(id)
        ships.append(_ship(each, id, side))
        each.finish()
    boxes = reader.choices("false_contacts", PLACES)
    for number, box in enumerate(boxes, 1):
        ships.append(
            Ship(id=f"{side}_contact_{number}", side=side, box=box, kind="contact", hidden=True)
        )
    return tuple(ships)


def _ship(reader: Reader, id: str, side: Side) -> Ship:
    card = book().ships[id]
    lost = reader.choice("lost", LOST, "")
    edge = lost.partition(":")[2]
    box = reader.choice("box", PLACES, "" if lost else PLACES[0]) if _box(reader, lost) else ""
    ship = Ship(
        id=id,
        side=side,
        box=OFF + edge if edge else "" if lost else box,
        shields=read_shields(reader, tuple(card.locations)),
        criticals=read_criticals(reader, CRITICALS),
        fires=_fires(reader),
        springs=springs_card() if reader.flag("springs", False) else 0,
        fouled=reader.texts("fouled_with"),
        opposed_by=_opposers(reader),
        lost=lost,
        **reader.fields(
            Ship,
            *AS_WRITTEN,
            hits=range(MANY if lost == "sunk" else card.hits),
            crew_loss=range(card.crew.full + 1),
            order=("", *ORDERS),
            captured_by=("", other_side(side)),
            enter_turn=range(1, MANY),
            enter_rows=ROWS,
        ),
    )
    return replace(ship, tried_ram=ship.no_ram, tried_t=ship.no_cross_t) if ship.acted else ship


def _box(reader: Reader, lost: str) -> bool:
    """Tell whether the file gives a ship's box; record a fault if it is missing and the ship is not
    lost.
    """
    if lost and not reader.has("box"):
        return False
    if not reader.has("box"):
        reader.fault("box", "is missing; needed: a box such as C3 or off:left")
        return False
    return True


def _opposers(reader: Reader) -> tuple[str, ...]:
    """Return the ids of the ships that oppose a ship; the file has one id, or a list.

    Iron & Oak 5.1.2.
    """
    if isinstance(reader.raw.get("opposed_by"), list):
        return reader.texts("opposed_by")
    word = reader.text("opposed_by", "")
    return (word,) if word else ()


def read_shields(reader: Reader, locations: tuple[Location, ...]) -> dict[HitPlace, int]:
    """Return {location: shield (worn armour)} of a ship; mistakes are recorded."""
    table = reader.table("shields")
    shields: dict[HitPlace, int] = {
        each: table.integer(each, 0, -4, 0) for each in locations if table.has(each)
    }
    table.skip(*locations)
    table.finish()
    return {place: shield for place, shield in shields.items() if shield}


def read_criticals(reader: Reader, allowed: tuple[str, ...]) -> tuple[str, ...]:
    """Return a unit's critical hits, each once; those that exclude each other are recorded as
    mistakes.
    """
    found = reader.choices("criticals", allowed)
    if len(set(found)) < len(found):
        reader.fault("criticals", "a critical hit is listed twice")
    for pair in EITHER:
        if all(each in found for each in pair):
            reader.fault("criticals", f"{pair[0]} and {pair[1]} cannot both be listed")
    return tuple(dict.fromkeys(found))


def _fires(reader: Reader) -> tuple[Fire, ...]:
    one = "a level from 1 to 5"
    levels = reader.numbers("fires", range(1, 6), one, "a list of levels from 1 to 5")
    return tuple(Fire(level) for level in levels)


def read_sections(reader: Reader, side: Side) -> tuple[Section, ...]:
    """Return the fort sections of a side; mistakes are recorded."""
    sections = []
    seen: set[str] = set()
    forts = tuple(id for id, fort in book().forts.items() if fort.side == side)
    for each in reader.tables("forts"):
        fort = each.choice("fort", forts, otherwise="")
        parts = tuple(book().forts[fort].sections) if fort else ()
        part = each.choice("section", parts, otherwise="") if fort else ""
        if not part:
            continue
        id = f"{fort}.{part}"
        if id in seen:
            each.fault("section", f"'{id}' is listed twice")
        seen.add(id)
        card = book().sections[id]
        boxes = tuple(dict.fromkeys(each.choices("boxes", GRID.boxes)))
        if not boxes and not isinstance(each.raw.get("boxes"), list):
            each.fault("boxes", "is missing; needed: a list of boxes")
        elif not each.raw["boxes"]:
            each.fault("boxes", "is empty; at least one box is needed")
        shield = each.integer("shield", 0, -4, 0)
        sections.append(
            Section(
                id=id,
                side=side,
                boxes=boxes or ("A1",),
                shields={"section": shield} if shield else {},
                criticals=read_criticals(each, ARMAMENT),
                fires=_fires(each),
                **each.fields(
                    Section,
                    *ALIKE,
                    hits=range(MANY),
                    crew_loss=range(card.crew.full + 1),
                ),
            )
        )
        each.finish()
    return tuple(sections)
