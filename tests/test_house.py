"""The rules of the house that a reader should not have to check."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SOURCES = sorted([*(ROOT / "engine").rglob("*.py"), *(ROOT / "tui").rglob("*.py")])
SYSTEMS = sorted(
    folder.name for folder in (ROOT / "engine" / "systems").iterdir() if folder.is_dir()
)
FULL = 16
"""Modules of a room beyond which nobody finds anything in it by name."""
FLAT = ("effects", "measure", "commands")
"""Rooms that are a flat list by their nature: a module a rule, a figure, a command."""


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def imports(path: Path) -> Iterator[str]:
    """Yield the full names of the modules that a file imports."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


def test_no_room_is_overfull() -> None:
    rooms = Counter(path.parent for path in SOURCES if path.name != "__init__.py")
    full = {name(room): n for room, n in rooms.items() if n > FULL and room.name not in FLAT}
    assert not full


def test_every_room_says_what_it_is_for() -> None:
    for room in {path.parent for path in SOURCES}:
        assert (room / "__init__.py").is_file(), name(room)
        assert ast.get_docstring(ast.parse(_plain(room / "__init__.py"))), name(room)


@pytest.mark.parametrize("path", SOURCES, ids=name)
def test_every_module_says_what_it_is(path: Path) -> None:
    assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))


def test_no_game_system_imports_another() -> None:
    for system in SYSTEMS:
        others = {f"engine.systems.{other}" for other in SYSTEMS if other != system}
        for path in (ROOT / "engine" / "systems" / system).rglob("*.py"):
            assert not {".".join(module.split(".")[:3]) for module in imports(path)} & others


def test_the_terminal_knows_no_game_system() -> None:
    named = {f"engine.systems.{system}" for system in SYSTEMS}
    for path in (ROOT / "tui").rglob("*.py"):
        used = {".".join(module.split(".")[:3]) for module in imports(path)}
        assert not used & named, name(path)


def test_the_engine_reads_no_clock_and_no_global_chance() -> None:
    # A pipe waits for another program, and not for ever; a search may be given seconds.
    timed = {"engine/players/pipe.py", "engine/players/time_budget.py"}
    for path in (ROOT / "engine").rglob("*.py"):
        used = set(imports(path)) & {"time", "datetime", "secrets"}
        assert not used or name(path) in timed, name(path)
        assert not re.search(r"\brandom\.(random|choice|randint|seed)\(", _plain(path)) or (
            "players" in name(path)
        ), name(path)


def _plain(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def test_the_data_holds_no_code() -> None:
    assert {path.suffix for path in (ROOT / "data").rglob("*") if path.is_file()} == {".toml"}


def test_nothing_is_left_undone_in_the_sources() -> None:
    marks = re.compile(r"\b(TODO|FIXME|XXX)\b|pytest\.(skip|xfail)")
    for path in SOURCES:
        assert not marks.search(_plain(path)), name(path)
