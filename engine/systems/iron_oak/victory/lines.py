"""Victory lines: what each looks at, and whether it holds (Iron & Oak 3.5.1)."""

from __future__ import annotations

from collections.abc import Callable

from engine.systems.iron_oak.data.battles import Condition, VictoryLine
from engine.systems.iron_oak.fleet.hulls import damage, silenced
from engine.systems.iron_oak.fleet.sides import other_side
from engine.systems.iron_oak.state.state import Ship, State
from engine.systems.iron_oak.victory.points import points, spoils, taken


def holds(state: State, line: VictoryLine) -> bool:
    """Tell whether a line of the victory conditions holds now."""
    unless = line.unless
    if unless and any(_in_state(each, unless.states) for each in _named(state, unless.ships)):
        return False
    return _LOOKS[line.when](state, line)


def ships_of(state: State, line: VictoryLine) -> tuple[Ship, ...]:
    """Return the ships that a line speaks of: a list, or all of a side."""
    if isinstance(line.ships, str):
        return tuple(
            ship for ship in state.ships.values() if ship.side == line.ships and ship.kind == "ship"
        )
    return _named(state, line.ships)


def _named(state: State, ships: tuple[str, ...]) -> tuple[Ship, ...]:
    return tuple(state.ships[id] for id in ships if id in state.ships)


def _in_state(ship: Ship, conditions: tuple[Condition, ...]) -> bool:
    """Tell whether a ship is in one of these states, each only itself."""
    sunk = ship.lost == "sunk"
    return (
        ("sunk" in conditions and sunk)
        or ("captured" in conditions and bool(ship.captured_by))
        or ("heavy_damage" in conditions and not sunk and damage(ship) == "heavy")
    )


def count(state: State, line: VictoryLine) -> int:
    """Return how many ships of a line are in its states, or have left as it says."""
    if line.when in {"exit", "exit_count"}:
        return sum(_left(ship, line) for ship in ships_of(state, line))
    return sum(_in_state(ship, line.states) for ship in ships_of(state, line))


def _left(ship: Ship, line: VictoryLine) -> bool:
    """Tell whether a ship left by an edge of the line, in time, and whole enough."""
    if ship.captured_by or ship.lost.removeprefix("left:") not in line.edges:
        return False
    if line.by_turn is not None and ship.left_turn > line.by_turn:
        return False
    if line.after_turn is not None and ship.left_turn <= line.after_turn:
        return False
    bad = {"": (), "heavy": ("heavy",), "light": ("light", "heavy")}[line.unless_damage]
    return damage(ship) not in bad


def _any(state: State, line: VictoryLine) -> bool:
    return count(state, line) > 0


def _count(state: State, line: VictoryLine) -> bool:
    number = count(state, line)
    if line.at_least is not None and number < line.at_least:
        return False
    return line.at_most is None or number <= line.at_most


def _fort(state: State, line: VictoryLine) -> bool:
    sections = [each for each in state.sections.values() if each.fort == line.fort]
    return bool(sections) and all(silenced(each) for each in sections)


def _sections(state: State, line: VictoryLine) -> bool:
    enemy = other_side(line.side)
    lost = sum(silenced(each) for each in state.sections.values() if each.side == enemy)
    return lost >= (line.at_least or 1)


def _points(state: State, line: VictoryLine) -> bool:
    lead = points(state, line.side) - points(state, other_side(line.side))
    return lead >= line.margin


def _spoils(state: State, line: VictoryLine) -> bool:
    return spoils(state, line.side) - spoils(state, other_side(line.side)) >= line.margin


def _taken(state: State, line: VictoryLine) -> bool:
    return taken(state, line.side) - taken(state, other_side(line.side)) >= line.margin


def _hits(state: State, line: VictoryLine) -> bool:
    ship = state.ships.get(line.ship)
    return ship is not None and ship.hits >= (line.at_least or 1)


_LOOKS: dict[str, Callable[[State, VictoryLine], bool]] = {
    "any_of": _any,
    "count": _count,
    "exit": _any,
    "exit_count": _count,
    "fort_silenced": _fort,
    "sections_silenced": _sections,
    "points": _points,
    "hits_on": _hits,
    "spoils": _spoils,
    "taken": _taken,
}
