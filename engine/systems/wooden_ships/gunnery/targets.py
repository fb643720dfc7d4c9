"""Who fires, and at whom: the closest enemy, and among several the best.

Wooden Ships & Iron Men, Combat Rules.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit.cached_per_state import cached_per_state
from engine.systems.wooden_ships.data.book import book
from engine.systems.wooden_ships.fleet.status import crewless, surrendered
from engine.systems.wooden_ships.gunnery.field import closest, field, land_before
from engine.systems.wooden_ships.gunnery.shot import SideShot, hands_at_the_guns, shot
from engine.systems.wooden_ships.state.events.gunnery import Silent
from engine.systems.wooden_ships.state.sides import afloat, friends
from engine.systems.wooden_ships.state.state import SIDES, Ship, SideName, State


def why_silent(ship: Ship, side: SideName) -> str:
    """Say why a side cannot fire whatever lies before it, '' when it can."""
    at = SIDES.index(side)
    if surrendered(ship):
        return "she has surrendered"
    if crewless(ship):
        return "she has no crew"
    if ship.rescued:
        return "she was just rescued"
    if not hands_at_the_guns(ship):
        return "all her crew is in parties"
    if ship.loaded[at] == "empty":
        return "the side is not loaded"
    return "" if ship.guns[at] or ship.carronades[at] else "the side has no guns left"


def why_not_at(state: State, ship: Ship, side: SideName, target: Ship) -> str:
    """Say why a side may not fire at a ship, '' when it may."""
    if why := why_silent(ship, side) or _why_spared(state, ship, target):
        return why
    inside = field(state, ship, side)
    far = inside.get(target.id)
    if far is None:
        return "she is not in the field of fire"
    if any(other < far for other in inside.values()):
        return "another ship is closer"
    if land_before(state, ship, side, far):
        return "land is closer"
    aimed = shot(ship, side, target)
    if not aimed.guns:
        return "there are only carronades, and she is too far for them"
    return "" if aimed.fires else below(aimed)


def _why_spared(state: State, ship: Ship, target: Ship) -> str:
    if friends(state, ship, target):
        return "she is a friend"
    return "she has surrendered" if surrendered(target) else ""


def below(aimed: SideShot) -> str:
    """Say that the table of a shot is too low."""
    return f"table {aimed.table} is below {book().gunnery.min_table}"


def may_fire_at(state: State, ship: Ship, side: SideName) -> tuple[str, ...]:
    """Return the targets that a side may fire at, by id: all are at the least range."""
    if why_silent(ship, side):
        return ()
    return tuple(
        other
        for other in closest(state, ship, side)
        if not why_not_at(state, ship, side, state.ships[other])
    )


@cached_per_state
def picks(state: State, ship_id: str, side: SideName) -> tuple[str, ...]:
    """Return the targets that the rules choose among: of those the ones with the highest table."""
    ship = state.ships[ship_id]
    legal = may_fire_at(state, ship, side)
    tables = {other: shot(ship, side, state.ships[other]).table for other in legal}
    best = max(tables.values(), default=0)
    return tuple(other for other in legal if tables[other] == best)


def candidates(state: State, ship: Ship, side: SideName) -> tuple[str, ...]:
    """Return the targets that come into question: all legal ones where the owner chooses."""
    if state.rules.choose_target:
        return may_fire_at(state, ship, side)
    return picks(state, ship.id, side)


def unable(state: State) -> Iterator[Silent]:
    """Yield the sides that have all it takes to fire but a table of 0 or more, by ids."""
    for ship in afloat(state):
        for side in SIDES:
            if why_silent(ship, side) or may_fire_at(state, ship, side):
                continue
            for other in closest(state, ship, side):
                aimed = shot(ship, side, state.ships[other])
                if aimed.guns and why_not_at(state, ship, side, state.ships[other]) == below(aimed):
                    yield Silent(ship.id, side, other, aimed.table)
                    break


def why_not(state: State, ship: Ship, side: SideName) -> str:
    """Say why a side stays silent, '' when it may fire at something."""
    if silent := why_silent(ship, side):
        return silent
    if may_fire_at(state, ship, side):
        return ""
    near = [state.ships[other] for other in closest(state, ship, side)]
    if not near:
        return "nothing is in the field of fire"
    enemies = [each for each in near if not friends(state, ship, each) and not surrendered(each)]
    if not enemies:
        return f"{near[0].id} blocks the field of fire"
    return why_not_at(state, ship, side, enemies[0])
