"""The tables of a squadron file read into a roster: the form of the file, not the rules.

Every mistake is noted at its key. A value that cannot be read is '' in the roster, so that
the rules can still be checked.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple

from engine.base.clean import clean
from engine.game.position import Reader, nearest, shown
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.squadrons.squadron import Roster, RosterShip

LONGEST = 80
"""The most characters of a name."""

_ONE = {  # what a fault says is allowed: a list of all cards would be too long
    "admiral": "the card of an admiral, of its nation or of any",
    "initiative card": "an initiative card, of its nation or of any",
    "upgrade card": "an upgrade card that the ship may carry",
}


class Read(NamedTuple):
    """A roster, and the readers of its tables, which name the keys of mistakes."""

    roster: Roster
    head: Reader
    ships: tuple[Reader, ...]


def read(head: Reader) -> Read:
    """Return the roster of a squadron file."""
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
    """Read a name: one line, not too long."""
    name = reader.text(key) if required else reader.text(key, "")
    blank = required and reader.raw.get(key) == name and not name.strip()
    if blank or len(name) > LONGEST or name != clean(name):
        least = "1 to" if required else "up to"
        reader.fault(key, f"found {shown(name)}, allowed is one line of {least} {LONGEST} signs")
        return ""
    return name


def _options(reader: Reader, kind: str) -> tuple[str, ...]:
    """Read a ship's options: those of its card, or of any card when the type is unknown."""
    known = book().ships
    if kind and not known[kind].options and reader.has("options"):
        reader.skip("options")
        if reader.raw["options"] != []:
            found = shown(reader.raw["options"])
            why = f"for {known[kind].name} has no options"
            reader.fault("options", f"found {found}, allowed is none, {why}")
        return ()
    allowed = (
        known[kind].options if kind else {key for one in known.values() for key in one.options}
    )
    return _choices(reader, "options", allowed)


def _admiral(reader: Reader) -> str:
    """Read the admiral; a wrong word gets the nearest name as a hint, not a list of all."""
    reader.skip("admiral")
    word = reader.raw.get("admiral")
    if not reader.has("admiral"):
        reader.fault("admiral", f"is missing; needed is {_ONE['admiral']}")
    return _card(reader, "admiral", word, "admiral", book().admirals) if word is not None else ""


def _hand(reader: Reader) -> tuple[str, ...]:
    if not reader.has("hand"):
        reader.skip("hand")
        reader.fault("hand", "is missing; needed is a list of initiative cards")
        return ()
    return _cards(reader, "hand", "initiative card", book().cards)


def _cards(reader: Reader, key: str, kind: str, known: Collection[str]) -> tuple[str, ...]:
    """Read a list of cards, with '' in place of anything else."""
    reader.skip(key)
    words = reader.raw.get(key, [])
    if not isinstance(words, list):
        reader.fault(key, f"found {shown(words)}, allowed is a list of {kind}s")
        return ()
    return tuple(_card(reader, f"{key}[{at}]", word, kind, known) for at, word in enumerate(words))


def _card(reader: Reader, key: str, word: Any, kind: str, known: Collection[str]) -> str:
    if isinstance(word, str) and word in known:
        return word
    hint = nearest(word, known)
    reader.fault(key, f"found {shown(word)}, allowed is {_ONE[kind]}{hint}")
    return ""


def _choice(reader: Reader, key: str, allowed: Collection[str], required: bool = True) -> str:
    """Read one of some allowed words; '' for anything else."""
    return (
        reader.choice(key, allowed, otherwise="") if required else reader.choice(key, allowed, "")
    )


def _choices(reader: Reader, key: str, allowed: Collection[str]) -> tuple[str, ...]:
    """Read a list of allowed words, with '' in place of anything else."""
    reader.choices(key, allowed)
    words = reader.raw.get(key)
    return tuple(
        word if isinstance(word, str) and word in allowed else ""
        for word in (words if isinstance(words, list) else ())
    )
