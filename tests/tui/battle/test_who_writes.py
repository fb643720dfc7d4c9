"""Only one module changes a session; modules that show it or read it change nothing."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.sources import tree

TUI = Path(__file__).resolve().parents[3] / "tui"
WRITERS = "battle/changes"
HELD = {"session", "chart", "viewport"}
"""Names of attributes that hold a session, or what it has of the chart."""
OTHERS = ("chart", "replay", "screens")
"""Folders beside tui/battle: there a chart model and its viewport change themselves."""


def assigned(tree: ast.AST) -> Iterator[ast.Attribute]:
    """Yield every attribute in a syntax tree that is assigned, deleted, or set by its name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store | ast.Del):
            yield node


def set_by_name(tree: ast.AST) -> bool:
    """Tell whether a module sets attributes by their names, as with `setattr`."""
    calls = (node.func for node in ast.walk(tree) if isinstance(node, ast.Call))
    return any(isinstance(each, ast.Name) and each.id == "setattr" for each in calls)


def owner(node: ast.Attribute) -> str:
    """Return the last name of the object whose attribute it is."""
    return ast.unparse(node.value).rpartition(".")[2]


def writes(tree: ast.AST) -> list[str]:
    """Return the assignments of a module to attributes of a session."""
    return [ast.unparse(node) for node in assigned(tree) if owner(node) in HELD]


def test_one_room_alone_assigns_what_a_session_holds() -> None:
    found = {}
    for path in sorted(TUI.rglob("*.py")):
        name = path.relative_to(TUI)
        if name.parts[0] not in OTHERS and not str(name).startswith(WRITERS):
            found[str(name)] = writes(tree(path)) + ["setattr"] * set_by_name(tree(path))
    assert {name: what for name, what in found.items() if what} == {}


def test_a_session_itself_only_begins() -> None:
    tree = ast.parse((TUI / "battle" / "session.py").read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name != "__init__":
            assert not list(assigned(node)), node.name


@pytest.mark.parametrize("file", ["tui/battle/prompt.py", "engine/sitting/adviser.py"])
def test_what_is_said_follows_from_the_session_alone(file: str) -> None:
    """A prompt changes none of its attributes; a forecast changes only those in which it caches
    results.
    """
    allowed = {"_found", "_ahead"} if "adviser" in file else set()
    (kept,) = (
        each
        for each in ast.parse((TUI.parent / file).read_text(encoding="utf-8")).body
        if isinstance(each, ast.ClassDef) and each.name in ("Prompt", "Forecast")
    )
    for node in ast.walk(kept):
        if isinstance(node, ast.FunctionDef) and node.name not in ("__init__", "cache_costly_part"):
            assert {each.attr for each in assigned(node)} <= allowed, node.name


def test_an_assignment_is_found() -> None:
    told = "self.session.chart.looking, x = True, 1\nsession.why = 2\norders.at = 3"
    assert set(writes(ast.parse(told))) == {"self.session.chart.looking", "session.why"}
