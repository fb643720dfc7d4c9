"""The rules of the house that a reader should not have to check."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from tests.sources import statements, tree

ROOT = Path(__file__).resolve().parent.parent
SOURCES = sorted([*(ROOT / "engine").rglob("*.py"), *(ROOT / "tui").rglob("*.py")])
MOST_MODULES = 15
"""Modules of a room beyond which nobody finds anything in it by name."""
FLAT_ROOMS = {
    "engine/systems/oak_iron/effects": "a module a moment of the rules at which cards work",
    "engine/systems/oak_iron/thinking/measure": "a module a figure that a position is judged by",
    "tui/commands": "a module a command of the command line",
}
"""Rooms that are flat lists by nature, each with its reason: the next entry belongs beside."""
OVERFULL_ROOMS: dict[str, int] = {}
"""Rooms over the limit, with their modules today. Numbers may only fall; nothing is added."""
MOST_METHODS = 20
"""Public methods of a class beyond which it serves more than one kind of caller."""
WIDE_CLASSES = {
    "Battle": 32,
    "WeatherGageApp": 21,
    "BaseScreen": 41,  # what every screen is asked for, with an answer that suits most
    "BattleScreen": 23,
    "ReplayScreen": 25,
    "BuilderScreen": 21,
    "HostedBattle": 30,  # what the lobby, the table, the clock and the computers ask of it
    "Connection": 22,
    "Rules": 21,  # one method for each thing that a game can be asked
    "SeriesGame": 21,  # it hands each of those on to the game of its battles
}
"""Classes over the limit, with their public methods today. Numbers may only fall, likewise."""


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def imports(path: Path) -> Iterator[str]:
    """Yield the full names of the modules that a file imports."""
    for node in statements(tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


def modules_of_rooms() -> Counter[str]:
    """Return how many modules each folder holds, without its `__init__`."""
    return Counter(name(path.parent) for path in SOURCES if path.name != "__init__.py")


@cache
def methods_of_classes() -> Counter[str]:
    """Return the number of public methods, properties among them, in the body of each class.

    Of two classes with one name the wider counts.
    """
    widest: Counter[str] = Counter()
    for path in SOURCES:
        for node in statements(tree(path)):
            if isinstance(node, ast.ClassDef):
                widest[node.name] = max(widest[node.name], len(public(node)))
    return widest


def public(node: ast.ClassDef) -> set[str]:
    """Return the names of a class's public methods; a property and its setter are one."""
    functions = (
        each for each in node.body if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)
    )
    return {each.name for each in functions if not each.name.startswith("_")}


def over(counted: Counter[str], most: int, allowed: Mapping[str, int]) -> dict[str, int]:
    """Return what is over its limit: its own where it is an exception, `most` elsewhere."""
    return {key: n for key, n in counted.items() if n > allowed.get(key, most)}


def test_no_room_is_overfull() -> None:
    rooms = modules_of_rooms()
    assert rooms.keys() >= FLAT_ROOMS.keys()
    kept = Counter({room: n for room, n in rooms.items() if room not in FLAT_ROOMS})
    assert not over(kept, MOST_MODULES, OVERFULL_ROOMS)


def test_no_class_is_too_wide() -> None:
    assert not over(methods_of_classes(), MOST_METHODS, WIDE_CLASSES)


def test_exceptions_that_are_no_longer_needed_are_taken_out() -> None:
    rooms, classes = modules_of_rooms(), methods_of_classes()
    assert not [room for room in OVERFULL_ROOMS if rooms[room] <= MOST_MODULES]
    assert not [wide for wide in WIDE_CLASSES if classes[wide] <= MOST_METHODS]


def test_a_class_over_the_limit_is_found() -> None:
    body = "\n".join(f"    def m{n}(self): ..." for n in range(MOST_METHODS + 1))
    (node,) = ast.parse(f"class Wide:\n    def _own(self): ...\n{body}").body
    assert isinstance(node, ast.ClassDef)
    counted = Counter({"Wide": len(public(node))})
    assert over(counted, MOST_METHODS, {}) == {"Wide": MOST_METHODS + 1}
    assert not over(counted, MOST_METHODS, {"Wide": MOST_METHODS + 1})


def test_every_room_says_what_it_is_for() -> None:
    for room in {path.parent for path in SOURCES}:
        assert (room / "__init__.py").is_file(), name(room)
        assert ast.get_docstring(tree(room / "__init__.py")), name(room)


def test_every_module_says_what_it_is() -> None:
    assert not [name(path) for path in SOURCES if not ast.get_docstring(tree(path))]


def test_the_engine_reads_no_clock_and_no_global_chance() -> None:
    # A pipe waits for another program, and not for ever; a search may be given seconds. The rooms
    # around the rules keep files, sit with people and run a host.
    timed = {"engine/players/program.py", "engine/players/admiral.py"}
    around = ("engine/files", "engine/sitting", "engine/hosting")
    for path in (ROOT / "engine").rglob("*.py"):
        if name(path).startswith(around):
            continue
        used = set(imports(path)) & {"time", "datetime", "secrets"}
        assert not used or name(path) in timed, name(path)
        assert not re.search(r"\brandom\.(random|choice|randint|seed)\(", _plain(path)) or (
            name(path).startswith(("engine/players", "engine/lookahead"))  # their own `random`
        ), name(path)


def _plain(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def test_the_data_holds_no_code() -> None:
    files = (path for path in (ROOT / "data").rglob("*") if path.is_file())
    kinds = {each.suffix for each in files if each.parent.name != "__pycache__"}
    assert kinds <= {".toml", ".json"}  # puzzles, which the program writes, and reads at once


def test_nothing_is_left_undone_in_the_sources() -> None:
    marks = re.compile(r"\b(TODO|FIXME|XXX)\b|pytest\.(skip|xfail)")
    for path in SOURCES:
        assert not marks.search(_plain(path)), name(path)
