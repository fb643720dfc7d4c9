"""Checks whether a hand-written situation is possible: no bases overlap, no card occurs twice.

Each mistake is recorded under its key in the file; nothing is raised here.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from itertools import combinations
from typing import Any, NamedTuple

from engine.base.text import clean
from engine.game.position import Reader, format_value, is_number, nearest
from engine.space.plane.contact import gap, overlapping
from engine.space.plane.hull import Hull, on_table
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.state.ships import area, hull, sides
from engine.systems.oak_iron.state.state import Ship, State, Terrain

FAR = 1000.0
"""The largest coordinate (inches) or heading (degrees) that is accepted, also below zero."""

NEAR = 0.05
"""Entangled ships may be this many inches apart in a position file, because people write poses with
few digits."""

LEAST = 0.0001
"""An outline of terrain that encloses this many square inches or fewer is a mistake."""

_KEY = re.compile(r"[\w.'-]{1,16}")


class PartReaders(NamedTuple):
    """The readers of a position file's tables: head, squadrons, ships, terrain.

    Each reader records mistakes under its own key.
    """

    head: Reader
    squadrons: Mapping[str, Reader]
    ships: Mapping[str, Reader]
    terrain: tuple[Reader, ...]


def check(state: State, read: PartReaders, activating: str, step: str) -> None:
    """Record every mistake that makes a position impossible.

    `activating` is the id of the ship whose activation is in progress, `step` the point of it; both
    may be ''.
    """
    for key, reader in read.squadrons.items():
        _check_key(reader, "", key)
        # A fleet's name must not be the key of a squadron outside the fleet, because the name and
        # the key stand for sides, and the two would count as one side.
        fleet = state.squadrons[key].fleet
        if fleet in state.squadrons and state.squadrons[fleet].fleet != fleet:
            reader.fault(
                "fleet",
                f"found '{fleet}', which only one squadron has; allowed: a name shared by both",
            )
        squadron = state.squadrons[key]
        places = {
            "hand": squadron.hand,
            "face_up": (squadron.face_up,),
            "face_down": (squadron.face_down,),
            "laid_on": (squadron.laid_on or "",),
            "discarded": squadron.discarded,
        }
        seen: dict[str, str] = {}
        for place, cards in places.items():
            for card, times in Counter(card for card in cards if card).items():
                if card in seen or times > 1:
                    where = seen.get(card, place)
                    reader.fault(place, f"found '{card}', which is already in {where}")
                seen.setdefault(card, place)
    for key, reader in read.ships.items():
        _check_key(reader, "id", reader.raw.get("id"))
        _check_ship(state, state.ships[key], reader)
        _check_entangled(state, state.ships[key], reader, read.ships)
    known = sides(state)
    if len(known) > 2:
        read.head.fault(
            "squadrons",
            f"found {len(known)} sides ({', '.join(known)}), allowed: two; "
            "squadrons of one side name the same fleet",
        )
    for reader, key in (
        (read.head, "title"),
        *((each, key) for each in read.squadrons.values() for key in ("name", "fleet")),
        *((each, key) for each in read.ships.values() for key in ("name", "token")),
    ):
        value = reader.raw.get(key)
        if isinstance(value, str) and (len(value) > 80 or value != clean(value)):
            reader.fault(
                key, f"found {format_value(value)}, allowed: one line of up to 80 characters"
            )
    keys = Counter(piece.id for piece in state.terrain)
    for piece, reader in zip(state.terrain, read.terrain, strict=True):
        _check_key(reader, "id", piece.id)
        if keys[piece.id] > 1 or piece.id in state.ships:
            reader.fault("id", f"found '{piece.id}', which is used already")
        if len(piece.outline) >= 3 and not _is_outline(piece):
            reader.fault("outline", "found lines that cross, enclose nothing or lie far away")
    _check_bases(state, read.ships)
    _check_activation(state, read.head, activating, step)


def _check_key(reader: Reader, key: str, value: Any) -> None:
    if isinstance(value, str) and not _KEY.fullmatch(value):
        reader.fault(
            key,
            f"found {format_value(value)}, allowed: a key of up to 16 letters and digits, no space",
        )


def _check_ship(state: State, ship: Ship, reader: Reader) -> None:
    """Record mistakes in a ship's captor, in the target of her boats, and in her landing party."""
    if ship.captured_by:
        own = state.squadrons[ship.squadron].side
        allowed = [key for key, one in state.squadrons.items() if one.side != own]
        if ship.captured_by not in allowed:
            words = ", ".join(allowed) or "none, because there is no other side"
            reader.fault("captured_by", f"found {format_value(ship.captured_by)}, allowed: {words}")
    if ship.boats_on and (ship.boats_on not in state.ships or ship.boats_on == ship.id):
        reader.fault(
            "boats_on", f"found {format_value(ship.boats_on)}, allowed: the id of another ship"
        )
    if ship.landing_party is not None:
        from shapely import Point

        if not ship.fights or ship.shaken:
            reader.fault(
                "landing_party",
                "found a party ashore, not allowed for a ship that is shaken, taken or lost",
            )
        place = Point(ship.landing_party)
        shores = [piece for piece in state.terrain if piece.kind in ("island", "land")]
        if not any(area(piece).covers(place) for piece in shores if _is_outline(piece)):
            reader.fault(
                "landing_party", "found a point off the land, allowed: a point on island or land"
            )


def _check_entangled(state: State, ship: Ship, reader: Reader, ships: Mapping[str, Reader]) -> None:
    named = reader.raw.get("entangled_with")
    # All other faults were recorded while reading.
    for other in named if isinstance(named, list) else ():
        if not isinstance(other, str):
            continue
        if other not in state.ships:
            hint = nearest(other, state.ships)
            reader.fault(
                "entangled_with", f"found {format_value(other)}, which is not a ship{hint}"
            )
        elif other == ship.id:
            reader.fault("entangled_with", f"found '{other}', which is this ship itself")
        elif ship.lost or state.ships[other].lost:
            lost = ship.id if ship.lost else other
            reader.fault("entangled_with", f"found '{other}', but {lost} has left the table")
        elif _placed(reader) and _placed(ships[other]):
            inches = gap(hull(ship), hull(state.ships[other]))
            if inches > NEAR:
                reader.fault(
                    "entangled_with",
                    f"found '{other}' {inches:.2f} inches away; allowed: at most {NEAR:g} inches",
                )


def _is_outline(piece: Terrain) -> bool:
    if len(piece.outline) < 3 or max(abs(part) for at in piece.outline for part in at) > FAR:
        return False
    polygon = area(piece)
    return bool(polygon.is_valid and polygon.area > LEAST)


def _check_bases(state: State, ships: Mapping[str, Reader]) -> None:
    """Record each base that is off the table, overlaps another base, or is on land or rocks."""
    bases: dict[str, Hull] = {
        key: hull(state.ships[key])
        for key, reader in ships.items()
        if state.ships[key].afloat and _placed(reader)
    }
    for key, base in bases.items():
        if not on_table(base, state.table.size):
            width, height = state.table.size
            ships[key].fault("", f"its base is off the table of {width:g} by {height:g} inches")
    for one, other in combinations(bases, 2):
        if overlapping(bases[one], bases[other]):
            ships[other].fault("", f"its base overlaps that of {one}, allowed: touching")
    for piece in state.terrain:
        if piece.kind in ("island", "land", "rocks") and _is_outline(piece):
            for key, base in bases.items():
                if overlapping(base, area(piece)):
                    ships[key].fault("", f"its base overlaps the {piece.kind} {piece.id}")


def _placed(reader: Reader) -> bool:
    """Tell whether a ship's pose and type could be read."""
    place: list[Any] = [reader.raw.get(key) for key in ("x", "y", "heading")]
    readable = all(is_number(part) and abs(part) <= FAR for part in place)
    kind = reader.raw.get("type")
    return readable and isinstance(kind, str) and kind in book().ships


def _check_activation(state: State, head: Reader, activating: str, step: str) -> None:
    if step and not activating:
        head.fault("step", f"must be empty while no ship is activating; found '{step}'")
    if not activating:
        return
    ship = state.ships.get(activating)
    if ship is None:
        hint = nearest(activating, state.ships)
        head.fault("activating", f"found {format_value(activating)}, which is not a ship{hint}")
    elif state.phase not in ("movement", "attack"):
        head.fault("activating", f"must be empty in phase {state.phase}; found '{activating}'")
    elif not ship.fights:
        head.fault("activating", f"found '{activating}', which is lost, captured or out of action")
    elif state.phase == "movement" and ship.moved:
        head.fault("activating", f"found '{activating}', which has moved already")
    elif state.phase == "attack" and ship.attacked:
        head.fault("activating", f"found '{activating}', which has attacked already")
    if step and state.phase != "movement":
        head.fault("step", f"must be empty in phase {state.phase}; found '{step}'")
