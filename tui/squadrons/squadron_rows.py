"""A squadron as rows of a list, and the offers of the catalogue for a row."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from engine.building.draft import Draft
from engine.game.parts.catalogue import Catalogue, Item, Section
from tui.input.sections import in_sections

NEW = -1
"""The place of the row that adds a ship."""
RowPlace = str | int
"""A row of the list: a key of the squadron, or a ship by its number in the line."""


class SquadronRow(NamedTuple):
    """A row of the squadron's list: its place, text and price."""

    place: RowPlace
    text: str
    cost: int | None = None
    below: str = ""
    """What is bought for a ship, shown in a second row."""


class BuilderOffer(NamedTuple):
    """An item of the catalogue, for a ship (by number) or, with None, for the squadron."""

    section: Section
    item: Item
    ship: int | None


def squadron_rows(draft: Draft, catalogue: Catalogue, unit: str = "ship") -> list[SquadronRow]:
    """Return the rows of a squadron; the last one adds a ship, or what else it lists."""
    head = [_head(draft, section) for section in catalogue.head]
    ships = [_ship(draft, catalogue, at) for at in range(len(draft.ships))]
    return [*head, *ships, SquadronRow(NEW, f"Add a {unit}")]


def offers(draft: Draft, catalogue: Catalogue, place: RowPlace) -> list[BuilderOffer]:
    """Return the offers for a row: the items of a key, those for a ship, or new ships."""
    if isinstance(place, str):
        sections: Sequence[Section] = [
            section for section in catalogue.head if section.key == place
        ]
        ship = None
    elif place == NEW:
        sections, ship = [catalogue.types], None
    else:
        sections, ship = [*catalogue.fittings[place], catalogue.types], place
    listed = []
    for section in sections:
        held = () if place == NEW else draft.held(section, ship)
        items = in_sections(section.beside(held), lambda item: item.group)
        listed += [BuilderOffer(section, item, ship) for item in items]
    return listed


def ship_title(draft: Draft, catalogue: Catalogue, at: int) -> str:
    """Return the title of a ship, as `2 Falcon, 6th Rate`; an asterisk marks the flagship."""
    ship = draft.ships[at]
    item = catalogue.types.item(ship.get("type"))
    kind = item.name if item else str(ship.get("type", "no type"))
    name = str(ship.get("name", ""))
    flag = "*" if ship.get("flagship") else ""
    return f"{at + 1} {name}{flag}, {kind}" if name else f"{at + 1} {kind}{flag}"


def told_at(path: str, text: str) -> str:
    """Return a fault with its place as the list shows it: `No. 3, crew: found ...`.

    >>> told_at("ships[2].crew", "found 9"), told_at("hand[1]", "found 'down'"), told_at("", "no")
    ('No. 3, crew: found 9', "hand[1]: found 'down'", 'no')
    """
    ship = re.fullmatch(r"ships\[(\d+)\](?:\.(.+))?", path)
    if ship:
        path = ", ".join(filter(None, (f"No. {int(ship[1]) + 1}", ship[2])))
    return f"{path}: {text}" if path else text


def _head(draft: Draft, section: Section) -> SquadronRow:
    items = _held(draft, section, None)
    if section.several:
        return SquadronRow(section.key, f"{section.title}, {section.note or len(items)}")
    said = items[0].name if items else "none yet"
    return SquadronRow(section.key, f"{section.title}: {said}", items[0].cost if items else None)


def _ship(draft: Draft, catalogue: Catalogue, at: int) -> SquadronRow:
    fittings = catalogue.fittings[at] if at < len(catalogue.fittings) else ()
    bought = [item for section in fittings for item in _held(draft, section, at)]
    hull = catalogue.types.item(draft.ships[at].get("type"))
    cost = (hull.cost or 0 if hull else 0) + sum(item.cost or 0 for item in bought)
    # A box, as `C1`, keeps its letter.
    words = ", ".join(each.name if each.name.isupper() else each.name.lower() for each in bought)
    return SquadronRow(at, ship_title(draft, catalogue, at), cost, words)


def _held(draft: Draft, section: Section, ship: int | None) -> list[Item]:
    """Return the items of a section that are held; those not in the catalogue come last."""
    held = draft.held(section, ship)
    return [item for item in section.beside(held) if item.value in held]
