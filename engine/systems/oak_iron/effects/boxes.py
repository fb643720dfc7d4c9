"""Effects on the number of boxes of a ship's damage and fatigue tracks (Oak & Iron ch. 6)."""

from __future__ import annotations

from collections.abc import Callable

from engine.systems.oak_iron.data.facts import ShipType
from engine.systems.oak_iron.machine.moment import Moment

BOXES = 7
"""The boxes of each track on a plain ship card."""

DAMAGE_BOXES: Moment[Callable[[], int]] = Moment("damage_boxes")
"""() to the boxes that the damage track gains, or loses below 0."""

FATIGUE_BOXES: Moment[Callable[[], int]] = Moment("fatigue_boxes")
"""() to the boxes that the fatigue track gains, or loses below 0."""


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


def damage_boxes(
    kind: ShipType, options: tuple[str, ...] = (), upgrades: tuple[str, ...] = ()
) -> int:
    """Return the boxes of a damage track with a ship's rules, options and upgrades."""
    return _boxes(DAMAGE_BOXES, kind, options, upgrades)


def fatigue_boxes(
    kind: ShipType, options: tuple[str, ...] = (), upgrades: tuple[str, ...] = ()
) -> int:
    """Return the boxes of a fatigue track with a ship's rules, options and upgrades."""
    return _boxes(FATIGUE_BOXES, kind, options, upgrades)


def _boxes(
    moment: Moment[Callable[[], int]],
    kind: ShipType,
    options: tuple[str, ...],
    upgrades: tuple[str, ...],
) -> int:
    # A card counts once, even where the ship's own rules and an option name it.
    fitted = dict.fromkeys((*kind.special_rules, *options, *upgrades))
    return BOXES + sum(moment[source]() for source in fitted if source in moment)
