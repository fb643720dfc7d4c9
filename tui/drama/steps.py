"""Steps: what is told of one command, event by event, each with the state that it leads to."""

from __future__ import annotations

from typing import Any, NamedTuple

from engine.kernel.seen import SeenBattle


class Step(NamedTuple):
    """An event that is told: its place among those of the command, the state after it, its line."""

    number: int
    after: Any
    line: str


def steps(battle: SeenBattle, n: int, seat: str) -> list[Step]:
    """Return the steps of the nth command, from 1, as a seat may know them."""
    tell = battle.game.words.tell
    return [
        Step(number, after, line)
        for number, (before, event, after) in enumerate(battle.unfolded(n))
        if (line := tell(before, event, seat))
    ]
