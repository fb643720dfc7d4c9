"""A position file as a whole: head, seats, ships; every mistake is told at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from engine.game.position import Faults, Reader
from engine.systems.wooden_ships.data.book import book
from engine.systems.wooden_ships.positions.plausible import check
from engine.systems.wooden_ships.positions.ship import Known, Written, read_ship, written_id
from engine.systems.wooden_ships.positions.values import fraction, outlines
from engine.systems.wooden_ships.set_up.switches import read_rules
from engine.systems.wooden_ships.state.sides import holder, pair
from engine.systems.wooden_ships.state.state import (
    EVERY_SHIP,
    Pair,
    Seat,
    Ship,
    Standing,
    State,
    id_order,
)
from engine.systems.wooden_ships.state.steps import Phase, from_phase

DEFAULT_SEED = 1
LAST_TURN = 9_999
PHASES: tuple[Phase, ...] = (
    "unfouling",
    "orders",
    "grappling",
    "ungrappling",
    "boarding",
    "combat",
    "loading",
)


def read_position(source: str, table: Mapping[str, Any]) -> tuple[State, int]:
    """Return the state and the seed of a parsed position file.

    `SetUpFault` lists every mistake with its key, what was found and what is allowed.
    """
    faults = Faults(source)
    head = Reader(table, faults)
    head.skip("game")
    seed = head.integer("seed", DEFAULT_SEED)
    turn = head.integer("turn", 1, 1, LAST_TURN)
    rules = head.table("rules")
    switches = read_rules(rules)
    rules.finish()
    tables = dict(sorted(head.named("seats", required=True).items()))
    seats = {key: _seat(key, reader) for key, reader in tables.items()}
    ships = _ships(tables, turn)
    standing = {key: _standing(key, reader, ships) for key, reader in tables.items()}
    for reader in tables.values():
        reader.finish()
    state = State(
        title=head.text("title", "Position"),
        kind=head.choice("kind", ("single", "multi"), "multi"),
        rules=switches,
        wind=head.integer("wind", low=1, high=6) or 1,
        land=outlines(head, "land"),
        seats=seats,
        ships={key: _given_up(each, seats) for key, each in ships.items()},
        fouled=_fouled(ships),
        grappled=_grappled(ships),
        turn=turn,
        quiet=head.integer("quiet", 0, 0, LAST_TURN),
        countdown=head.integer("countdown", 0, 0, LAST_TURN),
        fired=head.flag("fired", True),
        standing=standing if any(each != Standing() for each in standing.values()) else UNSET,
        agenda=from_phase(head.choice("phase", PHASES, "orders")),
    )
    head.finish()
    if not ships and not faults.found:
        head.fault("seats", "there is no ship in any of them")
    check(state, {key: each.reader for key, each in ships.items()}, head)
    faults.check()
    return state, seed


def _seat(key: str, reader: Reader) -> Seat:
    return Seat(
        key,
        reader.text("name", key),
        reader.text("side", key),
        fraction(reader, "points", reader.raw.get("points", 0)),
        reader.flag("gave_up", False),
    )


def _standing(key: str, reader: Reader, ships: Mapping[str, Written]) -> Standing:
    """Return the standing choices of a seat: for all its ships, and for single ones."""
    return Standing(
        reader.integer("fire_from", 0, 0, book().gunnery.max_table),
        {
            each.ship.id: each.fire_from
            for each in ships.values()
            if each.fire_from is not None and holder(each.ship) == key
        },
        tuple(reader.choices("neighbours", (EVERY_SHIP, *ships))),
    )


def _ships(tables: Mapping[str, Reader], turn: int) -> dict[str, Written]:
    """Return the ships of all seats by id, in order of ids."""
    readers: list[tuple[str, str, Reader]] = []
    ids: list[str] = []
    for seat, reader in tables.items():
        reader.skip("points")
        for table in reader.tables("ships"):
            ship_id = written_id(table, ids)
            ids.append(ship_id)
            readers.append((ship_id, seat, table))
    found: dict[str, Written] = {}
    known = Known(turn, ids, tables)
    for ship_id, seat, table in readers:
        ship = read_ship(table, ship_id, seat, known)
        if ship is not None:
            found[ship_id] = ship
    return dict(sorted(found.items(), key=lambda item: id_order(item[0])))


def _given_up(written: Written, seats: Mapping[str, Seat]) -> Ship:
    """Return a ship, surrendered with her seat where that has given up."""
    ship = written.ship
    holding = seats.get(holder(ship))
    if holding and holding.gave_up and not ship.surrendered:
        return replace(ship, surrendered="seat")
    return ship


def _fouled(ships: Mapping[str, Written]) -> tuple[Pair, ...]:
    pairs = {pair(key, other) for key, each in ships.items() for other in each.fouled}
    return tuple(sorted(pairs))


def _grappled(ships: Mapping[str, Written]) -> tuple[tuple[str, str, int], ...]:
    counts: dict[Pair, int] = {}
    for key, each in ships.items():
        for other, count in each.grappled.items():
            both = pair(key, other)
            counts[both] = max(counts.get(both, 0), count)
    return tuple(sorted((a, b, count) for (a, b), count in counts.items()))
