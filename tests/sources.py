"""Syntax trees of the code, parsed once for all tests of a process that look at it from outside."""

from __future__ import annotations

import ast
import gc
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
