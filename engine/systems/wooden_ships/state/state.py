"""The whole of a battle as plain data: seats, ships with their boxes, snags, sealed sheets."""

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
"""The end over which a ship is raked."""
PointsFor = Literal["surrender", "crew", "capture"]
PartyKind = Literal["OBP", "DBP", "TBP"]
EVERY_SHIP = "*"
Pair = tuple[str, str]
"""Two ships, the lower id first."""
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
    """Sections of a crew that board (OBP), defend (DBP) or go over (TBP). Sections from 1."""

    sections: tuple[int, ...]
    kind: PartyKind
    to: str = ""
    engaged: bool = False
    """Whether it is in a melee that the turn before did not decide."""


class Awards(msgspec.Struct, frozen=True):
    """Points that were given for a ship, by seat, as fractions: `23/2`. They may be taken back."""

    surrender: dict[str, str] = {}
    crew: dict[str, str] = {}
    capture: dict[str, str] = {}

    def of(self, why: PointsFor) -> dict[str, str]:
        """Return the points given for one reason, by seat."""
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
    """The id of her ship or standard class in the data."""
    name: str
    nation: str = ""
    ship_class: ShipClass
    rated: int = 0
    quality: Quality
    speed: int
    turning: int
    points: int
    seat: str
    """The seat that owned her at the start; a prize is held by another."""
    printed: Boxes
    bow: Hex
    facing: int
    hull: int
    crew: tuple[int, ...]
    """Squares left by section; on a prize they are prisoners."""
    guns: tuple[int, int]
    carronades: tuple[int, int]
    rigging: tuple[int, ...]
    loaded: tuple[Load, Load] = ("initial", "initial")
    reserve: int = 0
    """Crew squares above the printed ones."""
    fresh: tuple[int, ...] = ()
    """Squares of each section, or of the prize crew, that came aboard this turn."""
    still: int = 0
    """Movement phases in a row without a hex ahead of her own."""
    waited: int = 0
    """Drifting turns since she was dismasted, or turned last."""
    motionless: bool = False
    """Whether neither of her hexes changed in the last movement phase."""
    all_hands: bool = False
    """Whether all her sections were in parties in the turn before."""
    order: str = ""
    """The ship's plot: drafted, or opened and not yet carried out."""
    last_order: str = ""
    """The ship's last plot that was carried out."""
    parties: tuple[Party, ...] = ()
    surrendered: Surrender = ""
    """The way she surrendered without striking; a ship without hull has struck."""
    rescued: bool = False
    prize: Prize | None = None
    awards: Awards = Awards()
    enter_turn: int = 0
    """The turn in which she is still to come; 0: she is on the map."""

    @property
    def label(self) -> str:
        """Her name in a list: `A1 Mars`; only the id where she has no name."""
        return self.id if self.name == self.id else f"{self.id} {self.name}"


class Seat(msgspec.Struct, frozen=True):
    """A player: seats of one side are friends. Points are a fraction, `23/2`."""

    key: str
    name: str
    side: str
    points: str = "0"
    gave_up: bool = False


class Rules(msgspec.Struct, frozen=True, kw_only=True):
    """The switches (Wooden Ships & Iron Men, Introduction)."""

    choose_target: bool = False
    """The owner chooses among the closest targets; otherwise the highest table, then a die."""
    aim_per_side: bool = False
    """Whether each side has its own aim."""
    dbp_boards: bool = False
    """A defending party that has won may go on and board."""
    rescue: bool = True
    """Ships that surrendered without striking are freed by a friend nearby."""
    motionless_bonus: bool = True
    """Whether ships that lie still are easier to grapple."""
    hull_when_snagged: bool = True
    """Ships that are snagged with each other fire at the hull."""
    excess_guns_to_hull: bool = True
    """Gun hits on a ship without guns are hull hits."""
    turn_limit: int = 0
    """The last turn; 0 for none."""
    quiet_turns: int = 10
    """Turns without fire before the countdown."""


class Ended(msgspec.Struct, frozen=True):
    """How the battle ended: the winning sides, none for a draw, and the reason."""

    winners: tuple[str, ...]
    reason: str


class Bout(msgspec.Struct, frozen=True):
    """A defending party that has won and may go on to board the ships that its foes came from."""

    ship: str
    foes: tuple[str, ...]


class Signal(msgspec.Struct, frozen=True):
    """A signal: the flagship's id, the flag, the ship it is about; '' for all ships."""

    ship: str
    flag: Flag
    about: str = ""


class Standing(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat's standing choices, kept until it changes them.

    The lowest hit table at which all its ships or single ones fire, and which ships are asked about
    transfers and grapples on their own side.
    """

    fire_from: int = 0
    """The least hit table that ships without one of their own fire from."""
    ships: dict[str, int] = {}
    """The least hit table of single ships."""
    neighbours: tuple[str, ...] = ()
    """Ships that are asked about neighbours of their own side; `*` for all."""

    def least(self, ship: str) -> int:
        """Return the least hit table that a ship fires from."""
        return self.ships.get(ship, self.fire_from)

    def asks(self, ship: str) -> bool:
        """Tell whether a ship is asked about neighbours of her own side."""
        return EVERY_SHIP in self.neighbours or ship in self.neighbours


class State(msgspec.Struct, frozen=True, kw_only=True):
    """A battle: seats, ships with boxes, ties between them, and steps still to be done.

    All rules are functions of it; only `evolve` makes the next. It is frozen, so a fork, an undo or
    a look ahead can share states. It contains sealed sheets: a seat is shown `machine.view` of it.
    Ships and seats are in the order of their ids, even when read from a file.
    """

    title: str = ""
    scenario: str = ""
    kind: Literal["single", "multi"] = "multi"
    rules: Rules = Rules()
    wind: int
    """The direction that it blows to, 1 to 6."""
    land: tuple[tuple[Hex, ...], ...] = ()
    """Outlines through hexes, closed."""
    seats: dict[str, Seat]
    ships: dict[str, Ship]
    fouled: tuple[Pair, ...] = ()
    grappled: tuple[tuple[str, str, int], ...] = ()
    """Pairs with their number of grapples."""
    turn: int = 1
    quiet: int = 0
    """Turns in a row without fire or melee."""
    countdown: int = 0
    """Turns left of the countdown; 0: not begun."""
    fired: bool = False
    """Whether a broadside was ever fired."""
    acted: bool = False
    """Whether a broadside was fired or a melee round fought in this turn."""
    sealed: dict[str, dict[str, Answer]] = {}
    """The sheets that wait for the others, by seat."""
    rounds: dict[str, int] = {}
    """Melee rounds of this turn, by ship."""
    won: tuple[tuple[str, str], ...] = ()
    """Boarding parties of this turn, (from, to), that take their ship when all fights are over."""
    beaten: tuple[tuple[str, str], ...] = ()
    """Parties of this turn, (from, to), that lost; a defending party goes to its own ship."""
    undecided: tuple[tuple[str, str], ...] = ()
    """Parties of this turn, (from, to), whose fight continues in the next."""
    bouts: tuple[Bout, ...] = ()
    signals: dict[str, Signal] | msgspec.UnsetType = msgspec.UNSET
    """The signals that fly, by seat. UNSET is a battle without them, as all once were."""
    standing: dict[str, Standing] | msgspec.UnsetType = msgspec.UNSET
    """The standing choices, by seat; UNSET as long as nobody has made any."""
    agenda: tuple[AnyStep, ...] = ()
    dice: int = 0
    """The number of numbered dice rolled so far."""
    outcome: Ended | None = None

    def __post_init__(self) -> None:
        """Put ships in the order of their ids: files have their keys in the order of text."""
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
    """Return ids in their order; cached, because every state of a battle needs its own."""
    return tuple(sorted(ids, key=id_order))


# The owner of a ship, and the friends of a side (Wooden Ships & Iron Men, Ship Chart).


def in_order(ids: Iterable[str]) -> list[str]:
    """Return ids in their order, each once."""
    return sorted(set(ids), key=id_order)


def pair(one: str, other: str) -> tuple[str, str]:
    """Return two ships, the lower id first."""
    return (one, other) if id_order(one) <= id_order(other) else (other, one)


def holder(ship: Ship) -> str:
    """Return the seat that holds a ship: a prize's captor, else her own."""
    return ship.prize.seat if ship.prize else ship.seat


def side_of(state: State, ship: Ship) -> str:
    """Return the side that holds a ship."""
    return state.seats[holder(ship)].side


def friends(state: State, one: Ship, other: Ship) -> bool:
    """Tell whether two ships are held by one side."""
    return side_of(state, one) == side_of(state, other)


def sides(state: State) -> tuple[str, ...]:
    """Return the sides in the order of their first seats."""
    return tuple(dict.fromkeys(seat.side for seat in state.seats.values()))


def afloat(state: State) -> list[Ship]:
    """Return the ships on the map, in order of their ids."""
    return [ship for ship in state.ships.values() if not ship.enter_turn]
