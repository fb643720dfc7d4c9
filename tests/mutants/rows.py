"""Checks the rows of docs/coverage.md: if a function that a row names is changed, the tests of the
row must fail.

A function is changed by giving it other code in the running process: first code that does nothing,
then its own with one fault after the other (tests/mutants/faults.py). So every registry of rules
and every module that refers to the function uses the changed one. A row passes if its tests notice
at least one such change in each function that it names. If a rule wants nothing to be done, as in
`fatigue beyond the last box is lost`, they notice one of the faults.
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
from tests.mutants.faults import faults

NAMED = re.compile(r"`([^`]+)`")
MOST_CALLS = 3000
"""The maximum number of calls in one test of a function that does nothing."""
HUNG = 15
"""Seconds after which a program counts as hung because a function does nothing; that counts as
noticed."""
LONGEST = 120
"""The maximum number of seconds for the tests of one row in a process of their own."""


class Row(NamedTuple):
    """A row: the rule, its functions as `path: name`, and its tests as `path::name`."""

    rule: str
    functions: tuple[str, ...]
    tests: tuple[str, ...]


class Quiet:
    """A plugin of pytest that records how the tests of a row ended."""

    def __init__(self) -> None:
        self.run = self.failed = 0

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count a test that ran, and whether it failed."""
        self.run += report.when == "call"
        self.failed += report.failed


def rows() -> list[Row]:
    """Return the rows of docs/coverage.md."""
    built = DOCUMENT.read_text("utf-8").partition(NOT_BUILT)[0]
    found = []
    for line in built.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 3 and ".py: " in cells[1] and "::" in cells[2]:
            functions, tests = (tuple(NAMED.findall(cell)) for cell in cells[1:])
            found.append(Row(cells[0], functions, tests))
    return found


def bites(row: Row) -> bool:
    """Tell whether the tests of a row fail after a change in each of its functions."""
    return all(_noticed(row, function) for function in row.functions)


def _noticed(row: Row, function: str) -> bool:
    path, _, name = function.partition(": ")
    found = _functions(path, name)
    if any(_run(row.tests).failed for _ in _changed(path, name, found)):
        return True
    # What is cached in this process may hide it, and code with variables of another function
    # cannot be exchanged: then the source itself is changed, for a process of its own.
    return _fails_in_a_copy(row, path, name)


def _changed(path: str, name: str, found: list[FunctionType]) -> Iterator[None]:
    """Yield once for each change of some functions; the change is in effect until the next step."""
    kept: list[tuple[FunctionType, CodeType]] = [(each, each.__code__) for each in found]
    try:
        for each in found:
            each.__code__ = _nothing.__code__
        if found:
            yield
        for fault in faults(Path(path)):
            if fault.inside.rpartition(".")[2] != name and fault.inside.partition(".")[0] != name:
                continue
            changed = _codes(compile(fault.put(Path(path).read_bytes()), path, "exec"))
            for each, code in kept:
                each.__code__ = changed.get(each.__qualname__, code)
            yield
    finally:
        for each, code in kept:
            each.__code__ = code


def _codes(code: CodeType) -> dict[str, CodeType]:
    """Return {qualified name: code} of every function in compiled code."""
    inner = (each for each in code.co_consts if isinstance(each, CodeType))
    found: dict[str, CodeType] = {}
    for each in inner:
        found |= {each.co_qualname: each, **_codes(each)}
    return found


def _run(tests: tuple[str, ...]) -> Quiet:
    quiet = Quiet()
    _calls[0] = 0
    # By the processor, so that a busy machine is not taken for a loop; and by a clock, for waits.
    signal.signal(signal.SIGPROF, _hung)
    signal.setitimer(signal.ITIMER_PROF, HUNG)
    signal.signal(signal.SIGALRM, _hung)
    signal.alarm(10 * HUNG)
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        options = [
            "-x",
            "-q",
            "--tb=no",
            "-p",
            "no:cacheprovider",
            "-p",
            "no:xdist",
            "-p",
            "no:randomly",
        ]
        try:
            pytest.main([*options, "--rootdir", str(ROOT), *tests], plugins=[quiet])
        except TimeoutError:
            quiet.failed += 1
        finally:
            signal.alarm(0)
            signal.setitimer(signal.ITIMER_PROF, 0)
    return quiet


def _hung(*_: object) -> None:
    raise TimeoutError("a rule that does nothing is waited for without end")


def _functions(path: str, name: str) -> list[FunctionType]:
    """Return the functions with a name in a module, also those inside decorators and classes."""
    module = import_module(path.removesuffix(".py").replace("/", "."))
    found: list[FunctionType] = []
    for place in (module, *(each for each in vars(module).values() if isinstance(each, type))):
        held = vars(place).get(name)
        if isinstance(held, type):
            found += (each for each in vars(held).values() if isinstance(each, FunctionType))
            continue
        held = getattr(held, "__func__", getattr(held, "fget", held))
        held = getattr(held, "func", held)  # of a cached property
        while hasattr(held, "__wrapped__"):
            held = held.__wrapped__  # type: ignore[union-attr]
        if isinstance(held, FunctionType):
            found.append(held)
    return [each for each in found if not each.__code__.co_freevars]


def _nothing(*_: Any, **__: Any) -> None:
    # The names of a function's code are looked up in the module whose function has it.
    from tests.mutants.rows import count_a_call

    count_a_call()


_calls = [0]


def count_a_call() -> None:
    """Count a call of the function whose code was removed; raises `TimeoutError` after too many.

    A step that does nothing might be called without end.
    """
    _calls[0] += 1
    if _calls[0] > MOST_CALLS:
        raise TimeoutError("it is called without end")


def _fails_in_a_copy(row: Row, path: str, name: str) -> bool:
    """Tell whether the tests fail in a process of their own, for which the source was changed."""
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
    """Return the folder with a copy of the project; it is made when first needed."""
    from tests.mutants.__main__ import copied

    folder = Path(tempfile.mkdtemp(prefix="rows-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return copied(folder)


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}


def without(source: bytes, name: str) -> bytes:
    """Return the source of a module in which the functions with this name, or the methods of a
    class, do nothing.
    """
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
    """Print the rows whose tests notice no change, and how many rows passed; return 1 if one did
    not.
    """
    biting = 0
    for row in chosen:
        if bites(row):
            biting += 1
        else:
            print(f"does not bite: {row.rule}\n  {', '.join(row.functions)}\n  "
                  f"{', '.join(row.tests)}", flush=True)  # fmt: skip
    print(f"{biting} of {len(chosen)} rows bite")
    return int(biting < len(chosen))
