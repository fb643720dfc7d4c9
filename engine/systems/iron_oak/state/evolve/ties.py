"""Ships that come apart: positions across bow and stern, fouling, tow."""

from __future__ import annotations

from typing import Any

from engine.systems.iron_oak.state.evolve.folds import with_units
from engine.systems.iron_oak.state.state import State

POSITIONS = ("across_bow_of", "across_stern_of")


def without_positions(state: State, ships: tuple[str, ...], but: tuple[str, ...] = ()) -> State:
    """Return the state with the positions of some ships ended, but those between `but`."""
    changes: dict[str, dict[str, Any]] = {}
    for id, ship in state.ships.items():
        for field in POSITIONS:
            other = getattr(ship, field)
            if other and (id in ships or other in ships) and not (id in but and other in but):
                changes.setdefault(id, {})[field] = ""
    return with_units(state, changes) if changes else state


def positions_between(state: State, one: str, two: str) -> State:
    """Return the state with the positions between two ships ended."""
    changes: dict[str, dict[str, Any]] = {}
    for id, other in ((one, two), (two, one)):
        for field in POSITIONS:
            if getattr(state.ships[id], field) == other:
                changes.setdefault(id, {})[field] = ""
    return with_units(state, changes) if changes else state


def untied(state: State, gone: tuple[str, ...]) -> State:
    """Return the state with the ships freed that were fouled with, or towed, ships now gone."""
    changes: dict[str, dict[str, Any]] = {}
    for id, ship in state.ships.items():
        if id in gone:
            if ship.fouled or ship.towing:
                changes[id] = {"fouled": (), "towing": ""}
            continue
        fields: dict[str, Any] = {}
        if set(ship.fouled) & set(gone):
            fields["fouled"] = tuple(name for name in ship.fouled if name not in gone)
        if ship.towing in gone:
            fields["towing"] = ""
        if fields:
            changes[id] = fields
    return with_units(state, changes) if changes else state
