"""Victory lines in words."""

from __future__ import annotations

from collections.abc import Callable

from engine.systems.iron_oak.data.battles import Condition, LineKind, VictoryLine
from engine.systems.iron_oak.data.book import book

NAMES = {"union": "Union", "confederate": "Confederacy"}
STATES: dict[Condition, str] = {
    "sunk": "sunk",
    "captured": "captured",
    "heavy_damage": "heavily damaged",
}


def in_words(line: VictoryLine) -> str:
    """Return a line as a clause: `Virginia is sunk or captured`."""
    return _CLAUSES[line.when](line)


def _any_of(line: VictoryLine) -> str:
    return f"{_one(line)} is {_states(line.states)}{_unless(line)}"


def _count(line: VictoryLine) -> str:
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
    "count": _count,
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
