"""A squadron file read: its roster, and every mistake at its key in one sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from engine.base.clean import clean
from engine.base.counting import counted
from engine.game.position import Faults, Reader, named_table, shown, source_of
from engine.kit.records import shipped_folder
from engine.systems.wooden_ships.data.book import SYSTEM, book
from engine.systems.wooden_ships.data.facts import QUALITIES
from engine.systems.wooden_ships.squadrons.roster import (
    FEWEST,
    MOST,
    SHIPS,
    USUAL,
    Roster,
    RosterShip,
)

LONGEST = 40
"""The most characters of a name."""


def read_squadron(source: str, table: Mapping[str, Any]) -> tuple[Roster, Faults]:
    """Return the roster of a parsed squadron file, and what is wrong with it."""
    faults = Faults(source)
    head = Reader(table, faults)
    head.skip("game")
    readers = head.tables("ships", required=True)
    roster = Roster(
        _name(head, least=1),
        head.integer("limit", USUAL, FEWEST, MOST),
        tuple(_ship(reader) for reader in readers),
    )
    head.finish()
    _check(roster, head, readers)
    return roster, faults


def ready() -> dict[str, Path]:
    """Return the squadrons that ship with the game: files by name, without the ending."""
    folder = shipped_folder(SYSTEM) / "squadrons"
    return {path.stem: path for path in sorted(folder.glob("*.toml"))}


def named(squadron: str) -> Roster:
    """Return the squadron that a set-up names, a ready one, a file or the text of one.

    Raises `FileFault` when it cannot be read; `SetUpFault` lists everything that is not legal.
    """
    table = named_table(ready().get(squadron, squadron))
    roster, faults = read_squadron(source_of(squadron), table)
    faults.check()
    return roster


def _ship(reader: Reader) -> RosterShip:
    ship = RosterShip(
        reader.choice("type", book().classes, otherwise=""),
        reader.choice("quality", QUALITIES, "average"),
        _name(reader),
        reader.flag("flagship", False),
    )
    reader.finish()
    return ship


def _name(reader: Reader, least: int = 0) -> str:
    name = reader.text("name") if least else reader.text("name", "")
    if name != clean(name) or len(name) > LONGEST or (reader.has("name") and not name.strip()):
        allowed = f"allowed is one line of 1 to {LONGEST} signs"
        if isinstance(reader.raw["name"], str):
            reader.fault("name", f"found {shown(name)}, {allowed}")
        return ""
    return name


def _check(roster: Roster, head: Reader, ships: Sequence[Reader]) -> None:
    """Note what the ships of a squadron are together: too many, too dear, two flagships."""
    if isinstance(head.raw.get("ships"), list | tuple) and not 1 <= len(ships) <= SHIPS:
        head.fault("ships", f"found {len(ships)}, allowed are 1 to {SHIPS}")
    if roster.points > roster.limit:
        head.fault("ships", f"found {counted(roster.points, 'point')}, allowed are {roster.limit}")
    flags = [at for at, ship in enumerate(roster.ships) if ship.flagship]
    for at in flags[1:]:
        ships[at].fault("flagship", f"found a second one beside ships[{flags[0]}]; allowed is one")
