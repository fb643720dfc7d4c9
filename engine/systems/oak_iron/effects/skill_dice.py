"""Effects on the number of dice of Skill Tests (Oak & Iron ch. 4, Initiative Phase, new terms)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from engine.systems.oak_iron.machine.moment import Moment
from engine.systems.oak_iron.state.state import Ship, State

Purpose = Literal["seamanship", "boarding", "repair", "rally", "squall", "card", "challenge"]
"""What a test is rolled for. A Challenge Test uses the same dice but is no Skill Test."""

SKILL_DICE: Moment[Callable[[State, Ship, Purpose], int]] = Moment("skill_dice")
"""(state, ship, purpose) to the dice that a test gains, or loses below 0."""


@SKILL_DICE("skilled_sailors", "expert_sailing_master")
def better_seamen(state: State, ship: Ship, purpose: Purpose) -> int:
    """Skilled Sailors, Expert Sailing Master: 1 more for Seamanship."""
    return int(purpose == "seamanship")


@SKILL_DICE("bold", "boarders")
def bold(state: State, ship: Ship, purpose: Purpose) -> int:
    """Bold, Boarders: 1 more for Boarding."""
    return int(purpose == "boarding")


@SKILL_DICE("untested_crew")
def untested_crew(state: State, ship: Ship, purpose: Purpose) -> int:
    """Untested Crew: 1 less in every Skill Test."""
    return -int(purpose != "challenge")
