"""Effects before the first turn: boxes and Fortune that a squadron starts with, and its role."""

from __future__ import annotations

from collections.abc import Callable

from engine.systems.oak_iron.data.facts import ShipType
from engine.systems.oak_iron.data.records import book
from engine.systems.oak_iron.machine.moment import Moment
from engine.systems.oak_iron.state.state import State

BOXES = 7
"""The boxes of each track on a plain ship card."""
FORTUNE = 3
"""The Fortune Points that a squadron begins with (Oak & Iron ch. 5)."""

DAMAGE_BOXES: Moment[Callable[[], int]] = Moment("damage_boxes")
"""() to the boxes that the damage track gains or loses."""

FATIGUE_BOXES: Moment[Callable[[], int]] = Moment("fatigue_boxes")
"""() to the boxes that the fatigue track gains or loses."""

STARTING_FORTUNE: Moment[Callable[[], int]] = Moment("starting_fortune")
"""() to the Fortune Points that an admiral brings."""

MUST_DEFEND: Moment[Callable[[], bool]] = Moment("must_defend")
"""() to whether a squadron that may choose its role chooses to defend."""

TAKES_ATTACK: Moment[Callable[[], bool]] = Moment("takes_attack")
"""() to whether a squadron that would defend may take the attack upon itself."""


@DAMAGE_BOXES("stout")
@FATIGUE_BOXES("additional_crew", "built_in_additional_crew")
def one_box_more() -> int:
    """Stout, Additional Crew: 1 more."""
    return 1


@DAMAGE_BOXES("unseasoned_timbers")
@FATIGUE_BOXES("low_morale")
def one_box_less() -> int:
    """Unseasoned Timbers, Low Morale: 1 less."""
    return -1


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
    """Raider: may attack all the same."""
    return True


def boxes(
    moment: Moment[Callable[[], int]],
    kind: ShipType,
    options: tuple[str, ...],
    upgrades: tuple[str, ...],
) -> int:
    """Return the boxes of a track on a ship with all that is bought for her."""
    fitted = dict.fromkeys((*kind.special_rules, *options, *upgrades))
    return BOXES + sum(moment[source]() for source in fitted if source in moment)


def fortune(admiral: str) -> int:
    """Return the Fortune Points of a squadron with this admiral, '' for none."""
    words = book().admirals[admiral].keywords if admiral else ()
    return FORTUNE + sum(STARTING_FORTUNE[word]() for word in words if word in STARTING_FORTUNE)


def must_defend(state: State, squadron: str) -> bool:
    """Tell whether a squadron has to choose to defend."""
    return any(must() for _, must in MUST_DEFEND.of(state, squadron))


def takes_attack(state: State, squadron: str) -> bool:
    """Tell whether a squadron may take the attack upon itself."""
    return any(may() for _, may in TAKES_ATTACK.of(state, squadron))
