"""Positions for the tests of upgrades, captains, admirals and special rules."""

from __future__ import annotations

from typing import Any

from engine.systems.oak_iron.gunnery.shot import shot
from engine.systems.oak_iron.state.state import Rules, Ship, Terrain
from engine.systems.oak_iron.state.steps import AttackChoice, CrewAction, EndActivation
from tests.engine.systems.oak_iron.skirmish import Skirmish, island, ship

FULL = Rules()
NONE = "cannon cannon musket musket swords"
"""A Skill Test of five dice that fails."""
PASSED = "sail cannon cannon cannon cannon"
ISLE = island((12, 10), (20, 10), (20, 30), (12, 30))
"""Land whose shore is about two inches east of a ship at (9.5, 20)."""


def crewing(*ships: Ship, **rest: Any) -> Skirmish:
    """Return a battle in which A1 may take a crew action."""
    return Skirmish(*ships, **rest).turn_to(CrewAction(), EndActivation(), active="A1").settle()


def attacking(*ships: Ship, **rest: Any) -> Skirmish:
    """Return a battle in which A1 may attack."""
    play = Skirmish(*ships, **rest)
    return play.turn_to(AttackChoice(), EndActivation(), active="A1", phase="attack").settle()


def abeam(inches: float = 5.0, red: str = "corvette", **changes: Any) -> tuple[Ship, Ship]:
    """Return A1 with changes, and a corvette abeam of her (to her starboard side) at a range in
    inches.
    """
    half = {"corvette": 0.5, "third_rate": 0.875}.get(red, 0.625)
    blue = ship("B1", "corvette", 10 + inches + half + 0.5, 18, 0)
    return ship("A1", red, 10, 18, 0, **changes), blue


def locked(
    red: dict[str, Any] | None = None, blue: dict[str, Any] | None = None, **rest: Any
) -> Any:
    """Return a battle of two corvettes side by side that are Entangled."""
    ships = (
        ship("A1", "corvette", 10, 18, 0, **red or {}),
        ship("B1", "corvette", 11, 18, 0, **blue or {}),
    )
    return Skirmish(*ships, entangled=(("A1", "B1"),), **rest)


def melee(
    red: dict[str, Any] | None = None, blue: dict[str, Any] | None = None, **rest: Any
) -> int:
    """Return how many dice A1 rolls in Close Combat with B1; without cards they are four."""
    return shot(locked(red, blue, **rest).state, "A1", "B1", "close_combat").dice


def broadside(*ships: Ship, aim: str = "hull", **rest: Any) -> int:
    """Return how many dice A1's starboard Broadside at B1 has."""
    play = Skirmish(*ships, **rest)
    return shot(play.state, "A1", "B1", "broadside", "starboard", aim).dice  # type: ignore[arg-type]


def small_arms(*ships: Ship, **rest: Any) -> int:
    """Return how many dice A1's Partial Fire at B1 has."""
    return shot(Skirmish(*ships, **rest).state, "A1", "B1", "partial_fire").dice


def ashore(red: dict[str, Any], terrain: tuple[Terrain, ...] = (ISLE,), **rest: Any) -> int:
    """Return how many dice A1's landing party rolls against B1's; without cards they are four."""
    ships = (
        ship("A1", "corvette", 9.5, 20, 0, landing_party=(14.0, 20.0), **red),
        ship("B1", "corvette", 22.5, 20, 0, landing_party=(18.0, 20.0)),
    )
    play = Skirmish(*ships, terrain=terrain, **rest)
    return shot(play.state, "A1", "B1", "landing_party").dice
