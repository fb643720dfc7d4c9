"""A ship's speed rating with its reasons (Oak & Iron ch. 4, Determine Speed Rating)."""

from __future__ import annotations

import msgspec

from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.effects.sailing import SPEED
from engine.systems.oak_iron.machine.moment import name_of
from engine.systems.oak_iron.state.state import PointOfSail, Ship, State

FASTEST = 5
CRIPPLED_LIMIT = 2
CUT_FREE_LIMIT = 1
"""Limits of the rating: of any ship, one that is Crippled, one that Cut Free before this move."""


class Speed(msgspec.Struct, frozen=True):
    """A speed rating with its reasons in words, in the order in which they apply."""

    value: int
    reasons: tuple[str, ...]


def at_rest(state: State, ship: Ship, point: PointOfSail) -> str:
    """Say what keeps a ship's rating at 0, '' when nothing does."""
    if ship.captured_by:
        return "captured"
    if ship.out_of_action:
        return "out of action"
    if ship.aground:
        return "aground"
    if state.holds(ship.id):
        return "entangled"
    if ship.sail == "anchored":
        return "anchored"
    return "in the wind's eye" if point == "eye" else ""


def rating(
    state: State, ship_id: str, point: PointOfSail, adjust: int = 0, cut_free: bool = False
) -> Speed:
    """Return the speed rating at a point of sail.

    `adjust` is +1 or -1 by Adjust Speed. It changes the rating that the limits have already
    cut, and the result is cut again.
    """
    ship = state.ships[ship_id]
    held = at_rest(state, ship, point)
    if held:
        return Speed(0, (held,))
    value, reasons = _printed(ship, point)
    for change, reason in _changes(state, ship, point):
        value += change
        reasons.append(f"{reason} {change:+d}")
    value = _limited(value, ship, cut_free, reasons)
    if adjust:
        reasons.append(f"Adjust Speed {adjust:+d}")
        value = _limited(value + adjust, ship, cut_free, reasons)
    return Speed(value, tuple(reasons))


def _limited(value: int, ship: Ship, cut_free: bool, reasons: list[str]) -> int:
    """Return a rating within its limits, and add the limit that cut it to the reasons."""
    for limit, reason in ((CRIPPLED_LIMIT, "crippled"), (CUT_FREE_LIMIT, "cut free")):
        applies = ship.crippled if reason == "crippled" else cut_free
        if applies and value > limit:
            value = limit
            reasons.append(f"{reason}, {limit} at most")
    if not 0 <= value <= FASTEST:
        value = min(max(value, 0), FASTEST)
        reasons.append(f"{value} is the limit")
    return value


def _printed(ship: Ship, point: PointOfSail) -> tuple[int, list[str]]:
    card = book().ships[ship.type]
    value = card.large if point == "large" else card.windward
    return value, [f"{point} {value}"]


def _changes(state: State, ship: Ship, point: PointOfSail) -> list[tuple[int, str]]:
    changes = []
    if ship.sail == "full":
        changes.append((1, "full sail"))
    if ship.sail == "minimal":
        changes.append((-1, "minimal sail"))
    for source, effect in SPEED.on(state, ship):
        change = effect(state, ship, point)
        if change:
            changes.append((change, name_of(source)))
    return changes
