"""The worth of a box to a ship, the aims of each side, and the worth of a position for a side."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from engine.game.decision import Reason
from engine.kit.by_type import cached_per_state
from engine.systems.iron_oak import fleet
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.data.facts import VictoryLine
from engine.systems.iron_oak.gunnery.segment import why_silent
from engine.systems.iron_oak.gunnery.shot import boxes_of
from engine.systems.iron_oak.movement.hazards import check_of, hazards_of
from engine.systems.iron_oak.state.state import Ship, State, Unit
from engine.systems.iron_oak.thinking.fire_worth import mean_hits, price
from engine.systems.iron_oak.victory import (
    NAMES,
    at_end,
    default_of,
    holds,
    lines_of,
    points,
    ships_of,
)
from engine.systems.iron_oak.waters import GRID, off

# The worth of a box to a ship: her fire from there, the enemy's fire at her, the way to her goal.


REACH = 2
"""The longest range of guns, in boxes."""
STEP_OUT = 60.0
"""The worth of each box nearer to an edge, in Victory Points, for a ship that should leave
there."""
LEFT = 400.0
"""The worth of having left by the edge by which a ship should leave, in Victory Points."""
NEAR = 8.0
"""The worth of each box nearer to the enemy, in Victory Points, for a ship that should fight.
Important enemies attract from farther away."""
COLUMNS = 5
"""A ship that waits off the map counts as this many boxes away from her goal."""
AGROUND = 45.0
"""The cost of being stopped by a hazard, in Victory Points."""


def hits_from(state: State, firer: Unit, target: Unit, distance: int) -> float:
    """Return the average Hits of a shot at a distance in boxes, with no other modifiers; it is
    quick, for comparisons.
    """
    return _hits(state, firer.id, target.id, distance) if distance <= REACH else 0.0


@cached_per_state
def _hits(state: State, firer_id: str, target_id: str, distance: int) -> float:
    firer, target = state.unit(firer_id), state.unit(target_id)
    if why_silent(firer):
        return 0.0
    table = book().tables.gunnery
    drm = (table.short, table.medium, table.long)[distance]
    return mean_hits(state, firer, target, drm)


@cached_per_state
def place_worth(state: State, ship_id: str, box: str) -> float:
    """Return the worth to a ship of being in a box, or of having left by an edge."""
    ship = state.ships[ship_id]
    edge = way_out(state, ship_id)
    if off(box):
        return LEFT if off(box) == edge else -LEFT
    worth = -STEP_OUT * to_edge(box, edge) if edge else 0.0
    best, suffered, nearest = 0.0, 0.0, 9.0
    for enemy, much, dealt, taken in _exchanges(state, ship_id):
        distance = box_distance(box, enemy)
        nearest = min(nearest, distance / much)
        if distance <= REACH:
            best = max(best, dealt[distance])
            suffered += taken[distance]
    if not edge and nearest < 9:
        worth -= NEAR * pressing(state, ship.control) * nearest
    # However many enemies there are, the ship can lose no more than her own worth.
    suffered = min(suffered, fleet.value(ship) * precious(state, ship))
    return worth + best - caution(state, ship.control) * suffered


class _Exchange(NamedTuple):
    """The worth of the fire between a ship and one enemy, in both directions, in Victory Points by
    their distance in boxes.
    """

    enemy: Unit
    weight: float
    dealt: tuple[float, ...]
    taken: tuple[float, ...]


_NOTHING = (0.0,) * (REACH + 1)


@cached_per_state
def _exchanges(state: State, ship_id: str) -> tuple[_Exchange, ...]:
    """Return the worth of the fire between a ship and each of her enemies. It does not depend on
    the box that is scored.
    """
    ship = state.ships[ship_id]
    found = []
    for enemy in enemies_of(state, ship):
        much = weight(state, ship.control, enemy)
        dealt = taken = _NOTHING
        # A False Contact goes where a ship would go, but has nothing to gain or lose.
        if ship.kind == "ship" and not unknown(enemy):
            distances = range(REACH + 1)
            if fleet.guns_of(ship).dice:
                worth = price(enemy) * much
                dealt = tuple(hits_from(state, ship, enemy, each) * worth for each in distances)
            if not ship.hidden:
                worth = price(ship) * precious(state, ship)
                taken = tuple(hits_from(state, enemy, ship, each) * worth for each in distances)
        found.append(_Exchange(enemy, much, dealt, taken))
    return tuple(found)


def outside_worth(state: State, ship: Ship) -> float:
    """Return the worth of waiting off the map. It is below 0, because the ship has the whole way
    still to go.
    """
    pull = STEP_OUT if way_out(state, ship.id) else NEAR * pressing(state, ship.control)
    return -pull * COLUMNS


@cached_per_state
def risk(state: State, ship_id: str, box: str) -> float:
    """Return the chance that a hazard of a box stops a ship there."""
    if off(box):
        return 0.0
    ship = state.ships[ship_id]
    safe = 1.0
    for hazard in hazards_of(state, ship, box):
        safe *= check_of(state, ship, box, hazard).chance
    return 1 - safe


def going_worth(state: State, ship: Ship, goal: str, chance: float, via: str = "") -> float:
    """Return the worth of trying to reach a goal, minus the worth of staying; `chance` is the
    chance of the roll.
    """
    here = place_worth(state, ship.id, ship.box) if ship.on_map else outside_worth(state, ship)
    there = place_worth(state, ship.id, goal)
    lost = risk(state, ship.id, goal) + (risk(state, ship.id, via) if via else 0.0)
    return chance * (there - here - min(1.0, lost) * AGROUND)


# The evaluation of a side: points won and lost, and the Hits that count towards more.


WON = 1000.0
"""The worth of a victory line (a condition of victory) that is met, in Victory Points."""
POINT = 40.0
"""How many Victory Points make a point of evaluation. A lead of 20 points is a won battle."""


def in_points(reasons: Iterable[Reason]) -> tuple[Reason, ...]:
    """Return reasons in points of evaluation, from reasons in Victory Points."""
    return tuple(Reason(each.term, each.words, each.worth / POINT) for each in reasons)


def evaluate(view: State, seat: str) -> tuple[Reason, ...]:
    """Return the worth of a position for a seat's side: its own figures minus the enemy's, one
    reason for each kind.
    """
    side = fleet.side_of(view, seat)
    enemy = fleet.other_side(side)
    # The end of the battle, or the victory lines that are met now.
    if view.outcome is not None:
        winners = view.outcome.winners
        won = WON * (NAMES[side] in winners) - WON * (NAMES[fleet.other_side(side)] in winners)
    else:
        won = sum(
            WON if line.side == side else -WON
            for line in lines_of(view)
            if not at_end(line) and holds(view, line)
        )
    lead = points(view, side) - points(view, enemy)
    hurt = _hurt(view, enemy, side) - _hurt(view, side, enemy)
    found = (
        Reason("victory", "victory lines fulfilled", won),
        Reason("points", "points won minus points lost", float(lead)),
        Reason("hits", "Hits dealt minus Hits taken", hurt),
        Reason("aground", "ships afloat and clear", _stuck(view, enemy) - _stuck(view, side)),
        Reason("places", "positions of the ships", _places(view, side) - _places(view, enemy)),
    )
    return in_points(found)


def _stuck(view: State, side: str) -> float:
    """Return the cost to a side of its ships that are aground or fouled."""
    return AGROUND * sum(
        ship.grounded or bool(ship.fouled)
        for ship in view.ships.values()
        if ship.control == side and ship.on_map and ship.kind == "ship"
    )


def _places(view: State, side: str) -> float:
    """Return the worth of the places of a side's ships: fire, and the way to their goals. 0 in a
    finished battle.
    """
    if view.outcome is not None:
        return 0.0
    return sum(
        place_worth(view, ship.id, ship.box) if ship.on_map else outside_worth(view, ship)
        for ship in view.ships.values()
        if ship.control == side and not ship.lost and ship.kind == "ship"
    )


def _hurt(view: State, side: str, by: str) -> float:
    """Return the worth to the side `by` of the Hits on the ships of `side` on the map, in Victory
    Points.
    """
    return sum(
        ship.hits / fleet.original_hits(ship) * fleet.value(ship) / 2 * weight(view, by, ship)
        for ship in view.ships.values()
        if ship.side == side and ship.on_map and ship.kind == "ship"
    )


# The aims of a side: where its ships go, which enemies they must damage, which enemies matter.


NAMED = 2.5
"""Hits on an enemy that a victory line names count this much; those on any other enemy count 1."""


EVEN, WAITING, PRESSED = 0.6, 0.9, 0.3
"""How much its possible losses count for a side that would draw, win or lose if nothing more
happened."""


PULLED, HOLDING, PRESSING = 1.0, 0.5, 3.0
"""The factors on `NEAR` for a side that would draw, win or lose if nothing more happened."""


LEAVING = ("exit", "exit_count")


def _names(state: State, line: VictoryLine) -> set[str]:
    ships = {ship.id for ship in ships_of(state, line)}
    if line.ship:
        ships.add(line.ship)
    return ships


@cached_per_state
def way_out(state: State, ship_id: str) -> str:
    """Return the edge by which a ship should leave, for a victory line; '' if she should fight.

    A ship that must retire goes to her own edge.
    """
    ship = state.ships[ship_id]
    if fleet.retiring(ship):
        return state.sides[ship.control].edge
    for line in lines_of(state):
        leaves = line.when in LEAVING and line.at_most is None and line.side == ship.side
        late = line.after_turn is not None and state.turn <= line.after_turn
        if leaves and not late and ship_id in _names(state, line):
            return line.edges[0]
    return ""


@cached_per_state
def weights(state: State, side: str) -> dict[str, float]:
    """Return {id: weight} for the enemies that victory lines name; every other enemy has the weight
    1.
    """
    found: dict[str, float] = {}
    for line in lines_of(state):
        if line.side == side and line.when not in LEAVING and line.at_most is None:
            found |= dict.fromkeys(_names(state, line), NAMED)
            if line.fort:
                sections = [each.id for each in state.sections.values() if each.fort == line.fort]
                found |= dict.fromkeys(sections, NAMED)
        if line.side != side and line.when in LEAVING:
            found |= dict.fromkeys(_names(state, line), NAMED)
    return found


def weight(state: State, side: str, target: Unit) -> float:
    """Return how much Hits on a target count for a side: more if a victory line names the
    target.
    """
    return weights(state, side).get(target.id, 1.0)


def precious(state: State, ship: Ship) -> float:
    """Return how much Hits on a ship count for her enemy: more if a victory line names her."""
    return weight(state, fleet.other_side(ship.control), ship)


@cached_per_state
def leading_side(state: State) -> str:
    """Return the side that would win if nothing more happened; '' for a draw."""
    for line in lines_of(state):
        if holds(state, line):
            return line.side
    default = default_of(state)
    return "" if default == "draw" else default


def caution(state: State, side: str) -> float:
    """Return how much a side's possible losses count against its gains.

    A side that would win if nothing more happened can wait; a side that would lose must attack.
    """
    return _as_it_stands(state, side, EVEN, WAITING, PRESSED)


def pressing(state: State, side: str) -> float:
    """Return the factor by which being nearer to the enemy counts for a side."""
    return _as_it_stands(state, side, PULLED, HOLDING, PRESSING)


def _as_it_stands(state: State, side: str, drawn: float, won: float, lost: float) -> float:
    winner = leading_side(state)
    if not winner:
        return drawn
    return won if winner == side else lost


def box_distance(box: str, other: Unit) -> int:
    """Return the distance in boxes from a box to a unit; for a fort section, to the nearest of the
    boxes beside it.
    """
    return min(GRID.distance(box, each) for each in boxes_of(other))


@cached_per_state
def _enemies(state: State, ship_id: str) -> tuple[Unit, ...]:
    enemy = fleet.other_side(state.ships[ship_id].control)
    ships = (each for each in fleet.own_ships(state, enemy) if each.on_map)
    return (
        *(each for each in ships if each.kind != "contact"),
        *fleet.own_sections(state, enemy),
    )


def enemies_of(state: State, ship: Ship) -> tuple[Unit, ...]:
    """Return the enemies that matter to a ship: ships on the map, and fort sections that are not
    silenced.

    They matter to a ship off the map, too, because she chooses the row where she enters. An
    unidentified counter is included, because a ship in its box may search it.
    """
    return _enemies(state, ship.id)


def known_enemies(state: State, ship: Ship) -> tuple[Unit, ...]:
    """Return the enemies that matter to a ship, without counters that are not identified."""
    return tuple(each for each in enemies_of(state, ship) if not unknown(each))


def unknown(enemy: Unit) -> bool:
    """Tell whether an enemy is a counter that is not identified: it cannot be fired at, and its
    guns are unknown.
    """
    return isinstance(enemy, Ship) and enemy.kind == "counter"


def to_edge(box: str, edge: str) -> int:
    """Return how many boxes lie between a box and an edge; 0 for a box at the edge."""
    row, column = GRID.place(box)
    return {"left": column, "right": 4 - column, "top": row, "bottom": 4 - row}[edge]
