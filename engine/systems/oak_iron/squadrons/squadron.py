"""A squadron as it is built: its ships with what is bought for them, its admiral, its hand.

Its points, the size of its hand and the cards that are added to it (Oak & Iron ch. 6,
Creating a Squadron). `squadron_check` says whether it is legal.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple, Protocol

import msgspec

from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.data.facts import Faction, GameSize, ShipType

HAND = 5
"""The initiative cards of a squadron whose admiral has value 0."""


class RosterShip(msgspec.Struct, kw_only=True, frozen=True):
    """A ship of a squadron file; a value that could not be read is ''."""

    type: str
    name: str = ""
    flagship: bool = False
    skill: int = 0
    options: tuple[str, ...] = ()
    upgrades: tuple[str, ...] = ()
    commander: str = ""

    @property
    def kind(self) -> ShipType | None:
        """The ship card; None for an unknown type."""
        return book().ships.get(self.type)


class Roster(msgspec.Struct, frozen=True):
    """A squadron file; a value that could not be read is ''."""

    name: str
    size: str
    faction: str
    admiral: str
    hand: tuple[str, ...]
    ships: tuple[RosterShip, ...]

    @property
    def game_size(self) -> GameSize | None:
        """The size of game that it is built for; None when unknown."""
        return book().sizes.get(self.size)

    @property
    def nation(self) -> Faction | None:
        """The faction card; None when unknown."""
        return book().factions.get(self.faction)

    @property
    def keywords(self) -> tuple[str, ...]:
        """The admiral's keywords."""
        admiral = book().admirals.get(self.admiral)
        return admiral.keywords if admiral else ()

    @property
    def points(self) -> int:
        """The price of everything in it."""
        admiral = book().admirals.get(self.admiral)
        ships = sum(ship_points(ship, self.faction) for ship in self.ships)
        return ships + (admiral.cost if admiral else 0)

    @property
    def hand_size(self) -> int | None:
        """The cards to be chosen: 5 and the admiral's value; None while he is unknown."""
        admiral = book().admirals.get(self.admiral)
        if admiral is None:
            return None
        return max(HAND, HAND + admiral.value - ("indecisive" in admiral.keywords))

    @property
    def added(self) -> tuple[str, ...]:
        """The initiative cards that admiral, captains and upgrades add, each title once."""
        sources = set(_sources(self))
        return tuple(card.id for card in book().cards.values() if card.faction in sources)


class Item(NamedTuple):
    """A thing bought for a ship: its card's id, its price, and its price without the faction."""

    kind: Literal["ship", "option", "skill", "upgrade", "commander"]
    id: str
    cost: int
    usual: int


def bill(ship: RosterShip, faction: str) -> tuple[Item, ...]:
    """Return every item that a ship costs points for, the ship card first."""
    return tuple(_items(ship, faction))


def ship_points(ship: RosterShip, faction: str) -> int:
    """Return what a ship costs with everything on it."""
    return sum(item.cost for item in _items(ship, faction))


def option_price(kind: ShipType, option: str, faction: str) -> int:
    """Return what an option of a ship card costs a faction."""
    price = kind.options[option]
    nation = book().factions.get(faction)
    for rule in nation.rules if nation else ():
        price = book().faction_rules[rule].price(option, price)
    return price


class Titled(Protocol):
    """A record with the word for it in a squadron file and the title on its card."""

    @property
    def id(self) -> str:
        """The word of files."""

    @property
    def name(self) -> str:
        """The title."""


def titled(record: Titled) -> str:
    """Return a card or type of ship for a fault: its title and the word for it in files."""
    return f"{record.name} ('{record.id}')"


def nation_name(faction: str) -> str:
    """Return the name of a faction; a user's own card may bear one that has no record."""
    known = book().factions.get(faction)
    return known.name if known else faction.replace("_", " ").title()


def _items(ship: RosterShip, faction: str) -> Iterator[Item]:
    known = book()
    kind = ship.kind
    if kind is not None:
        yield Item("ship", kind.id, kind.points, kind.points)
        for option in ship.options:
            if option in kind.options:
                price = option_price(kind, option, faction)
                yield Item("option", option, price, kind.options[option])
    if ship.skill in known.skills:
        cost = known.skills[ship.skill].cost
        yield Item("skill", str(ship.skill), cost, cost)
    for upgrade in ship.upgrades:
        if upgrade in known.upgrades:
            cost = known.upgrades[upgrade].cost
            yield Item("upgrade", upgrade, cost, cost)
    if ship.commander in known.commanders:
        cost = known.commanders[ship.commander].cost
        yield Item("commander", ship.commander, cost, cost)


def _sources(roster: Roster) -> Iterator[str]:
    """Yield the sources of added cards as records name them: `admiral:intrepid`."""
    known = book()
    yield from (f"admiral:{word}" for word in roster.keywords)
    for ship in roster.ships:
        captain = known.commanders.get(ship.commander)
        for word in captain.keywords if captain else ():
            yield f"admiral:{word}"
        for upgrade in ship.upgrades:
            if upgrade in known.upgrades:
                yield from (f"upgrade:{word}" for word in known.upgrades[upgrade].keywords)
