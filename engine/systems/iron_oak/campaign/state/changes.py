"""The changes to a campaign that several of its events make."""

from __future__ import annotations

from typing import Any, TypeVar

from msgspec.structs import replace

from engine.systems.iron_oak.campaign.data import Side
from engine.systems.iron_oak.campaign.state.state import State, Vessel
from engine.systems.iron_oak.state.state import Roll

V = TypeVar("V")


def with_force(state: State, side: Side, **changes: Any) -> State:
    """Return the state with the force of a side changed."""
    return replace(state, forces={**state.forces, side: replace(state.forces[side], **changes)})


def with_ships(state: State, ships: dict[str, Vessel]) -> State:
    """Return the state with ships, by id, put in place of what they were."""
    return replace(state, ships=in_order({**state.ships, **ships}))


def in_order(table: dict[str, V]) -> dict[str, V]:
    """Return a table in the order of its names, as in a file.

    Lots are drawn among ships: whoever goes on from a file must draw the same.
    """
    return dict(sorted(table.items()))


def rolled(state: State, *rolls: Roll) -> State:
    """Return the state with the dice of rolls counted."""
    return replace(state, dice=state.dice + sum(len(roll.faces) for roll in rolls))


def opened(state: State) -> State:
    """Return the state with no sheet sealed: what was secret is settled."""
    forces = {side: replace(force, sealed=False, chosen=()) for side, force in state.forces.items()}
    return replace(state, forces=forces)


def upcoming(state: State) -> int:
    """Return the number of the battle that is fought next."""
    return min(plan.number for plan in state.plans.values())
