"""The base of all events, and the words that some of them choose from."""

from __future__ import annotations

from abc import abstractmethod
from typing import Literal

import msgspec

from engine.systems.oak_iron.state.state import State

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
    """Anything that happened."""

    @abstractmethod
    def after(self, state: State) -> State:
        """Return the state after it: no rules here, and nothing is refused."""
        raise NotImplementedError


class Told(OakIronEvent, frozen=True):
    """What is told, and leaves the state as it is."""

    def after(self, state: State) -> State:
        return state
