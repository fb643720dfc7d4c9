"""The choices for a design (a battle that a player builds), whether both sides can win it, and its
printed sheet.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from engine.base.text import capitalized, pluralized
from engine.game.parts.building import Catalogue, Document, DocumentPart, Item, Section
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.data.facts import (
    SIDES,
    BattleRecord,
    SectionCard,
    ShipCard,
    Side,
    VictoryLine,
)
from engine.systems.iron_oak.fleet import other_side
from engine.systems.iron_oak.squadrons.reading import (
    CARDS,
    CURRENTS,
    EDGES,
    GRADES,
    OBSTACLES,
    PLACES,
    SHOALS,
    TURNS,
    WINDS,
    line_of,
    names,
    read_design,
    section_name,
)
from engine.systems.iron_oak.victory import NAMES, in_words
from engine.systems.iron_oak.waters import GRID

# The choices for a design: water, ships and forts, victory.


def catalogue(table: Mapping[str, Any]) -> Catalogue:
    """Return everything that can be chosen for a design; the design so far may have mistakes."""
    record, _ = read_design("", table)
    ships = table.get("ships", ())
    sailing = {side: tuple(each.ship for each in record.force(side).units) for side in SIDES}
    forts = {
        side: tuple(dict.fromkeys(each.fort for each in record.force(side).forts)) for side in SIDES
    }
    aims = []
    for name in names(sailing, forts):
        line = line_of(name)
        if line is not None:
            text = f"{NAMES[line.side]}: {in_words(line)}"
            aims.append(Item(name, text, group=NAMES[line.side]))
    kinds = [_item(id, card.name, card.side, card) for id, card in book().ships.items()]
    for id, section in book().sections.items():
        side = book().forts[id.partition(".")[0]].side
        kinds.append(_item(id, section_name(id), side, section))
    fitted: list[tuple[Section, ...]] = []
    for each in ships:
        if isinstance(each, Mapping):
            kind = str(each.get("type", ""))
            places = GRID.boxes if kind in book().sections else PLACES
            found = [_words("at", "Where", places), _words("grade", "Crew", GRADES)]
            if kind in book().ships and book().ships[kind].side == "either":
                found.append(Section("side", "Side", tuple(Item(s, NAMES[s]) for s in SIDES)))
            fitted.append(tuple(found))
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
            Section("victory", "Victory lines", tuple(aims), several=True),
            _one(
                "default",
                "If no victory line is met",
                (("draw", "a draw"), *((side, f"{NAMES[side]} wins") for side in SIDES)),
                "draw",
            ),
        ),
        types=Section("type", "Ships and forts", tuple(kinds), columns="Hits"),
        fittings=tuple(fitted),
        figures=tuple(
            (f"{NAMES[side]}, Victory Points", str(worth(record, side))) for side in SIDES
        ),
    )


def _words(key: str, title: str, values: Iterable[str], several: bool = False) -> Section:
    items = tuple(Item(each, each.replace("_", " "), group=_kind(each)) for each in values)
    return Section(key, title, items, several)


def _kind(words: str) -> str:
    """Return the group of a choice in the form, from its words: `Row A` for `row A 2`."""
    kind = words.rpartition(" ")[0] or (f"row {words[0]}" if words in GRID.boxes else "")
    return capitalized(kind).replace("_", " ")


def _one(
    key: str, title: str, values: Iterable[tuple[str | int, str]], start: str | int
) -> Section:
    """Return a section of the form in which one value is chosen; `start` is the value at first."""
    return Section(key, title, tuple(Item(*each) for each in values), start=start)


def _cards(side: Side) -> Section:
    values = ((each, str(each)) for each in CARDS)
    return _one(f"{side}_cards", f"Action cards, {NAMES[side]}", values, 6)


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


# Which sides can win a design, and which of its parts have no effect: a remark, but not a fault.
#
# The author may intend it, and a battle that was begun with such a design stays as it is.


DEAREST = 2
"""A side can score at most this many times the points of the enemy's units, because a captured ship
counts double."""


def notes(record: BattleRecord) -> tuple[str, ...]:
    """Return remarks about a design that can be played but may not be as intended, one sentence
    each.
    """
    return (*_one_sided(record), *_vain(record), *_twice(record))


def winners(record: BattleRecord) -> tuple[Side, ...]:
    """Return the sides that can win a design: by a victory line that can be met, or because no line
    is met.
    """
    lines = {line.side for line in record.victory if can_hold(record, line)}
    return tuple(side for side in SIDES if side in {*lines, record.default})


def can_hold(record: BattleRecord, line: VictoryLine) -> bool:
    """Tell whether a victory line can be met at all: it does not ask for more ships, or points,
    than there are.
    """
    if isinstance(line.ships, str) and line.at_least is not None:
        return line.at_least <= len(record.force(line.ships).units)
    if line.when == "points":
        return line.margin <= DEAREST * worth(record, other_side(line.side))
    return True


def worth(record: BattleRecord, side: Side) -> int:
    """Return the worth of a side's ships and fort sections, in Victory Points."""
    force = record.force(side)
    ships = sum(book().ships[unit.ship].victory_points for unit in force.units)
    return ships + sum(book().sections[each.id].victory_points for each in force.forts)


def _one_sided(record: BattleRecord) -> Iterator[str]:
    found = winners(record)
    if not record.victory or len(found) == len(SIDES):
        return
    if not found:
        yield "Nobody can win this battle: no victory line can be fulfilled."
        return
    winner, loser = found[0], other_side(found[0])
    last = "a draw" if record.default == "draw" else f"the {NAMES[winner]}'s as well"
    yield (
        f"Only the {NAMES[winner]} can win this battle: the {NAMES[loser]} has no victory line "
        f"that can hold, and a battle in which no line holds is {last}."
    )


def _vain(record: BattleRecord) -> Iterator[str]:
    for line in record.victory:
        if not can_hold(record, line):
            yield f"A victory line of the {NAMES[line.side]} can never hold: {in_words(line)}."


def _twice(record: BattleRecord) -> Iterator[str]:
    sections = Counter(each.id for side in SIDES for each in record.force(side).forts)
    for id, count in sections.items():
        if count > 1:
            yield f"{section_name(id)} is listed {count} times, but counts once."
    for band, count in Counter(each.band for each in record.shoals).items():
        if count > 1:
            yield f"The shoals of {band} are listed with {count} depths; the last one counts."


# A design as a document to print: water, both sides, victory lines.


def paper(
    record: BattleRecord, faults: tuple[tuple[str, str], ...], notes: tuple[str, ...]
) -> Document:
    """Return a design as a document to print; its faults come first, then remarks about it."""
    wrong = tuple(f"{path}: {text}" for path, text in faults)
    lines = tuple(f"{NAMES[line.side]}: {in_words(line)}." for line in record.victory)
    none = "a draw" if record.default == "draw" else f"the {NAMES[record.default]} wins"
    flow = record.current
    current = (
        "still water" if flow.direction == "none" else f"{flow.speed} current {flow.direction}"
    )
    light = "by night" if record.night else "by day"
    words = [f"{pluralized(record.turns, 'turn')} {light}", f"{record.wind} wind", current]
    words += [f"bank at the {bank}" for bank in record.banks]
    words += [f"{shoal.band} {shoal.depth} deep" for shoal in record.shoals]
    words += [f"{each.kind.replace('_', ' ')} in {each.box}" for each in record.markers]
    words += [f"{each.kind.replace('_', ' ')} in {each.box}" for each in record.terrain]
    tables: list[DocumentPart] = []
    for side in SIDES:
        force = record.force(side)
        rows = [("Ship or fort", "Where", "Crew", "Points")]
        for unit in force.units:
            card = book().ships[unit.ship]
            rows.append((card.name, unit.start, unit.grade, str(card.victory_points)))
        for each in force.forts:
            section = book().sections[each.id]
            rows.append(
                (
                    section_name(each.id),
                    " ".join(each.boxes),
                    each.grade,
                    str(section.victory_points),
                )
            )
        heading = f"{NAMES[side]}: {pluralized(force.action_cards, 'card')}, {force.edge} edge"
        tables.append(DocumentPart(heading, table=tuple(rows)))
    return Document(
        record.title or "A battle without a name",
        ((", ".join(words) + f"; the {NAMES[record.first]} plays first."),),
        (
            *((DocumentPart("Not legal", lines=wrong),) if wrong else ()),
            *((DocumentPart("Note", lines=notes),) if notes else ()),
            *tables,
            DocumentPart(
                "To win",
                lines=(*lines, f"If none of these is met after the last turn: {none}."),
            ),
        ),
    )
