"""A design on paper: water, both sides, what wins."""

from __future__ import annotations

from engine.base.counting import counted
from engine.game.parts.document import Document, DocumentPart
from engine.systems.iron_oak.data.battles import BattleRecord
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.data.facts import SIDES, Side
from engine.systems.iron_oak.squadrons.reading import section_name
from engine.systems.iron_oak.victory.wording import NAMES, in_words


def paper(
    record: BattleRecord, faults: tuple[tuple[str, str], ...], notes: tuple[str, ...]
) -> Document:
    """Return a design to be printed, with its faults first, then what is worth saying of it."""
    wrong = tuple(f"{path}: {text}" for path, text in faults)
    lines = tuple(f"{NAMES[line.side]}: {in_words(line)}." for line in record.victory)
    none = "a draw" if record.default == "draw" else f"the {NAMES[record.default]} wins"
    return Document(
        record.title or "A battle without a name",
        (_water(record),),
        (
            *((DocumentPart("Not legal", lines=wrong),) if wrong else ()),
            *((DocumentPart("Note", lines=notes),) if notes else ()),
            *(_side(record, side) for side in SIDES),
            DocumentPart(
                "To win", lines=(*lines, f"If no line holds after the last turn: {none}.")
            ),
        ),
    )


def _water(record: BattleRecord) -> str:
    flow = record.current
    current = (
        "still water" if flow.direction == "none" else f"{flow.speed} current {flow.direction}"
    )
    light = "by night" if record.night else "by day"
    words = [f"{counted(record.turns, 'turn')} {light}", f"{record.wind} wind", current]
    words += [f"bank at the {bank}" for bank in record.banks]
    words += [f"{shoal.band} {shoal.depth} deep" for shoal in record.shoals]
    words += [f"{each.kind.replace('_', ' ')} in {each.box}" for each in record.markers]
    words += [f"{each.kind.replace('_', ' ')} in {each.box}" for each in record.terrain]
    return ", ".join(words) + f"; the {NAMES[record.first]} plays first."


def _side(record: BattleRecord, side: Side) -> DocumentPart:
    force = record.force(side)
    rows = [("Ship or fort", "Where", "Crew", "Points")]
    for unit in force.units:
        card = book().ships[unit.ship]
        rows.append((card.name, unit.start, unit.grade, str(card.victory_points)))
    for each in force.forts:
        section = book().sections[each.id]
        rows.append(
            (section_name(each.id), " ".join(each.boxes), each.grade, str(section.victory_points))
        )
    heading = f"{NAMES[side]}: {counted(force.action_cards, 'card')}, {force.edge} edge"
    return DocumentPart(heading, table=tuple(rows))
