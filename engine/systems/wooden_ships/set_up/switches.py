"""Options of new battles, and captains who share a fleet and choose its ships one after the
other.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from engine.base.errors import SetUpFault
from engine.base.text import pluralized
from engine.game.decision import Answer, Closed, Option
from engine.game.parts.building import Switch
from engine.game.position import Faults, Reader
from engine.game.question import Fill, Sheet, Slot
from engine.space.hexes import DIRECTIONS, step
from engine.systems.wooden_ships.fleet import apart, taken
from engine.systems.wooden_ships.machine import RULES, Writing, chosen_option
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.state import (
    EVERY_SHIP,
    Pool,
    Rules,
    Ship,
    Standing,
    State,
    afloat,
    friends,
    id_order,
    sides,
)
from engine.systems.wooden_ships.state.steps import PHASES, ChooseShips

# Switches.


# A closer start: the whole last side is moved until the fleets are near.
#
# Wooden Ships & Iron Men, Introduction.


def nearest_enemies(state: State) -> int:
    """Return the number of hexes between the nearest enemies on the map; 0 if there are none."""
    ships = afloat(state)
    return min(
        (
            apart(one, other)
            for at, one in enumerate(ships)
            for other in ships[at + 1 :]
            if not friends(state, one, other)
        ),
        default=0,
    )


def brought_closer(state: State, hexes: int) -> State:
    """Return the set-up with its last side moved until the nearest enemies have this distance.

    Each step goes in the direction that brings them nearest; on a tie, in the direction with the
    lowest number. Raises `SetUpFault` if the map has land.
    """
    if state.land:
        raise option_fault(state.scenario, "closer_start", "is not possible with land")
    last = sides(state)[-1]
    while (now := nearest_enemies(state)) > hexes:
        moved = [_moved(state, last, direction) for direction in DIRECTIONS]
        best = min(moved, key=nearest_enemies)
        ships = afloat(best)
        if nearest_enemies(best) >= now or len(taken(ships)) < 2 * len(ships):
            break  # no move brings them nearer, or ships would share a hex
        state = best
    return state


def _moved(state: State, side: str, direction: int) -> State:
    def carried(ship: Ship) -> Ship:
        if state.seats[ship.seat].side != side:
            return ship
        return replace(ship, bow=step(ship.bow, direction))

    return replace(state, ships={key: carried(ship) for key, ship in state.ships.items()})


# The options of a set-up: the rules' switches, a closer start, a seat for each nation.


MOST_TURNS = 10_000
FARTHEST = 100
MOST_CAPTAINS = 4
DEALS = ("line", "turn", "hand", "choice")
"""How the ships of a side are dealt to its captains."""


EDITIONS: dict[str, dict[str, bool]] = {
    "online": {},
    "board": {"choose_target": True, "aim_per_side": True, "dbp_boards": True},
}
"""The rules that each edition switches on by default."""


EDITION = Switch(
    "edition",
    "Rules",
    (("", "as played online"), ("board", "as in the box")),
    "Online, a ship has one aim; of enemies equally close she fires at the one with the best hit "
    "table. As in the box, the printed game, you choose the enemy, and an aim for each side; a "
    "defending party that wins may board.",
)
LINE = Switch(
    "ask_neighbours",
    "Own ships",
    (("", "not asked about"), ("true", "asked about")),
    "Whether you are asked each turn about grappling your own ships and moving crew between them.",
)
START = "How far apart the fleets begin: nearer means fire sooner."
STARTS = tuple((str(hexes), f"{hexes} hexes apart") for hexes in (10, 6, 4))
"""The starting distances of the fleets that the form offers."""


class Options(msgspec.Struct, frozen=True):
    """The options given for a set-up."""

    rules: Rules = Rules()
    closer_start: int = 0
    by_nation: bool = False
    captains: int = 1
    """The number of captains who share the ships of a side, or of a nation."""
    deal: str = "line"
    """How ships are dealt to captains.

    `line`: each captain has ships that are listed together; `turn`: one by one; `hand`: as in
    `line`, except the ships in `handed`; `choice`: the captains choose them before the battle.
    """
    handed: Mapping[str, int] = {}
    """{record of a ship: the number of her captain among the captains of her side, from 1}."""
    signals: bool = False
    ask_neighbours: bool = False


def read_rules(reader: Reader) -> Rules:
    """Return the switches of the rules that a table sets; faults are recorded."""
    edition = reader.choice("edition", EDITIONS, "online")
    plain = Rules(**EDITIONS.get(edition, {}))
    found: dict[str, Any] = {}
    for name in Rules.__struct_fields__:
        default = getattr(plain, name)
        if isinstance(default, bool):
            found[name] = reader.flag(name, default)
        else:
            least = 1 if name == "quiet_turns" else 0
            found[name] = reader.integer(name, default, least, MOST_TURNS)
    return Rules(**found)


def read_options(
    scenario: str, options: Mapping[str, Any] | None, ships: Iterable[str] = ()
) -> Options:
    """Return the options of a set-up; `SetUpFault` names every one that is wrong.

    Values may be typed (`6`, `true`) or text, as they come from a command line. `ships` are the
    records of ships that may be dealt by hand.
    """
    reader, faults = option_reader(scenario, options)
    by_hand = (options or {}).get("deal") == "hand"
    handed = {ship: reader.integer(ship, 0, 0, MOST_CAPTAINS) for ship in ships if by_hand}
    found = Options(
        read_rules(reader),
        reader.integer("closer_start", 0, 0, FARTHEST),
        reader.flag("by_nation", False),
        reader.integer("captains", 1, 1, MOST_CAPTAINS),
        reader.choice("deal", DEALS, "line"),
        {ship: captain for ship, captain in handed.items() if captain},
        reader.flag("signals", False),
        reader.flag("ask_neighbours", False),
    )
    if found.deal == "choice" and found.captains < 2:
        faults.add("deal", "ships are chosen where two captains or more share a fleet: captains=2")
    reader.finish()
    faults.check()
    return found


def option_reader(scenario: str, options: Mapping[str, Any] | None) -> tuple[Reader, Faults]:
    """Return a reader of options, in which numbers and flags given as text are typed, and its
    faults.
    """
    faults = Faults(scenario)
    return Reader({key: _typed(value) for key, value in (options or {}).items()}, faults), faults


def _typed(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    word = value.strip().lower()
    if word in ("true", "yes", "on"):
        return True
    if word in ("false", "no", "off"):
        return False
    return int(word) if word.isascii() and word.isdigit() and len(word) < 10 else value


def asking(state: State) -> State:
    """Return a set-up with standing choices by which every seat is asked, from the start, about
    grapples and transfers of crew between its own ships.

    In a battle by mail seats cannot change these choices later.
    """
    return replace(state, standing=dict.fromkeys(state.seats, Standing(neighbours=(EVERY_SHIP,))))


def offered(land: bool, allies: bool, fleets: bool) -> tuple[Switch, ...]:
    """Return the switches for the form of a new battle.

    A closer start is offered only on open sea; seats by nation, and signals between them, only if
    nations are allied; questions about transfers and grapples between a seat's own ships only if
    sides have several ships.
    """
    starts = Switch("closer_start", "Start", (("", "as printed"), *STARTS), START)
    nations = Switch(
        "by_nation",
        "Allies",
        (("", "one seat a side"), ("true", "a seat each")),
        "Whether each allied nation has a player of its own.",
    )
    captains = Switch("captains", "Captains", (
        ("", "one a side"), ("2", "two share a fleet"), ("3", "three"), ("4", "four")),
        "How many players share the ships of a side.")  # fmt: skip
    deal = Switch("deal", "Ships", (
        ("", "dealt as listed"), ("turn", "dealt in turn"), ("hand", "dealt by hand"),
        ("choice", "chosen by the captains")),
        "How the ships of a side are given to its captains. If they choose: one ship at a time "
        "before the first turn; every second round goes in reverse order.")  # fmt: skip
    signals = Switch(
        "signals",
        "Signals",
        (("", "none"), ("true", "of each flagship")),
        "Whether each flagship hoists a signal, which all can read, before the orders.",
    )
    return (
        EDITION,
        *(() if land else (starts,)),
        *((LINE, captains, deal) if fleets else ()),
        *((nations, signals) if allies else ()),
    )


def option_fault(scenario: str, key: str, text: str) -> SetUpFault:
    """Return the `SetUpFault` of one option."""
    return SetUpFault(scenario, [(key, text)])


# Captains who share a fleet choose its ships one after the other, before the first turn of the
# battle.


SHIP, REST = "ship", "rest"
"""The id of the only slot of the sheet, and of the option that leaves all further choices to the
program."""


def strongest(state: State, pool: Pool) -> str:
    """Return the ship that the program chooses: of the ships not chosen yet, the ship that is worth
    most points.

    On a tie, it is the ship that is listed first.
    """
    return min(pool.left, key=lambda id: (-state.ships[id].points, id_order(id)))


@RULES.asks(ChooseShips)
def _asks(state: State, step: ChooseShips) -> tuple[Sheet, ...]:
    """Return a sheet for each pool, to the captain whose turn it is.

    A sheet shows nothing of other pools, because if a choice in another pool changed the sheet, the
    captain's time for his answer would start anew.
    """
    return tuple(_sheet(state, pool) for pool in state.pools or () if pool.left)


def _sheet(state: State, pool: Pool) -> Sheet:
    seat = pool.turn_of
    ships = [_option(state.ships[id]) for id in pool.left]
    rest = Option(REST, "leave this choice and all further ones to the program", None)
    taken = (
        ship
        for ship in state.ships.values()
        if ship.seat in pool.captains and ship.id not in pool.left
    )
    closed = (Closed(ship.label, f"{state.seats[ship.seat].name} has taken her") for ship in taken)
    phase = PHASES[ChooseShips]
    return Sheet(
        f"{phase} {seat} {pool.taken + 1}",
        seat,
        phase,
        "Choose one ship:",
        (Slot(SHIP, "Your next ship", (*ships, rest), closed=tuple(closed)),),
        secret=False,
        proposed={SHIP: Answer(strongest(state, pool))},
    )


def _option(ship: Ship) -> Option:
    later = f", arrives in turn {ship.enter_turn}" if ship.enter_turn else ""
    about = f"{pluralized(ship.rated, 'gun')}, {ship.quality}, {ship.points} pts{later}"
    short = f"{ship.label}, {ship.points} pts"
    return Option(ship.id, f"{ship.label}, {about}", None, subject=ship.id, short=short)


@RULES.takes(ChooseShips)
def _takes(ledger: Writing, step: ChooseShips, seat: str, command: Fill) -> None:
    """Give a captain the chosen ship; then let the program choose until a captain has a choice.

    The program chooses for captains who have passed, and it assigns the last ship, where nothing is
    left to choose.
    """
    ship = chosen_option(command.answers, SHIP)
    ledger.write(ev.ChoicePassed(seat) if ship == REST else ev.ShipChosen(seat, ship))
    while pool := _pool(ledger.state, seat):
        if len(pool.left) > 1 and pool.turn_of not in pool.passed:
            return
        given = strongest(ledger.state, pool)
        ledger.write(ev.ShipChosen(pool.turn_of, given, by_program=True))


def _pool(state: State, seat: str) -> Pool | None:
    """Return the pool in which a captain chooses; None if it has no ships left."""
    pools = (pool for pool in state.pools or () if seat in pool.captains and pool.left)
    return next(pools, None)
