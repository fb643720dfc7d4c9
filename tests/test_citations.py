"""Docstrings cite a printed rule in one form: the game, then the place in its rulebook."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.sources import statements, tree

ROOT = Path(__file__).resolve().parent.parent
SYSTEMS = ROOT / "engine" / "systems"
WHERE = {
    "oak_iron": r"Oak & Iron ch\. \d",
    "iron_oak": r"Iron & Oak \d+(\.\d+)+",
    "wooden_ships": r"Wooden Ships & Iron Men, [A-Z]",
}
"""{system: the pattern of a citation of its rulebook}."""
BARE = re.compile(r"\((?:[1-9]\.\d+|ch\. \d|chapter \d)|\bmechanics \d")
"""Matches a citation that does not name its rulebook, or that names a page which readers do not
have."""


PART = re.compile(r"(?:^# .*\n|^#\n)+", re.M)
"""Matches the comment at the beginning of a part (section) of a module."""


def docstrings(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield each docstring below a folder, and each comment above a part, with file and line."""
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    for path in sorted(folder.rglob("*.py")):
        for part in PART.findall(path.read_text(encoding="utf-8")):
            yield str(path.relative_to(ROOT)), part
        for node in (tree(path), *statements(tree(path))):
            if isinstance(node, kinds) and (text := ast.get_docstring(node)):
                line = getattr(node, "lineno", 1)
                yield f"{path.relative_to(ROOT)}:{line}", text


@pytest.mark.parametrize("system", WHERE)
def test_a_rule_is_cited_by_its_book_and_place(system: str) -> None:
    found = list(docstrings(SYSTEMS / system))
    assert [place for place, text in found if BARE.search(text)] == []
    cited = [text for _, text in found if re.search(WHERE[system], text)]
    assert len(cited) > 30


def test_every_system_has_its_form() -> None:
    systems = {path.name for path in SYSTEMS.iterdir() if (path / "game.py").is_file()}
    assert systems == set(WHERE)
