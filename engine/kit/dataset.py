"""Data sets: facts read from TOML files, a user's own records laid over them, and whose they are.

A data set belongs to a game object: `OakIron(data)`. The rules of a system ask for a fact deep
inside pure functions, a few hundred times a decision, so the game object does not hand the set
down through every call. It binds it instead: each public method of a game or of one of its parts
puts its own data set in force while it runs (`bound`), per thread and per task. Two battles with
different data sets go on beside each other in one process.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from hashlib import blake2b
from pathlib import Path
from types import FunctionType
from typing import Any, Generic, Protocol, Self, TypeVar

import msgspec

from engine.base.errors import SetUpFault
from engine.game.position import Faults, nearest, read_toml, shown
from engine.kit.compiled import Table, read_table

T = TypeVar("T", bound=type)
R = TypeVar("R", bound=msgspec.Struct)


class Book(Protocol):
    """A data set, as far as every game has the same."""

    @property
    def version(self) -> str:
        """The version of its records."""


B = TypeVar("B", bound=Book)


class NoData(RuntimeError):
    """A rule asked for its data set while no call of its game was running: a fault of the code."""


_in_force: ContextVar[Any] = ContextVar("the data set in force", default=None)


def in_force() -> Any:
    """Return the data set that the running call of a game works with; None outside of any."""
    return _in_force.get()


@contextmanager
def using(data: Any) -> Iterator[None]:
    """Put a data set in force for a while."""
    token = _in_force.set(data)
    try:
        yield
    finally:
        _in_force.reset(token)


def current_data(kind: type[B]) -> B:
    """Return the data set that the running call of a game works with, which is of this kind.

    `NoData` where none is: a rule was asked from outside of its game, and the figures that come
    with the program might not be those that the battle is played with.
    """
    data = _in_force.get()
    if isinstance(data, kind):
        return data
    raise NoData(f"no call of a game is running whose data set is a {kind.__qualname__}")


def bound(kind: T) -> T:
    """Let every public method of a class run with the data set of its object, `self.data`.

    For a game and its parts; inherited methods are meant as well, as a game of an agenda inherits
    most of its own. `TypeError` names a generator, which would run on without the data set.
    """
    members = {name: each for base in reversed(kind.__mro__) for name, each in vars(base).items()}
    for name, method in members.items():
        if name.startswith("_") or not isinstance(method, FunctionType) or hasattr(method, _MARK):
            continue
        if method.__code__.co_flags & _GENERATOR:
            raise TypeError(f"{kind.__qualname__}.{name} is a generator: it cannot be bound")
        setattr(kind, name, _bound(method))
    return kind


_MARK = "runs_with_its_data"
_GENERATOR = 0x20
"""The flag of a generator's code; `inspect`, which knows it, takes four milliseconds to import."""


def _bound(method: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(method)
    def call(self: Any, *args: Any, **kwargs: Any) -> Any:
        data = self.data
        if _in_force.get() is data:  # one method of a game calls another thousands of times
            return method(self, *args, **kwargs)
        token = _in_force.set(data)
        try:
            return method(self, *args, **kwargs)
        finally:
            _in_force.reset(token)

    setattr(call, _MARK, True)
    return call


class WithData(Generic[B]):
    """A game whose facts are a data set: the one that comes with the program, or a user's own.

    For a class of rules, before its other bases. The shipped set is read when it is first asked
    for.
    """

    shipped: Callable[[], B]
    """Return the data set that comes with the program, read once."""
    read: Callable[[Path], B]
    """Return it with a user's own records laid over; `SetUpFault` lists every mistake."""

    def __init__(self, data: B | None = None, folder: str = "") -> None:
        """Play with a data set, read from a folder; None is the one that comes with the program."""
        self._data = data
        self.data_folder = folder

    @property
    def data(self) -> B:
        """The data set."""
        return self._data or self.shipped()

    @property
    def data_version(self) -> str:
        """The version of the records, with a fingerprint of a user's own."""
        return self.data.version

    def with_data(self, folder: Path) -> Self:
        """Return the game with a user's own records; `SetUpFault` lists every mistake."""
        return type(self)(self.read(folder), str(folder))


# On disk ----------------------------------------------------------------------


def shipped_folder(system: str) -> Path:
    """Return the folder of a system's shipped records: in a checkout, or inside the package."""
    engine = Path(__file__).resolve().parents[1]
    checkout = engine.parent / "data" / system
    return checkout if checkout.is_dir() else engine / "data" / system


def shipped_tables(system: str, files: Collection[str]) -> dict[str, Table]:
    """Return the shipped tables of a system by file name, without the ending."""
    folder = shipped_folder(system)
    return {name: read_table(folder / f"{name}.toml") for name in files}


def own_tables(folder: Path, system: str, files: Collection[str]) -> dict[str, Table]:
    """Return a user's tables by file name; from `folder`/`system` where that exists.

    `SetUpFault` when there is no folder or a file has a name that none of the shipped ones has;
    `FileFault` when a file is not TOML.
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
            faults.add(path.name, f"is no data file; known are {known}{nearest(path.stem, files)}")
    faults.check()
    return tables


def laid_over(below: Mapping[str, Any], above: Mapping[str, Any]) -> Table:
    """Return tables of records with a user's fields laid over them, noted as his own.

    A table with a confidence is a record: its fields are replaced whole. Any other
    holds records, or tables of them.
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
            merged[key] = laid_over(below[key], above[key])
    return merged


def fingerprint(tables: Mapping[str, Any]) -> str:
    """Return eight hexadecimal digits that tell one set of own records from another."""
    return blake2b(msgspec.json.encode(tables, order="sorted"), digest_size=4).hexdigest()


def tables_and_version(
    system: str, files: Collection[str], version: str, folder: Path | None
) -> tuple[dict[str, Table], str]:
    """Return shipped tables with a user's folder laid over them, and the data set's version."""
    tables = shipped_tables(system, files)
    if folder is None:
        return tables, version
    changes = own_tables(folder, system, files)
    if any(changes.values()):
        version = f"{version}+own-{fingerprint(changes)}"
    return {
        name: laid_over(below, changes.get(name, {})) for name, below in tables.items()
    }, version


# Typed records -----------------------------------------------------------------


class Records:
    """Typed records out of tables, with every mistake noted under its file and key."""

    def __init__(self, tables: Mapping[str, Table], source: str) -> None:
        self.tables = tables
        self.source = source
        self.faults: list[tuple[str, str]] = []

    def check(self) -> None:
        """Raise `SetUpFault` with every mistake, if there is one."""
        if self.faults:
            raise SetUpFault(self.source, self.faults)

    def note(self, path: str, key: str, text: str) -> None:
        """Note a mistake."""
        self.faults.append((f"{path}.{key}", text))

    def only(self, file: str, *allowed: str) -> None:
        """Note every key of a file that is none of these."""
        for key in self.tables[file].keys() - set(allowed):
            self.faults.append((f"{file}.toml: {key}", f"is none of {', '.join(allowed)}"))

    def records(
        self, file: str, kind: type[R], inside: str = "", among: tuple[str, ...] = ()
    ) -> dict[str, R]:
        """Read the records of a file, or of one table inside it, or only some of them.

        Each record's key is its field `id`.
        """
        table = self.tables[file].get(inside) if inside else self.tables[file]
        where = f"{file}.toml: {inside}." if inside else f"{file}.toml: "
        if not isinstance(table, Mapping):
            self.faults.append((where.rstrip(".: "), "is not a table of records"))
            return {}
        found = {}
        for key, fields in table.items():
            if among and key not in among:
                continue
            if not isinstance(fields, Mapping):
                self.faults.append((where + key, "is not a table of fields"))
            elif (record := self.record({**fields, "id": key}, kind, where + key)) is not None:
                found[key] = record
        return found

    def record(self, fields: Mapping[str, Any], kind: type[R], path: str) -> R | None:
        """Read one record; when it is wrong, note every field that is."""
        try:
            return msgspec.convert(fields, kind)
        except msgspec.ValidationError:
            self._explain(fields, kind, path)
            return None

    def single(self, file: str, name: str, kind: type[R]) -> R | None:
        """Read a table inside a file that is one record; its name is its field `id`."""
        fields = self.tables[file].get(name)
        if isinstance(fields, Mapping):
            return self.record({**fields, "id": name}, kind, f"{file}.toml: {name}")
        self.faults.append((f"{file}.toml: {name}", "is missing or is not a table of fields"))
        return None

    def _explain(self, fields: Mapping[str, Any], kind: type[Any], path: str) -> None:
        known = {field.name: field for field in msgspec.structs.fields(kind)}
        for key, value in fields.items():
            if key not in known:
                self.note(path, key, "is not a field here" + nearest(key, known))
                continue
            try:
                msgspec.convert(value, known[key].type)
            except msgspec.ValidationError as error:
                allowed, _, deeper = str(error).partition(" - at ")
                self.note(path, key + deeper.strip("`$"), f"found {shown(value)}: {allowed}")
        for name, field in known.items():
            if field.required and name not in fields:
                self.note(path, name, "is missing")
