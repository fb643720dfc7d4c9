"""Rows of docs/coverage.md that bite: with the function of a row taken out its tests must fail.

A function is taken out by giving it the code of one that does nothing and returns nothing, in the
running process: whoever holds it, a registry of rules or a module, holds it still.
"""

from __future__ import annotations

import ast
import atexit
import contextlib
import io
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, NamedTuple

import pytest

from tests.card_rows import DOCUMENT, NOT_BUILT, ROOT

NAMED = re.compile(r"`([^`]+)`")
HUNG = 15
"""Seconds after which a program hangs on a function that does nothing, which is noticed."""
LONGEST = 120
"""Seconds of the tests of one row in a process of their own."""


class Row(NamedTuple):
    """A row: the rule, the functions as `path: name`, and the tests as `path::name`."""

    rule: str
    functions: tuple[str, ...]
    tests: tuple[str, ...]


class Quiet:
    """A plugin that notes how the tests of a row ended."""

    def __init__(self) -> None:
        self.run = self.failed = 0

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count a test that ran, and one that failed."""
        self.run += report.when == "call"
        self.failed += report.failed


def rows() -> list[Row]:
    """Return the rows of the document."""
    built = DOCUMENT.read_text("utf-8").partition(NOT_BUILT)[0]
    found = []
    for line in built.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 3 and ".py: " in cells[1] and "::" in cells[2]:
            functions, tests = (tuple(NAMED.findall(cell)) for cell in cells[1:])
            found.append(Row(cells[0], functions, tests))
    return found


def bites(row: Row) -> bool:
    """Tell whether tests of a row fail with any of its functions taken out.

    Tests that fail as the code stands bite nothing: that they pass is the suite's own affair.
    """
    return all(_noticed(row, function) for function in row.functions)


def _noticed(row: Row, function: str) -> bool:
    path, _, name = function.partition(": ")
    with taken_out(path, name) as done:
        if done and _run(row.tests).failed:
            return True
    # What is cached in this process may hide it, and code with variables of another function
    # cannot be exchanged: then the source itself is changed, for a process of its own.
    return _fails_in_a_copy(row, path, name)


def _run(tests: tuple[str, ...]) -> Quiet:
    quiet = Quiet()
    signal.signal(signal.SIGALRM, _hung)
    signal.alarm(HUNG)
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        options = ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:randomly"]
        try:
            pytest.main([*options, "--rootdir", str(ROOT), *tests], plugins=[quiet])
        except TimeoutError:
            quiet.failed += 1
        finally:
            signal.alarm(0)
    return quiet


def _hung(*_: object) -> None:
    raise TimeoutError("a rule that does nothing is waited for without end")


@contextlib.contextmanager
def taken_out(path: str, name: str) -> Iterator[bool]:
    """Let a function do nothing while the block runs; yield whether that could be done."""
    module = import_module(path.removesuffix(".py").replace("/", "."))
    found = [each for each in _functions(module, name) if not each.__code__.co_freevars]
    kept: list[tuple[FunctionType, CodeType]] = [(each, each.__code__) for each in found]
    for each in found:
        each.__code__ = _nothing.__code__
    try:
        yield bool(found)
    finally:
        for each, code in kept:
            each.__code__ = code


def _functions(module: Any, name: str) -> Iterator[FunctionType]:
    """Yield the functions of that name in a module: below decorators, and in its classes."""
    places = [module, *(each for each in vars(module).values() if isinstance(each, type))]
    for place in places:
        held = vars(place).get(name)
        if isinstance(held, type):
            yield from (each for each in vars(held).values() if isinstance(each, FunctionType))
            continue
        held = getattr(held, "__func__", getattr(held, "fget", held))
        while held is not None and not isinstance(held, FunctionType):
            held = getattr(held, "__wrapped__", None)
        if isinstance(held, FunctionType):
            yield getattr(held, "__wrapped__", held)


def _nothing(*_: Any, **__: Any) -> None:
    return None


def _fails_in_a_copy(row: Row, path: str, name: str) -> bool:
    """Tell whether the tests fail in a process of their own, with the source changed for it."""
    tree = _copy()
    there, sound = tree / path, (ROOT / path).read_bytes()
    there.write_bytes(without(sound, name))
    try:
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *row.tests]
        run = subprocess.run(
            command, cwd=tree, capture_output=True, timeout=LONGEST, check=False, env=_environment()
        )
    except subprocess.TimeoutExpired:
        return True
    finally:
        there.write_bytes(sound)
    return run.returncode == 1


@cache
def _copy() -> Path:
    """Return a copy of the tree, made when it is first needed."""
    from tests.mutants.__main__ import copied

    folder = Path(tempfile.mkdtemp(prefix="rows-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return copied(folder)


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}


def without(source: bytes, name: str) -> bytes:
    """Return a module in which the functions of a name, or the methods of a class, do nothing."""
    lines = source.decode().splitlines(keepends=True)
    kinds = ast.FunctionDef | ast.AsyncFunctionDef
    found: list[ast.FunctionDef | ast.AsyncFunctionDef] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, kinds) and node.name == name:
            found.append(node)
        elif isinstance(node, ast.ClassDef) and node.name == name:
            found += [each for each in node.body if isinstance(each, kinds)]
    for node in sorted(found, key=lambda each: -each.lineno):
        first = node.body[0]
        indent = " " * first.col_offset
        lines[first.lineno - 1 : node.end_lineno] = [f"{indent}return None\n"]
    return "".join(lines).encode()


def report(chosen: list[Row]) -> int:
    """Print the rows that do not bite, and how many do; return 1 when one does not."""
    biting = 0
    for row in chosen:
        if bites(row):
            biting += 1
        else:
            print(f"does not bite: {row.rule}\n  {', '.join(row.functions)}\n  "
                  f"{', '.join(row.tests)}", flush=True)  # fmt: skip
    print(f"{biting} of {len(chosen)} rows bite")
    return int(biting < len(chosen))
