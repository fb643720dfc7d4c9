"""A squadron on paper: ships with their boxes and prices, faults first."""

from __future__ import annotations

from engine.base.counting import counted
from engine.game.parts.document import Document, DocumentPart
from engine.systems.wooden_ships.data.book import book
from engine.systems.wooden_ships.data.facts import ClassFact
from engine.systems.wooden_ships.squadrons.fitting_out import class_name
from engine.systems.wooden_ships.squadrons.roster import Roster, RosterShip


def paper(roster: Roster, faults: tuple[tuple[str, str], ...]) -> Document:
    """Return a squadron to be printed, with its faults first when it is not legal."""
    wrong = tuple(f"{path}: {text}" for path, text in faults)
    rows = [("No", "Ship", "Class", "Crew", "Points")]
    for number, ship in enumerate(roster.line, 1):
        kind = book().classes.get(ship.type)
        called = class_name(kind) if kind else "unknown class"
        name = f"{ship.name}{' (flagship)' if ship.flagship else ''}".strip()
        rows.append((str(number), name, called, ship.quality, str(ship.points)))
    rows.append(("", "Total", "", "", str(roster.points)))
    return Document(
        roster.name or "Squadron without a name",
        (f"{counted(len(roster.ships), 'ship')}, {roster.points} of {roster.limit} points.",),
        (
            *((DocumentPart("Not legal", lines=wrong),) if wrong else ()),
            DocumentPart("Squadron", table=tuple(rows)),
            *(
                _log(number, ship, kind)
                for number, ship in enumerate(roster.line, 1)
                if (kind := book().classes.get(ship.type))
            ),
        ),
    )


def _log(number: int, ship: RosterShip, kind: ClassFact) -> DocumentPart:
    """Return a ship's boxes to be ticked off."""
    sections = (
        (f"{what} {section}", boxes)
        for what, printed in (("Crew", kind.crew), ("Rigging", kind.rigging))
        for section, boxes in enumerate(printed, 1)
    )
    sides = (
        (f"{what} {side}", boxes)
        for what, guns in (("Guns", kind.guns), ("Carronades", kind.carronades))
        for side, boxes in (("port", guns.port), ("starboard", guns.starboard))
        if boxes
    )
    called = ship.name or class_name(kind)
    return DocumentPart(
        f"{number}. {called}, {class_name(kind)}, {ship.quality}",
        tracks=(("Hull", kind.hull), *sections, *sides),
        lines=(f"Battle speed {kind.battle_speed}, turning {kind.turning}.",),
    )
