"""Reads a battle's journal for signs: what happened, and which card, keyword or rule had an effect.

An effect is named by the moment (hook of the rules) at which it works, and by its id. Effects whose
answers alone show that they worked are counted by `Witness` instead.
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
    """An event (fact) of a battle, with the states around it."""

    state: State
    """The state of the battle before the event."""
    event: Any
    after: State
    """The state of the battle after the event."""
    step: Any
    """The step (of what is still to be done) that was handled last."""
    before: Any
    """The event before this one in the same command."""


Reading = Callable[[Fact], Iterator[Sign]]
CommandReading = Callable[[State, Any], Iterator[Sign]]

_FACTS: list[tuple[Any, Reading]] = []
_COMMANDS: list[CommandReading] = []


def reads(kinds: Any) -> Callable[[Reading], Reading]:
    """Return a decorator: the function is called for each event of these kinds, and yields
    signs.
    """

    def enter(reading: Reading) -> Reading:
        _FACTS.append((kinds, reading))
        return reading

    return enter


def reads_commands(reading: CommandReading) -> CommandReading:
    """Register a function that is called for each command, with the state before it, and yields
    signs.
    """
    _COMMANDS.append(reading)
    return reading


def signs(battle: Battle) -> Iterator[Sign]:
    """Yield a sign for everything that happened in a battle, each as often as it happened."""
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
    """Yield the sign of each effect that works on a ship at a moment (hook of the rules)."""
    for source, _ in MOMENTS[moment].on(state, state.ships[ship]):
        yield moment, source


def of_squadron(state: State, moment: str, squadron: str) -> Iterator[Sign]:
    """Yield the sign of each effect that works for a squadron at a moment (hook of the rules)."""
    for source, _ in MOMENTS[moment].of(state, squadron):
        yield moment, source
