"""Luck: what the die of a broadside gave beyond what its table gives on the average."""

from __future__ import annotations

from typing import Any

from engine.systems.wooden_ships.data.book import book
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.sides import side_of
from engine.systems.wooden_ships.state.state import State
from engine.systems.wooden_ships.thinking.hits import mean_hits
from engine.systems.wooden_ships.thinking.standing import hit_worth


def luck(before: State, event: Any, seat: str) -> float:
    """Return the points of `evaluate` by which a broadside was lucky for a seat; 0 on the average.

    Of hits beyond the last box of a kind as much is counted as of any others.
    """
    if not isinstance(event, ev.SideFired):
        return 0.0
    target = before.ships[event.target]
    mean = mean_hits(book().version, event.table, event.aim)
    beyond = sum(
        (hits - usual) * worth
        for hits, usual, worth in zip(event.hits, mean, hit_worth(target), strict=True)
    )
    own = before.seats[seat].side == side_of(before, target)
    return -beyond if own else beyond
