"""Data sets (a game's ships, cards and tables): which one is in use, and a cache of its files.

The current data set is that of the game whose method is running.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import wraps
from importlib.util import cache_from_source
from pathlib import Path
from types import FunctionType
from typing import Any, Generic, Protocol, Self, TypeVar
from zlib import crc32

import msgspec

from engine.base.errors import FileFault
from engine.base.files import UNREADABLE, read_bytes

# TOML files that come with the program, parsed once and cached in binary beside Python's bytecode.
#
# Parsing the tables of a game would take a tenth of a start; reading the cache takes almost no
# time. Like bytecode, the cache is valid only while the size and time of its source are unchanged,
# it is written where bytecode is, and it can be deleted at any time.


Table = dict[str, Any]
LARGEST = 4 * 1024 * 1024
"""The maximum size of a cached table's file in bytes."""


class CompiledTable(msgspec.Struct, array_like=True, frozen=True):
    """A parsed TOML file in the cache.

    The time and size of its source show whether the source has changed since.
    """

    changed: int
    """The time of the source's last change, in nanoseconds."""
    size: int
    """The size of the source in bytes."""
    sum: int
    """The checksum of `table`: no damaged figure can enter the rules."""
    table: bytes
    """The parsed table, encoded as MessagePack."""


_decoder = msgspec.msgpack.Decoder(CompiledTable)
_tables: msgspec.msgpack.Decoder[Table] = msgspec.msgpack.Decoder(Table)


def read_table(path: Path) -> Table:
    """Return the table in a TOML file that comes with the program.

    It is read from the cache if the cached table is valid.
    """
    status = path.stat()
    stamp = (status.st_mtime_ns, status.st_size)
    place = cache_path(path)
    with suppress(FileFault, *UNREADABLE):
        kept = _decoder.decode(read_bytes(place, LARGEST, "a cached table"))
        if (kept.changed, kept.size, kept.sum) == (*stamp, crc32(kept.table)):
            return _tables.decode(kept.table)
    import tomllib  # imported here because most starts have nothing to parse

    table = tomllib.loads(path.read_text("utf-8"))
    if not sys.dont_write_bytecode:
        encoded = msgspec.msgpack.encode(table)
        # The table is written under a temporary name, then renamed, so that nobody reads a
        # half-written file.
        half = place.with_suffix(f".{os.getpid()}")
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            half.write_bytes(msgspec.msgpack.encode(CompiledTable(*stamp, crc32(encoded), encoded)))
            half.replace(place)
        except OSError:  # a read-only folder or a full disk: it is parsed again next time
            with suppress(OSError):
                half.unlink(missing_ok=True)
    return table


def cache_path(path: Path) -> Path:
    """Return the path of a TOML file's cached table, in the folder where Python stores bytecode."""
    return Path(cache_from_source(str(path))).with_suffix(".msgpack")


# Data sets: their owners, and the current one. A data set belongs to a game object:
# `OakIron(data)`. The rules of a system look up data deep inside pure functions, a few hundred
# times per decision, so the game object does not pass the set through every call. Instead each
# public method of a game or of one of its parts makes its own data set current while it runs
# (`uses_own_data`), per thread and per task. Two battles with different data sets can run beside
# each other in one process.


T = TypeVar("T", bound=type)


class Book(Protocol):
    """What the data sets of all games have in common."""

    @property
    def version(self) -> str:
        """The version of the data set's records."""


B = TypeVar("B", bound=Book)
B_co = TypeVar("B_co", bound=Book, covariant=True)


class Library(Protocol[B_co]):
    """The data sets of a game; implemented by `Books` (engine/kit/records.py)."""

    def shipped(self) -> B_co:
        """Return the data set that comes with the program."""

    def read(self, folder: Path) -> B_co:
        """Return the shipped data set with a user's own records in place of shipped ones.

        Raises `SetUpFault`, which lists every mistake.
        """


class NoData(RuntimeError):
    """The error that a rule asks for the data set while no method of its game is running; this is a
    bug.
    """


_in_force: ContextVar[Any] = ContextVar("the data set in force", default=None)


current_dataset: Callable[[], Any] = _in_force.get
"""Return the data set of the game whose method is running; None if none is."""


@contextmanager
def using(data: Any) -> Iterator[None]:
    """A context in which a data set is the current one."""
    token = _in_force.set(data)
    try:
        yield
    finally:
        _in_force.reset(token)


def current_data(kind: type[B]) -> B:
    """Return the data set of the game whose method is running, which must be of this kind.

    Raises `NoData` if no method of a game is running: the shipped data set might not be the
    battle's.
    """
    data = _in_force.get()
    if isinstance(data, kind):
        return data
    raise NoData(f"no call of a game is running whose data set is a {kind.__qualname__}")


def uses_own_data(kind: T) -> T:
    """Change a class so that its public methods run with the data set `self.data` as the current
    one.

    It decorates a game and its parts; inherited and static methods are included. Raises `TypeError`
    for a generator method, because it would go on after the data set has ceased to be current.
    """
    members = {name: each for base in reversed(kind.__mro__) for name, each in vars(base).items()}
    for name, member in members.items():
        method = _of_room(member) if isinstance(member, staticmethod) else member
        if name.startswith("_") or not isinstance(method, FunctionType) or hasattr(method, _MARK):
            continue
        # `WithData`'s own methods set up the data set, so they run without a current one.
        if method is vars(WithData).get(name):
            continue
        if method.__code__.co_flags & _GENERATOR:
            raise TypeError(f"{kind.__qualname__}.{name} is a generator: it cannot be bound")
        setattr(kind, name, _bound(method))
    return kind


_MARK = "runs_with_its_data"
_GENERATOR = 0x20
"""The flag of a generator's code object, `inspect.CO_GENERATOR`; importing `inspect` takes 4 ms."""


def _of_room(function: staticmethod[..., Any]) -> Callable[..., Any]:
    inner = function.__func__

    @wraps(inner)
    def method(self: Any, *args: Any, **kwargs: Any) -> Any:
        return inner(*args, **kwargs)

    return method


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
    """A base class for games whose facts come from a data set, the shipped one or a user's own.

    A game's class lists it before its other base classes. The shipped data set is read on first
    use.
    """

    books: Library[B]
    """The data sets of the game: the shipped one, and what reads a user's own."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        """Let the public methods of the game run with its data set, including inherited ones."""
        super().__init_subclass__(**kwargs)
        uses_own_data(cls)

    def __init__(self, data: B | None = None, folder: str = "") -> None:
        """Use `data`, which was read from `folder`; None means the shipped data set."""
        self._data = data
        self.data_folder = folder

    @property
    def data(self) -> B:
        """The data set of the game."""
        if self._data is None:
            self._data = self.books.shipped()
        return self._data

    @property
    def data_version(self) -> str:
        """The version of the records; if a user's own are among them, with a hash of these."""
        return self.data.version

    def with_data(self, folder: Path) -> Self:
        """Return the game with a user's own records.

        Raises `SetUpFault`, which lists every mistake.
        """
        return type(self)(self.books.read(folder), str(folder))
