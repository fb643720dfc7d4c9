"""Effects on how hard a ship is to hurt: boxes of her tracks, Fortitude, range."""

from __future__ import annotations

from collections.abc import Callable

from engine.systems.oak_iron.data.facts import AttackKind, Band, ShipType
from engine.systems.oak_iron.machine import Moment, worth
from engine.systems.oak_iron.state.state import Ship, State

# Effects on the number of boxes of a ship's damage and fatigue tracks (Oak & Iron ch. 6).


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


# Effects on how hard a ship is to hurt: Fortitude, hits for Fatigue, range, second damage.


NEAR = ("yard_arm", "pistol", "musket")
"""The bands up to Musket Shot."""

TARGET_FORTITUDE: Moment[Callable[[State, AttackKind, Band], int]] = Moment("target_fortitude")
"""(state, kind, reach) to what is added to the target's Fortitude."""

GUNS_FORTITUDE: Moment[Callable[[State, AttackKind, Band], int]] = Moment("guns_fortitude")
"""(state, kind, reach) to what the attacker's guns add to the target's Fortitude: 0 or less."""

FREEBOARD: Moment[Callable[[], int]] = Moment("freeboard")
"""() to the hits that are needed for the first Fatigue."""


HIDDEN_AT: Moment[Callable[[Band], bool]] = Moment("hidden_at")
"""(reach) to whether the ship may not be attacked at that range."""

TOUGH: Moment[Callable[[], bool]] = Moment("tough")
"""() to whether the second point of damage of each attack is not taken."""


@HIDDEN_AT("deception")
@worth(deception=lambda turn: 0.2 * turn.ships)
def deception(reach: Band) -> bool:
    """Deception: at Cannon Shot, or what fog makes of it."""
    return reach in ("cannon", "beyond")


@TOUGH("resilient")
@worth(resilient=lambda turn: 0.4 * turn.fight)
def resilient() -> bool:
    """Resilient: each attack does 1 damage less, but no less than 1."""
    return True


@TARGET_FORTITUDE("small")
def small(state: State, kind: AttackKind, reach: Band) -> int:
    """Small: 1 more at Cannon Shot."""
    return int(reach in ("cannon", "beyond"))


@GUNS_FORTITUDE("weight_of_fire")
def weight_of_fire(state: State, kind: AttackKind, reach: Band) -> int:
    """Weight of Fire: 1 less for a Broadside at Musket Shot or closer."""
    return -int(kind == "broadside" and reach in NEAR)


@FREEBOARD("high_freeboard")
def high_freeboard() -> int:
    """High Freeboard: 2 hits."""
    return 2


@FREEBOARD("very_high_freeboard")
def very_high_freeboard() -> int:
    """Very High Freeboard: 3 hits."""
    return 3


def hidden(state: State, ship: Ship, reach: Band) -> str:
    """Return the card that forbids attacks on a ship at a range, '' when none does."""
    return next((source for source, at in HIDDEN_AT.on(state, ship) if at(reach)), "")


def tough(state: State, ship: Ship) -> str:
    """Return the card that spares a ship the second damage of an attack, '' when none does."""
    return next((source for source, now in TOUGH.on(state, ship) if now()), "")
