"""Position files (situations written by hand): they are parsed and checked, and `inspect` returns
facts about them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from engine.game.parts.part import Positions
from engine.game.position import Faults, Reader
from engine.kit.dataset import uses_own_data
from engine.space.hexes import Hex, covered, label
from engine.systems.wooden_ships.data import book
from engine.systems.wooden_ships.fleet import apart, lies_on, snagged_with
from engine.systems.wooden_ships.inspection import explain, inspect, plot_facts
from engine.systems.wooden_ships.positions.ship import (
    Known,
    ShipEntry,
    fraction,
    outlines,
    read_ship,
    read_ship_id,
)
from engine.systems.wooden_ships.sailing import parse_plot, plotted, why_no_order
from engine.systems.wooden_ships.set_up.switches import read_rules
from engine.systems.wooden_ships.state.state import (
    EVERY_SHIP,
    Pair,
    Party,
    Seat,
    Ship,
    Standing,
    State,
    afloat,
    friends,
    holder,
    id_order,
    pair,
    side_of,
)
from engine.systems.wooden_ships.state.steps import Phase, from_phase

# Consistency checks of a whole position: room for every ship, snags, parties, orders.


def check(state: State, readers: Mapping[str, Reader], head: Reader) -> None:
    """Record every mistake in how the ships of a position fit together: hexes, snags, parties,
    plots, prizes.

    `readers` has the file's table for each ship, `head` the table of the whole position.
    """
    _room(state, readers)
    _snags(state, readers)
    for ship in state.ships.values():
        for number, party in enumerate(ship.parties):
            why = _party(state, ship, party)
            if why:
                readers[ship.id].fault(f"parties[{number}]", why)
        if ship.order:
            _order(state, ship, readers[ship.id])
        captor = ship.prize.seat if ship.prize else ship.seat
        if captor != ship.seat and state.seats[captor].side == state.seats[ship.seat].side:
            readers[ship.id].fault("prize.seat", "a friend's ship cannot be a prize")
    sides = sorted(side_of(state, ship) for ship in state.ships.values())
    if state.kind == "single" and (len(sides) != 2 or sides[0] == sides[1]):
        head.fault("kind", "'single' is for battles with exactly one ship a side")


def _room(state: State, readers: Mapping[str, Reader]) -> None:
    land = covered(state.land)
    taken: dict[Hex, str] = {}
    for ship in afloat(state):
        for place in lies_on(ship):
            if place in taken:
                readers[ship.id].fault("bow", f"{taken[place]} lies on {label(place)} too")
            elif place in land:
                readers[ship.id].fault("bow", f"{label(place)} is land")
            taken.setdefault(place, ship.id)


def _snags(state: State, readers: Mapping[str, Reader]) -> None:
    pairs = {(a, b, "fouled") for a, b in state.fouled}
    pairs |= {(a, b, "grappled") for a, b, _ in state.grappled}
    for a, b, how in sorted(pairs):
        known = [state.ships[key] for key in (a, b) if key in state.ships]
        if a == b or any(ship.enter_turn for ship in known):
            readers[a].fault(how, f"{a} and {b} cannot be {how}: both must be ships on the map")
        elif len(known) == 2 and apart(*known) != 1:
            named = readers[a].raw.get(how, ())
            where = a if (isinstance(named, list | dict) and b in named) else b
            other = b if where == a else a
            readers[where].fault(how, f"{other} is not adjacent")


def _party(state: State, ship: Ship, party: Party) -> str:
    """Return why a boarding party of the file is impossible; '' if it is possible."""
    if party.kind == "DBP":
        return (
            "" if snagged_with(state, ship.id) else "only a snagged ship can have a defending party"
        )
    other = state.ships.get(party.to)
    if other is None or other.id == ship.id:
        return "" if other is None else "a party must go to a ship other than her own"
    if apart(ship, other) != 1:
        return f"{other.id} is not adjacent"
    if party.kind == "OBP":
        if friends(state, ship, other):
            return f"{other.id} is a friend, and friends are not boarded"
        if other.id not in snagged_with(state, ship.id):
            return f"{other.id} is not snagged with her"
    return ""


def _order(state: State, ship: Ship, reader: Reader) -> None:
    why_not = why_no_order(state, ship)
    if why_not:
        reader.fault("order", f"she gets no order: {why_not}")
        return
    course = plotted(state, ship, parse_plot(ship.order))
    if course.why_not:
        reader.fault("order", f"'{ship.order}' is illegal, {course.why_not}")


# A position file as a whole: head, seats, ships; every mistake is listed.


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

    `SetUpFault` lists every mistake with its key, the value found and the values allowed.
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
        fouled=tuple(
            sorted({pair(key, other) for key, each in ships.items() for other in each.fouled})
        ),
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
        head.fault("seats", "no side has a ship; at least one ship is needed")
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


def _standing(key: str, reader: Reader, ships: Mapping[str, ShipEntry]) -> Standing:
    """Return the standing choices of a seat: the lowest hit table at which it fires, for all its
    ships and for single ships.
    """
    return Standing(
        reader.integer("fire_from", 0, 0, book().gunnery.max_table),
        {
            each.ship.id: each.fire_from
            for each in ships.values()
            if each.fire_from is not None and holder(each.ship) == key
        },
        tuple(reader.choices("neighbours", (EVERY_SHIP, *ships))),
    )


def _ships(tables: Mapping[str, Reader], turn: int) -> dict[str, ShipEntry]:
    """Return the ships of all seats by id, sorted by id."""
    readers: list[tuple[str, str, Reader]] = []
    ids: list[str] = []
    for seat, reader in tables.items():
        reader.skip("points")
        for table in reader.tables("ships"):
            ship_id = read_ship_id(table, ids)
            ids.append(ship_id)
            readers.append((ship_id, seat, table))
    found: dict[str, ShipEntry] = {}
    known = Known(turn, ids, tables)
    for ship_id, seat, table in readers:
        ship = read_ship(table, ship_id, seat, known)
        if ship is not None:
            found[ship_id] = ship
    return dict(sorted(found.items(), key=lambda item: id_order(item[0])))


def _given_up(written: ShipEntry, seats: Mapping[str, Seat]) -> Ship:
    """Return a ship of the file, marked as surrendered if the seat that holds her has given up."""
    ship = written.ship
    holding = seats.get(holder(ship))
    if holding and holding.gave_up and not ship.surrendered:
        return replace(ship, surrendered="seat")
    return ship


def _grappled(ships: Mapping[str, ShipEntry]) -> tuple[tuple[str, str, int], ...]:
    counts: dict[Pair, int] = {}
    for key, each in ships.items():
        for other, count in each.grappled.items():
            both = pair(key, other)
            counts[both] = max(counts.get(both, 0), count)
    return tuple(sorted((a, b, count) for (a, b), count in counts.items()))


# Position files and queries about ships, for the rest of the program.


@uses_own_data
class WoodenShipsPositions(Positions[State]):
    """The part of the game for position files, `inspect` and `explain`.

    Their `subject` is a ship, `A1`, or a ship and a plot, `A1:2R1`.
    """

    foresees = True

    def read(self, source: str, table: Mapping[str, Any]) -> tuple[State, int]:

        return read_position(source, table)

    def inspect(self, view: State, subject: str = "") -> dict[str, Any]:
        """Return the facts about a ship or, without a subject, about all ships on the map."""
        ship, _, plot = subject.partition(":")
        found = inspect(view, ship)
        if plot and ship:
            found[ship]["plot"] = plot_facts(view, view.ships[ship], plot)
        return found

    def explain(self, view: State, subject: str = "") -> dict[str, Any]:
        """Return the facts about a ship, or about all, in a form for people: plots in one line,
        tables as sums.
        """
        return explain(self.inspect(view, subject))
