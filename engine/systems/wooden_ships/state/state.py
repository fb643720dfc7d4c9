"""The whole battle as plain data: seats, ships with their boxes, fouled and grappled pairs, sealed
sheets.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Literal

import msgspec

from engine.game.decision import Answer
from engine.space.hexes import Hex
from engine.systems.wooden_ships.data import Quality, ShipClass
from engine.systems.wooden_ships.state.steps import AnyStep

SideName = Literal["port", "starboard"]
SIDES: tuple[SideName, SideName] = ("port", "starboard")
Load = Literal["initial", "round", "empty"]
Surrender = Literal["", "firepower", "immobility", "seat"]
Flag = Literal["engage", "close", "follow", "bear_up", "haul_wind", "make_sail"]
Rake = Literal["", "bow", "stern"]
"""The end of a ship over which she is raked, bow or stern; '' if she is not raked."""
PointsFor = Literal["surrender", "crew", "capture"]
PartyKind = Literal["OBP", "DBP", "TBP"]
EVERY_SHIP = "*"
Pair = tuple[str, str]
"""The ids of two ships, the lower id first."""
_PARTS = re.compile(r"([A-Za-z]*)(\d*)(.*)", re.DOTALL)


class Boxes(msgspec.Struct, frozen=True):
    """The boxes of a ship's log: those left, or as printed. Guns and carronades are (port,
    starboard).
    """

    hull: int
    crew: tuple[int, ...]
    guns: tuple[int, int]
    carronades: tuple[int, int]
    rigging: tuple[int, ...]


class Prize(msgspec.Struct, frozen=True):
    """A prize crew aboard a captured ship: the seat it fights for, its squares, its quality, and
    the ship it came from.
    """

    seat: str
    squares: int
    quality: Quality
    ship: str = ""


class Party(msgspec.Struct, frozen=True):
    """A party of a crew: its sections, from 1, and their order to board (OBP), to defend (DBP) or
    to go over to a ship (TBP).
    """

    sections: tuple[int, ...]
    kind: PartyKind
    to: str = ""
    engaged: bool = False
    """Whether the party fights on in a melee that the last turn did not decide."""


class Awards(msgspec.Struct, frozen=True):
    """The points that seats got for one ship, as fractions in text: `23/2`. They may be taken
    back.
    """

    surrender: dict[str, str] = {}
    crew: dict[str, str] = {}
    capture: dict[str, str] = {}

    def of(self, why: PointsFor) -> dict[str, str]:
        """Return {seat: points} that were given for the ship for one reason."""
        given: dict[PointsFor, dict[str, str]] = {
            "surrender": self.surrender,
            "crew": self.crew,
            "capture": self.capture,
        }
        return given[why]


class Ship(msgspec.Struct, frozen=True, kw_only=True):
    """A ship: her identity, her place, her remaining boxes.

    Wooden Ships & Iron Men, Ship Chart.
    """

    id: str
    record: str
    """The id of the ship or standard class in the data set."""
    name: str
    nation: str = ""
    ship_class: ShipClass
    rated: int = 0
    quality: Quality
    speed: int
    turning: int
    points: int
    seat: str
    """The seat that owned the ship at the start. A prize is controlled by her captor's seat
    instead."""
    printed: Boxes
    bow: Hex
    facing: int
    hull: int
    crew: tuple[int, ...]
    """The crew squares left in each section; on a prize these men are prisoners."""
    guns: tuple[int, int]
    carronades: tuple[int, int]
    rigging: tuple[int, ...]
    loaded: tuple[Load, Load] = ("initial", "initial")
    reserve: int = 0
    """Crew squares that the sections have no room for; they fill gaps later."""
    fresh: tuple[int, ...] = ()
    """The squares of each section, or of the prize crew, that came aboard this turn and cannot act
    yet."""
    still: int = 0
    """How many movement phases in a row the ship has moved no hex ahead."""
    waited: int = 0
    """How many turns the dismasted ship has drifted since she lost her masts or last turned."""
    motionless: bool = False
    """Whether both the ship's hexes stayed the same in the last movement phase."""
    all_hands: bool = False
    """Whether all crew sections of the ship were in parties in the last turn."""
    order: str = ""
    """The plot that the ship has not yet carried out; '' for none. It is from an opened sheet, or
    from a position file: then the program proposes it to her player."""
    last_order: str = ""
    """The plot that the ship carried out last."""
    parties: tuple[Party, ...] = ()
    surrendered: Surrender = ""
    """How the ship surrendered, other than by loss of her hull; '' if she did not. A ship without
    hull has struck."""
    rescued: bool = False
    prize: Prize | None = None
    awards: Awards = Awards()
    enter_turn: int = 0
    """The turn in which the ship will arrive; 0 if she is on the map."""

    @property
    def label(self) -> str:
        """The ship's name in a list: `A1 Mars`; only the id if she has no name."""
        return self.id if self.name == self.id else f"{self.id} {self.name}"


class Seat(msgspec.Struct, frozen=True):
    """A player's place in the battle. Seats with the same `side` are allies. Points are a fraction
    in text, `23/2`.
    """

    key: str
    name: str
    side: str
    points: str = "0"
    gave_up: bool = False


class Rules(msgspec.Struct, frozen=True, kw_only=True):
    """The optional rules, switched on or off for this battle (Wooden Ships & Iron Men,
    Introduction).
    """

    choose_target: bool = False
    """Whether the player chooses among the nearest targets. If not, the highest hit table decides;
    on a tie, a die."""
    aim_per_side: bool = False
    """Whether the two sides of a ship may aim differently (at hull or rigging)."""
    dbp_boards: bool = False
    """Whether a defending party that has won may then board the enemy."""
    rescue: bool = True
    """Whether a friend nearby frees ships that surrendered without striking."""
    motionless_bonus: bool = True
    """Whether ships that did not move are easier to grapple."""
    hull_when_snagged: bool = True
    """Whether a ship must aim at the hull of a ship that she is fouled or grappled with."""
    excess_guns_to_hull: bool = True
    """Whether gun hits count as hull hits on a ship that has no guns left."""
    turn_limit: int = 0
    """The last turn of the battle; 0 if it has no last turn."""
    quiet_turns: int = 10
    """The number of turns without fire or melee after which the countdown begins."""


class Ended(msgspec.Struct, frozen=True):
    """How the battle ended: the winning sides (none in a draw), and the reason in words."""

    winners: tuple[str, ...]
    reason: str


class Bout(msgspec.Struct, frozen=True):
    """A party that defended its ship with success and may now board the ships of its opponents."""

    ship: str
    foes: tuple[str, ...]


class Signal(msgspec.Struct, frozen=True):
    """A signal: the flagship's id, the flag, and the id of the ship that it names, '' if none."""

    ship: str
    flag: Flag
    about: str = ""


class Standing(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat's standing choices, which hold until its player changes them.

    They are the lowest hit table at which ships fire, and the ships for which the player is asked
    about transfers and grapples within his own side.
    """

    fire_from: int = 0
    """The lowest hit table at which a ship fires, unless she has an entry in `ships`."""
    ships: dict[str, int] = {}
    """{ship: the lowest hit table at which she fires}, for ships that differ."""
    neighbours: tuple[str, ...] = ()
    """The ships for which the player is asked about grapples and transfers within his own side; `*`
    for all."""

    def least(self, ship: str) -> int:
        """Return the lowest hit table at which this ship fires."""
        return self.ships.get(ship, self.fire_from)

    def asks(self, ship: str) -> bool:
        """Tell whether the player is asked about grapples and transfers between this ship and her
        friends.
        """
        return EVERY_SHIP in self.neighbours or ship in self.neighbours


class Pool(msgspec.Struct, frozen=True, omit_defaults=True):
    """The ships of a fleet (a side, or a nation) from which its captains choose before the battle,
    one at a time.
    """

    captains: tuple[str, ...]
    """The seats of the captains, in the order in which they choose in the first round."""
    left: tuple[str, ...]
    """The ids of the ships that nobody has chosen yet."""
    taken: int = 0
    """How many ships have been chosen."""
    passed: tuple[str, ...] = ()
    """The captains who have left their further choices to the program."""

    @property
    def turn_of(self) -> str:
        """The seat of the captain who chooses next.

        Every other round runs in reverse order, so the captain who is last in a round is first in
        the next one.
        """
        round_, place = divmod(self.taken, len(self.captains))
        return self.captains[-1 - place if round_ % 2 else place]


class State(msgspec.Struct, frozen=True, kw_only=True):
    """A battle: seats, ships with boxes, fouled and grappled pairs, and the steps still to be done.

    Only `evolve` makes the next state. The state is frozen, so forks, undo and look-ahead can share
    states. It contains sealed sheets: a seat is shown only its view (`machine.view`). Ships and
    seats are sorted by id, even when read from a file.
    """

    title: str = ""
    scenario: str = ""
    kind: Literal["single", "multi"] = "multi"
    rules: Rules = Rules()
    wind: int
    """The number of the direction that the wind blows to, 1 to 6."""
    land: tuple[tuple[Hex, ...], ...] = ()
    """The outlines of land: each is a closed line of hexes."""
    seats: dict[str, Seat]
    ships: dict[str, Ship]
    fouled: tuple[Pair, ...] = ()
    grappled: tuple[tuple[str, str, int], ...] = ()
    """The grappled pairs: (ship, ship, number of grapples)."""
    turn: int = 1
    quiet: int = 0
    """How many turns in a row have passed without fire or melee."""
    countdown: int = 0
    """The number of turns left in the countdown; 0 if it has not begun."""
    fired: bool = False
    """Whether any broadside has been fired in the battle."""
    acted: bool = False
    """Whether there was fire or melee in this turn."""
    sealed: dict[str, dict[str, Answer]] = {}
    """{seat: answers by slot} for the seats that have sealed their sheets and wait for others."""
    rounds: dict[str, int] = {}
    """{ship: melee rounds that she has fought in this turn}."""
    won: tuple[tuple[str, str], ...] = ()
    """The boarding parties, as (from, to), that have won this turn; they capture the ship `to`
    after all fights."""
    beaten: tuple[tuple[str, str], ...] = ()
    """The parties, as (from, to), that were beaten this turn. A defending party has its own ship
    twice."""
    undecided: tuple[tuple[str, str], ...] = ()
    """The parties, as (from, to), whose fight goes on in the next turn."""
    bouts: tuple[Bout, ...] = ()
    signals: dict[str, Signal] | msgspec.UnsetType = msgspec.UNSET
    """{seat: the signal that its flagship flies}. UNSET in a battle without signals, and in older
    files."""
    standing: dict[str, Standing] | msgspec.UnsetType = msgspec.UNSET
    """{seat: its standing choices}. UNSET until a player makes any."""
    pools: tuple[Pool, ...] | msgspec.UnsetType = msgspec.UNSET
    """The ships from which captains choose; until she is chosen, a ship's `seat` is the pool's
    first captain.

    UNSET once all ships are chosen, and where ships are given to captains in another way.
    """
    agenda: tuple[AnyStep, ...] = ()
    dice: int = 0
    """How many dice of the battle have been rolled."""
    outcome: Ended | None = None

    def __post_init__(self) -> None:
        """Sort the ships by id: files keep their keys sorted as text, where A10 comes before A9."""
        keys = tuple(self.ships)
        ordered = sorted_ids(keys)
        if ordered != keys:
            ships = {key: self.ships[key] for key in ordered}
            msgspec.structs.force_setattr(self, "ships", ships)


@lru_cache(maxsize=4096)
def id_order(ship_id: str) -> tuple[str, int, str]:
    """Return the sort key of an id: letters, then the number.

    >>> sorted(["B1", "A10", "A9"], key=id_order)
    ['A9', 'A10', 'B1']
    """
    found = _PARTS.match(ship_id)
    letters, number, rest = found.groups() if found else ("", "", ship_id)
    return letters, int(number or 0), rest


@lru_cache(maxsize=256)
def sorted_ids(ids: tuple[str, ...]) -> tuple[str, ...]:
    """Return the ids, sorted. Cached, because every state of a battle needs the same order."""
    return tuple(sorted(ids, key=id_order))


# The seat that holds a ship, and the friends of a ship (Wooden Ships & Iron Men, Ship Chart).


def in_order(ids: Iterable[str]) -> list[str]:
    """Return the ids, sorted by letters and number, without repeats."""
    return sorted(set(ids), key=id_order)


def pair(one: str, other: str) -> tuple[str, str]:
    """Return the ids of two ships, the lower id first."""
    return (one, other) if id_order(one) <= id_order(other) else (other, one)


def holder(ship: Ship) -> str:
    """Return the seat that controls a ship: on a prize her captor's, else her owner's."""
    return ship.prize.seat if ship.prize else ship.seat


def side_of(state: State, ship: Ship) -> str:
    """Return the side whose seat controls a ship."""
    return state.seats[holder(ship)].side


def friends(state: State, one: Ship, other: Ship) -> bool:
    """Tell whether two ships are held by the same side."""
    return side_of(state, one) == side_of(state, other)


def sides(state: State) -> tuple[str, ...]:
    """Return the sides of the battle, in the order in which the list of seats names them."""
    return tuple(dict.fromkeys(seat.side for seat in state.seats.values()))


def unchosen(state: State) -> frozenset[str]:
    """Return the ids of the ships that captains have still to choose."""
    return frozenset(ship for pool in state.pools or () for ship in pool.left)


def afloat(state: State) -> list[Ship]:
    """Return the ships on the map, sorted by id."""
    return [ship for ship in state.ships.values() if not ship.enter_turn]
