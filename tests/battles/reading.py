"""A battle's journal, read for signs: what happened, and which card, keyword or rule worked.

An effect is named by the moment at which it works and by its id. One whose answer says
by itself that it worked is left to the witness.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import zip_longest
from typing import Any, NamedTuple

from engine.kernel.battle import Battle
from engine.systems.oak_iron.machine import MOMENTS
from engine.systems.oak_iron.state.state import State

Sign = tuple[str, str]


class Fact(NamedTuple):
    """A fact with what was around it."""

    state: State
    """The battle before it."""
    event: Any
    after: State
    """The battle with it."""
    step: Any
    """The step that was taken off the agenda last."""
    before: Any
    """The fact before it of the same command."""


Reading = Callable[[Fact], Iterator[Sign]]
CommandReading = Callable[[State, Any], Iterator[Sign]]

_FACTS: list[tuple[Any, Reading]] = []
_COMMANDS: list[CommandReading] = []


def reads(kinds: Any) -> Callable[[Reading], Reading]:
    """Register what is read from facts of these kinds."""

    def enter(reading: Reading) -> Reading:
        _FACTS.append((kinds, reading))
        return reading

    return enter


def reads_commands(reading: CommandReading) -> CommandReading:
    """Register what is read from each command, with the battle before it."""
    _COMMANDS.append(reading)
    return reading


def signs(battle: Battle) -> Iterator[Sign]:
    """Yield everything that happened in a battle, as often as it did."""
    state = battle.at(0)
    for record in battle.entries:
        yield "command", type(record.command).__name__
        for from_command in _COMMANDS:
            yield from from_command(state, record.command)
        step = before = None
        # Decided again: the states that the rules had tell which step each fact came of.
        decided = battle.game.decide(state, record.seat, record.command, battle._dice)
        for event, after in zip(decided, decided.states, strict=True):
            done = [old for old, new in zip_longest(state.agenda, after.agenda) if old != new]
            step = done[0] if done and done[0] is not None else step
            fact = Fact(state, event, after, step, before)
            yield "fact", type(event).__name__
            for kinds, reading in _FACTS:
                if isinstance(event, kinds):
                    yield from reading(fact)
            state, before = after, event
        state = battle.at(record.at)


def on_ship(state: State, moment: str, ship: str) -> Iterator[Sign]:
    """Yield the sign of everything at work on a ship at a moment."""
    for source, _ in MOMENTS[moment].on(state, state.ships[ship]):
        yield moment, source


def of_squadron(state: State, moment: str, squadron: str) -> Iterator[Sign]:
    """Yield the sign of everything at work for a squadron at a moment."""
    for source, _ in MOMENTS[moment].of(state, squadron):
        yield moment, source
