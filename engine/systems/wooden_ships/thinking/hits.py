"""What hits are worth: the share of a ship's points that they take from her; and luck."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from engine.kit.cached_per_state import cached_per_state
from engine.systems.wooden_ships.data.book import book
from engine.systems.wooden_ships.data.facts import Aim
from engine.systems.wooden_ships.fleet.status import crewless, dismasted, surrendered
from engine.systems.wooden_ships.gunnery.shot import AIMS, outcomes, shot_at
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.events import AnyEvent
from engine.systems.wooden_ships.state.sides import side_of
from engine.systems.wooden_ships.state.state import SIDES, Boxes, Load, Rake, Ship, SideName, State
from engine.systems.wooden_ships.thinking.standing import hit_worth

# Shares of a ship's points that all her boxes of a kind are worth. Hull decides most battles;
# rigging costs her the choice of where to fight, no more.
HULL, GUNS, CREW, RIGGING = 1.0, 0.45, 0.55, 0.35


def box_values(ship: Ship) -> tuple[float, float, float, float]:
    """Return what a hull, gun, crew and rigging hit on a ship is worth, in points.

    Nothing on one that is out of the fight already: that would only keep the battle from ending.
    """
    if surrendered(ship) or crewless(ship):
        return 0.0, 0.0, 0.0, 0.0
    return _box_values(ship.printed, ship.points, ship.hull, dismasted(ship))


@lru_cache(maxsize=4096)
def _box_values(
    printed: Boxes, points: int, hull_left: int, bare: bool
) -> tuple[float, float, float, float]:
    guns = sum(printed.guns) + sum(printed.carronades)
    rigging = 0.0 if bare else RIGGING / sum(printed.rigging)
    # The fewer boxes of hull there are left, the more each of them is worth.
    hull = HULL / max(1, printed.hull) * (1.5 - 0.5 * hull_left / printed.hull)
    gun = GUNS / guns if guns else HULL / printed.hull
    crew = CREW / max(1, sum(printed.crew))
    return points * hull, points * gun, points * crew, points * rigging


@lru_cache(maxsize=64)
def mean_hits(version: str, table: int, aim: Aim) -> tuple[float, ...]:
    """Return the expected hits of a table; the data set's version is part of the key."""
    rows = outcomes(table, aim)
    return tuple(sum(column) / len(rows) for column in zip(*rows, strict=True))


def aim_worth(table: int, aim: Aim, target: Ship) -> float:
    """Return what a table's expected hits on a target are worth, in points."""
    mean = mean_hits(book().version, table, aim)
    return sum(hits * each for hits, each in zip(mean, box_values(target), strict=True))


class Lies(NamedTuple):
    """How a target lies to a broadside: her distance in hexes, and from where she is raked."""

    far: int
    raked: Rake


def shot_worth(view: State, ship: str, side: SideName, target: str, lies: Lies) -> float:
    """Return what a side's best shot at a range is worth as she is loaded, in points."""
    first = view.ships[ship].loaded[SIDES.index(side)] == "initial"
    return loaded_worth(view, ship, side, target, lies, first)


@cached_per_state
def loaded_worth(  # noqa: PLR0913  (a shot, and how it falls)
    view: State, ship: str, side: SideName, target: str, lies: Lies, first: bool
) -> float:
    """Return the same with a first broadside in that side, or with another."""
    load: Load = "initial" if first else "round"
    firer = replace(view.ships[ship], loaded=(load, load))
    aimed = shot_at(firer, side, lies.far, lies.raked)
    if not aimed.fires:
        return 0.0
    aims = AIMS if lies.far <= book().gunnery.hull_range else AIMS[1:]
    return max(aim_worth(aimed.table, aim, view.ships[target]) for aim in aims)


def luck(before: State, event: AnyEvent, seat: str) -> float:
    """Return the points of `evaluate` by which a broadside was lucky for a seat; 0 on the average.

    Of hits beyond the last box of a kind as much is counted as of any others.
    """
    if not isinstance(event, ev.SideFired):
        return 0.0
    target = before.ships[event.target]
    mean = mean_hits(book().version, event.table, event.aim)
    beyond = sum(
        (hits - usual) * worth
        for hits, usual, worth in zip(event.hits, mean, hit_worth(target), strict=True)
    )
    own = before.seats[seat].side == side_of(before, target)
    return -beyond if own else beyond
