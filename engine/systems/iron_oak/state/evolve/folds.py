"""How a fold is registered, and the changes that many of them make."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from engine.kit.fold import Folds
from engine.systems.iron_oak.state.rolls import Roll
from engine.systems.iron_oak.state.state import State, Unit

folds = Folds[State]()
"""The fold of each event."""


def with_unit(state: State, id: str, **changes: Any) -> State:
    """Return the state with a ship or section changed."""
    if id in state.ships:
        return replace(state, ships={**state.ships, id: replace(state.ships[id], **changes)})
    section = replace(state.sections[id], **changes)
    return replace(state, sections={**state.sections, id: section})


def with_units(state: State, changes: dict[str, dict[str, Any]]) -> State:
    """Return the state with several ships and sections changed."""
    ships, sections = dict(state.ships), dict(state.sections)
    for id, fields in changes.items():
        if id in ships:
            ships[id] = replace(ships[id], **fields)
        else:
            sections[id] = replace(sections[id], **fields)
    return replace(state, ships=ships, sections=sections)


def with_side(state: State, side: str, **changes: Any) -> State:
    """Return the state with a side changed."""
    return replace(state, sides={**state.sides, side: replace(state.sides[side], **changes)})


def with_move(state: State, **changes: Any) -> State:
    """Return the state with the Movement Segment changed, if one is under way."""
    return replace(state, move=replace(state.move, **changes)) if state.move else state


def with_shot(state: State, **changes: Any) -> State:
    """Return the state with the Gunnery Segment changed, if one is under way."""
    return replace(state, shot=replace(state.shot, **changes)) if state.shot else state


def rolled(state: State, *rolls: Roll | None) -> State:
    """Return the state with the dice of some rolls counted."""
    return replace(state, dice=state.dice + sum(len(roll.faces) for roll in rolls if roll))


def worse(unit: Unit, location: str, by: int) -> dict[str, int]:
    """Return a unit's shields with one worsened, to -4 at most."""
    return {**unit.shields, location: max(-4, unit.shields.get(location, 0) - by)}


def without(names: tuple[str, ...], name: str) -> tuple[str, ...]:
    """Return some names without the first that is this one."""
    if name not in names:
        return names
    place = names.index(name)
    return names[:place] + names[place + 1 :]
