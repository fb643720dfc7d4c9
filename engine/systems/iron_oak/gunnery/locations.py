"""Where a shot falls (Iron & Oak 6.2.2), and what protects it."""

from __future__ import annotations

from typing import Literal

from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.data.facts import Armour, Aspect, HitPlace
from engine.systems.iron_oak.fleet.hulls import card, section_card
from engine.systems.iron_oak.gunnery.ranges import aspects, fouled_pair
from engine.systems.iron_oak.state.state import Section, Ship, State, Unit

SECTION: Literal["section"] = "section"
"""The only location of a fort section."""


def location(state: State, firer: Unit | None, target: Unit, face: int, plunging: bool) -> HitPlace:
    """Return the location of a face of the d8: plunging, bow-on or stern-on, fouled pair.

    Without a firer, as for an explosion, nothing changes it.
    """
    if not isinstance(target, Ship):
        return SECTION
    table = book().tables.hit_location
    monitor = card(target).monitor
    if plunging and face in table.plunging:
        return "D"
    place: HitPlace = (table.monitor if monitor else table.ship)[face - 1]
    if firer is None:
        return place
    _, aspect = aspects(firer, target)
    swaps: dict[Aspect, tuple[HitPlace, HitPlace]] = {"bow_on": ("S", "B"), "stern_on": ("B", "S")}
    if not monitor and aspect in swaps and place == swaps[aspect][0]:
        place = swaps[aspect][1]
    if place == "WL" and fouled_pair(firer, target):
        place = "TS" if monitor else "A"
    return place


def rerolled(state: State, target: Unit, face: int) -> bool:
    """Tell whether a waterline roll is rerolled once: option 9.1, low freeboard."""
    return (
        state.rules.low_freeboard
        and isinstance(target, Ship)
        and card(target).low_freeboard
        and book().tables.hit_location.ship[face - 1] == "WL"
    )


def shares(state: State, firer: Unit, target: Unit, plunging: bool) -> dict[HitPlace, float]:
    """Return the share of each location of all faces, in the order of the die."""
    if not isinstance(target, Ship):
        return {SECTION: 1.0}
    places = [location(state, firer, target, face, plunging) for face in range(1, 9)]
    again = [face for face in range(1, 9) if rerolled(state, target, face)]
    counts: dict[HitPlace, int] = {}
    for face, place in enumerate(places, 1):
        weight = len(again) + (0 if face in again else 8)
        counts[place] = counts.get(place, 0) + weight
    return {place: count / 64 for place, count in counts.items()}


def armour(target: Unit, place: HitPlace) -> Armour:
    """Return what protects a location."""
    if isinstance(target, Section):
        return section_card(target).defence
    assert place != SECTION, "a ship has locations"
    return card(target).locations[place]


def shield(target: Unit, place: HitPlace) -> int:
    """Return the shield of a location, 0 to -4."""
    return target.shields.get(place, 0)
