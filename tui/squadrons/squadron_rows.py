"""A squadron in rows: its size, faction, admiral and hand, its ships and what they have."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.building.draft import Draft
from engine.game.catalogue import Shelf, Ware, Yard

NEW = -1
"""The place of the row that adds a ship."""
Place = str | int
"""A row of the list: a key of the squadron, or a ship by its number in the line."""


class SquadronRow(NamedTuple):
    """A row of the squadron: where it stands, what it says, its price, what lies below it."""

    place: Place
    text: str
    cost: int | None = None
    below: str = ""
    """What is bought for a ship, in a second row."""


class Offer(NamedTuple):
    """A line of the shelves: a thing to be taken for a ship or for the squadron itself."""

    shelf: Shelf
    ware: Ware
    ship: int | None


def squadron_rows(draft: Draft, yard: Yard) -> list[SquadronRow]:
    """Return the rows of a squadron, the last one to add a ship."""
    head = [_head(draft, shelf) for shelf in yard.head]
    ships = [_ship(draft, yard, at) for at in range(len(draft.ships))]
    return [*head, *ships, SquadronRow(NEW, "Add a ship")]


def offers(draft: Draft, yard: Yard, place: Place) -> list[Offer]:
    """Return all that may be taken at a row: a key's things, a ship's, or ships."""
    if isinstance(place, str):
        shelves: Sequence[Shelf] = [shelf for shelf in yard.head if shelf.key == place]
        ship = None
    elif place == NEW:
        shelves, ship = [yard.types], None
    else:
        shelves, ship = [*yard.fittings[place], yard.types], place
    listed = []
    for shelf in shelves:
        held = () if place == NEW else draft.held(shelf, ship)
        listed += [Offer(shelf, ware, ship) for ware in shelf.beside(held)]
    return listed


def ship_title(draft: Draft, yard: Yard, at: int) -> str:
    """Return `2 Falcon, 6th Rate`; an asterisk marks the flagship."""
    ship = draft.ships[at]
    ware = yard.types.ware(ship.get("type"))
    kind = ware.name if ware else str(ship.get("type", "no type"))
    name = str(ship.get("name", ""))
    flag = "*" if ship.get("flagship") else ""
    return f"{at + 1} {name}{flag}, {kind}" if name else f"{at + 1} {kind}{flag}"


def _head(draft: Draft, shelf: Shelf) -> SquadronRow:
    wares = _held(draft, shelf, None)
    if shelf.several:
        return SquadronRow(shelf.key, f"{shelf.title}, {shelf.note or len(wares)}")
    said = wares[0].name if wares else "none yet"
    return SquadronRow(shelf.key, f"{shelf.title}: {said}", wares[0].cost if wares else None)


def _ship(draft: Draft, yard: Yard, at: int) -> SquadronRow:
    fittings = yard.fittings[at] if at < len(yard.fittings) else ()
    bought = [ware for shelf in fittings for ware in _held(draft, shelf, at)]
    hull = yard.types.ware(draft.ships[at].get("type"))
    cost = (hull.cost or 0 if hull else 0) + sum(ware.cost or 0 for ware in bought)
    words = ", ".join(ware.name.lower() for ware in bought)
    return SquadronRow(at, ship_title(draft, yard, at), cost, words)


def _held(draft: Draft, shelf: Shelf, ship: int | None) -> list[Ware]:
    """Return what is taken of a shelf, what does not lie there last."""
    held = draft.held(shelf, ship)
    return [ware for ware in shelf.beside(held) if ware.value in held]
