"""Drafts of squadrons being built, and squadron files of any game.

>>> from engine.building import Draft
>>> draft = Draft("oak_iron", {"name": "Two"}).with_ship("sloop").with_ship("fluyt")
>>> print(draft.to_toml(), end="")
game = "oak_iron"
name = "Two"
<BLANKLINE>
[[ships]]
type = "sloop"
flagship = true
<BLANKLINE>
[[ships]]
type = "fluyt"
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from engine.game.parts.building import Catalogue, Document, DocumentPart, Item, Section, Verdict
from engine.game.position import Faults, Reader, read_toml
from engine.kernel.registry import system, systems

# A draft is a squadron that is still being built. Each change returns a new draft.


WIDTH = 100
"""The maximum length of a line in a squadron file, in characters. A list that would make a longer
line is written with one item on each line."""
Table = Mapping[str, Any]


class Draft(msgspec.Struct, frozen=True):
    """The content of a squadron file being built: its top-level keys, and the table of each ship.

    Lists are tuples here, so that a draft is immutable.
    """

    game: str
    head: Table = {}
    ships: tuple[Table, ...] = ()

    @classmethod
    def new(cls, game: str, name: str, catalogue: Catalogue) -> Draft:
        """Return a new squadron with a name.

        It has the first size and the first faction of the catalogue, and the catalogue's start
        values.
        """
        first = {
            section.key: section.items[0].value for section in catalogue.head[:2] if section.items
        }
        several = {section.key: () for section in catalogue.head if section.several}
        start = {each.key: each.start for each in catalogue.head if each.start is not None}
        return cls(game, {"name": name, **first, **several, **start})

    @classmethod
    def read(cls, table: Table) -> Draft:
        """Return the draft in the table of a squadron file.

        Values of types that squadron files do not have are left out.
        """
        head = {key: value for key, value in table.items() if key not in ("game", "ships")}
        listed = table.get("ships", [])
        ships = listed if isinstance(listed, list) else []
        return cls(
            str(table.get("game", "")),
            _plain(head),
            tuple(_plain(ship) for ship in ships if isinstance(ship, Mapping)),
        )

    @property
    def name(self) -> str:
        """The squadron's name."""
        return str(self.head.get("name", ""))

    def table(self) -> dict[str, Any]:
        """Return the table of the squadron file, as game systems read it."""
        ships = [_listed(ship) for ship in self.ships]
        return {"game": self.game, **_listed(self.head), "ships": ships}

    # Catalogue items ---------------------------------------------------------------------

    def holds(self, section: Section, item: Item, ship: int | None = None) -> bool:
        """Tell whether the squadron, or its ship with this index, has chosen an item of the
        catalogue.
        """
        return item.value in self.held(section, ship)

    def held(self, section: Section, ship: int | None = None) -> tuple[Any, ...]:
        """Return the values that the squadron, or its ship with this index, has under a section's
        key.

        Values that are not items of the section are returned too.
        """
        held = self._at(ship).get(section.key)
        return _several(held) if section.several else () if held is None else (held,)

    def toggled(self, section: Section, item: Item, ship: int | None = None) -> Draft:
        """Return the draft after a choice of an item for the squadron, or for its ship with this
        index.

        Choosing an item for a second time removes it, if it is in a list or belongs to a ship.
        """
        held = self._at(ship).get(section.key)
        if section.several:
            rest = tuple(value for value in _several(held) if value != item.value)
            value: Any = rest if item.value in _several(held) else (*rest, item.value)
        else:
            value = None if ship is not None and held == item.value else item.value
        if ship is not None and value == ():
            value = None
        return self.with_value(section.key, value, ship)

    def with_value(self, key: str, value: object, ship: int | None = None) -> Draft:
        """Return the draft with a key set to a value; None removes the key."""
        table = {**self._at(ship), key: value}
        changed = {name: held for name, held in table.items() if held is not None}
        if ship is None:
            return msgspec.structs.replace(self, head=changed)
        return self._with((*self.ships[:ship], changed, *self.ships[ship + 1 :]))

    # The ships ---------------------------------------------------------------------------

    def with_ship(self, kind: str | int, flies_flag: bool = True) -> Draft:
        """Return the draft with one more ship.

        In games with flagships (`flies_flag`) the first ship becomes the flagship.
        """
        flag = {} if self.ships or not flies_flag else {"flagship": True}
        return self._with((*self.ships, {"type": kind, **flag}))

    def copied(self, ship: int) -> Draft:
        """Return the draft with a copy of a ship, placed after her; the copy is no flagship and has
        no name.
        """
        twin = {k: v for k, v in self.ships[ship].items() if k not in ("name", "flagship")}
        return self._with((*self.ships[: ship + 1], twin, *self.ships[ship + 1 :]))

    def without(self, ship: int) -> Draft:
        """Return the draft without a ship.

        If the flagship was removed, the first remaining ship becomes the flagship.
        """
        rest = self._with((*self.ships[:ship], *self.ships[ship + 1 :]))
        return rest.flagged(0) if rest.ships and self.ships[ship].get("flagship") else rest

    def moved(self, ship: int, step: int) -> Draft:
        """Return the draft with a ship moved by `step` places in the list of ships."""
        place = max(0, min(len(self.ships) - 1, ship + step))
        rest = [*self.ships[:ship], *self.ships[ship + 1 :]]
        return self._with((*rest[:place], self.ships[ship], *rest[place:]))

    def flagged(self, ship: int) -> Draft:
        """Return the draft with one ship as the only flagship."""
        bare = [{k: v for k, v in each.items() if k != "flagship"} for each in self.ships]
        bare[ship] = {**bare[ship], "flagship": True}
        return self._with(tuple(bare))

    def to_toml(self) -> str:
        """Return the squadron file as TOML."""
        lines = [f"game = {_value(self.game)}", *_lines(self.head)]
        for ship in self.ships:
            lines += ["", "[[ships]]", *_lines(ship)]
        return "\n".join(lines) + "\n"

    def _at(self, ship: int | None) -> Table:
        return self.head if ship is None else self.ships[ship]

    def _with(self, ships: tuple[Table, ...]) -> Draft:
        return msgspec.structs.replace(self, ships=ships)


def new_faults(before: Verdict, after: Verdict) -> tuple[tuple[str, str], ...]:
    """Return the faults of a changed squadron at key paths where it had no fault before."""
    known = {path for path, _ in before.faults}
    return tuple(fault for fault in after.faults if fault[0] not in known)


def _plain(table: Table) -> dict[str, Any]:
    """Return those entries of a table whose values may be in a squadron file.

    These are strings, integers, booleans, and lists of them; lists become tuples.
    """
    found: dict[str, Any] = {}
    for key, value in table.items():
        if isinstance(value, list):
            found[key] = tuple(each for each in value if isinstance(each, str | int))
        elif isinstance(value, str | int):
            found[key] = value
    return found


def _several(held: object) -> tuple[Any, ...]:
    return held if isinstance(held, tuple) else ()


def _listed(table: Table) -> dict[str, Any]:
    return {key: list(held) if isinstance(held, tuple) else held for key, held in table.items()}


ORDER = ("name", "type", "size", "faction", "admiral", "hand", "flagship", "skill", "commander")
"""The keys of a squadron file, in the order in which they are written. The shipped squadrons have
the same order."""


def _lines(table: Table) -> Iterable[str]:
    """Yield the lines of a table in the order of `ORDER`; other keys come last."""
    for key in sorted(table, key=lambda key: ORDER.index(key) if key in ORDER else len(ORDER)):
        yield _line(key, table[key])


def _line(key: str, value: object) -> str:
    """Return a key and its value as TOML, in several lines if a list is too long for one line."""
    bare = key.replace("_", "").replace("-", "")
    lead = f"{key if bare.isascii() and bare.isalnum() else _value(key)} = "
    if not isinstance(value, tuple):
        return lead + _value(value)
    words = [_value(each) for each in value]
    line = f"{lead}[{', '.join(words)}]"
    return (
        line if len(line) <= WIDTH else "\n".join((f"{lead}[", *(f"    {w}," for w in words), "]"))
    )


def _value(value: object) -> str:
    """Return a value as TOML. JSON writes the same, except that TOML forbids a raw DEL
    character.
    """
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


# Squadron files of any game system: find, read, check and print them.


def check(path: Path | str) -> Verdict:
    """Return the verdict on a squadron file: whether it is legal, and its faults.

    Raises `FileFault` when it cannot be read.
    """
    table, name, faults = _read(path)
    return system(name).building.check(table) if name else Verdict(faults=faults)


def sheet(path: Path | str) -> tuple[Document, bool]:
    """Return a squadron as a printable sheet, and whether it is legal.

    Raises `FileFault` when it cannot be read.
    """
    table, name, faults = _read(path)
    if not name:
        lines = tuple(f"{key}: {text}" for key, text in faults)
        return Document("Squadron", parts=(DocumentPart("Not legal", lines=lines),)), False
    game = system(name)
    return game.building.document(table), game.building.check(table).legal


def squadron_path(path: Path | str) -> Path:
    """Return the path of a squadron file, or of the shipped squadron of that name."""
    ready = {
        name: file for each in systems() for name, file in system(each).building.ready().items()
    }
    if Path(path).exists() or str(path) not in ready:
        return Path(path)
    return ready[str(path)]


def _read(path: Path | str) -> tuple[dict[str, Any], str, tuple[tuple[str, str], ...]]:
    """Return a file's table, the name of its game system and its faults.

    The name is '' for an unknown game system.
    """
    table = read_toml(squadron_path(path))
    faults = Faults(str(path))
    name = Reader(table, faults).choice("game", systems(table.get("game")))
    return table, "" if faults.found else name, tuple(faults.found)
