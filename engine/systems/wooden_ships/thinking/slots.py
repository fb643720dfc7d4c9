"""What an answer to one slot of a sheet is worth, in points of damage or so."""

from __future__ import annotations

from collections.abc import Callable

from engine.game.answer import Answer
from engine.game.sheet import Draft, Sheet
from engine.systems.wooden_ships.boarding.parties import destinations
from engine.systems.wooden_ships.boarding.proposal import proposed
from engine.systems.wooden_ships.boarding.strength import strength_of
from engine.systems.wooden_ships.gunnery.field import field
from engine.systems.wooden_ships.gunnery.fire_orders import read_volley
from engine.systems.wooden_ships.gunnery.shot import open_aims, shot
from engine.systems.wooden_ships.gunnery.targets import candidates
from engine.systems.wooden_ships.ships.place import apart
from engine.systems.wooden_ships.ships.status import surrendered
from engine.systems.wooden_ships.state.sides import friends
from engine.systems.wooden_ships.state.state import SIDES, Ship, SideName, State
from engine.systems.wooden_ships.surrender.conditions import forced
from engine.systems.wooden_ships.thinking.courses import plot_score
from engine.systems.wooden_ships.thinking.hits import aim_worth, box_values

Score = Callable[[State, str, str, Draft], float]
FIRST_BROADSIDE = 0.35
"""The share of a shot that keeping the first broadside for a better one is worth at table 1."""
STRONGER = 1.6
"""How many times the enemy's strength makes a ship seek a melee."""


def slot_score(view: State, sheet: Sheet, slot: str, answer: Answer, draft: Draft) -> float:
    """Return how good an answer to a slot looks; higher is better."""
    return _SCORES[sheet.kind](view, slot, answer.option, draft)


def _orders(view: State, slot: str, option: str, draft: Draft) -> float:
    return plot_score(view, slot, option, draft)


def _fire(view: State, slot: str, option: str, draft: Draft) -> float:
    ship = view.ships[slot]
    return sum(
        _shot(view, ship, choice.side, choice.aim, choice.target) for choice in read_volley(option)
    )


def _shot(view: State, ship: Ship, side: SideName, aim: str, target: str) -> float:
    """Return what a side's fire is worth, less what its first broadside could bring later."""
    among = (target,) if target else candidates(view, ship, side)
    total = 0.0
    for other in (view.ships[each] for each in among):
        aimed = shot(ship, side, other)
        aims = open_aims(view, ship, other, aimed.range)
        taken = next((each for each in aims if each == aim), aims[0])
        worth = aim_worth(aimed.table, taken, other)
        if forced(view, ship, other, aimed.range, bool(aimed.rake), taken):
            worth += other.points
        total += worth
    worth = total / max(1, len(among))
    if ship.loaded[SIDES.index(side)] == "initial":
        worth -= _later(view.ships[among[0]])
    return worth


def _later(target: Ship) -> float:
    """Return what the first broadside adds to a shot at close range, as far as it may come."""
    return FIRST_BROADSIDE * box_values(target)[0]


def _boarding(view: State, slot: str, option: str, draft: Draft) -> float:
    ship = view.ships[slot.partition(":")[0]]
    wanted = proposed(view, ship, destinations(view, ship)) or "none"
    return 1.0 if option == wanted else 0.0


def _grapple(view: State, slot: str, option: str, draft: Draft) -> float:
    ship = view.ships[slot.partition(":")[0]]
    named = [] if option == "none" else option.split("+")
    return sum(_hold(view, ship, view.ships[other]) for other in named)


def _cast_off(view: State, slot: str, option: str, draft: Draft) -> float:
    return -_grapple(view, slot, option, draft)


def _hold(view: State, ship: Ship, other: Ship) -> float:
    """Return what it is worth to be held fast to another ship."""
    if friends(view, ship, other) or surrendered(other):
        return -1.0
    mine, theirs = strength_of(ship), strength_of(other)
    return 1.0 if mine >= STRONGER * theirs else -1.0


def _unfoul(view: State, slot: str, option: str, draft: Draft) -> float:
    ship = view.ships[slot]
    tied = {"all": True, "friends": False, "enemies": True, "none": False}[option]
    strongest = max(
        (
            strength_of(other)
            for other in view.ships.values()
            if not friends(view, ship, other) and apart(ship, other) == 1
        ),
        default=0,
    )
    wants_enemies = bool(strongest) and strength_of(ship) >= STRONGER * strongest
    return (option in ("all", "friends")) + (0.5 if tied != wants_enemies else 0.0)


def _load(view: State, slot: str, option: str, draft: Draft) -> float:
    """Load the side that has enemies before it, else the stronger one."""
    ship = view.ships[slot]
    side: SideName = "port" if option == "port" else "starboard"
    at = SIDES.index(side)
    before = [
        far
        for other, far in field(view, ship, side).items()
        if not friends(view, ship, view.ships[other])
    ]
    return ship.guns[at] + ship.carronades[at] + (20.0 - min(before) if before else 0.0)


def _board_back(view: State, slot: str, option: str, draft: Draft) -> float:
    if option == "stay":
        return 0.0
    return strength_of(view.ships[slot]) - STRONGER * strength_of(view.ships[option])


_SCORES: dict[str, Score] = {
    "unfouling": _unfoul,
    "orders": _orders,
    "grappling": _grapple,
    "ungrappling": _cast_off,
    "boarding": _boarding,
    "combat": _fire,
    "melee": _board_back,
    "loading": _load,
}
