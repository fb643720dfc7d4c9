"""The ships of a position file, and kinds of values that TOML lacks: hexes, fractions, numbers of
boxes.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import Any, Literal, NamedTuple

from msgspec.structs import replace

from engine.base.errors import Refused
from engine.game.position import Reader, format_value, is_number, nearest
from engine.space.hexes import Hex, read_label
from engine.systems.wooden_ships.data import QUALITIES, ClassFact, Quality, ShipFact, book
from engine.systems.wooden_ships.sailing import format_plot, parse_plot
from engine.systems.wooden_ships.squadrons import fitted_out
from engine.systems.wooden_ships.state.state import Awards, Load, Party, PartyKind, Prize, Ship

FARTHEST = 10_000
"""The largest number of a column or row that is accepted."""
LARGEST = 1_000_000
HEX = "a hex: a label such as 'U20', or [column, row]"
_FRACTION = re.compile(r"-?\d{1,9}(/[1-9]\d{0,8})?")


def hex_at(reader: Reader, key: str) -> Hex:
    """Return a required hex, written as a label or as [column, row]."""
    value = reader.raw.get(key)
    reader.skip(key)
    found = as_hex(value)
    if found is None:
        text = (
            f"found {format_value(value)}, allowed: {HEX}"
            if reader.has(key)
            else f"is missing; needed: {HEX}"
        )
        reader.fault(key, text)
    return found or (0, 0)


def as_hex(value: Any) -> Hex | None:
    """Return a hex from a label such as `U16`, or from a pair of whole numbers; None for any other
    value.
    """
    if isinstance(value, str):
        try:
            place = read_label(value)
        except ValueError:
            return None
    elif (
        isinstance(value, list | tuple)
        and len(value) == 2
        and all(isinstance(part, int) and not isinstance(part, bool) for part in value)
    ):
        place = (value[0], value[1])
    else:
        return None
    return place if max(map(abs, place)) <= FARTHEST else None


def outlines(reader: Reader, key: str) -> tuple[tuple[Hex, ...], ...]:
    """Return outlines of land: each is a list of three or more hexes."""
    value = reader.raw.get(key, [])
    reader.skip(key)
    wanted = f"a list of outlines, each of 3 or more hexes ({HEX})"
    if not isinstance(value, list):
        reader.fault(key, f"found {format_value(value)}, allowed: {wanted}")
        return ()
    found = []
    for number, outline in enumerate(value):
        places = [as_hex(each) for each in outline] if isinstance(outline, list) else []
        whole = [place for place in places if place is not None]
        if len(whole) < 3 or len(whole) < len(places):
            reader.fault(f"{key}[{number}]", f"found {format_value(outline)}, allowed: {wanted}")
        else:
            found.append(tuple(whole))
    return tuple(found)


def fraction(reader: Reader, key: str, value: Any) -> str:
    """Return points as text, such as `23/2`. The file may have a number or this text."""
    exact: Fraction | None = None
    if is_number(value) and abs(value) <= LARGEST:
        exact = Fraction(value).limit_denominator(10**6)
    elif isinstance(value, str) and _FRACTION.fullmatch(value):
        exact = Fraction(value)
    if exact is None:
        reader.fault(
            key, f"found {format_value(value)}, allowed: a number or a fraction such as '23/2'"
        )
        return "0"
    return str(exact)


def sections(reader: Reader, key: str, printed: Sequence[int]) -> tuple[int, ...]:
    """Return how many boxes of each section remain: at most the printed numbers, which are also the
    default.
    """
    value = reader.raw.get(key, list(printed))
    reader.skip(key)
    right = (
        isinstance(value, list)
        and len(value) == len(printed)
        and all(
            isinstance(left, int) and not isinstance(left, bool) and 0 <= left <= most
            for left, most in zip(value, printed, strict=True)
        )
    )
    if not right:
        most = ", ".join(map(str, printed))
        text = str(value)[:40] if isinstance(value, list) else format_value(value)
        reader.fault(
            key,
            f"found {text}, allowed: {len(printed)} whole numbers, each at most "
            f"the one in its place in [{most}]",
        )
        return tuple(printed)
    return tuple(value)


def broadsides(reader: Reader, key: str, printed: tuple[int, int]) -> tuple[int, int]:
    """Return how many boxes remain on (port, starboard): at most the printed numbers, which are
    also the default.
    """
    table = reader.table(key)
    found = (
        table.integer("port", printed[0], 0, printed[0]),
        table.integer("starboard", printed[1], 0, printed[1]),
    )
    table.finish()
    return found


def known_id(reader: Reader, key: str, value: Any, known: Collection[str]) -> str:
    """Return a ship id of the file if it is among the `known` ids; else record a fault and return
    ''.
    """
    if isinstance(value, str) and value in known:
        return value
    reader.fault(key, f"found {format_value(value)}, no ship has that id{nearest(value, known)}")
    return ""


# One ship of a position file: her record, boxes and condition.


_ID = re.compile(r"[A-Za-z]{1,8}\d{1,6}")
_LOADS: tuple[Load, ...] = ("initial", "round", "empty")
_PARTIES: tuple[PartyKind, ...] = ("OBP", "DBP", "TBP")
_MANY = 10_000


class Known(NamedTuple):
    """The names to which a ship of the file may refer: the seats, the ids of ships; and the turn of
    the position.
    """

    turn: int
    ids: Collection[str]
    seats: Collection[str]


class ShipEntry(NamedTuple):
    """A ship read from the file, with the ids of other ships that her entry names."""

    ship: Ship
    reader: Reader
    fouled: tuple[str, ...]
    grappled: dict[str, int]
    fire_from: int | None
    """The lowest hit table at which the ship fires; None if her seat's choice holds for her."""


def read_ship_id(reader: Reader, taken: Collection[str]) -> str:
    """Return a ship's id from the file: letters and a number, and not in `taken`."""
    found = reader.text("id")
    if reader.has("id") and not _ID.fullmatch(found):
        reader.fault("id", f"found '{found[:40]}', allowed: letters, then a number, such as 'A1'")
    elif found in taken:
        reader.fault("id", f"'{found}' is another ship's id")
    return found


def read_ship(reader: Reader, ship_id: str, seat: str, known: Known) -> ShipEntry | None:
    """Return a seat's ship from the file. Mistakes are recorded; None if it is not clear which ship
    is meant.
    """
    record = _record(reader)
    bow, facing = hex_at(reader, "bow"), reader.integer("facing", low=1, high=6)
    # The quality of a ship's crew; '' stands for the quality in her record.
    found: Quality | Literal[""] = reader.choice("quality", ("", *QUALITIES), "")
    name, quality = reader.text("name", ""), found or None
    enter_turn = reader.integer("enter_turn", 0, 0, _MANY)
    if record is None:
        return None
    ship = fitted_out(record, ship_id, seat, (bow, max(facing, 1)), quality)
    called = ship_id if isinstance(record, ClassFact) else ship.name
    ship = replace(
        ship,
        name=name or called,
        enter_turn=enter_turn if enter_turn > known.turn else 0,
    )
    printed = ship.printed
    loaded = reader.table("loaded")
    ship = replace(
        ship,
        hull=reader.integer("hull", printed.hull, 0, printed.hull),
        crew=sections(reader, "crew", printed.crew),
        guns=broadsides(reader, "guns", printed.guns),
        carronades=broadsides(reader, "carronades", printed.carronades),
        rigging=sections(reader, "rigging", printed.rigging),
        loaded=(
            loaded.choice("port", _LOADS, "initial"),
            loaded.choice("starboard", _LOADS, "initial"),
        ),
    )
    loaded.finish()
    ship = replace(
        ship,
        reserve=reader.integer("reserve", 0, 0, _MANY),
        still=reader.integer("still", 0, 0, _MANY),
        waited=reader.integer("waited", 0, 0, _MANY),
        motionless=reader.flag("motionless", False),
        all_hands=reader.flag("all_hands", False),
        order=_order(reader),
        surrendered=reader.choice("surrendered", ("", "firepower", "immobility", "seat"), ""),
        rescued=reader.flag("rescued", False),
        prize=_prize(reader, seat, known),
        awards=_awards(reader, known.seats),
    )
    ship = replace(ship, parties=_parties(reader, ship, known.ids))
    fouled = tuple(reader.choices("fouled", known.ids))
    table = reader.table("grappled")
    grappled = {}
    for key in table.raw:
        if known_id(table, str(key), key, known.ids):
            grappled[str(key)] = table.integer(str(key), 1, 1, _MANY)
        table.skip(str(key))
    table.finish()
    alone = reader.has("fire_from")
    least = reader.integer("fire_from", 0, 0, book().gunnery.max_table)
    reader.finish()
    return ShipEntry(ship, reader, fouled, grappled, least if alone else None)


def _record(reader: Reader) -> ShipFact | ClassFact | None:
    if reader.has("ship") == reader.has("type"):
        reader.skip("ship", "type")
        reader.fault(
            "ship", "needed: either `ship`, a ship of the data, or `type`, a standard class"
        )
        return None
    key = "ship" if reader.has("ship") else "type"
    known: Mapping[str, ShipFact | ClassFact] = book().ships if key == "ship" else book().classes
    reader.skip("ship", "type")
    return known.get(reader.choice(key, known, otherwise=""))


def _order(reader: Reader) -> str:
    text = reader.text("order", "")
    if not text.strip():
        return ""
    try:
        return format_plot(parse_plot(text))
    except Refused as refused:
        reader.fault("order", refused.why)
        return ""


def _prize(reader: Reader, seat: str, known: Known) -> Prize | None:
    if not reader.has("prize"):
        reader.skip("prize")
        return None
    table = reader.table("prize")
    prize = Prize(
        table.choice("seat", known.seats),
        table.integer("squares", low=1, high=_MANY),
        table.choice("quality", QUALITIES, "average"),
        table.choice("from", ("", *known.ids), ""),
    )
    if prize.seat == seat:
        table.fault("seat", "a seat cannot take a prize from itself")
    table.finish()
    return prize


def _awards(reader: Reader, seats: Collection[str]) -> Awards:
    table = reader.table("awards")
    found: dict[str, dict[str, str]] = {}
    for why in ("surrender", "crew", "capture"):
        shares = table.table(why)
        found[why] = {
            seat: fraction(shares, seat, shares.raw[seat]) for seat in seats if shares.has(seat)
        }
        shares.skip(*seats)
        shares.finish()
    table.finish()
    return Awards(**found)


def _parties(reader: Reader, ship: Ship, ids: Collection[str]) -> tuple[Party, ...]:
    most = 1 if ship.prize else len(ship.printed.crew)
    found: list[Party] = []
    used: set[int] = set()
    for table in reader.tables("parties"):
        kind = table.choice("kind", _PARTIES)
        numbers = table.raw.get("sections")
        table.skip("sections")
        right = (
            isinstance(numbers, list)
            and numbers
            and all(type(n) is int and 1 <= n <= most for n in numbers)
        )
        if not right or used & set(numbers or ()) or len(set(numbers or ())) < len(numbers or ()):
            table.fault(
                "sections",
                f"allowed: numbers from 1 to {most}; a ship has each section in one party only",
            )
            numbers = []
        used |= set(numbers or ())
        to = ""
        if kind == "DBP":
            if table.text("to", ""):
                table.fault("to", "a defending party (DBP) stays aboard and goes to no ship")
        else:
            to = known_id(table, "to", table.raw.get("to"), ids)
            table.skip("to")
        engaged = table.flag("engaged", False)
        table.finish()
        found.append(Party(tuple(sorted(numbers or ())), kind, to, engaged))
    return tuple(found)
