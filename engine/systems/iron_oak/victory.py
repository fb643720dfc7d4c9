"""Victory: points, victory lines (conditions of victory) and their words, and the end of the battle
(Iron & Oak 3.5).
"""

from __future__ import annotations

from collections.abc import Callable

from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.data.facts import Condition, LineKind, VictoryLine
from engine.systems.iron_oak.fleet import damage, other_side, silenced, value
from engine.systems.iron_oak.state.state import Ship, State

# Victory Points of a side: enemy ships sunk, captured, badly damaged; sections silenced.
#
# Iron & Oak 3.5.


def points(state: State, side: str) -> int:
    """Return the points that a side has won: in full for an enemy ship sunk or a fort section
    silenced, double for a ship captured, half for one with heavy damage.

    A prize that has sunk counts once.
    """
    enemy = other_side(side)
    won = sum(ship_points(ship) for ship in state.ships.values() if ship.side == enemy)
    return won + sum(
        value(section)
        for section in state.sections.values()
        if section.side == enemy and silenced(section)
    )


def ship_points(ship: Ship) -> int:
    """Return the points that a ship in her present state gives her enemy."""
    if ship.kind != "ship":
        return 0
    if ship.lost == "sunk":
        return value(ship)
    if ship.captured_by:
        return 2 * value(ship)
    return value(ship) // 2 if damage(ship) == "heavy" else 0


def spoils(state: State, side: str) -> int:
    """Return a side's points by a count in which ships that left the map give a quarter (Iron & Oak
    8.1).

    A ship that left and also counts for her damage counts only once, with the higher figure. Forts
    do not count.
    """
    return sum(
        ship_points(ship) or (value(ship) // 4 if ship.lost.startswith("left") else 0)
        for ship in state.ships.values()
        if ship.side == other_side(side) and ship.kind == "ship"
    )


def taken_points(state: State, side: str) -> int:
    """Return the Victory Points of all enemy ships that were sunk or captured, each counted
    once.
    """
    return sum(
        value(ship)
        for ship in state.ships.values()
        if ship.side == other_side(side)
        and ship.kind == "ship"
        and (ship.lost == "sunk" or ship.captured_by)
    )


# Victory lines: what each kind examines, and whether it is met (Iron & Oak 3.5.1).


def holds(state: State, line: VictoryLine) -> bool:
    """Tell whether a victory line is met now, by the state of its ships and forts."""
    unless = line.unless
    if unless and any(_in_state(each, unless.states) for each in _named(state, unless.ships)):
        return False
    return _LOOKS[line.when](state, line)


def ships_of(state: State, line: VictoryLine) -> tuple[Ship, ...]:
    """Return the ships that a victory line concerns: the ships that it lists, or all ships of a
    side.
    """
    if isinstance(line.ships, str):
        return tuple(
            ship for ship in state.ships.values() if ship.side == line.ships and ship.kind == "ship"
        )
    return _named(state, line.ships)


def _named(state: State, ships: tuple[str, ...]) -> tuple[Ship, ...]:
    return tuple(state.ships[id] for id in ships if id in state.ships)


def _in_state(ship: Ship, conditions: tuple[Condition, ...]) -> bool:
    """Tell whether a ship is in one of these states. A sunk ship does not count as heavily
    damaged.
    """
    sunk = ship.lost == "sunk"
    return (
        ("sunk" in conditions and sunk)
        or ("captured" in conditions and bool(ship.captured_by))
        or ("heavy_damage" in conditions and not sunk and damage(ship) == "heavy")
    )


def count(state: State, line: VictoryLine) -> int:
    """Return how many ships a victory line counts: ships in its states, or ships that have left by
    its edges.
    """
    if line.when in {"exit", "exit_count"}:
        return sum(_left(ship, line) for ship in ships_of(state, line))
    return sum(_in_state(ship, line.states) for ship in ships_of(state, line))


def _left(ship: Ship, line: VictoryLine) -> bool:
    """Tell whether a ship left as a victory line requires: by one of its edges, in time, and not
    too badly damaged.
    """
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
    return (
        taken_points(state, line.side) - taken_points(state, other_side(line.side)) >= line.margin
    )


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


# Victory lines in words.


NAMES = {"union": "Union", "confederate": "Confederacy"}
STATES: dict[Condition, str] = {
    "sunk": "sunk",
    "captured": "captured",
    "heavy_damage": "heavily damaged",
}


def in_words(line: VictoryLine) -> str:
    """Return a victory line as words: `Virginia is sunk or captured`."""
    return _CLAUSES[line.when](line)


def _any_of(line: VictoryLine) -> str:
    return f"{_one(line)} is {_states(line.states)}{_unless(line)}"


def _count_words(line: VictoryLine) -> str:
    if line.at_most == 0:
        return f"{_ships(line)} not {_states(line.states)}{_unless(line)}"
    return f"{_number(line)} of {_ships(line)} are {_states(line.states)}{_unless(line)}"


def _exit(line: VictoryLine) -> str:
    return f"{_one(line)} leaves by the {_edges(line)} edge{_when(line)}"


def _exit_count(line: VictoryLine) -> str:
    return f"{_number(line)} of {_ships(line)} leave by the {_edges(line)} edge{_when(line)}"


def _hits_on(line: VictoryLine) -> str:
    return f"{book().ships[line.ship].short} has {line.at_least} Hits or more"


_CLAUSES: dict[LineKind, Callable[[VictoryLine], str]] = {
    "any_of": _any_of,
    "count": _count_words,
    "exit": _exit,
    "exit_count": _exit_count,
    "fort_silenced": lambda line: f"{book().forts[line.fort].name} is silenced",
    "sections_silenced": lambda line: f"{line.at_least} enemy fort sections are silenced",
    "points": lambda line: f"a lead of {line.margin} points after the last turn",
    "spoils": lambda line: (
        "more is won of the enemy's ships than lost, those that left counted a quarter"
    ),
    "taken": lambda line: "more is sunk or captured than lost",
    "hits_on": _hits_on,
}


def _one(line: VictoryLine) -> str:
    return f"a ship of the {NAMES[line.ships]}" if isinstance(line.ships, str) else _ships(line)


def _states(states: tuple[Condition, ...]) -> str:
    return " or ".join(STATES[state] for state in states)


def _ships(line: VictoryLine) -> str:
    if isinstance(line.ships, str):
        return f"the ships of the {NAMES[line.ships]}"
    names = [book().ships[id].short for id in line.ships]
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1]


def _number(line: VictoryLine) -> str:
    if line.at_most == 0:
        return "none"
    if line.at_most is not None:
        return f"at most {line.at_most}"
    return f"at least {line.at_least}"


def _edges(line: VictoryLine) -> str:
    return " or ".join(line.edges)


def _when(line: VictoryLine) -> str:
    words = ""
    if line.after_turn is not None:
        words += f" after turn {line.after_turn}"
    if line.by_turn is not None:
        words += f" by turn {line.by_turn}"
    if line.unless_damage:
        words += f", without {line.unless_damage} damage"
    return words


def _unless(line: VictoryLine) -> str:
    if not line.unless:
        return ""
    names = " or ".join(book().ships[id].short for id in line.unless.ships)
    return f", unless {names} is {_states(line.unless.states)}"


# The end of a battle: its victory lines from the top, then the default (Iron & Oak 3.5).


Verdict = tuple[tuple[str, ...], str]


def lines_of(state: State) -> tuple[VictoryLine, ...]:
    """Return the conditions of victory of the battle: its own or, if it has none, those of its
    scenario.
    """
    if state.rules.victory:
        return state.rules.victory
    record = book().scenarios.get(state.scenario)
    return record.victory if record else ()


def at_end(line: VictoryLine) -> bool:
    """Tell whether a victory line counts only after the last turn."""
    return line.at == "end" or counts_points(line)


def counts_points(line: VictoryLine) -> bool:
    """Tell whether a victory line compares Victory Points."""
    return line.when in {"points", "spoils", "taken"}


def verdict(state: State) -> Verdict | None:
    """Return (winners, reason) if the battle is over after this turn; else None."""
    last = state.turn >= state.turns
    for line in lines_of(state):
        if (last or not at_end(line)) and holds(state, line):
            return (NAMES[line.side],), in_words(line)
    if not last:
        return None
    default = default_of(state)
    if default == "draw":
        return (), "the last turn is over and nobody has won"
    return (NAMES[default],), "the last turn is over and the enemy has not won"


def default_of(state: State) -> str:
    """Return the side that wins if no line is met after the last turn, or `draw`."""
    record = book().scenarios.get(state.scenario)
    return state.rules.default or (record.default if record else "draw")
