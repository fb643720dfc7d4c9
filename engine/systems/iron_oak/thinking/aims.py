"""What a side wants of its ships: read from the victory lines of the battle."""

from __future__ import annotations

from engine.kit.cached_per_state import cached_per_state
from engine.systems.iron_oak.data.battles import VictoryLine
from engine.systems.iron_oak.fleet.hulls import retiring
from engine.systems.iron_oak.fleet.sides import other_side
from engine.systems.iron_oak.state.state import Ship, State, Unit
from engine.systems.iron_oak.victory.ending import default_of, lines_of
from engine.systems.iron_oak.victory.lines import holds, ships_of

NAMED = 2.5
"""Weight of an enemy whose loss wins the battle, against 1 for any other."""
EVEN, WAITING, PRESSED = 0.6, 0.9, 0.3
"""Weights of what may be suffered: for a side that draws, wins, loses if nothing happens."""
PULLED, HOLDING, PRESSING = 1.0, 0.5, 3.0
"""How much a box nearer to the enemy is worth to the same sides, against 1 where nobody leads."""
LEAVING = ("exit", "exit_count")


def _names(state: State, line: VictoryLine) -> set[str]:
    ships = {ship.id for ship in ships_of(state, line)}
    if line.ship:
        ships.add(line.ship)
    return ships


@cached_per_state
def way_out(state: State, ship_id: str) -> str:
    """Return the edge by which a ship is to leave; '' when she is to fight.

    Her retreat counts: a ship that must retire goes to her own edge.
    """
    ship = state.ships[ship_id]
    if retiring(ship):
        return state.sides[ship.control].edge
    for line in lines_of(state):
        leaves = line.when in LEAVING and line.at_most is None and line.side == ship.side
        late = line.after_turn is not None and state.turn <= line.after_turn
        if leaves and not late and ship_id in _names(state, line):
            return line.edges[0]
    return ""


@cached_per_state
def weights(state: State, side: str) -> dict[str, float]:
    """Return how much each enemy is worth to a side: those that the lines name, more."""
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
    """Return how much Hits on a target are worth to a side."""
    return weights(state, side).get(target.id, 1.0)


def precious(state: State, ship: Ship) -> float:
    """Return how much Hits on an own ship are worth to the enemy."""
    return weight(state, other_side(ship.control), ship)


@cached_per_state
def ahead(state: State) -> str:
    """Return the side that wins if nothing more happens; '' if nobody does."""
    for line in lines_of(state):
        if holds(state, line):
            return line.side
    default = default_of(state)
    return "" if default == "draw" else default


def caution(state: State, side: str) -> float:
    """Return the weight of what a side may suffer against what it may do.

    A side that wins when nothing more happens can wait; one that loses then must go in.
    """
    return _as_it_stands(state, side, EVEN, WAITING, PRESSED)


def pressing(state: State, side: str) -> float:
    """Return how much a side wants to get at the enemy."""
    return _as_it_stands(state, side, PULLED, HOLDING, PRESSING)


def _as_it_stands(state: State, side: str, drawn: float, won: float, lost: float) -> float:
    winner = ahead(state)
    if not winner:
        return drawn
    return won if winner == side else lost
