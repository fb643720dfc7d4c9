"""The names used in battle files: steps, events, commands, and their fields.

Code may be renamed, but not these names, because old files must stay readable.
`python -m tests.frozen_names` adds new names; a removed name must be deleted from the list by
hand, and makes the files that use it unreadable.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec import inspect

from engine.kernel.journal import Entry, Header
from engine.kernel.registry import _HOMES, system
from engine.series.state import BattleBegan, BattleEnded, InBattle, Series

FOLDER = Path(__file__).parent / "frozen"


def names(kind: Any, path: str) -> Iterator[str]:
    """Yield the path of each field of a type and of the types inside it: `event.moved.ship`."""
    yield from _names(inspect.type_info(kind), path, set())


def _names(kind: inspect.Type, path: str, above: set[type]) -> Iterator[str]:
    if isinstance(kind, inspect.StructType):
        if kind.cls in above:
            return
        here = path if kind.tag is None else f"{path}[{kind.tag_field}={kind.tag}]"
        yield here
        for field in kind.fields:
            yield from _names(field.type, f"{here}.{field.encode_name}", above | {kind.cls})
        return
    yield path
    if isinstance(kind, inspect.UnionType):
        inner: tuple[inspect.Type, ...] = kind.types
    elif isinstance(kind, inspect.TupleType):
        inner = kind.item_types
    elif isinstance(kind, inspect.CollectionType):
        inner = (kind.item_type,)
    elif isinstance(kind, inspect.DictType):
        inner = (kind.value_type,)
    else:
        inner = ()
    for each in inner:
        yield from _names(each, path, above)


def of_system(name: str) -> list[str]:
    """Return the names in the battle files of a game system."""
    state, command, event = system(name).types
    found = {*names(state, "state"), *names(command, "command"), *names(event, "event")}
    return sorted(found)


def of_series() -> list[str]:
    """Return the names in files of series that the files of their battles do not have."""
    event = InBattle[str] | BattleEnded | BattleBegan[str]
    return sorted({*names(Series[str], "state"), *names(event, "event")})


def of_files() -> list[str]:
    """Return the names in the battle files of every game."""
    return sorted({*names(Header, "header"), *names(Entry, "entry")})


def now() -> dict[str, list[str]]:
    """Return {list of names: the names that the code now uses}."""
    systems = {name: of_system(name) for name in sorted(_HOMES)}
    return {"files": of_files(), "series": of_series(), **systems}


def frozen(name: str) -> list[str]:
    """Return the names in one of the lists in tests/frozen."""
    path = FOLDER / f"{name}.txt"
    return path.read_text("utf-8").split() if path.exists() else []


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for each, found in now().items():
        kept = sorted({*frozen(each), *found})
        (FOLDER / f"{each}.txt").write_text("".join(f"{line}\n" for line in kept), "utf-8")
