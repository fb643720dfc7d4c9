"""Fleet battles drawn up by themselves: squadrons in lines on opposite edges (Oak & Iron ch. 9)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from engine.errors import SetUpFault
from engine.oak_iron import events as ev
from engine.oak_iron.agenda import does
from engine.oak_iron.ledger import Ledger
from engine.oak_iron.muster import mustered
from engine.oak_iron.records import book
from engine.oak_iron.set_up.begin import roster_of
from engine.oak_iron.set_up.draw import ready_of
from engine.oak_iron.squadron import Roster
from engine.oak_iron.state import Rules, Ship, Squadron, State, Table
from engine.oak_iron.steps import ChooseCards, MusterFleets, RevealCards
from engine.plane.pose import Pose

FLEETS = ("Red", "Blue")
SEATS = "ABCDEFGH"
FEWEST, MOST = 2, 4
TABLE = Table(72.0, 48.0, "west")
FILE = 3
"""The ships that lie astern of one another."""
AHEAD, ABEAM, EDGE = 5.0, 4.0, 3.5
"""From ship to ship in a file, from file to file, and from the table edge; inches."""


def fleets_begun(rules: Rules, squadrons: Sequence[str] = ()) -> State:
    """Return a fleet battle before its first cards.

    `squadrons` are four, six or eight squadron files or names of ready ones, those of one
    fleet first; without them two ready ones a side are drawn. `SetUpFault` or `FileFault`
    when one cannot be used.
    """
    rosters = tuple(roster_of(name) for name in squadrons)
    faults = _faults(rosters) if rosters else []
    if faults:
        raise SetUpFault("set-up", [("squadrons", fault) for fault in faults])
    seats = _seats(len(rosters) or FEWEST * len(FLEETS))
    own, ships = drawn_up(dict(zip(seats, rosters, strict=True)), seats) if rosters else ({}, {})
    empty = {key: Squadron(key, f"{fleet} {key}", fleet) for key, fleet in seats.items()}
    first = (RevealCards(), ChooseCards())
    return State(
        title="Fleet battle",
        rules=rules,
        table=TABLE,
        squadrons=own or empty,
        ships=ships,
        agenda=first if rosters else (*first, MusterFleets()),
    )


def _seats(count: int) -> dict[str, str]:
    """Return the fleet of each seat, those of one fleet first."""
    return {key: FLEETS[at >= count // 2] for at, key in enumerate(SEATS[:count])}


def _faults(rosters: Sequence[Roster]) -> list[str]:
    count = len(rosters)
    if count % 2 or not FEWEST * 2 <= count <= MOST * 2:
        return [f"found {count}, needed are {FEWEST} to {MOST} a side, as many on both"]
    points = [book().sizes[roster.size].points for roster in rosters]
    red, blue = sum(points[: count // 2]), sum(points[count // 2 :])
    if red != blue:
        return [f"found fleets of {red} and {blue} points, needed are equal ones"]
    return []


def drawn_up(
    rosters: Mapping[str, Roster], seats: Mapping[str, str]
) -> tuple[dict[str, Squadron], dict[str, Ship]]:
    """Return the squadrons with all their ships in lines, headed for the enemy."""
    squadrons: dict[str, Squadron] = {}
    ships: dict[str, Ship] = {}
    for key, roster in rosters.items():
        squadrons[key], own = mustered(roster, key, seats[key])
        friends = [each for each in seats if seats[each] == seats[key]]
        room = TABLE.width / len(friends)
        middle = room * (friends.index(key) + 0.5)
        for at, ship in enumerate(own):
            pose = _place(at, len(own), middle, seats[key] == FLEETS[0])
            ships[ship.id] = replace(ship, pose=pose)
    return squadrons, ships


def _place(at: int, count: int, middle: float, south: bool) -> Pose:
    """Return the place of a squadron's ship by its number; files lead from the first ship on."""
    files = -(-count // FILE)
    across = middle + (at // FILE - (files - 1) / 2) * ABEAM
    deep = EDGE + (FILE - 1 - at % FILE) * AHEAD
    return Pose(across, deep if south else TABLE.height - deep, 0.0 if south else 180.0).rounded()


@does(MusterFleets)
def muster_fleets(ledger: Ledger, step: MusterFleets) -> None:
    """Draw ready squadrons of the same sizes for both fleets, no two the same in one."""
    ready = {name: each for size in book().sizes for name, each in ready_of(size).items()}
    seats = {key: each.fleet for key, each in ledger.state.squadrons.items()}
    own = len(seats) // 2
    first = ledger.shuffled(sorted(ready))
    second = ledger.shuffled(sorted(ready), len(ready) - 1)
    rosters = [ready[name] for name in first[:own]]
    left = list(second)
    for roster in tuple(rosters):
        name = next(each for each in left if ready[each].size == roster.size)
        left.remove(name)
        rosters.append(ready[name])
    squadrons, ships = drawn_up(dict(zip(seats, rosters, strict=True)), seats)
    ledger.write(ev.SquadronsMustered(squadrons, ships, 2 * (len(ready) - 1)))
    ledger.finish()
