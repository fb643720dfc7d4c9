"""Seats: A for the Union, B for the Confederacy; in team play more letters (Iron & Oak 2.1)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from engine.systems.iron_oak.data.facts import SIDES
from engine.systems.iron_oak.state.state import State

NAMES = {"union": "Union", "confederate": "Confederate"}


def seated(
    side: str, counts: Mapping[str, int], names: tuple[str, ...] = ()
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the keys and names of a side's seats; one alone is named by its side."""
    before = 0 if side == "union" else counts["union"]
    keys = tuple(chr(65 + before + place) for place in range(counts[side]))
    if not names:
        many = len(keys) > 1
        names = tuple(
            f"{NAMES[side]} {number}" if many else NAMES[side] for number in range(1, len(keys) + 1)
        )
    return keys, names


def shared_out(state: State) -> State:
    """Return the state with units shared out among the seats of their side, one after another.

    Units and sides then stand in the order of their keys: so they come back from a file, and dice
    that are rolled for one after the other must fall alike.
    """
    ships, sections = dict(state.ships), dict(state.sections)
    for side in SIDES:
        seats = state.sides[side].seats
        own = [id for id, ship in ships.items() if ship.side == side]
        for place, id in enumerate(own):
            ships[id] = replace(ships[id], seat=seats[place % len(seats)])
        forts = [id for id, section in sections.items() if section.side == side]
        for place, id in enumerate(forts, len(own)):
            sections[id] = replace(sections[id], seat=seats[place % len(seats)])
    return replace(
        state,
        sides=dict(sorted(state.sides.items())),
        ships=dict(sorted(ships.items())),
        sections=dict(sorted(sections.items())),
    )
