"""Two fleets and their squadrons, before anything is drawn (Oak & Iron ch. 9).

From there on a fleet battle is set up like any other: the first squadron of a side
speaks for it, and each squadron deploys its own ships.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.errors import SetUpFault
from engine.oak_iron import events as ev
from engine.oak_iron.agenda import does
from engine.oak_iron.ledger import Ledger
from engine.oak_iron.muster import mustered, told_apart
from engine.oak_iron.records import book
from engine.oak_iron.set_up.begin import Forces, roster_of, undrawn
from engine.oak_iron.set_up.draw import ready_of
from engine.oak_iron.squadron import Roster
from engine.oak_iron.state import Rules, Ship, Squadron, State, Table
from engine.oak_iron.steps import MusterFleets

FLEETS = ("Red", "Blue")
SEATS = "ABCDEFGH"
FEWEST, MOST = 2, 4
"""The squadrons of a fleet."""
TITLE = "Fleet battle"
TABLE = Table(72.0, 48.0)


def fleets_begun(rules: Rules, squadrons: Sequence[str] = ()) -> State:
    """Return a fleet battle before its cards are drawn.

    `squadrons` are four to eight squadron files or names of ready ones, those of one fleet
    first: it ends where both are of equal points. Without them two to four ready ones a
    side are drawn. `SetUpFault` or `FileFault` when one cannot be used.
    """
    rosters = tuple(roster_of(name) for name in squadrons)
    forces = _mustered(rosters, _first_fleet(rosters)) if rosters else (_empty(), {})
    return undrawn("fleet", TITLE, rules, TABLE, forces, None if rosters else MusterFleets())


def _empty() -> dict[str, Squadron]:
    seats = _seats(2 * FEWEST, FEWEST).items()
    return {key: Squadron(key, f"{fleet} {key}", fleet) for key, fleet in seats}


def _mustered(rosters: Sequence[Roster], first: int) -> Forces:
    squadrons: dict[str, Squadron] = {}
    ships: dict[str, Ship] = {}
    for (key, fleet), roster in zip(_seats(len(rosters), first).items(), rosters, strict=True):
        squadrons[key], own = mustered(roster, key, fleet)
        ships.update({ship.id: ship for ship in own})
    return told_apart(squadrons), ships


def _seats(count: int, first: int) -> dict[str, str]:
    """Return the fleet of each seat, the `first` ones of one fleet."""
    return {key: FLEETS[at >= first] for at, key in enumerate(SEATS[:count])}


def _first_fleet(rosters: Sequence[Roster]) -> int:
    """Return how many squadrons the first fleet has; `SetUpFault` when they make no two equal."""
    count = len(rosters)
    if not FEWEST * 2 <= count <= MOST * 2:
        raise _unfit(f"found {count}, needed are {FEWEST} to {MOST} a side")
    points = [book().sizes[roster.size].points for roster in rosters]
    for first in range(max(FEWEST, count - MOST), min(MOST, count - FEWEST) + 1):
        if 2 * sum(points[:first]) == sum(points):
            return first
    needed = f"needed are {FEWEST} to {MOST} a side, equal in sum, those of one fleet first"
    raise _unfit(f"found squadrons of {', '.join(map(str, points))} points, {needed}")


def _unfit(fault: str) -> SetUpFault:
    return SetUpFault("set-up", [("squadrons", fault)])


@does(MusterFleets)
def muster_fleets(ledger: Ledger, step: MusterFleets) -> None:
    """Draw ready squadrons of the same sizes for both fleets, no two the same in one."""
    ready = {name: each for size in book().sizes for name, each in ready_of(size).items()}
    cards = len(ready) - 1
    own = FEWEST + ledger.chance(MOST - FEWEST + 1) - 1
    red = ledger.shuffled(sorted(ready), 1)[:own]
    left, blue = list(ledger.shuffled(sorted(ready), 1 + cards)), []
    for size in (ready[name].size for name in red):
        blue.append(next(name for name in left if ready[name].size == size))
        left.remove(blue[-1])
    squadrons, ships = _mustered([ready[name] for name in (*red, *blue)], own)
    ledger.write(ev.SquadronsMustered(squadrons, ships, 1 + 2 * cards))
    ledger.finish()
