"""What may be chosen for a battle of one's own: water, ships and forts, victory."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.game.parts.catalogue import Catalogue, Item, Section
from engine.systems.iron_oak.data.battles import BattleRecord
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.data.facts import SIDES, SectionCard, ShipCard, Side
from engine.systems.iron_oak.squadrons.aims import line_of, names
from engine.systems.iron_oak.squadrons.balance import worth
from engine.systems.iron_oak.squadrons.reading import (
    CARDS,
    EDGES,
    GRADES,
    PLACES,
    TURNS,
    WINDS,
    read_design,
    section_name,
)
from engine.systems.iron_oak.squadrons.water import CURRENTS, OBSTACLES, SHOALS
from engine.systems.iron_oak.victory.wording import NAMES, in_words
from engine.systems.iron_oak.waters.terrain import GRID


def catalogue(table: Mapping[str, Any]) -> Catalogue:
    """Return what may be chosen, even for a design with mistakes."""
    record, _ = read_design("", table)
    ships = table.get("ships", ())
    return Catalogue(
        head=(
            _one("turns", "Turns", ((each, f"{each} turns") for each in TURNS), 8),
            _one("first", "First in each turn", ((side, NAMES[side]) for side in SIDES), "union"),
            _one("edges", "Friendly edges", ((each, each) for each in EDGES), "union left"),
            _one("light", "Light", (("day", "day"), ("night", "night")), "day"),
            _one("wind", "Wind", ((each, each) for each in WINDS), "normal"),
            _one("current", "Current", ((each, each) for each in CURRENTS), "none"),
            _words("banks", "Banks", ("top", "bottom"), several=True),
            _words("shoals", "Shoals: the depth of a band", SHOALS, several=True),
            _words("obstacles", "Land and obstacles", OBSTACLES, several=True),
            _cards("union"),
            _cards("confederate"),
            Section("victory", "Victory lines", tuple(_aims(record)), several=True),
            _one(
                "default",
                "If no line holds",
                (("draw", "a draw"), *((side, f"{NAMES[side]} wins") for side in SIDES)),
                "draw",
            ),
        ),
        types=Section("type", "Ships and forts", tuple(_types()), columns="Hits"),
        fittings=tuple(_fittings(each) for each in ships if isinstance(each, Mapping)),
        figures=tuple(
            (f"{NAMES[side]}, Victory Points", str(worth(record, side))) for side in SIDES
        ),
    )


def _words(key: str, title: str, values: Iterable[str], several: bool = False) -> Section:
    items = tuple(Item(each, each.replace("_", " "), group=_kind(each)) for each in values)
    return Section(key, title, items, several)


def _kind(words: str) -> str:
    """Return the words of a place or thing without the last: `row A` of `row A 2`."""
    kind = words.rpartition(" ")[0] or (f"row {words[0]}" if words in GRID.boxes else "")
    return kind[:1].upper() + kind[1:].replace("_", " ")


def _one(
    key: str, title: str, values: Iterable[tuple[str | int, str]], start: str | int
) -> Section:
    """Return a section of which one value is taken, the one that a new design begins with."""
    return Section(key, title, tuple(Item(*each) for each in values), start=start)


def _cards(side: Side) -> Section:
    values = ((each, str(each)) for each in CARDS)
    return _one(f"{side}_cards", f"Action cards, {NAMES[side]}", values, 6)


def _aims(record: BattleRecord) -> Iterable[Item]:
    ships = {side: tuple(each.ship for each in record.force(side).units) for side in SIDES}
    forts = {
        side: tuple(dict.fromkeys(each.fort for each in record.force(side).forts)) for side in SIDES
    }
    for name in names(ships, forts):
        line = line_of(name)
        if line is not None:
            side = NAMES[line.side]
            yield Item(name, f"{side}: {in_words(line)}", group=side)


def _types() -> Iterable[Item]:
    for id, card in book().ships.items():
        yield _item(id, card.name, card.side, card)
    for id, section in book().sections.items():
        side = book().forts[id.partition(".")[0]].side
        yield _item(id, section_name(id), side, section)


def _item(id: str, name: str, side: str, card: ShipCard | SectionCard) -> Item:
    worth = card.victory_points
    whose = NAMES.get(side, "either side")
    kind = "Ships" if isinstance(card, ShipCard) else "Forts"
    guns = card.gunnery.dice or "none"
    about = (f"{whose}, {worth} Victory Points, guns {guns}.",)
    return Item(
        value=id,
        name=name,
        cost=worth,
        note=f"{card.hits}",
        about=about,
        confidence="reconstructed",
        group=f"{kind}, {whose}",
    )


def _fittings(ship: Mapping[str, Any]) -> tuple[Section, ...]:
    """Return where a ship or section lies, her crew's grade, and whose she is if either's."""
    kind = str(ship.get("type", ""))
    places = GRID.boxes if kind in book().sections else PLACES
    found = [_words("at", "Where", places), _words("grade", "Crew", GRADES)]
    if kind in book().ships and book().ships[kind].side == "either":
        found.append(Section("side", "Side", tuple(Item(s, NAMES[s]) for s in SIDES)))
    return tuple(found)
