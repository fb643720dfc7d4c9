"""Which modules of tui/ import no terminal library, directly or indirectly, and their line counts.

Such a module may belong in engine/, where all front ends can use it. Exceptions are the line mode,
and modules that draw pictures into files. `python -m tests.headless` prints the list.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.sources import tree

ROOT = Path(__file__).resolve().parent.parent
TERMINALS = frozenset(
    ("textual", "rich", "asyncssh", "curses", "termios", "tty", "pty", "readline")
)
"""Libraries for terminals, local or remote."""
APART = (
    *("tui/chart/", "tui/panel/", "tui/terminal/", "tui/share/", "tui/commands/"),
    *("tui/battle/panel.py", "tui/battle/prompt.py"),
)
"""Paths that are not counted: they draw (characters, panel rows, SVG), or are the command line."""

OF_LINES = ("tui/plain/", "tui/host/lines.py")
"""The line mode, which needs no terminal library on purpose; its lines are summed separately."""


def imported(path: Path) -> Iterator[str]:
    """Yield the names that a module imports when it is loaded.

    Imports for type checking and imports inside functions are left out.
    """

    def below(node: ast.AST) -> Iterator[str]:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                return
            case ast.If(test=ast.Name(id="TYPE_CHECKING")):
                for each in node.orelse:
                    yield from below(each)
            case ast.Import(names=names):
                yield from (each.name for each in names)
            case ast.ImportFrom(module=str(module), names=names):
                yield module
                yield from (f"{module}.{each.name}" for each in names)
            case _:
                for each in ast.iter_child_nodes(node):
                    yield from below(each)

    yield from below(tree(path))


@cache
def module(name: str) -> Path | None:
    """Return the file of a module of this program; None for any other module."""
    place = ROOT.joinpath(*name.split("."))
    files = (place.with_suffix(".py"), place / "__init__.py")
    return next((each for each in files if each.is_file()), None)


def faces() -> set[Path]:
    """Return the modules of the program that import a terminal library, directly or indirectly."""
    paths = [*(ROOT / "tui").rglob("*.py"), *(ROOT / "engine").rglob("*.py")]
    names = {path: set(imported(path)) for path in paths}
    below = {path: {found for name in names[path] if (found := module(name))} for path in paths}
    reach = {p for p in paths if {each.partition(".")[0] for each in names[p]} & TERMINALS}
    while more := {path for path in paths if path not in reach and below[path] & reach}:
        reach |= more
    return reach


def headless() -> dict[str, int]:
    """Return the line count of each module of tui/ without a terminal library, largest first."""
    left = set((ROOT / "tui").rglob("*.py")) - faces()
    lines = {
        str(path.relative_to(ROOT)): len(path.read_text("utf-8").splitlines()) for path in left
    }
    counted = {name: count for name, count in lines.items() if not name.startswith(APART)}
    return dict(sorted(counted.items(), key=lambda each: (-each[1], each[0])))


if __name__ == "__main__":
    found = headless()
    for each, count in found.items():
        print(f"{count:>5}  {each}")
    of_lines = sum(count for each, count in found.items() if each.startswith(OF_LINES))
    print(f"{sum(found.values()):>5}  lines in {len(found)} modules, {of_lines} of faces of lines")
