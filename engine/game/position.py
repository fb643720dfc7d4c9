"""Position files: any situation of a battle, written by hand in TOML.

This is the part for all games: the file, and a `Reader` that takes typed values out of tables. It
notes every mistake with its key path, the value found and the values allowed. Each game system's
`positions.read` defines the keys.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Collection, Mapping
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, overload

import msgspec
from msgspec import NODEFAULT, Meta
from msgspec.structs import FieldInfo

from engine.base.errors import FileFault, SetUpFault
from engine.base.files import LARGEST, parse_toml, read_toml_table
from engine.base.text import clean
from engine.game.decision import Point


def read_toml(path: Path) -> dict[str, Any]:
    """Read a TOML file of moderate size; raises `FileFault` with the error and its line."""
    table = read_toml_table(path, "a file written by hand")
    if not table:
        raise FileFault(f"{path} is empty")
    return table


PASTED = "the pasted text"
"""The name of a pasted table in messages."""


def is_file_text(name: str) -> bool:
    """Tell whether the "name" of a file in a set-up is in fact the file's text, which has several
    lines.

    With such texts a battle can contain a squadron whose file exists only on a player's machine.
    """
    return "\n" in name


def source_of(name: str | Path) -> str:
    """Return how sentences name a file, or a text that was given in place of a file."""
    return PASTED if is_file_text(str(name)) else str(name)


def named_table(name: str | Path) -> dict[str, Any]:
    """Read the TOML of a file, or of a text that was given in place of a file.

    Raises `FileFault` as `read_toml` does.
    """
    if not is_file_text(str(name)):
        return read_toml(Path(name))
    if len(str(name)) > LARGEST:
        raise FileFault(f"{PASTED} is too large for a file written by hand")
    table = parse_toml(str(name), PASTED)
    if not table:
        raise FileFault(f"{PASTED} is empty")
    return table


LONGEST_LIST, NEAREST = 200, 5
"""A list of allowed words is shown in full up to this many characters. Of a longer list only this
many words are shown: those most similar to the word that was found."""
W = TypeVar("W", bound=str)
"""The type of a word that must be one of a few allowed words."""
D = TypeVar("D", bound=str)
T = TypeVar("T", bound=msgspec.Struct)
Limit = Collection[str] | range
"""The allowed values of a field, where other data decide them: words, or a range of numbers."""


class Faults:
    """The mistakes in one file or table, collected so that all are reported at once."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.found: list[tuple[str, str]] = []

    def add(self, path: str, text: str) -> None:
        """Note a mistake at a key path."""
        self.found.append((clean(path), clean(text)))

    def check(self) -> None:
        """Raise `SetUpFault` with all mistakes, if there are any."""
        if self.found:
            raise SetUpFault(self.source, self.found)


class _Required:
    """The type of `REQUIRED`, which is the default of a key that must be in the table."""


REQUIRED = _Required()


class Reader:
    """Reads typed values from one table.

    A mistake is noted, and a harmless value is returned in its place.

    >>> faults = Faults("here.toml")
    >>> ship = Reader({"heading": "nroth"}, faults, "ships[0]")
    >>> ship.number("heading", low=0, high=360), ship.flag("flagship", False)
    (0.0, False)
    >>> ship.finish()
    >>> faults.found
    [('ships[0].heading', "found 'nroth', allowed: a number from 0 to 360")]
    """

    def __init__(self, table: Mapping[str, Any], faults: Faults, path: str = "") -> None:
        self.raw = table
        self.faults = faults
        self.path = path
        self._known: set[str] = set()

    def has(self, key: str) -> bool:
        """Tell whether the table has the key."""
        return key in self.raw

    def where(self, key: str) -> str:
        """Return the path of a key of this table: `squadrons.A.ships[0].x`."""
        return f"{self.path}.{key}" if self.path else key

    def fault(self, key: str, text: str) -> None:
        """Note a mistake at a key of this table; the key '' stands for the table itself."""
        self.faults.add(self.where(key) if key else self.path, text)

    def text(self, key: str, default: str | _Required = REQUIRED) -> str:
        """Return the string at a key."""
        value = self._take(key, default, "a text")
        if isinstance(value, str):
            return value
        self._wrong(key, value, "a text")
        return "" if isinstance(default, _Required) else default

    def number(
        self,
        key: str,
        default: float | _Required = REQUIRED,
        low: float = -math.inf,
        high: float = math.inf,
    ) -> float:
        """Return the finite number at a key, from `low` to `high`."""
        allowed = f"a number{_span(low, high)}"
        value = self._take(key, default, allowed)
        if is_number(value) and low <= value <= high:
            return float(value)
        self._wrong(key, value, allowed)
        return float(max(low, 0.0) if isinstance(default, _Required) else default)

    def integer(
        self,
        key: str,
        default: int | _Required = REQUIRED,
        low: int = -(2**63),
        high: int = 2**63 - 1,
    ) -> int:
        """Return the whole number at a key, from `low` to `high`."""
        bounded = low > -(2**63) or high < 2**63 - 1
        allowed = "a whole number" + (_span(low, high) if bounded else "")
        value = self._take(key, default, allowed)
        if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
            return value
        self._wrong(key, value, allowed)
        return max(low, 0) if isinstance(default, _Required) else default

    def flag(self, key: str, default: bool | _Required = REQUIRED) -> bool:
        """Return the boolean at a key."""
        value = self._take(key, default, "true or false")
        if isinstance(value, bool):
            return value
        self._wrong(key, value, "true or false")
        return False if isinstance(default, _Required) else default

    @overload
    def choice(self, key: str, allowed: Collection[W]) -> W: ...
    @overload
    def choice(self, key: str, allowed: Collection[W], default: D) -> W | D: ...
    @overload
    def choice(self, key: str, allowed: Collection[W], *, otherwise: D) -> W | D: ...
    def choice(
        self,
        key: str,
        allowed: Collection[str],
        default: Any = REQUIRED,
        otherwise: str | None = None,
    ) -> Any:
        """Return the word at a key; it must be one of `allowed`, or the default.

        `otherwise` is returned for a word that is missing or not allowed. Pass it where each word
        names a different thing, such as a ship: without it a misspelt ship would become another
        ship.
        """
        value = self._take(key, default, _one_of(allowed))
        if isinstance(value, str) and (value in allowed or value == default):
            # This gives the same string object as the default. msgspec leaves out a field whose
            # value is the default object, and a state that was written and read again must have the
            # same bytes.
            return sys.intern(value)
        self._wrong(key, value, _one_of(allowed, value), nearest(value, allowed))
        if otherwise is not None:
            return otherwise
        return next(iter(allowed), "") if isinstance(default, _Required) else default

    def choices(
        self, key: str, allowed: Collection[W], default: tuple[W, ...] = ()
    ) -> tuple[W, ...]:
        """Return the list of words at a key; each word must be one of `allowed`."""
        chosen: list[W] = []
        for index, value in enumerate(self._list(key, default, "a list of texts")):
            word = next((each for each in allowed if each == value), None)
            if word is not None:
                chosen.append(word)
            else:
                hint = nearest(value, allowed)
                self._wrong(f"{key}[{index}]", value, _one_of(allowed, value), hint)
        return tuple(chosen)

    def texts(self, key: str, default: tuple[str, ...] = ()) -> tuple[str, ...]:
        """Return the list of strings at a key."""
        chosen = []
        for index, value in enumerate(self._list(key, default, "a list of texts")):
            if isinstance(value, str):
                chosen.append(value)
            else:
                self._wrong(f"{key}[{index}]", value, "a text")
        return tuple(chosen)

    def numbers(
        self, key: str, allowed: Collection[int], one: str, several: str
    ) -> tuple[int, ...]:
        """Return the list of whole numbers at a key; each number must be one of `allowed`.

        In faults, `one` is the word for a number of the list, and `several` its plural.
        """
        chosen = []
        for index, value in enumerate(self._list(key, (), several)):
            if isinstance(value, int) and not isinstance(value, bool) and value in allowed:
                chosen.append(value)
            else:
                self._wrong(f"{key}[{index}]", value, one)
        return tuple(chosen)

    def table(self, key: str, required: bool = False) -> Reader:
        """Return a reader of the table at a key; of an empty table when the key is missing."""
        value = self._take(key, REQUIRED if required else {}, "a table")
        return self._reader(key, value)

    def tables(self, key: str, required: bool = False) -> tuple[Reader, ...]:
        """Return a reader for each table of the list at a key, such as `[[ships]]`."""
        values = self._list(key, REQUIRED if required else (), "a list of tables")
        return tuple(self._reader(f"{key}[{index}]", value) for index, value in enumerate(values))

    def named(self, key: str, required: bool = False) -> dict[str, Reader]:
        """Return {name: reader} for the tables inside the table at a key.

        The name is that of the inner table, such as `A` for `[squadrons.A]`.
        """
        inner = self.table(key, required)
        return {str(name): inner.table(str(name)) for name in inner.raw}

    def point(self, key: str, default: Point | _Required | None = REQUIRED) -> Point | None:
        """Return the point `[x, y]` at a key; None only when that is the default."""
        value = self._take(key, default, "a point [x, y]")
        if value is None or _is_point(value):
            return None if value is None else (float(value[0]), float(value[1]))
        self._wrong(key, value, "a point [x, y]")
        return (0.0, 0.0) if isinstance(default, _Required) else default

    def points(self, key: str, least: int = 0) -> tuple[Point, ...]:
        """Return the list of at least `least` points at a key.

        The key may be missing when `least` is 0.
        """
        allowed = f"a list of {least} or more points [x, y]"
        values = self._list(key, REQUIRED if least else (), allowed)
        if not isinstance(values, _Missing) and len(values) < least:
            self._wrong(key, values, allowed)
        chosen = []
        for index, value in enumerate(values):
            if _is_point(value):
                chosen.append((float(value[0]), float(value[1])))
            else:
                self._wrong(f"{key}[{index}]", value, "a point [x, y]")
        return tuple(chosen)

    def fields(self, kind: type[msgspec.Struct], /, *names: str, **limits: Limit) -> dict[str, Any]:
        """Return {field: value} for fields of a struct, read from the table.

        The type, bounds and default of each field say how it is read. The types are `bool`, `int`,
        `float`, `str`, `Literal`, and tuples of the last two. The fields in `limits` are read as
        well; for these, `limits` gives the allowed values instead of the type.

        >>> class Gun(msgspec.Struct):
        ...     kind: Literal["long", "carronade"] = "long"
        ...     pounds: int = 32
        >>> faults = Faults("here.toml")
        >>> Reader({"pounds": 50}, faults, "guns[0]").fields(Gun, "kind", pounds=range(6, 43))
        {'kind': 'long', 'pounds': 32}
        >>> faults.found
        [('guns[0].pounds', 'found 50, allowed: a whole number from 6 to 42')]
        """
        known = _fields(kind)
        return {name: self._field(known[name], limits.get(name)) for name in (*names, *limits)}

    def struct(self, kind: type[T], /, **limits: Limit) -> T:
        """Return the whole table as a struct.

        Every key that is not a field of the struct is noted as a mistake.
        """
        names = (name for name in _fields(kind) if name not in limits)
        found = kind(**self.fields(kind, *names, **limits))
        self.finish()
        return found

    def skip(self, *keys: str) -> None:
        """Mark keys as known, because other code reads them.

        `finish` then does not note them as mistakes.
        """
        self._known.update(keys)

    def finish(self) -> None:
        """Note as a mistake every key of the table that was neither read nor skipped."""
        for key in self.raw:
            if key not in self._known:
                hint = nearest(key, self._known - set(self.raw)) or nearest(key, self._known)
                self.fault(
                    str(key), f"is not a key here; allowed: {list_words(self._known, key)}{hint}"
                )

    def _field(self, field: FieldInfo, limit: Any) -> Any:
        # an annotation may hold the type and its bounds
        annotated = get_origin(field.type) is Annotated
        form, bounds = get_args(field.type) if annotated else (field.type, Meta())
        key = field.encode_name
        default: Any = REQUIRED
        if not field.required:
            plain = field.default_factory is NODEFAULT
            default = field.default if plain else field.default_factory()
            if key not in self.raw:
                self.skip(key)
                return default
        if form is bool:
            return self.flag(key, default)
        if form in (int, float):
            read = self.integer if form is int else self.number
            ends: tuple[Any, ...] = (bounds.ge, bounds.le)
            if limit is not None:
                ends = (limit.start, limit.stop - 1)
            return read(key, default, *tuple(end for end in ends if end is not None))
        several = get_origin(form) is tuple
        words = limit if limit is not None else _literals(get_args(form)[0] if several else form)
        if several:
            return self.texts(key) if words is None else self.choices(key, words)
        return self.text(key, default) if words is None else self.choice(key, words, default)

    def _take(self, key: str, default: Any, allowed: str) -> Any:
        self._known.add(key)
        if key in self.raw:
            return self.raw[key]
        if isinstance(default, _Required):
            self.fault(key, f"is missing; needed: {allowed}")
            return _MISSING
        return default

    def _list(self, key: str, default: Any, allowed: str) -> list[Any] | tuple[Any, ...]:
        value = self._take(key, default, allowed)
        if isinstance(value, list | tuple):
            return value
        self._wrong(key, value, allowed)
        return _MISSING

    def _reader(self, key: str, value: Any) -> Reader:
        if not isinstance(value, Mapping):
            self._wrong(key, value, "a table")
            return Reader({}, Faults(self.faults.source), self.where(key))
        return Reader(value, self.faults, self.where(key))

    def _wrong(self, key: str, value: Any, allowed: str, hint: str = "") -> None:
        if not isinstance(value, _Missing):
            self.fault(key, f"found {format_value(value)}, allowed: {allowed}{hint}")


class _Missing(tuple[Any, ...]):
    """The value in place of a missing key, whose mistake is noted already."""

    __slots__ = ()


_MISSING = _Missing()


@cache
def _fields(kind: type[msgspec.Struct]) -> Mapping[str, FieldInfo]:
    return {field.name: field for field in msgspec.structs.fields(kind)}


def _literals(form: Any) -> tuple[str, ...] | None:
    """Return the allowed words of a type: of a Literal, or of a union of Literals.

    None for any other type.
    """
    if get_origin(form) is Literal:
        return get_args(form)
    if get_origin(form) in (Union, UnionType):
        return tuple(word for each in get_args(form) for word in _literals(each) or ())
    return None


def is_number(value: Any) -> bool:
    """Tell whether a value is a finite number within the range of a float."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    try:
        return math.isfinite(float(value))
    except OverflowError:
        return False


def nearest(word: Any, allowed: Collection[str]) -> str:
    """Return `; did you mean 'north'?` with the allowed word most similar to `word`.

    '' if none is similar.
    """
    close = get_close_matches(word[:80], sorted(allowed), 1) if isinstance(word, str) else []
    return f"; did you mean '{close[0]}'?" if close else ""


def format_value(value: Any) -> str:  # noqa: PLR0911  (a case each)
    """Return a value in the form in which a sentence about a mistake quotes it."""
    if isinstance(value, str):
        return f"'{value if len(value) <= 40 else value[:37] + '...'}'"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, int):
        return str(value) if abs(value) < 10**18 else "a huge number"
    if isinstance(value, Mapping):
        return "a table"
    if isinstance(value, list | tuple):
        return f"a list of {len(value)}"
    return "a date or time"


def _is_point(value: Any) -> bool:
    return isinstance(value, list | tuple) and len(value) == 2 and all(map(is_number, value))


def _span(low: float, high: float) -> str:
    if low == -math.inf and high == math.inf:
        return ""
    if high == math.inf:
        return f" of {low:g} or more"
    return f" from {low:g} to {high:g}" if low > -math.inf else f" up to {high:g}"


def list_words(allowed: Collection[str], found: Any = None) -> str:
    """Return words as a list in a sentence.

    Of a long list only the words most similar to `found` are named.

    >>> list_words([f"ship_{number}" for number in range(90)], "shipp_7")
    'ship_7, ship_77, ship_78, ship_79, ship_87 and 85 more'
    """
    words = sorted(word or "''" for word in allowed)
    if len(", ".join(words)) <= LONGEST_LIST:
        return ", ".join(words)
    like = get_close_matches(found[:80], words, NEAREST, 0.3) if isinstance(found, str) else []
    few = [*like, *(word for word in words if word not in like)][:NEAREST]
    return f"{', '.join(sorted(few))} and {len(words) - NEAREST} more"


def _one_of(allowed: Collection[str], found: Any = None) -> str:
    return (
        f"one of {list_words(allowed, found)}" if len(allowed) != 1 else f"'{next(iter(allowed))}'"
    )
