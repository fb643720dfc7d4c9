"""Records (ships, cards, tables) in TOML files, with a report of every mistake.

Also the diagrams of a game system, and how evenly its scenarios are won.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from engine.base.errors import SetUpFault
from engine.game.parts.words import Diagram
from engine.game.position import Faults, format_value, nearest, read_toml
from engine.kit.dataset import Book, Table, current_data, current_dataset, read_table

# Records in TOML files: shipped tables, overlaid by a user's own, checked with every fault listed.
#
# `Books` creates the data sets of a game from them.


B = TypeVar("B", bound=Book)
R = TypeVar("R", bound=msgspec.Struct)


class Books(Generic[B]):
    """The data sets of a game: the shipped one, and those with a user's own records.

    `make` builds a data set from (records, version), and notes mistakes in the records. The files
    are in `folder`; if it is None, they are in the program's data folder of the system.
    """

    def __init__(  # noqa: PLR0913  (what a data set is made of)
        self,
        kind: type[B],
        system: str,
        files: Collection[str],
        version: str,
        make: Callable[[Records, str], B],
        folder: Path | None = None,
    ) -> None:
        """Begin without reading anything.

        `kind` is the class of data sets, `files` are the names of the system's files without
        `.toml`, and `version` is that of the shipped records.
        """
        self._kind = kind
        self._system = system
        self._files = files
        self._version = version
        self._make = make
        self._folder = folder
        self._shipped: B | None = None

    def current(self) -> B:
        """Return the data set of the game whose method is running.

        Raises `NoData` if no method of a game is running.
        """
        data = current_dataset()
        # Called some forty times per command: the usual case takes one comparison.
        return data if type(data) is self._kind else current_data(self._kind)

    def shipped(self) -> B:
        """Return the shipped data set, read once."""
        if self._shipped is None:
            self._shipped = self.read(None)
        return self._shipped

    def read(self, folder: Path | None) -> B:
        """Return the shipped records; with a `folder`, a user's own records replace some of them.

        Raises `SetUpFault`, which lists every mistake by file and key, or `FileFault` for a file
        that is not TOML.
        """
        home, version = self._folder or shipped_folder(self._system), self._version
        tables = {name: read_table(home / f"{name}.toml") for name in self._files}
        if folder is not None:
            changes = own_tables(folder, self._system, self._files)
            if any(changes.values()):
                version = f"{version}+own-{fingerprint(changes)}"
            tables = {
                name: with_overrides(below, changes.get(name, {})) for name, below in tables.items()
            }
        records = Records(tables, str(folder or "the shipped data"))
        book = self._make(records, version)
        records.check()
        return book


# On disk ----------------------------------------------------------------------


def shipped_folder(system: str) -> Path:
    """Return the folder of a system's shipped records: in a checkout, or inside the package."""
    engine = Path(__file__).resolve().parents[1]
    checkout = engine.parent / "data" / system
    return checkout if checkout.is_dir() else engine / "data" / system


def own_tables(folder: Path, system: str, files: Collection[str]) -> dict[str, Table]:
    """Return {file name: table} for the files of a user's own records.

    They are in `folder`/`system` if that exists, else in `folder`. Raises `SetUpFault` when there
    is no folder, or a file does not have the name of a shipped file; `FileFault` when a file is not
    TOML.
    """
    if not folder.is_dir():
        raise SetUpFault(str(folder), [("", "is not a folder")])
    home = folder / system if (folder / system).is_dir() else folder
    faults = Faults(str(folder))
    tables = {}
    for path in sorted(home.glob("*.toml")):
        if path.stem in files:
            tables[path.stem] = read_toml(path)
        else:
            known = ", ".join(f"{name}.toml" for name in files)
            faults.add(
                path.name,
                f"is not a data file; the data files are {known}{nearest(path.stem, files)}",
            )
    faults.check()
    return tables


def with_overrides(below: Mapping[str, Any], above: Mapping[str, Any]) -> Table:
    """Return tables of records with a user's fields in place of the shipped ones.

    A table with the key `confidence` is a record: its changed fields are marked as the user's own.
    Any other table holds records or further tables, which are merged key by key.
    """
    merged = {**below, **above}
    if "confidence" in below:
        changed = dict.fromkeys(above.keys() - {"confidence", "source", "doubts"}, "own")
        doubts = above.get("doubts", {})
        if isinstance(doubts, Mapping):
            merged["doubts"] = {**below.get("doubts", {}), **changed, **doubts}
        return merged
    for key in below.keys() & above.keys():
        if isinstance(below[key], Mapping) and isinstance(above[key], Mapping):
            merged[key] = with_overrides(below[key], above[key])
    return merged


def fingerprint(tables: Mapping[str, Any]) -> str:
    """Return a hash of a user's own records: eight hexadecimal digits."""
    return blake2b(msgspec.json.encode(tables, order="sorted"), digest_size=4).hexdigest()


# Typed records -----------------------------------------------------------------


class Records:
    """Reads typed records from tables, and notes every mistake under its file and key.

    `Books` makes one for each data set that it reads. The system reads its records from it, and
    also notes where records contradict each other, so that a user sees all mistakes at once.
    """

    def __init__(self, tables: Mapping[str, Table], source: str) -> None:
        self.tables = tables
        self.source = source
        self.faults: list[tuple[str, str]] = []

    def check(self) -> None:
        """Raise `SetUpFault` with every mistake, if there are any."""
        if self.faults:
            raise SetUpFault(self.source, self.faults)

    def note(self, path: str, key: str, text: str) -> None:
        """Note a mistake in a field or record.

        `path` says where it is, beginning with the name of the file; `key` is the field's or the
        record's.
        """
        self.faults.append((f"{path}.{key}", text))

    def only(self, file: str, *allowed: str) -> None:
        """Note as a mistake every key of a file that is not one of `allowed`."""
        for key in self.tables[file].keys() - set(allowed):
            self.faults.append((f"{file}.toml: {key}", f"is none of {', '.join(allowed)}"))

    def records(
        self, file: str, kind: type[R], inside: str = "", among: tuple[str, ...] = ()
    ) -> dict[str, R]:
        """Return {key: record} of a file, or of its table `inside`.

        Each record's key becomes its field `id`. With `among`, only records with these keys are
        returned; in a table `inside`, any other key is then a mistake.
        """
        table = self.tables[file].get(inside) if inside else self.tables[file]
        where = f"{file}.toml: {inside}." if inside else f"{file}.toml: "
        if not isinstance(table, Mapping):
            self.faults.append((where.rstrip(".: "), "is not a table of records"))
            return {}
        found = {}
        for key, fields in table.items():
            if among and key not in among:
                if inside:
                    self.note(where.rstrip("."), key, f"is not known{nearest(key, among)}")
                continue
            if not isinstance(fields, Mapping):
                self.faults.append((where + key, "is not a table of fields"))
            elif (record := self.record({**fields, "id": key}, kind, where + key)) is not None:
                found[key] = record
        return found

    def record(self, fields: Mapping[str, Any], kind: type[R], path: str) -> R | None:
        """Return one record, and note every mistake in its fields; None if it cannot be read.

        Unknown fields are mistakes, in nested structs as well, even where those structs would allow
        them.
        """
        try:
            record = msgspec.convert(fields, kind)
        except msgspec.ValidationError:
            known = {field.name: field for field in msgspec.structs.fields(kind)}
            for key, value in fields.items():
                if key not in known:
                    if key != kind.__struct_config__.tag_field:
                        self.note(path, key, "is not a field here" + nearest(key, known))
                    continue
                try:
                    self._note_strays(
                        msgspec.convert(value, known[key].type), value, path, f"{key}."
                    )
                except msgspec.ValidationError as error:
                    allowed, _, deeper = str(error).partition(" - at ")
                    self.note(
                        path, key + deeper.strip("`$"), f"found {format_value(value)}: {allowed}"
                    )
            for name, field in known.items():
                if field.required and name not in fields:
                    self.note(path, name, "is missing")
            return None
        self._note_strays(record, fields, path)
        return record

    def _note_strays(self, made: Any, raw: Any, path: str, inside: str = "") -> None:
        for key, known in _strays(made, raw, inside):
            self.note(path, key, "is not a field here" + nearest(key.rpartition(".")[2], known))

    def single(self, file: str, name: str, kind: type[R]) -> R | None:
        """Return the table `name` of a file as one record, whose field `id` is that name.

        None, with a note of the mistake, if it cannot be read.
        """
        fields = self.tables[file].get(name)
        if isinstance(fields, Mapping):
            return self.record({**fields, "id": name}, kind, f"{file}.toml: {name}")
        self.faults.append((f"{file}.toml: {name}", "is missing or is not a table of fields"))
        return None


def _strays(made: Any, raw: Any, inside: str = "") -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the keys of a table that are not fields of its struct, as (path, allowed keys).

    Tables inside the table are searched, too.
    """
    within: Iterable[tuple[Any, Any, Any]] = ()
    if isinstance(made, msgspec.Struct) and isinstance(raw, Mapping):
        known, tag = made.__struct_encode_fields__, made.__struct_config__.tag_field
        names = dict(zip(known, made.__struct_fields__, strict=True))
        yield from ((f"{inside}{key}", known) for key in raw if key not in names and key != tag)
        within = ((key, getattr(made, names[key]), raw[key]) for key in raw if key in names)
    elif isinstance(made, Mapping) and isinstance(raw, Mapping):
        within = ((key, made.get(key), raw[key]) for key in raw)
    elif isinstance(made, tuple | list) and isinstance(raw, list):
        within = zip(range(len(raw)), made, raw, strict=False)
    for key, each, table in within:
        if isinstance(table, dict | list):
            yield from _strays(each, table, f"{inside}{key}.")


# Diagrams that ship with a system: an index among its data, and a position file for each.


INDEX = "diagrams"


@cache
def shipped_diagrams(system: str) -> tuple[Diagram, ...]:
    """Return the diagrams of a system, in the order of the file diagrams.toml.

    Cached. Raises `SetUpFault`, which names the diagram whose entry is wrong.
    """
    folder = shipped_folder(system) / INDEX
    found = []
    for name, entry in read_toml(folder / f"{INDEX}.toml").items():
        position = (folder / f"{name}.toml").read_text(encoding="utf-8")
        try:
            found.append(msgspec.convert({**entry, "name": name, "position": position}, Diagram))
        except msgspec.ValidationError as error:
            raise SetUpFault(f"{INDEX}.toml", [(name, str(error))]) from None
    return tuple(found)


# How balanced the battles of a game are, measured between equal computer players.


LEANS = 0.6
"""A side is favoured if it has won more than this fraction of the battles that were no draws. If
the chances are even, hardly any side wins more than 60 of a hundred battles."""


class Evenness(NamedTuple):
    """The measured results of battles of a scenario between equally strong players."""

    players: str
    first: int
    """The number of battles won by the side of the first seat."""
    second: int
    drawn: int

    @property
    def battles(self) -> int:
        """The number of battles fought."""
        return self.first + self.second + self.drawn

    @property
    def is_even(self) -> bool:
        """Tell whether no side is favoured, by the fraction `LEANS`."""
        return max(self.first, self.second) <= LEANS * (self.first + self.second)


def evenness(game: str, scenario: str) -> Evenness | None:
    """Return the measured evenness of a scenario; None where it was not measured."""
    path = shipped_folder(game.removeprefix("series:")) / "evenness.toml"
    if not path.is_file():
        return None
    table = read_table(path)
    won = table["won"].get(scenario)
    return Evenness(table["players"], *won) if won else None
