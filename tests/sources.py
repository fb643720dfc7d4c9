"""The syntax trees of the source files; each is parsed once in a process, for all tests that read
it.
"""

from __future__ import annotations

import ast
import gc
from collections.abc import Iterator
from functools import cache
from pathlib import Path


@cache
def tree(path: Path) -> ast.Module:
    """Return the syntax tree of a source file. Cached: callers must not change it.

    Garbage collection is off while it is parsed: in Python 3.11 a finaliser that runs meanwhile,
    such as a Dask client's, would break the parser.
    """
    collecting = gc.isenabled()
    gc.disable()
    try:
        return ast.parse(path.read_text(encoding="utf-8"))
    finally:
        if collecting:
            gc.enable()


def statements(node: ast.AST) -> Iterator[ast.stmt]:
    """Yield every statement below a node, including those in functions and classes.

    Expressions are not searched; they make up nine tenths of a tree.
    """
    for part in ("body", "orelse", "finalbody", "handlers", "cases"):
        for each in getattr(node, part, ()):
            if isinstance(each, ast.stmt):
                yield each
            yield from statements(each)
