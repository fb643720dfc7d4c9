"""A squadron as a player builds it: ships with what was bought for them, admiral, hand of cards.

From these follow its points, the size of its hand and the cards that are added to the hand (Oak &
Iron ch. 6, Creating a Squadron). `squadrons.check` checks whether it is legal.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any, Literal, NamedTuple, Protocol

import msgspec

from engine.base.text import clean
from engine.game.position import Reader, format_value, nearest
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.data.facts import Faction, GameSize, ShipType

HAND = 5
"""The number of initiative cards in the hand of a squadron whose admiral has value 0."""


class RosterShip(msgspec.Struct, kw_only=True, frozen=True):
    """A ship as a squadron file describes her; text that could not be read is ''."""

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
    """A squadron as its file describes it; text that could not be read is ''."""

    name: str
    size: str
    faction: str
    admiral: str
    hand: tuple[str, ...]
    ships: tuple[RosterShip, ...]

    @property
    def game_size(self) -> GameSize | None:
        """The size of game that the squadron is built for; None when unknown."""
        return book().sizes.get(self.size)

    @property
    def nation(self) -> Faction | None:
        """The record of the squadron's nation; None when unknown."""
        return book().factions.get(self.faction)

    @property
    def keywords(self) -> tuple[str, ...]:
        """The keywords of the squadron's admiral; () when he is unknown."""
        admiral = book().admirals.get(self.admiral)
        return admiral.keywords if admiral else ()

    @property
    def points(self) -> int:
        """The price of the whole squadron in points: ships with all that was bought for them,
        and admiral.
        """
        admiral = book().admirals.get(self.admiral)
        ships = sum(ship_points(ship, self.faction) for ship in self.ships)
        return ships + (admiral.cost if admiral else 0)

    @property
    def hand_size(self) -> int | None:
        """How many cards the squadron chooses: 5 plus the admiral's value.

        A keyword of the admiral, Indecisive, makes it 1 less, but not less than 5. None while the
        admiral is unknown.
        """
        admiral = book().admirals.get(self.admiral)
        if admiral is None:
            return None
        return max(HAND, HAND + admiral.value - ("indecisive" in admiral.keywords))

    @property
    def added(self) -> tuple[str, ...]:
        """The initiative cards that admiral, captains and upgrades add to the hand, each card
        once.
        """
        sources = set(_sources(self))
        return tuple(card.id for card in book().cards.values() if card.faction in sources)


class Purchase(NamedTuple):
    """Something bought for a ship: its kind, its id, its price, and the usual price.

    The faction's rules may make it cheaper than usual.
    """

    kind: Literal["ship", "option", "skill", "upgrade", "commander"]
    id: str
    cost: int
    usual: int


def bill(ship: RosterShip, faction: str) -> tuple[Purchase, ...]:
    """Return everything about a ship that costs points, with prices; the ship card comes first."""
    return tuple(_items(ship, faction))


def ship_points(ship: RosterShip, faction: str) -> int:
    """Return the price of a ship in points, with everything that was bought for her."""
    return sum(item.cost for item in _items(ship, faction))


def option_price(kind: ShipType, option: str, faction: str) -> int:
    """Return the price of an option for a ship; rules of the faction may make it cheaper."""
    price = kind.options[option]
    nation = book().factions.get(faction)
    for rule in nation.rules if nation else ():
        price = book().faction_rules[rule].price(option, price)
    return price


class Titled(Protocol):
    """A record of the data set that has an id and a title."""

    @property
    def id(self) -> str:
        """The id that files use for the record."""

    @property
    def name(self) -> str:
        """The title that is printed on the card."""


def titled(record: Titled) -> str:
    """Return how a fault names a card or type of ship: its title, then its id in quotes."""
    return f"{record.name} ('{record.id}')"


def nation_name(faction: str) -> str:
    """Return the name of a faction.

    A faction on a user's own card may have no record; then its id is turned into words.
    """
    known = book().factions.get(faction)
    return known.name if known else faction.replace("_", " ").title()


def _items(ship: RosterShip, faction: str) -> Iterator[Purchase]:
    known = book()
    kind = ship.kind
    if kind is not None:
        yield Purchase("ship", kind.id, kind.points, kind.points)
        for option in ship.options:
            if option in kind.options:
                price = option_price(kind, option, faction)
                yield Purchase("option", option, price, kind.options[option])
    if ship.skill in known.skills:
        cost = known.skills[ship.skill].cost
        yield Purchase("skill", str(ship.skill), cost, cost)
    for upgrade in ship.upgrades:
        if upgrade in known.upgrades:
            cost = known.upgrades[upgrade].cost
            yield Purchase("upgrade", upgrade, cost, cost)
    if ship.commander in known.commanders:
        cost = known.commanders[ship.commander].cost
        yield Purchase("commander", ship.commander, cost, cost)


def _sources(roster: Roster) -> Iterator[str]:
    """Yield what adds cards to the hand, written as in the card records: `admiral:intrepid`."""
    known = book()
    yield from (f"admiral:{word}" for word in roster.keywords)
    for ship in roster.ships:
        captain = known.commanders.get(ship.commander)
        for word in captain.keywords if captain else ():
            yield f"admiral:{word}"
        for upgrade in ship.upgrades:
            if upgrade in known.upgrades:
                yield from (f"upgrade:{word}" for word in known.upgrades[upgrade].keywords)


# Parsing the tables of a squadron file into a roster: the form of the file, not the rules.
#
# Every mistake is recorded under its key. A value that cannot be read is '' in the roster, so that
# the rules can still be checked.


LONGEST = 80
"""The largest number of characters in a name."""

_ONE = {  # the legal values in a fault's text: a list of all cards would be too long
    "admiral": "the card of an admiral of its nation, or of one for any nation",
    "initiative card": "an initiative card of its nation, or one for any nation",
    "upgrade card": "an upgrade card that the ship may carry",
}


class Read(NamedTuple):
    """A roster, and the readers of the file's tables: the head, and each ship.

    Each reader records mistakes under its own key.
    """

    roster: Roster
    head: Reader
    ships: tuple[Reader, ...]


def read_roster(head: Reader) -> Read:
    """Return the roster of a squadron file, with the readers of its tables."""
    known = book()
    head.skip("game")
    readers = head.tables("ships", required=True)
    roster = Roster(
        name=_title(head, "name", required=True),
        size=_choice(head, "size", known.sizes),
        faction=_choice(head, "faction", known.factions),
        admiral=_admiral(head),
        hand=_hand(head),
        ships=tuple(_ship(reader) for reader in readers),
    )
    head.finish()
    return Read(roster, head, readers)


def _ship(reader: Reader) -> RosterShip:
    known = book()
    kind = _choice(reader, "type", known.ships)
    ship = RosterShip(
        type=kind,
        name=_title(reader, "name"),
        flagship=reader.flag("flagship", False),
        skill=reader.integer("skill", 0, 0, len(known.skills)),
        options=_options(reader, kind),
        upgrades=_cards(reader, "upgrades", "upgrade card", known.upgrades),
        commander=_choice(reader, "commander", known.commanders, required=False),
    )
    reader.finish()
    return ship


def _title(reader: Reader, key: str, required: bool = False) -> str:
    """Return the name under `key`; record a fault if it is not a single line, or is too long."""
    name = reader.text(key) if required else reader.text(key, "")
    blank = required and reader.raw.get(key) == name and not name.strip()
    if blank or len(name) > LONGEST or name != clean(name):
        least = "1 to" if required else "up to"
        reader.fault(
            key, f"found {format_value(name)}, allowed: one line of {least} {LONGEST} characters"
        )
        return ""
    return name


def _options(reader: Reader, kind: str) -> tuple[str, ...]:
    """Return a ship's options; a word that is not an option of her card becomes ''.

    If her type is unknown, the options of all ships are accepted.
    """
    known = book().ships
    if kind and not known[kind].options and reader.has("options"):
        reader.skip("options")
        if reader.raw["options"] != []:
            found = format_value(reader.raw["options"])
            why = f"for {known[kind].name} has no options"
            reader.fault("options", f"found {found}, allowed: none, {why}")
        return ()
    allowed = (
        known[kind].options if kind else {key for one in known.values() for key in one.options}
    )
    # Read a list of allowed words, with '' in place of anything else.
    reader.choices("options", allowed)
    words = reader.raw.get("options")
    return tuple(
        word if isinstance(word, str) and word in allowed else ""
        for word in (words if isinstance(words, list) else ())
    )


def _admiral(reader: Reader) -> str:
    """Return the id of the admiral; for an unknown id, record a fault that names the nearest known
    id.

    All ids together would make the fault too long.
    """
    reader.skip("admiral")
    word = reader.raw.get("admiral")
    if not reader.has("admiral"):
        reader.fault("admiral", f"is missing; needed: {_ONE['admiral']}")
    return _card(reader, "admiral", word, "admiral", book().admirals) if word is not None else ""


def _hand(reader: Reader) -> tuple[str, ...]:
    if not reader.has("hand"):
        reader.skip("hand")
        reader.fault("hand", "is missing; needed: a list of initiative cards")
        return ()
    return _cards(reader, "hand", "initiative card", book().cards)


def _cards(reader: Reader, key: str, kind: str, known: Collection[str]) -> tuple[str, ...]:
    """Return the ids of cards in a list of the file; an invalid one becomes '' and a fault."""
    reader.skip(key)
    words = reader.raw.get(key, [])
    if not isinstance(words, list):
        reader.fault(key, f"found {format_value(words)}, allowed: a list of {kind}s")
        return ()
    return tuple(_card(reader, f"{key}[{at}]", word, kind, known) for at, word in enumerate(words))


def _card(reader: Reader, key: str, word: Any, kind: str, known: Collection[str]) -> str:
    if isinstance(word, str) and word in known:
        return word
    hint = nearest(word, known)
    reader.fault(key, f"found {format_value(word)}, allowed: {_ONE[kind]}{hint}")
    return ""


def _choice(reader: Reader, key: str, allowed: Collection[str], required: bool = True) -> str:
    """Return the word under `key` if it is one of the allowed words; else record a fault, return
    ''.
    """
    return (
        reader.choice(key, allowed, otherwise="") if required else reader.choice(key, allowed, "")
    )
