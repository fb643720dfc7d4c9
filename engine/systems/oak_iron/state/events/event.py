"""The base of all events, and the words that some of them choose from."""

from __future__ import annotations

from typing import Literal

import msgspec

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
