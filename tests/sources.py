"""Syntax trees of the code, parsed once for all tests of a process that look at it from outside."""

from __future__ import annotations

import ast
import gc
from collections.abc import Iterator
from functools import cache
from pathlib import Path


@cache
def tree(path: Path) -> ast.Module:
    """Return the syntax tree of a source. Nobody changes it.

    No garbage is collected meanwhile: what is finalised while Python 3.11 makes a tree, as the
    clients of a scheduler, breaks its count of the recursion.
    """
    collecting = gc.isenabled()
    gc.disable()
    try:
        return ast.parse(path.read_text(encoding="utf-8"))
    finally:
        if collecting:
            gc.enable()


def statements(node: ast.AST) -> Iterator[ast.stmt]:
    """Yield every statement below a node, those in functions and classes too.

    Imports and definitions are among them; nine tenths of a tree are expressions.
    """
    for part in ("body", "orelse", "finalbody", "handlers", "cases"):
        for each in getattr(node, part, ()):
            if isinstance(each, ast.stmt):
                yield each
            yield from statements(each)
