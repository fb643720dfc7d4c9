"""The whole battle as plain data: seats, ships with their boxes, snags, sealed sheets."""

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
"""The end, bow or stern, from which a ship is raked; '' for none."""
PointsFor = Literal["surrender", "crew", "capture"]
PartyKind = Literal["OBP", "DBP", "TBP"]
EVERY_SHIP = "*"
Pair = tuple[str, str]
"""The ids of two ships, the lower id first."""
_PARTS = re.compile(r"([A-Za-z]*)(\d*)(.*)", re.DOTALL)


class Boxes(msgspec.Struct, frozen=True):
    """The boxes of a ship's log; guns and carronades are (port, starboard)."""

    hull: int
    crew: tuple[int, ...]
    guns: tuple[int, int]
    carronades: tuple[int, int]
    rigging: tuple[int, ...]


class Prize(msgspec.Struct, frozen=True):
    """A prize crew aboard a captured ship: its seat, squares, quality and home ship."""

    seat: str
    squares: int
    quality: Quality
    ship: str = ""


class Party(msgspec.Struct, frozen=True):
    """Sections of a crew, numbered from 1, that board (OBP), defend (DBP) or go over (TBP)."""

    sections: tuple[int, ...]
    kind: PartyKind
    to: str = ""
    engaged: bool = False
    """Whether the party is in a melee that the last turn did not decide."""


class Awards(msgspec.Struct, frozen=True):
    """Points given for a ship, by seat, as fractions: `23/2`. They may be taken back."""

    surrender: dict[str, str] = {}
    crew: dict[str, str] = {}
    capture: dict[str, str] = {}

    def of(self, why: PointsFor) -> dict[str, str]:
        """Return the points that were given for one reason, by seat."""
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
    """The seat that owned the ship at the start; a prize is controlled by another seat."""
    printed: Boxes
    bow: Hex
    facing: int
    hull: int
    crew: tuple[int, ...]
    """The remaining squares by section; on a prize they are prisoners."""
    guns: tuple[int, int]
    carronades: tuple[int, int]
    rigging: tuple[int, ...]
    loaded: tuple[Load, Load] = ("initial", "initial")
    reserve: int = 0
    """Crew squares beyond the printed number."""
    fresh: tuple[int, ...] = ()
    """The squares of each section, or of the prize crew, that came aboard this turn."""
    still: int = 0
    """The number of movement phases in a row in which the ship moved no hex ahead."""
    waited: int = 0
    """The number of turns that the ship has drifted since she was dismasted or last turned."""
    motionless: bool = False
    """Whether neither of the ship's hexes changed in the last movement phase."""
    all_hands: bool = False
    """Whether all sections of the ship were in parties in the turn before."""
    order: str = ""
    """The ship's plot: drafted, or public and not yet carried out."""
    last_order: str = ""
    """The last plot that the ship carried out."""
    parties: tuple[Party, ...] = ()
    surrendered: Surrender = ""
    """How the ship surrendered without striking; '' if she did not. A ship without hull has
    struck."""
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
    """A player; seats of one side are allies. Points are a fraction, `23/2`."""

    key: str
    name: str
    side: str
    points: str = "0"
    gave_up: bool = False


class Rules(msgspec.Struct, frozen=True, kw_only=True):
    """The switches of the rules (Wooden Ships & Iron Men, Introduction)."""

    choose_target: bool = False
    """Whether the owner chooses among the closest targets; if not, the highest table decides, then
    a die."""
    aim_per_side: bool = False
    """Whether each side of a ship has its own aim."""
    dbp_boards: bool = False
    """Whether a defending party that has won may board afterwards."""
    rescue: bool = True
    """Whether a friend nearby frees ships that surrendered without striking."""
    motionless_bonus: bool = True
    """Whether motionless ships are easier to grapple."""
    hull_when_snagged: bool = True
    """Whether ships that are snagged with each other must fire at the hull."""
    excess_guns_to_hull: bool = True
    """Whether gun hits on a ship without guns are hull hits."""
    turn_limit: int = 0
    """The last turn; 0 for none."""
    quiet_turns: int = 10
    """The number of turns without fire that begins the countdown."""


class Ended(msgspec.Struct, frozen=True):
    """How the battle ended: the winning sides (none for a draw), and the reason."""

    winners: tuple[str, ...]
    reason: str


class Bout(msgspec.Struct, frozen=True):
    """A defending party that has won and may board the ships that its opponents came from."""

    ship: str
    foes: tuple[str, ...]


class Signal(msgspec.Struct, frozen=True):
    """A signal: the flagship's id, the flag, and the ship it names; '' for all ships."""

    ship: str
    flag: Flag
    about: str = ""


class Standing(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat's standing choices, kept until the seat changes them.

    The choices are the lowest hit table at which its ships fire, and the ships for which the seat
    is asked about transfers and grapples between its own side's ships.
    """

    fire_from: int = 0
    """The lowest hit table at which ships without an entry in `ships` fire."""
    ships: dict[str, int] = {}
    """The lowest hit table at which single ships fire, by id."""
    neighbours: tuple[str, ...] = ()
    """Ships for which the seat is asked about grapples and transfers with ships of its own side;
    `*` for all ships."""

    def least(self, ship: str) -> int:
        """Return the lowest hit table at which a ship fires."""
        return self.ships.get(ship, self.fire_from)

    def asks(self, ship: str) -> bool:
        """Tell whether the seat is asked about grapples and transfers between a ship and ships of
        her own side.
        """
        return EVERY_SHIP in self.neighbours or ship in self.neighbours


class Pool(msgspec.Struct, frozen=True, omit_defaults=True):
    """The ships of a side, or of a nation, that its captains choose before the battle, one ship at
    a time.
    """

    captains: tuple[str, ...]
    """The seats of the captains, in the order of the first round."""
    left: tuple[str, ...]
    """The ids of the ships that nobody has chosen yet."""
    taken: int = 0
    """The number of ships that have been chosen."""
    passed: tuple[str, ...] = ()
    """The captains who leave the rest of their choices to the program."""

    @property
    def turn_of(self) -> str:
        """The seat of the captain who chooses next: in every other round the captains choose in
        reverse order.

        So the captain who chooses last in a round chooses first in the next one.
        """
        round_, place = divmod(self.taken, len(self.captains))
        return self.captains[-1 - place if round_ % 2 else place]


class State(msgspec.Struct, frozen=True, kw_only=True):
    """A battle: seats, ships with boxes, ties between them, and steps still to be done.

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
    """Closed outlines of land, as hexes."""
    seats: dict[str, Seat]
    ships: dict[str, Ship]
    fouled: tuple[Pair, ...] = ()
    grappled: tuple[tuple[str, str, int], ...] = ()
    """Pairs of grappled ships, each with the number of grapples."""
    turn: int = 1
    quiet: int = 0
    """The number of turns in a row without fire or melee."""
    countdown: int = 0
    """The number of turns left in the countdown; 0 if it has not begun."""
    fired: bool = False
    """Whether any broadside has been fired in the battle."""
    acted: bool = False
    """Whether a broadside was fired or a round of melee fought in this turn."""
    sealed: dict[str, dict[str, Answer]] = {}
    """The sealed sheets that wait for other seats, by seat."""
    rounds: dict[str, int] = {}
    """The number of melee rounds fought in this turn, by ship."""
    won: tuple[tuple[str, str], ...] = ()
    """Boarding parties of this turn, (from, to), that capture their ship after all fights."""
    beaten: tuple[tuple[str, str], ...] = ()
    """Parties of this turn, (from, to), that lost; a defending party has its own ship twice."""
    undecided: tuple[tuple[str, str], ...] = ()
    """Parties of this turn, (from, to), whose fight continues in the next turn."""
    bouts: tuple[Bout, ...] = ()
    signals: dict[str, Signal] | msgspec.UnsetType = msgspec.UNSET
    """The signals that fly, by seat. UNSET in a battle without signals, as in older files."""
    standing: dict[str, Standing] | msgspec.UnsetType = msgspec.UNSET
    """The standing choices, by seat; UNSET until a seat makes any."""
    pools: tuple[Pool, ...] | msgspec.UnsetType = msgspec.UNSET
    """The ships that captains are choosing; until a ship is chosen, her `seat` is the first captain
    of the pool. UNSET once all ships are chosen, and where ships are dealt in another way."""
    agenda: tuple[AnyStep, ...] = ()
    dice: int = 0
    """The number of the battle's dice that have been rolled."""
    outcome: Ended | None = None

    def __post_init__(self) -> None:
        """Sort ships by id, because the keys in a file are sorted as text."""
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
    """Return ids sorted; cached, because every state of a battle needs the same order."""
    return tuple(sorted(ids, key=id_order))


# The seat that holds a ship, and the friends of a ship (Wooden Ships & Iron Men, Ship Chart).


def in_order(ids: Iterable[str]) -> list[str]:
    """Return ids sorted, without repeats."""
    return sorted(set(ids), key=id_order)


def pair(one: str, other: str) -> tuple[str, str]:
    """Return the ids of two ships, the lower id first."""
    return (one, other) if id_order(one) <= id_order(other) else (other, one)


def holder(ship: Ship) -> str:
    """Return the seat that holds a ship: a prize's captor, else her own."""
    return ship.prize.seat if ship.prize else ship.seat


def side_of(state: State, ship: Ship) -> str:
    """Return the side that holds a ship."""
    return state.seats[holder(ship)].side


def friends(state: State, one: Ship, other: Ship) -> bool:
    """Tell whether two ships are held by the same side."""
    return side_of(state, one) == side_of(state, other)


def sides(state: State) -> tuple[str, ...]:
    """Return the sides in the order of their first seats."""
    return tuple(dict.fromkeys(seat.side for seat in state.seats.values()))


def unchosen(state: State) -> frozenset[str]:
    """Return the ids of the ships that no captain has chosen yet."""
    return frozenset(ship for pool in state.pools or () for ship in pool.left)


def afloat(state: State) -> list[Ship]:
    """Return the ships on the map, sorted by id."""
    return [ship for ship in state.ships.values() if not ship.enter_turn]
