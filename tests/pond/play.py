"""Plays any battle through its decisions alone, as a front end does that knows no rules."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec.structs import replace

from engine.game.decision import Answer, Decision, Option
from engine.kernel.battle import Battle
from tests.pond.figures import BOOKS, Book


def answer(battle: Battle, dice: Random) -> tuple[Any, ...]:
    """Answer one open question with a random legal answer; return the events that follow."""
    decision = dice.choice(battle.pending())
    option = dice.choice(decision.options)
    return battle.answer(
        decision.seat,
        Answer(
            option.id,
            turned(decision, option, dice),
            decision.area.rest if option.area and decision.area else None,
        ),
    )


def turned(decision: Decision, option: Option, dice: Random) -> float | None:
    """Return a random value for the dial of an option; None if it has no dial."""
    if not option.dial or not decision.dial:
        return None
    dial = decision.dial
    return dial.low + dial.step * dice.randrange(round((dial.high - dial.low) / dial.step) + 1)


def play(battle: Battle, dice: Random, commands: int = 1000) -> Battle:
    """Play at random until the end, or for a number of commands."""
    for _ in range(commands):
        if not battle.pending():
            break
        answer(battle, dice)
    return battle


def wander(battle: Battle, dice: Random, steps: int) -> Battle:
    """Play at random, and sometimes undo, redo, take back or write a note."""
    for _ in range(steps):
        chance = dice.random()
        seat = dice.choice("AB")
        if chance < 0.1 and not battle.why_not_take_back(seat):
            battle.take_back(seat)
        elif chance < 0.2 and not battle.why_not_undo(seat):
            battle.undo(seat)
        elif chance < 0.3 and not battle.why_not_redo():
            battle.redo(seat)
        elif chance < 0.35:
            battle.note(f"note {battle.position}", seat)
        elif battle.pending():
            answer(battle, dice)
    return battle


def unsinkable() -> Book:
    """Return the data of gunboats that no number of hits can sink."""
    book = BOOKS.shipped()
    boats = {seat: replace(boat, sinks=1_000_000) for seat, boat in book.boats.items()}
    return replace(book, boats=boats)
