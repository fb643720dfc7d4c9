"""There are no import cycles, including imports inside functions."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from tests.sources import statements, tree

ROOT = Path(__file__).resolve().parent.parent
Graph = dict[str, set[str]]


def modules() -> dict[str, Path]:
    """Return {full name: file} of every module of the program."""
    paths = [*(ROOT / "engine").rglob("*.py"), *(ROOT / "tui").rglob("*.py")]
    return {_name(path): path for path in paths}


def _name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def run(tree: ast.AST) -> Iterator[ast.stmt]:
    """Return the statements of a module, without those that are only for type checking."""
    for_types = {
        each
        for node in statements(tree)
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        for alone in node.body
        for each in (alone, *statements(alone))
    }
    return (node for node in statements(tree) if node not in for_types)


def needed(
    tree: ast.AST, known: Mapping[str, object], of: Callable[[ast.AST], Iterable[ast.stmt]] = run
) -> set[str]:
    """Return the modules that a module imports when it runs, also inside functions.

    `of` returns the statements to be searched; by default those that are not only for type
    checking.
    """
    found: set[str] = set()
    for node in of(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            inside = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= (inside & known.keys()) or {node.module}
    return found & known.keys()


def circles(graph: Graph) -> list[frozenset[str]]:
    """Return the strongly connected components of the import graph, by Tarjan's algorithm."""
    numbers: dict[str, int] = {}
    lowest: dict[str, int] = {}
    stack: list[str] = []
    found: list[frozenset[str]] = []

    def visit(name: str) -> None:
        numbers[name] = lowest[name] = len(numbers)
        stack.append(name)
        for other in sorted(graph[name]):
            if other not in numbers:
                visit(other)
                lowest[name] = min(lowest[name], lowest[other])
            elif other in stack:
                lowest[name] = min(lowest[name], numbers[other])
        if lowest[name] == numbers[name]:
            at = stack.index(name)
            circle = frozenset(stack[at:])
            del stack[at:]
            if len(circle) > 1 or name in graph[name]:
                found.append(circle)

    for name in sorted(graph):
        if name not in numbers:
            visit(name)
    return found


def test_no_circle_of_modules_stands() -> None:
    files = modules()
    graph = {name: needed(tree(path), files) for name, path in files.items()}
    # A module may import itself: one does, because its functions are pickled by reference.
    assert [circle for circle in circles(graph) if len(circle) > 1] == []


TYPES_ALONE = {
    "engine.hosting.hub": "pages find tournaments and notices there, which look at battles",
    "engine.game.parts.part": "a part is of a game, and a game is made of its parts",
    "engine.kernel.seen": "a fork of what may be seen is a whole battle: it is the person's own",
    "tui.screens.game_app": "the protocol of an application opens and leaves screens",
}
"""{module: why it is part of an import cycle}, for cycles that exist only for type checking."""


def test_circles_that_types_alone_close_have_a_reason() -> None:
    files = modules()
    graph = {name: needed(tree(path), files, statements) for name, path in files.items()}
    found = [circle for circle in circles(graph) if len(circle) > 1]
    named = [circle & TYPES_ALONE.keys() for circle in found]
    assert all(len(each) == 1 for each in named), found
    assert set().union(*named) == TYPES_ALONE.keys()


def test_a_circle_is_found_and_types_alone_make_none() -> None:
    known = {"a": 1, "b": 2}
    late = ast.parse("def f():\n    import b")
    types = ast.parse("if TYPE_CHECKING:\n    import a\nelse:\n    import c")
    assert circles({"a": needed(late, known), "b": {"a"}}) == [frozenset({"a", "b"})]
    assert circles({"a": {"b"}, "b": needed(types, known)}) == []
