"""The aims of a side: where its ships go, which enemies they must damage, which enemies matter."""

from __future__ import annotations

from engine.kit.by_type import cached_per_state
from engine.systems.iron_oak import fleet
from engine.systems.iron_oak.data.facts import VictoryLine
from engine.systems.iron_oak.gunnery.shot import boxes_of
from engine.systems.iron_oak.state.state import Ship, State, Unit
from engine.systems.iron_oak.victory import default_of, holds, lines_of, ships_of
from engine.systems.iron_oak.waters import GRID

NAMED = 2.5
"""The weight of an enemy whose loss wins the battle; the weight of any other enemy is 1."""


EVEN, WAITING, PRESSED = 0.6, 0.9, 0.3
"""The weights of possible losses for a side that, if nothing happens, draws, wins, or loses."""


PULLED, HOLDING, PRESSING = 1.0, 0.5, 3.0
"""The worth of a box nearer to the enemy for a side that, if nothing happens, draws, wins, or
loses; relative to the draw."""


LEAVING = ("exit", "exit_count")


def _names(state: State, line: VictoryLine) -> set[str]:
    ships = {ship.id for ship in ships_of(state, line)}
    if line.ship:
        ships.add(line.ship)
    return ships


@cached_per_state
def way_out(state: State, ship_id: str) -> str:
    """Return the edge by which a ship should leave; '' if she should fight.

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
    """Return the weight of each enemy to a side: more for the enemies named in victory lines."""
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
    """Return the worth of Hits on a target to a side, as a factor."""
    return weights(state, side).get(target.id, 1.0)


def precious(state: State, ship: Ship) -> float:
    """Return the worth of Hits on an own ship to the enemy, as a factor."""
    return weight(state, fleet.other_side(ship.control), ship)


@cached_per_state
def ahead(state: State) -> str:
    """Return the side that wins if nothing more happens; '' if neither does."""
    for line in lines_of(state):
        if holds(state, line):
            return line.side
    default = default_of(state)
    return "" if default == "draw" else default


def caution(state: State, side: str) -> float:
    """Return the weight of a side's possible losses relative to its gains.

    A side that wins if nothing more happens can wait; a side that then loses must attack.
    """
    return _as_it_stands(state, side, EVEN, WAITING, PRESSED)


def pressing(state: State, side: str) -> float:
    """Return how much a side wants to close with the enemy, as a factor."""
    return _as_it_stands(state, side, PULLED, HOLDING, PRESSING)


def _as_it_stands(state: State, side: str, drawn: float, won: float, lost: float) -> float:
    winner = ahead(state)
    if not winner:
        return drawn
    return won if winner == side else lost


REACH = 2
"""The range of guns, in boxes."""


def far(box: str, other: Unit) -> int:
    """Return the distance of a unit from a box, in boxes."""
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
    """Return the enemies that matter to a ship: ships on the map, sections that can still fire.

    They matter to a ship beside the map, too, because she chooses the row where she enters. An
    unidentified counter is included: a ship in its box may search it.
    """
    return _enemies(state, ship.id)


def known_enemies(state: State, ship: Ship) -> tuple[Unit, ...]:
    """Return the identified enemies that matter to a ship."""
    return tuple(each for each in enemies_of(state, ship) if not unknown(each))


def unknown(enemy: Unit) -> bool:
    """Tell whether an enemy is an unidentified counter, which cannot be fired at and has unknown
    guns.
    """
    return isinstance(enemy, Ship) and enemy.kind == "counter"


def to_edge(box: str, edge: str) -> int:
    """Return the number of boxes between a box and an edge."""
    row, column = GRID.place(box)
    return {"left": column, "right": 4 - column, "top": row, "bottom": 4 - row}[edge]
