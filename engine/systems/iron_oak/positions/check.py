"""What must agree between the ships of a position: ties, places, cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from msgspec.structs import replace

from engine.game.position import Faults, nearest
from engine.systems.iron_oak.fleet.ties import towed_by
from engine.systems.iron_oak.state.state import Ship, State
from engine.systems.iron_oak.waters.terrain import land

THINGS = ("obstruction", "heavy_obstruction", "hulk")
ON_THE_WATER = ("anchored", "grounded", "towing", "across_bow_of", "across_stern_of", "fouled")
"""What only a ship on the map can be."""


def check(state: State, faults: Faults) -> None:
    """Note everything that does not agree; fouling is entered on both ships."""
    for ship in list(state.ships.values()):
        where = f"sides.{ship.side}.ships.{ship.id}"
        _place(state, ship, where, faults)
        _ties(state, ship, where, faults)
        _names(state, ship, where, faults)
    _positions(state, faults)
    _cards(state, faults)


def _place(state: State, ship: Ship, where: str, faults: Faults) -> None:
    if ship.on_map and ship.box and land(state.board, ship.box):
        faults.add(f"{where}.box", f"'{ship.box}' is land")
    if not ship.on_map:
        for field in ON_THE_WATER:
            if getattr(ship, field):
                name = "fouled_with" if field == "fouled" else field
                faults.add(f"{where}.{name}", "needs a ship in a box of the map")
    if ship.anchored and ship.slipped:
        faults.add(f"{where}.anchored", "a ship that has slipped her anchor cannot lie at one")
    if ship.springs and not ship.anchored:
        faults.add(f"{where}.springs", "needs anchored = true")


def _ties(state: State, ship: Ship, where: str, faults: Faults) -> None:
    for what in ship.fouled:
        if what in THINGS:
            continue
        other = _other(state, ship, what, f"{where}.fouled_with", faults)
        if other is not None and ship.id not in other.fouled:
            ships: dict[str, Ship] = state.ships
            ships[other.id] = replace(other, fouled=(*other.fouled, ship.id))
    if ship.towing:
        other = _other(state, ship, ship.towing, f"{where}.towing", faults)
        if other is not None and other.control != ship.control:
            faults.add(f"{where}.towing", f"'{ship.towing}' is an enemy")
        elif other is not None:
            tug = towed_by(state, other)
            if other.towing or (tug and tug.id != ship.id) or towed_by(state, ship):
                faults.add(f"{where}.towing", "one ship in tow of one ship, no chains")
    if ship.across_bow_of and ship.across_stern_of:
        faults.add(f"{where}.across_stern_of", "a ship lies across one end of one ship")
    for field in ("across_bow_of", "across_stern_of"):
        id = getattr(ship, field)
        if id:
            other = _other(state, ship, id, f"{where}.{field}", faults)
            if other is not None and other.control == ship.control:
                faults.add(f"{where}.{field}", f"'{id}' is no enemy")


def _other(state: State, ship: Ship, id: str, where: str, faults: Faults) -> Ship | None:
    """Return another ship in the same box; note what is wrong with a name for one."""
    other = state.ships.get(id)
    if other is None:
        faults.add(where, f"'{id}' is no ship of this position{nearest(id, state.ships)}")
    elif other.id == ship.id:
        faults.add(where, "a ship cannot be tied to herself")
    elif ship.on_map and other.box != ship.box:
        faults.add(where, f"'{id}' is not in {ship.box}")
    else:
        return other
    return None


def _names(state: State, ship: Ship, where: str, faults: Faults) -> None:
    forts = {section.fort for section in state.sections.values()}
    _known(ship.opposed_by, state.ships, f"{where}.opposed_by", faults)
    for field in ("rammed", "no_ram", "no_cross_t"):
        _known(getattr(ship, field), state.ships, f"{where}.{field}", faults)
    _known(ship.screened_from, {*state.ships, *forts}, f"{where}.screened_from", faults)


def _known(ids: Iterable[str], known: Iterable[str], where: str, faults: Faults) -> None:
    names = tuple(known)
    for id in ids:
        if id not in names:
            faults.add(where, f"'{id}' is not in this position{nearest(id, names)}")


def _positions(state: State, faults: Faults) -> None:
    """Note ships of which two lie across one end."""
    for field in ("across_bow_of", "across_stern_of"):
        ends = Counter(getattr(ship, field) for ship in state.ships.values())
        for id, count in ends.items():
            if id and count > 1:
                faults.add(f"ships.{id}", f"{count} ships lie {field.replace('_', ' ')} her")


def _cards(state: State, faults: Faults) -> None:
    """Note cards that lie in two places."""
    places = [card for side in state.sides.values() for card in side.hand]
    places += [*state.deck, *state.discarded, *state.set_aside]
    places += [ship.springs for ship in state.ships.values() if ship.springs]
    for card, count in sorted(Counter(places).items()):
        if count > 1:
            faults.add("cards", f"card {card} lies in {count} places")
