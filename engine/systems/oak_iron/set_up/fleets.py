"""A fleet battle before anything is drawn: two fleets of squadrons (Oak & Iron ch. 9).

After that it is set up like any other battle: the first squadron of a side speaks for it,
and each squadron deploys its own ships.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.base.errors import SetUpFault
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.machine.agenda import RULES
from engine.systems.oak_iron.machine.ledger import Ledger
from engine.systems.oak_iron.set_up.begin import Forces, before_draw, roster_of
from engine.systems.oak_iron.set_up.draw import ready_of
from engine.systems.oak_iron.set_up.muster import mustered, with_distinct_names
from engine.systems.oak_iron.squadrons.squadron import Roster
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.state import Rules, Ship, Squadron, State, Table
from engine.systems.oak_iron.state.steps import MusterFleets

FLEETS = ("Red", "Blue")
SEATS = "ABCDEFGH"
"""A seat for each squadron, those of the first fleet first: two fleets of up to four."""
FEWEST, MOST = 2, 4
"""The numbers of squadrons that a fleet may have."""
TITLE = "Fleet battle"
TABLE = Table(72.0, 48.0)
"""Inches."""


def new_fleet_battle(rules: Rules, squadrons: Sequence[str] = (), a_side: int = 0) -> State:
    """Return a fleet battle before its cards are drawn.

    `squadrons` are four to eight squadron files or names of ready ones, those of one fleet
    first; the fleets are told apart by equal points. Without them ready squadrons are drawn:
    `a_side` for each fleet, or a number that a die decides. Raises `SetUpFault` or `FileFault`
    when one cannot be used.
    """
    rosters = tuple(roster_of(name) for name in squadrons)
    if rosters:
        forces = _mustered(rosters, _first_fleet(rosters))
        return before_draw("fleet", TITLE, rules, TABLE, forces, None)
    forces = _empty(a_side or FEWEST), {}
    return before_draw("fleet", TITLE, rules, TABLE, forces, MusterFleets(a_side))


def a_side_of(options: Mapping[str, Any]) -> int:
    """Return the number of squadrons a side that the options name, 0 for none.

    Raises `SetUpFault` for a number that a fleet cannot have.
    """
    wanted = options.get("a_side", 0)
    if wanted == 0 or (type(wanted) is int and FEWEST <= wanted <= MOST):
        return int(wanted)
    raise SetUpFault("options", [("a_side", f"must be a number from {FEWEST} to {MOST}")])


def _empty(a_side: int) -> dict[str, Squadron]:
    seats = _seats(2 * a_side, a_side).items()
    return {key: Squadron(key=key, name=f"{fleet} {key}", fleet=fleet) for key, fleet in seats}


def _mustered(rosters: Sequence[Roster], first: int) -> Forces:
    squadrons: dict[str, Squadron] = {}
    ships: dict[str, Ship] = {}
    for (key, fleet), roster in zip(_seats(len(rosters), first).items(), rosters, strict=True):
        squadrons[key], own = mustered(roster, key, fleet)
        ships.update({ship.id: ship for ship in own})
    return with_distinct_names(squadrons), ships


def _seats(count: int, first: int) -> dict[str, str]:
    """Return the fleet of each seat; `first` is the number of seats of the first fleet."""
    return {key: FLEETS[at >= first] for at, key in enumerate(SEATS[:count])}


def _first_fleet(rosters: Sequence[Roster]) -> int:
    """Return the number of squadrons in the first fleet: where both have equal points.

    Raises `SetUpFault` when there is no such place.
    """
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


@RULES.does(MusterFleets)
def muster_fleets(ledger: Ledger, step: MusterFleets) -> None:
    """Draw ready squadrons of the same sizes for both fleets, no two the same in one fleet."""
    ready = {name: each for size in book().sizes for name, each in ready_of(size).items()}
    cards, counted = len(ready) - 1, 0 if step.a_side else 1
    own = step.a_side or FEWEST + ledger.chance(MOST - FEWEST + 1) - 1
    red = ledger.shuffled(sorted(ready), counted)[:own]
    left, blue = list(ledger.shuffled(sorted(ready), counted + cards)), []
    for size in (ready[name].size for name in red):
        blue.append(next(name for name in left if ready[name].size == size))
        left.remove(blue[-1])
    squadrons, ships = _mustered([ready[name] for name in (*red, *blue)], own)
    ledger.write(ev.SquadronsMustered(squadrons, ships, counted + 2 * cards))
    ledger.finish()
