"""Orders for the flotilla that tests use."""

from __future__ import annotations

from engine.game.decision import Answer
from engine.kernel.battle import Battle
from tests.flotilla.game import FlotillaGame

RED = {"A1": Answer("1R"), "A2": Answer("L"), "guns": Answer(picks=("A1",))}
BLUE = {"B1": Answer("1"), "B2": Answer("R1")}
TEXTS = {"A1": "1R", "A2": "L", "guns": "A1"}
"""The answers of Red's sheet, as typed text."""


def melee(seed: int = 7, **more: object) -> Battle:
    """Return a new battle of the game Flotilla, in its first turn."""
    return Battle.new(FlotillaGame(), "melee", seed, **more)  # type: ignore[arg-type]
