"""A squadron file's tables read into a roster: the form of the file, not the rules.

Every mistake is noted at its key. What cannot be read is '' in the roster, so that
the rules can be looked at all the same.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple

from engine.oak_iron.records import book
from engine.oak_iron.squadron import Roster, RosterShip
from engine.position import Reader, nearest, shown

LONGEST = 80
"""The signs that a name may have."""


class Read(NamedTuple):
    """A roster and the readers of its tables, to name the keys of mistakes."""

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
        admiral=_choice(head, "admiral", known.admirals),
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
        upgrades=_choices(reader, "upgrades", known.upgrades),
        commander=_choice(reader, "commander", known.commanders, required=False),
    )
    reader.finish()
    return ship


def _title(reader: Reader, key: str, required: bool = False) -> str:
    """Read a name: one line, and not too long."""
    name = reader.text(key) if required else reader.text(key, "")
    blank = required and reader.raw.get(key) == name and not name.strip()
    if blank or len(name) > LONGEST or not name.isprintable():
        least = "1 to" if required else "up to"
        reader.fault(key, f"found {shown(name)}, allowed is one line of {least} {LONGEST} signs")
        return ""
    return name


def _options(reader: Reader, kind: str) -> tuple[str, ...]:
    """Read the options of a ship's own card; of a ship that is not known, those of any."""
    known = book().ships
    if kind and not known[kind].options and reader.has("options"):
        reader.skip("options")
        if reader.raw["options"] != []:
            found = shown(reader.raw["options"])
            reader.fault("options", f"found {found}, but {known[kind].name} has no options")
        return ()
    allowed = (
        known[kind].options if kind else {key for one in known.values() for key in one.options}
    )
    return _choices(reader, "options", allowed)


def _hand(reader: Reader) -> tuple[str, ...]:
    """Read the hand; a word that is no card gets the nearest title, not a list of forty."""
    cards = book().cards
    reader.skip("hand")
    words = reader.raw.get("hand")
    if not isinstance(words, list):
        what = (
            f"found {shown(words)}, allowed is" if reader.has("hand") else "is missing; needed is"
        )
        reader.fault("hand", f"{what} a list of initiative cards")
        return ()
    for index, word in enumerate(words):
        if not isinstance(word, str) or word not in cards:
            allowed = "allowed is an initiative card, see `weathergage cards initiative`"
            hint = nearest(word, cards)
            reader.fault(f"hand[{index}]", f"found {shown(word)}, {allowed}{hint}")
    return _known(words, cards)


def _choice(reader: Reader, key: str, allowed: Collection[str], required: bool = True) -> str:
    """Read one of some words; '' for anything else."""
    word = reader.choice(key, allowed) if required else reader.choice(key, allowed, "")
    return word if word and reader.raw.get(key) == word else ""


def _choices(reader: Reader, key: str, allowed: Collection[str]) -> tuple[str, ...]:
    """Read a list of some words, with '' in the place of anything else."""
    reader.choices(key, allowed)
    words = reader.raw.get(key)
    return _known(words, allowed) if isinstance(words, list) else ()


def _known(words: list[Any], allowed: Collection[str]) -> tuple[str, ...]:
    return tuple(word if isinstance(word, str) and word in allowed else "" for word in words)
