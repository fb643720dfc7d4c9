"""Where the ships of a box stand in it: below each other, two that hold each other side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from engine.game.chart import CROSSED, Counter, Tie

BROADSIDE = 7
"""Signs of a ship from the side."""
ALONGSIDE = 2 * BROADSIDE + 1
"""Columns that two ships side by side need, with what joins them."""
How = Literal["side", "end", "name"]


class StackedShip(msgspec.Struct, frozen=True):
    """A ship in a box: columns and rows from its upper left corner."""

    ship: Counter
    how: How
    """From the side, seen end on, or her name alone."""
    column: int
    row: int
    """Of her drawing, or of her name alone."""
    name_row: int
    joined: bool = False
    """Whether what joins her to the ship on her left stands before her drawing."""


def standings(
    ships: Sequence[Counter], ties: Sequence[Tie], wide: int, high: int
) -> list[StackedShip]:
    """Return the ships of a box that there is room for, with drawings where all have room.

    A ship across the bow or stern of another stands above her, who is seen end on: a T.
    """
    ships = _ordered(ships, ties)
    if len(ships) * 2 > high:
        shown = ships if len(ships) <= high else ships[: high - 1]
        return [StackedShip(ship, "name", 0, row, row) for row, ship in enumerate(shown)]
    crossed = {tie.keys[1] for tie in ties if tie.kind in CROSSED}
    across = crossed | {tie.keys[0] for tie in ties if tie.kind in CROSSED}
    pairs = [frozenset(tie.keys) for tie in ties if tie.kind == "fouled"]
    placed: list[StackedShip] = []
    row = 0
    for ship in ships:
        before = placed[-1] if placed else None
        beside = (
            before is not None
            and not before.joined
            and wide > ALONGSIDE
            and {before.ship.key, ship.key} in pairs
            and not {before.ship.key, ship.key} & across
        )
        if beside and before is not None:
            placed.append(StackedShip(ship, "side", BROADSIDE + 1, before.row, row, True))
            row += 1
            continue
        how: How = "end" if ship.key in crossed else "side"
        placed.append(StackedShip(ship, how, 0, row, row + 1))
        row += 2
    return placed


def _ordered(ships: Sequence[Counter], ties: Sequence[Tie]) -> list[Counter]:
    """Return ships so that those who hold each other follow one another, who crosses first."""
    left = {ship.key: ship for ship in ships}
    over = {tie.keys[1]: tie.keys[0] for tie in ties if tie.kind in CROSSED}
    found: list[Counter] = []

    def take(key: str) -> None:
        ship = left.pop(key, None)
        if ship is None:
            return
        if key in over:
            take(over[key])
        found.append(ship)
        for tie in ties:
            if key in tie.keys:
                take(tie.keys[1] if tie.keys[0] == key else tie.keys[0])

    for ship in ships:
        take(ship.key)
    return found
