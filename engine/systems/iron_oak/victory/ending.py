"""How a battle ends: its lines from the top, then the default (Iron & Oak 3.5)."""

from __future__ import annotations

from engine.systems.iron_oak.data.battles import VictoryLine
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.state.state import State
from engine.systems.iron_oak.victory.lines import holds
from engine.systems.iron_oak.victory.wording import NAMES, in_words

Verdict = tuple[tuple[str, ...], str]


def lines_of(state: State) -> tuple[VictoryLine, ...]:
    """Return the victory lines of the battle, its own or its scenario's; none: nobody wins."""
    if state.rules.victory:
        return state.rules.victory
    record = book().scenarios.get(state.scenario)
    return record.victory if record else ()


def at_end(line: VictoryLine) -> bool:
    """Tell whether a line is looked at after the last turn only."""
    return line.at == "end" or line.when in {"points", "spoils", "taken"}


def verdict(state: State) -> Verdict | None:
    """Return the winners and the reason when the battle is over after this turn."""
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
    """Return the side that wins if no line holds after the last turn, or `draw`."""
    record = book().scenarios.get(state.scenario)
    return state.rules.default or (record.default if record else "draw")
