"""The size of each room (folder): its modules, statements and public names.

tests/budget.txt holds the sizes at the last release, from which a room may grow by a tenth. At a
release `python -m tests.budget` writes the current sizes.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from math import ceil
from pathlib import Path
from typing import NamedTuple

from engine import __version__
from tests.sources import statements, tree

ROOT = Path(__file__).resolve().parent.parent
KEPT = Path(__file__).parent / "budget.txt"
MORE = 0.1
"""The fraction by which a room may grow between two releases; the limit is rounded up."""


class Figures(NamedTuple):
    """The size of a room."""

    modules: int = 0
    """The number of its files, without `__init__.py`."""
    statements: int = 0
    public_names: int = 0
    """The number of its functions, classes, methods and values without a leading `_`."""


def public_names(body: list[ast.stmt]) -> set[str]:
    """Return the public names of a module or a class, including those inside its public classes."""
    found: set[str] = set()
    for each in body:
        match each:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                found.add(name)
            case ast.ClassDef(name=name):
                found.add(name)
                if not name.startswith("_"):
                    found |= {f"{name}.{inner}" for inner in public_names(each.body)}
            case ast.Assign(targets=targets):
                found |= {target.id for target in targets if isinstance(target, ast.Name)}
            case ast.AnnAssign(target=ast.Name(id=name)):
                found.add(name)
    return {name for name in found if not name.startswith("_")}


def size(module: ast.Module, counted: bool = True) -> Figures:
    """Return the figures of one module; for an `__init__`, `counted` is False, and it does not
    count as a module.
    """
    return Figures(int(counted), sum(1 for _ in statements(module)), len(public_names(module.body)))


def measured() -> dict[str, Figures]:
    """Return {folder: its figures} of the program as it is now."""
    rooms: dict[str, Figures] = defaultdict(Figures)
    for path in sorted([*(ROOT / "engine").rglob("*.py"), *(ROOT / "tui").rglob("*.py")]):
        room = str(path.parent.relative_to(ROOT))
        more = size(tree(path), path.name != "__init__.py")
        rooms[room] = Figures(*map(sum, zip(rooms[room], more, strict=True)))
    return dict(rooms)


def kept(text: str) -> tuple[str, dict[str, Figures]]:
    """Return (release, {folder: its figures}) as written in the text of tests/budget.txt."""
    head, *lines = text.splitlines()
    rows = (line.split() for line in lines if not line.startswith("#"))
    return head.removeprefix("release "), {
        room: Figures(*map(int, figures)) for room, *figures in rows
    }


def grown(before: dict[str, Figures], now: dict[str, Figures], unreleased: str) -> list[str]:
    """Return a sentence for each figure over its budget, unless the changelog (`unreleased`) names
    the room.
    """
    told = set(re.findall(r"`((?:engine|tui)[\w/]*)`", unreleased))
    return [
        f"{room} has {count} {what.replace('_', ' ')}, its budget is {limit}: "
        f"say why in CHANGELOG.md, [Unreleased], in a line with `{room}`"
        for room, figures in sorted(now.items())
        if room not in told
        for what, count, old in zip(
            Figures._fields, figures, before.get(room, Figures()), strict=True
        )
        if count > (limit := ceil(round(old * (1 + MORE), 6)))
    ]


def written() -> str:
    """Return the text of tests/budget.txt for the program as it is now."""
    rows = [
        f"{room:52}{each.modules:4}{each.statements:7}{each.public_names:7}"
        for room, each in sorted(measured().items())
    ]
    return "\n".join(
        [f"release {__version__}", "# room, modules, statements, public names", *rows, ""]
    )


if __name__ == "__main__":
    KEPT.write_text(written(), encoding="utf-8")
