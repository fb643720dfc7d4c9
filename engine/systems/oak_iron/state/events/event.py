"""The base class of events, and state changes shared by several of them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from engine.systems.oak_iron.state.state import Ship, Squadron, State

# The changes to a state that several events make.


def with_squadron(state: State, key: str, **changes: Any) -> State:
    """Return the state with a squadron changed."""
    squadron = replace(state.squadrons[key], **changes)
    return replace(state, squadrons={**state.squadrons, key: squadron})


def every_ship(state: State, change: Callable[[Ship], Ship]) -> State:
    """Return the state with every ship changed."""
    return replace(state, ships={key: change(ship) for key, ship in state.ships.items()})


def with_activation(state: State, **changes: Any) -> State:
    """Return the state with the activation changed, if a ship is active."""
    if state.activation is None:
        return state
    return replace(state, activation=replace(state.activation, **changes))


def freed(state: State, ship_id: str) -> State:
    """Return the state in which a ship is no longer Entangled with any other ship."""
    kept = tuple(pair for pair in state.entangled if ship_id not in pair)
    return replace(state, entangled=kept) if len(kept) != len(state.entangled) else state


def flag_struck(state: State, ship_id: str) -> State:
    """Return the state with the loss of a flagship recorded, if it is the first of the turn."""
    squadron: Squadron = state.squadrons[state.ships[ship_id].squadron]
    if squadron.flagship != ship_id or squadron.flagship_lost_turn == state.turn:
        return state
    return with_squadron(state, squadron.key, flagship_lost_turn=state.turn)


def with_plan(state: State, **changes: Any) -> State:
    """Return the state with its plan of the set-up changed."""
    return replace(state, plan=replace(state.plan, **changes)) if state.plan else state


# The base class of all events, and the types that some of their fields have.


Way = Literal[
    "sail",
    "turn",
    "change_heading",
    "shift",
    "row",
    "cut_free",
    "board",
    "helm",
    "away",
    "alongside",
    "free_turn",
    "free_slide",
    "drift",
]

Rerolling = Literal["skill", "fortune", "careful_aim"]

ActivePhase = Literal["movement", "attack"]

Officer = Literal["", "admiral", "captain"]

Means = Literal["value", "sum", "tactician", "admiral", "challenge", "skill"]


class OakIronEvent(msgspec.Struct, frozen=True, tag_field="fact"):
    """The base class of Oak & Iron's events."""

    @abstractmethod
    def after(self, state: State) -> State:
        """Return the state after the event. It contains no rules and never refuses."""
        raise NotImplementedError


class Told(OakIronEvent, frozen=True):
    """An event for the log only; it does not change the state."""

    def after(self, state: State) -> State:
        return state
