"""The base class of events, and state changes shared by several of them."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

import msgspec
from msgspec.structs import replace

from engine.systems.iron_oak.data.facts import HitPlace
from engine.systems.iron_oak.state.state import Roll, State, Unit

# The changes to a state that several events make; ships that come apart.


POSITIONS = ("across_bow_of", "across_stern_of")


def with_unit(state: State, id: str, **changes: Any) -> State:
    """Return the state with some fields of a ship or section changed."""
    if id in state.ships:
        return replace(state, ships={**state.ships, id: replace(state.ships[id], **changes)})
    section = replace(state.sections[id], **changes)
    return replace(state, sections={**state.sections, id: section})


def with_units(state: State, changes: dict[str, dict[str, Any]]) -> State:
    """Return the state with some fields of several ships and sections changed."""
    ships, sections = dict(state.ships), dict(state.sections)
    for id, fields in changes.items():
        if id in ships:
            ships[id] = replace(ships[id], **fields)
        else:
            sections[id] = replace(sections[id], **fields)
    return replace(state, ships=ships, sections=sections)


def with_side(state: State, side: str, **changes: Any) -> State:
    """Return the state with some fields of a side changed."""
    return replace(state, sides={**state.sides, side: replace(state.sides[side], **changes)})


def with_move(state: State, **changes: Any) -> State:
    """Return the state with some fields of the current Movement Segment (one ship's move) changed;
    without one, the state itself.
    """
    return replace(state, move=replace(state.move, **changes)) if state.move else state


def with_shot(state: State, **changes: Any) -> State:
    """Return the state with some fields of the current Gunnery Segment (one unit's fire) changed;
    without one, the state itself.
    """
    return replace(state, shot=replace(state.shot, **changes)) if state.shot else state


def rolled(state: State, *rolls: Roll | None) -> State:
    """Return the state with the dice of these rolls added to its count of dice."""
    return replace(state, dice=state.dice + sum(len(roll.faces) for roll in rolls if roll))


def worse(unit: Unit, location: HitPlace, by: int) -> dict[HitPlace, int]:
    """Return a unit's shields (worn armour) with the shield of one location made worse by `by`, but
    never below -4.
    """
    return {**unit.shields, location: max(-4, unit.shields.get(location, 0) - by)}


def without(names: tuple[str, ...], name: str) -> tuple[str, ...]:
    """Return the names with the first `name` left out."""
    if name not in names:
        return names
    place = names.index(name)
    return names[:place] + names[place + 1 :]


def without_positions(state: State, ships: tuple[str, ...], but: tuple[str, ...] = ()) -> State:
    """Return the state without all crossings (a ship across another's bow or stern) by these ships
    or of them.

    Crossings between two ships in `but` stay.
    """
    changes: dict[str, dict[str, Any]] = {}
    for id, ship in state.ships.items():
        for field in POSITIONS:
            other = getattr(ship, field)
            if other and (id in ships or other in ships) and not (id in but and other in but):
                changes.setdefault(id, {})[field] = ""
    return with_units(state, changes) if changes else state


def positions_between(state: State, one: str, two: str) -> State:
    """Return the state in which neither of two ships lies across the other's bow or stern."""
    changes: dict[str, dict[str, Any]] = {}
    for id, other in ((one, two), (two, one)):
        for field in POSITIONS:
            if getattr(state.ships[id], field) == other:
                changes.setdefault(id, {})[field] = ""
    return with_units(state, changes) if changes else state


def untied(state: State, gone: tuple[str, ...]) -> State:
    """Return the state in which no ship is fouled with, or in tow with, the ships in `gone`."""
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


# The base of all events.


class IronOakEvent(msgspec.Struct, frozen=True, tag_field="event", omit_defaults=True):
    """The base class of events. An event carries the result of the rules, so a replay needs no
    rules.
    """

    @abstractmethod
    def after(self, state: State) -> State:
        """Return the state after the event. It contains no rules and never refuses."""
        raise NotImplementedError
