"""The options of new battles; and captains who share a fleet choose its ships one after the
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
    """Return the distance in hexes between the two nearest enemies on the map; 0 if there are no
    enemies.
    """
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
    """Return the set-up with its last side moved until the nearest enemies are at most `hexes`
    apart.

    It is moved a hex at a time, always in the direction that shortens this distance most (on a tie,
    the lowest number). It stops earlier if ships would share a hex. Raises `SetUpFault` if the map
    has land.
    """
    if state.land:
        raise option_fault(
            state.scenario, "closer_start", "is not possible in a battle with land; leave it out"
        )
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
"""The ways in which the ships of a side can be given to its captains."""


EDITIONS: dict[str, dict[str, bool]] = {
    "online": {},
    "board": {"choose_target": True, "aim_per_side": True, "dbp_boards": True},
}
"""The optional rules that each edition of the game has switched on."""


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
    "Grapples",
    (("", "asked about enemies only"), ("true", "asked about own ships, too")),
    "Whether you are asked each turn about grapples and crew transfers between ships of your side.",
)
START = "How far apart the fleets begin: nearer means fire sooner."
STARTS = tuple((str(hexes), f"{hexes} hexes apart") for hexes in (10, 6, 4))
"""The starting distances that the form of a new battle offers, in hexes."""


class Options(msgspec.Struct, frozen=True):
    """The options of a new battle, after they were checked."""

    rules: Rules = Rules()
    closer_start: int = 0
    by_nation: bool = False
    captains: int = 1
    """The number of captains who share the ships of a side, or of a nation."""
    deal: str = "line"
    """How a side's ships are given to its captains. `line`: each has ships that are next to each
    other in the list; `turn`: one ship each in turn; `hand`: as `line`, except the ships in
    `handed`; `choice`: they choose before the battle."""
    handed: Mapping[str, int] = {}
    """{record of a ship: the number, from 1, of the captain of her side who gets her}."""
    signals: bool = False
    ask_neighbours: bool = False


def read_rules(reader: Reader) -> Rules:
    """Return the optional rules that a table of options switches on or off; the reader records
    faults.
    """
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
        faults.add(
            "deal", "choosing ships needs two or more captains who share a fleet; add captains=2"
        )
    reader.finish()
    faults.check()
    return found


def option_reader(scenario: str, options: Mapping[str, Any] | None) -> tuple[Reader, Faults]:
    """Return (a reader of the options, its list of faults). Text such as `6` or `true` is read as a
    number or a flag.
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
    """Return a set-up in which every player is asked from the start about grapples, and transfers
    of crew, between ships of his own side.

    The set-up decides it for battles by mail, where players cannot change these choices later.
    """
    return replace(state, standing=dict.fromkeys(state.seats, Standing(neighbours=(EVERY_SHIP,))))


def offered(land: bool, allies: bool, fleets: bool) -> tuple[Switch, ...]:
    """Return the settings that the form of a new battle offers.

    A closer start needs open sea; a seat for each nation, and signals, need allied nations;
    captains, and questions about a side's own ships, need sides with several ships.
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
    """Return a `SetUpFault` for one option, with the text of its fault."""
    return SetUpFault(scenario, [(key, text)])


# Captains who share a fleet choose its ships one after the other, before the first turn of the
# battle.


SHIP, REST = "ship", "rest"
"""On the sheet for choosing ships: the id of its only slot, and of the option to leave all further
choices to the program."""


def strongest(state: State, pool: Pool) -> str:
    """Return the id of the ship that the program chooses from a pool: the ship that is worth most
    points.

    On a tie it is the ship with the lower id.
    """
    return min(pool.left, key=lambda id: (-state.ships[id].points, id_order(id)))


@RULES.asks(ChooseShips)
def _asks(state: State, step: ChooseShips) -> tuple[Sheet, ...]:
    """Return a sheet for each fleet whose ships are being chosen, for the captain who chooses next.

    A sheet shows nothing of other fleets. Otherwise a choice there would change it, and the
    captain's time to answer would start anew.
    """
    return tuple(_sheet(state, pool) for pool in state.pools or () if pool.left)


def _sheet(state: State, pool: Pool) -> Sheet:
    seat = pool.turn_of
    ships = [_option(state.ships[id]) for id in pool.left]
    rest = Option(REST, "let the program make this choice and all your later ones", None)
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
    """Give a captain the ship that he chose; then let the program choose until a captain has a
    choice to make.

    The program chooses for captains who have left their choices to it, and it assigns a fleet's
    last ship.
    """
    ship = chosen_option(command.answers, SHIP)
    ledger.write(ev.ChoicePassed(seat) if ship == REST else ev.ShipChosen(seat, ship))
    while pool := next(
        (p for p in ledger.state.pools or () if seat in p.captains and p.left), None
    ):
        if len(pool.left) > 1 and pool.turn_of not in pool.passed:
            return
        given = strongest(ledger.state, pool)
        ledger.write(ev.ShipChosen(pool.turn_of, given, by_program=True))
