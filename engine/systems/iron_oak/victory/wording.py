"""Victory lines in words."""

from __future__ import annotations

from engine.systems.iron_oak.data.battles import VictoryLine
from engine.systems.iron_oak.data.book import book

NAMES = {"union": "Union", "confederate": "Confederacy"}
STATES = {"sunk": "sunk", "captured": "captured", "heavy_damage": "heavily damaged"}


def in_words(line: VictoryLine) -> str:
    """Return a line as a clause: `Virginia is sunk or captured`."""
    states = " or ".join(STATES[state] for state in line.states)
    ships = _ships(line)
    one = f"a ship of the {NAMES[line.ships]}" if isinstance(line.ships, str) else ships
    if line.when == "any_of":
        return f"{one} is {states}{_unless(line)}"
    if line.when == "count" and line.at_most == 0:
        return f"{_ships(line)} not {states}{_unless(line)}"
    if line.when == "count":
        return f"{_number(line)} of {ships} are {states}{_unless(line)}"
    if line.when == "exit":
        return f"{one} leaves by the {_edges(line)} edge{_when(line)}"
    if line.when == "exit_count":
        return f"{_number(line)} of {ships} leave by the {_edges(line)} edge{_when(line)}"
    if line.when == "fort_silenced":
        return f"{book().forts[line.fort].name} is silenced"
    if line.when == "sections_silenced":
        return f"{line.at_least} enemy fort sections are silenced"
    if line.when == "points":
        return f"a lead of {line.margin} points after the last turn"
    if line.when == "spoils":
        return "more is won of the enemy's ships than lost, those that left counted a quarter"
    if line.when == "taken":
        return "more is sunk or captured than lost"
    return f"{book().ships[line.ship].short} has {line.at_least} Hits or more"


def _ships(line: VictoryLine) -> str:
    if isinstance(line.ships, str):
        return f"the ships of the {NAMES[line.ships]}"
    names = [book().ships[id].short for id in line.ships]
    if not names:
        return ""
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
    states = " or ".join(STATES[state] for state in line.unless.states)
    return f", unless {names} is {states}"
