"""Effects on Skill and on the dice that may be re-rolled (Oak & Iron ch. 4, new terms)."""

from __future__ import annotations

from collections.abc import Callable

from engine.systems.oak_iron.machine.moment import Moment
from engine.systems.oak_iron.state.state import Ship, State

MOST_SKILL = 3
"""The Skill above which cards add nothing."""
LUCK = "lucky"
"""The keyword, and what is noted on a ship whose captain has used his own Fortune Point."""

SKILL: Moment[Callable[[], int]] = Moment("skill")
"""() to the points of Skill that a ship gains."""

REROLLS: Moment[Callable[[str], int]] = Moment("rerolls")
"""(purpose of the roll) to the dice that may be re-rolled besides those of Skill."""

OWN_LUCK: Moment[Callable[[State, Ship], bool]] = Moment("own_luck")
"""(state, ship) to whether her captain still has a Fortune Point of his own."""


@SKILL("brilliant")
def brilliant() -> int:
    """Brilliant: 1 more, not above 3."""
    return 1


@REROLLS("swashbucklers")
def swashbucklers(purpose: str) -> int:
    """Swashbucklers: 1 die in Close Combat."""
    return int(purpose == "close_combat")


@OWN_LUCK("lucky")
def lucky(state: State, ship: Ship) -> bool:
    """Lucky: a captain's Fortune Point is for his own ship; an admiral's is his squadron's."""
    admiral = state.is_flagship(ship.id) and state.squadrons[ship.squadron].admiral
    return not admiral and LUCK not in ship.used


def skill(state: State, ship: Ship) -> int:
    """Return a ship's Skill with what cards add."""
    more = sum(points() for _, points in SKILL.on(state, ship))
    return min(ship.skill + more, MOST_SKILL) if more else ship.skill


def rerolls(state: State, ship: Ship, purpose: str) -> int:
    """Return the number of dice of a roll that a ship may re-roll, each once."""
    return skill(state, ship) + sum(dice(purpose) for _, dice in REROLLS.on(state, ship))


def own_luck(state: State, ship: Ship) -> bool:
    """Tell whether a Fortune Point for this ship alone is left."""
    return any(left(state, ship) for _, left in OWN_LUCK.on(state, ship))


def has_fortune(state: State, ship: Ship) -> bool:
    """Tell whether a Fortune Point may re-roll a roll of this ship; never in the quick start."""
    if state.rules.quick_start:
        return False
    return own_luck(state, ship) or state.squadrons[ship.squadron].fortune > 0
