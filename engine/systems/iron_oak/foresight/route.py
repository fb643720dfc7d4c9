"""The whole way of an order: its roll and every hazard on it, multiplied out.

Iron & Oak 5.1, 5.4.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from engine.kit.fold import put_ship
from engine.systems.iron_oak.fleet.hulls import chart_line, draft, original_hits
from engine.systems.iron_oak.fleet.ties import immobile
from engine.systems.iron_oak.movement.hazards import (
    FOULING,
    check_of,
    hazards_of,
    holds_in_tow,
    partners,
)
from engine.systems.iron_oak.movement.rolls import table_roll
from engine.systems.iron_oak.state.state import Ship, State
from engine.systems.iron_oak.waters.terrain import off


class Stop(NamedTuple):
    """A hazard that may end the way: the box, and the chance that it does, from least to most.

    The two differ where several hazards lie in one box: the other side says which is met first.
    """

    hazard: str
    box: str
    least: float
    most: float

    @property
    def comes(self) -> str:
        """What comes of it: `aground`, `fouled` or `mine`."""
        return stopped_by(self.hazard)


class Passage(NamedTuple):
    """What becomes of an order: its chances add up to 1, stops as a whole."""

    arrives: float
    stays: float
    stopped: float
    stops: tuple[Stop, ...]


def stopped_by(hazard: str) -> str:
    """Return what a failed check of a hazard brings.

    >>> stopped_by("shoal"), stopped_by("hulk"), stopped_by("mine")
    ('aground', 'fouled', 'mine')
    """
    return "fouled" if hazard in FOULING else "mine" if hazard == "mine" else "aground"


def passes(state: State, ship: Ship, box: str) -> dict[str, float]:
    """Return the chance to pass each hazard of a box, for her and all that move with her."""
    found: dict[str, float] = {}
    if off(box):
        return found
    group = (ship, *partners(state, ship))
    counts: Counter[str] = Counter()
    for each in group:
        for hazard, count in Counter(hazards_of(state, each, box)).items():
            counts[hazard] = max(counts[hazard], count)
    for hazard, count in counts.items():
        good = 1.0
        for each in group:
            if hazard in hazards_of(state, each, box):
                good *= check_of(state, each, box, hazard).chance
        found[hazard] = good**count
    return found


def safe(state: State, ship: Ship, box: str) -> float:
    """Return the chance to pass every hazard of a box."""
    share = 1.0
    for chance in passes(state, ship, box).values():
        share *= chance
    return share


def way_to(state: State, ship: Ship, goal: str, via: str = "") -> Passage:
    """Return what becomes of Maneuver 1 or 2: the roll, the middle box, the last one.

    A roll that fails leaves her where she is, without a check; a hazard ends the way where it lies.
    """
    roll = table_roll(state, ship, goal, via)
    return _through(state, ship, roll.chance, tuple(filter(None, (via, goal))))


def hold_here(state: State, ship: Ship) -> Passage:
    """Return what becomes of a ship that holds in her box: no roll, but its hazards.

    Iron & Oak 5.1.3.
    """
    return _through(state, ship, 1.0, _here(state, ship))


def attack_here(state: State, ship: Ship, chance: float) -> Passage:
    """Return what becomes of an order within the box: its hazards first, then a roll."""
    clear = _through(state, ship, 1.0, _here(state, ship))
    return clear._replace(arrives=clear.arrives * chance, stays=clear.arrives * (1 - chance))


def _here(state: State, ship: Ship) -> tuple[str, ...]:
    if not ship.on_map or immobile(state, ship) or holds_in_tow(state, ship):
        return ()
    return (ship.box,)


def _through(state: State, ship: Ship, chance: float, boxes: Sequence[str]) -> Passage:
    comes, stopped = chance, 0.0
    stops: list[Stop] = []
    for box in boxes:
        good = passes(state, ship, box)
        through = safe(state, ship, box)
        for hazard, each in good.items():
            others = through / each if each else _without(good, hazard)
            stops.append(Stop(hazard, box, comes * others * (1 - each), comes * (1 - each)))
        stopped += comes * (1 - through)
        comes *= through
    return Passage(comes, 1 - chance, stopped, tuple(stops))


def _without(good: dict[str, float], hazard: str) -> float:
    share = 1.0
    for other, each in good.items():
        share *= 1.0 if other == hazard else each
    return share


def after_a_hit(state: State, ship: Ship, goal: str = "", via: str = "") -> float | None:
    """Return the chance to arrive with one more Hit; None where it changes nothing or sinks her."""
    hurt = replace(ship, hits=ship.hits + 1)
    same = chart_line(hurt) == chart_line(ship) and draft(hurt) == draft(ship)
    if same or hurt.hits >= original_hits(ship):
        return None
    return way_to(put_ship(state, hurt), hurt, goal, via).arrives
