"""The victory ledger: how each line of a battle stands, and what is still needed.

Iron & Oak 3.5.
"""

from __future__ import annotations

from engine.base.text import counted
from engine.systems.iron_oak.data.facts import VictoryLine
from engine.systems.iron_oak.fleet import (
    card,
    damage,
    name,
    original_hits,
    other_side,
    section_card,
    silenced,
)
from engine.systems.iron_oak.state.state import Ship, State
from engine.systems.iron_oak.victory import at_end, count, holds, points, ships_of, spoils, taken
from engine.systems.iron_oak.waters import GRID, off

MANY = 3
"""Ships of a line that are told of one by one; of more, only how many."""


def stands(state: State, line: VictoryLine) -> str:
    """Return how a line stands, and what is needed before it holds."""
    if holds(state, line):
        return "holds now, counted after the last turn" if at_end(line) else "holds"
    if line.when in {"points", "spoils", "taken"}:
        counted = {"points": points, "spoils": spoils, "taken": taken}[line.when]
        mine, theirs = counted(state, line.side), counted(state, other_side(line.side))
        missing = line.margin - (mine - theirs)
        return f"{mine} against {theirs}, {missing} more needed"
    if line.when == "hits_on":
        ship = state.ships.get(line.ship)
        if ship is None:
            return "not identified"
        wanted = line.at_least or 1
        return f"{ship.hits} of {wanted}, {max(0, wanted - ship.hits)} more needed"
    if line.when in {"fort_silenced", "sections_silenced"}:
        return _sections(state, line)
    now = count(state, line)
    if line.at_least is not None:
        text = [f"{now} of {line.at_least}"]
    elif line.at_most is not None:
        text = [f"{now}, at most {line.at_most}"]
    else:
        text = []
    ships = ships_of(state, line)
    if len(ships) <= MANY:
        each = _leaving if line.when in {"exit", "exit_count"} else _harmed
        text += [f"{name(ship)}: {each(state, line, ship)}" for ship in ships]
    return "; ".join(text)


def _leaving(state: State, line: VictoryLine, ship: Ship) -> str:
    """Return how far a ship is from leaving as a line says."""
    if ship.lost or ship.captured_by:
        return "lost" if not ship.lost.startswith("left") else "left, but not so"
    last = line.by_turn if line.by_turn is not None else state.turns
    turns = max(0, last - state.turn + 1)
    texts = [counted(steps_off(ship, line.edges), "box", "boxes"), f"{counted(turns, 'turn')} left"]
    if line.after_turn is not None and state.turn <= line.after_turn:
        texts.append(f"not before turn {line.after_turn + 1}")
    texts += [
        word
        for word, true in (
            ("aground", ship.grounded),
            ("at anchor", ship.anchored),
            ("fouled", bool(ship.fouled)),
            (f"{line.unless_damage} damage", _too_hurt(line, ship)),
        )
        if true
    ]
    return ", ".join(texts)


def _too_hurt(line: VictoryLine, ship: Ship) -> bool:
    bad = {"": (), "heavy": ("heavy",), "light": ("light", "heavy")}[line.unless_damage]
    return damage(ship) in bad


def steps_off(ship: Ship, edges: tuple[str, ...]) -> int:
    """Return how many boxes a ship goes until she is off by the nearest of some edges."""
    if off(ship.box):
        return 0 if off(ship.box) in edges else GRID.columns + 1
    row, column = GRID.place(ship.box)
    ways = {
        "left": column,
        "right": GRID.columns - 1 - column,
        "top": row,
        "bottom": GRID.rows - 1 - row,
    }
    return 1 + min(ways[edge] for edge in edges)


def _harmed(state: State, line: VictoryLine, ship: Ship) -> str:
    """Return what is missing until a ship is sunk, captured or heavily damaged."""
    if ship.lost:
        return "sunk" if ship.lost == "sunk" else "gone"
    if ship.captured_by:
        return "captured"
    texts = []
    if "heavy_damage" in line.states and damage(ship) != "heavy":
        texts.append(f"{counted(_to_heavy(ship), 'Hit')} to heavy damage")
    if "sunk" in line.states:
        texts.append(f"{counted(original_hits(ship) - ship.hits, 'Hit')} to sink")
    return ", ".join(texts)


def _to_heavy(ship: Ship) -> int:
    chart = card(ship).maneuver
    least = chart[2].min_hits if len(chart) > 2 else original_hits(ship)
    return max(0, least - ship.hits)


def _sections(state: State, line: VictoryLine) -> str:
    enemy = other_side(line.side)
    found = [
        each
        for each in state.sections.values()
        if (each.fort == line.fort if line.when == "fort_silenced" else each.side == enemy)
    ]
    wanted = len(found) if line.when == "fort_silenced" else line.at_least or 1
    down = sum(silenced(each) for each in found)
    left = [
        f"{section_card(each).name} {counted(original_hits(each) - each.hits, 'Hit')}"
        for each in found
        if not silenced(each)
    ]
    few = f"; {', '.join(left)}" if left and len(left) <= MANY else ""
    return f"{down} of {wanted} silenced{few}"
