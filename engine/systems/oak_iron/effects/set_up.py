"""Effects before the first turn: a squadron's Fortune and its role (Oak & Iron ch. 6 and 7)."""

from __future__ import annotations

from collections.abc import Callable

from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.machine.moment import Moment
from engine.systems.oak_iron.state.state import State

FORTUNE = 3
"""The Fortune Points that a squadron begins with (Oak & Iron ch. 5)."""

STARTING_FORTUNE: Moment[Callable[[], int]] = Moment("starting_fortune")
"""() to the Fortune Points that an admiral brings."""

MUST_DEFEND: Moment[Callable[[], bool]] = Moment("must_defend")
"""() to whether a squadron that may choose its role chooses to defend."""

TAKES_ATTACK: Moment[Callable[[], bool]] = Moment("takes_attack")
"""() to whether a squadron that would defend may choose to attack."""


@STARTING_FORTUNE("lucky")
def lucky() -> int:
    """Lucky: 1 more."""
    return 1


@MUST_DEFEND("defender")
def defender() -> bool:
    """Defender: must defend."""
    return True


@TAKES_ATTACK("raider")
def raider() -> bool:
    """Raider: may choose to attack."""
    return True


def fortune(admiral: str) -> int:
    """Return the Fortune Points of a squadron with this admiral, '' for none."""
    words = book().admirals[admiral].keywords if admiral else ()
    return FORTUNE + sum(STARTING_FORTUNE[word]() for word in words if word in STARTING_FORTUNE)


def must_defend(state: State, squadron: str) -> bool:
    """Tell whether a squadron that chooses its role must defend."""
    return any(must() for _, must in MUST_DEFEND.of(state, squadron))


def takes_attack(state: State, squadron: str) -> bool:
    """Tell whether a squadron that would defend may choose to attack."""
    return any(may() for _, may in TAKES_ATTACK.of(state, squadron))
