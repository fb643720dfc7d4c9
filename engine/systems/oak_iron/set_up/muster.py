"""A legal squadron becomes the Squadron and Ships of a battle, not yet on the table."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from msgspec.structs import replace

from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.effects.boxes import damage_boxes, fatigue_boxes
from engine.systems.oak_iron.effects.set_up import fortune
from engine.systems.oak_iron.squadrons.squadron import Roster, RosterShip
from engine.systems.oak_iron.squadrons.squadron_check import legal_squadron
from engine.systems.oak_iron.state.state import Ship, Squadron

NUMBERS = ("II", "III", "IV", "V", "VI", "VII", "VIII", "IX")
"""Numerals for squadrons of one name: as many as there are seats, so that one is always free."""


def muster(path: Path | str, key: str, fleet: str = "") -> tuple[Squadron, tuple[Ship, ...]]:
    """Return the squadron and ships of a squadron file; the ships, `A1`, `A2`..., have no poses.

    Raises `FileFault` when the file cannot be read; `SetUpFault` lists everything that is not
    legal.
    """
    return mustered(legal_squadron(path), key, fleet)


def mustered(roster: Roster, key: str, fleet: str = "") -> tuple[Squadron, tuple[Ship, ...]]:
    """Return the squadron and ships of a legal roster; the ships have no poses."""
    admiral = book().admirals[roster.admiral]
    ships = tuple(_ship(f"{key}{at}", key, ship) for at, ship in enumerate(roster.ships, start=1))
    flagship = next(
        new.id for new, listed in zip(ships, roster.ships, strict=True) if listed.flagship
    )
    squadron = Squadron(
        key=key,
        name=roster.name,
        fleet=fleet,
        faction=roster.faction,
        admiral=admiral.id,
        admiral_value=admiral.value,
        flagship=flagship,
        fortune=fortune(admiral.id),
        hand=(*roster.hand, *roster.added),
    )
    return squadron, ships


def with_distinct_names(squadrons: Mapping[str, Squadron]) -> dict[str, Squadron]:
    """Return squadrons with distinct names: `Flying Gang`, `Flying Gang II`."""
    taken = {squadron.name for squadron in squadrons.values()}
    seen: set[str] = set()
    apart = {}
    for key, squadron in squadrons.items():
        name = squadron.name
        if name in seen:
            numbered = (f"{name} {number}" for number in NUMBERS)
            name = next(other for other in numbered if other not in taken)
        taken.add(name)
        seen.add(name)
        apart[key] = replace(squadron, name=name)
    return apart


def _ship(key: str, squadron: str, ship: RosterShip) -> Ship:
    kind = book().ships[ship.type]
    return Ship(
        id=key,
        squadron=squadron,
        type=ship.type,
        pose=None,
        name=ship.name,
        skill=ship.skill,
        damage_boxes=damage_boxes(kind, ship.options, ship.upgrades),
        fatigue_boxes=fatigue_boxes(kind, ship.options, ship.upgrades),
        options=ship.options,
        upgrades=ship.upgrades,
        commander=ship.commander,
    )
