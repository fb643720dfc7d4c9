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


def check(  # noqa: PLR0912  (one branch a mistake)
    state: State, readers: Mapping[str, Reader], head: Reader
) -> None:
    """Record every mistake in how the ships of a position fit together: hexes, snags, parties,
    plots, prizes.

    `readers` has the file's table for each ship, `head` the table of the whole position.
    """
    land = covered(state.land)
    taken: dict[Hex, str] = {}
    for ship in afloat(state):
        for place in lies_on(ship):
            if place in taken:
                readers[ship.id].fault("bow", f"{taken[place]} lies on {label(place)} too")
            elif place in land:
                readers[ship.id].fault("bow", f"{label(place)} is land")
            taken.setdefault(place, ship.id)
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
    for ship in state.ships.values():
        for number, party in enumerate(ship.parties):
            why = _party(state, ship, party)
            if why:
                readers[ship.id].fault(f"parties[{number}]", why)
        if ship.order:
            if why_not := why_no_order(state, ship):
                readers[ship.id].fault("order", f"she gets no order: {why_not}")
            elif why_not := plotted(state, ship, parse_plot(ship.order)).why_not:
                readers[ship.id].fault("order", f"'{ship.order}' is illegal, {why_not}")
        captor = ship.prize.seat if ship.prize else ship.seat
        if captor != ship.seat and state.seats[captor].side == state.seats[ship.seat].side:
            readers[ship.id].fault("prize.seat", "a friend's ship cannot be a prize")
    sides = sorted(side_of(state, ship) for ship in state.ships.values())
    if state.kind == "single" and (len(sides) != 2 or sides[0] == sides[1]):
        head.fault("kind", "'single' is for battles with exactly one ship a side")


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
    seats = {
        key: Seat(
            key,
            reader.text("name", key),
            reader.text("side", key),
            fraction(reader, "points", reader.raw.get("points", 0)),
            reader.flag("gave_up", False),
        )
        for key, reader in tables.items()
    }
    readers: list[tuple[str, str, Reader]] = []
    ids: list[str] = []
    for seat, reader in tables.items():
        reader.skip("points")
        for listed in reader.tables("ships"):
            ship_id = read_ship_id(listed, ids)
            ids.append(ship_id)
            readers.append((ship_id, seat, listed))
    found: dict[str, ShipEntry] = {}
    known = Known(turn, ids, tables)
    for ship_id, seat, listed in readers:
        ship = read_ship(listed, ship_id, seat, known)
        if ship is not None:
            found[ship_id] = ship
    ships = dict(sorted(found.items(), key=lambda item: id_order(item[0])))
    # The lowest hit table at which a seat fires: for all its ships, and for single ships.
    standing = {
        key: Standing(
            reader.integer("fire_from", 0, 0, book().gunnery.max_table),
            {
                each.ship.id: each.fire_from
                for each in ships.values()
                if each.fire_from is not None and holder(each.ship) == key
            },
            tuple(reader.choices("neighbours", (EVERY_SHIP, *ships))),
        )
        for key, reader in tables.items()
    }
    for reader in tables.values():
        reader.finish()
    counts: dict[Pair, int] = {}
    for key, each in ships.items():
        for tied, count in each.grappled.items():
            both = pair(key, tied)
            counts[both] = max(counts.get(both, 0), count)
    # A ship is surrendered if the seat that holds her has given up.
    held: dict[str, Ship] = {}
    for key, each in ships.items():
        holding = seats.get(holder(each.ship))
        gave_up = holding and holding.gave_up and not each.ship.surrendered
        held[key] = replace(each.ship, surrendered="seat") if gave_up else each.ship
    state = State(
        title=head.text("title", "Position"),
        kind=head.choice("kind", ("single", "multi"), "multi"),
        rules=switches,
        wind=head.integer("wind", low=1, high=6) or 1,
        land=outlines(head, "land"),
        seats=seats,
        ships=held,
        fouled=tuple(
            sorted({pair(key, other) for key, each in ships.items() for other in each.fouled})
        ),
        grappled=tuple(sorted((a, b, count) for (a, b), count in counts.items())),
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
