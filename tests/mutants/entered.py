"""Which tests enter which function, and which blocks of code no test enters.

The whole suite runs once under coverage.py. The result is stored by the names of functions, so that
it stays useful after small changes.
"""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree

HOME = Path(".mutants")
NOTED = HOME / "entered.json"
ROOTS = ("engine", "tui")


class Block(NamedTuple):
    """A block of code: the body of a function or of a branch."""

    path: str
    inside: str
    nth: int
    """The number of the block in its function; line numbers would change with every edit above
    them."""
    first: int
    last: int

    @property
    def function(self) -> str:
        """The function of the block, as reasons name it: `path (function)`."""
        return f"{self.path} ({self.inside})"


class Entered:
    """The result of the measurement: which test enters which function."""

    def __init__(self, noted: dict[str, Any]) -> None:
        self.tests: list[str] = noted["tests"]
        """The ids of all tests, fastest first."""
        self.by_function: dict[str, dict[str, list[int]]] = noted["functions"]
        self.blocks: int = noted["blocks"]
        self.not_entered: list[Block] = [Block(*each) for each in noted["not_entered"]]

    def knows(self, path: str, inside: str) -> bool:
        """Tell whether `inside` is a function that was measured, and not a module or class."""
        return bool(self.by_function.get(path, {}).get(inside))

    def of(self, path: str, inside: str) -> list[str]:
        """Return the tests that enter a function, fastest first; for '', all that enter a function
        of the module.
        """
        functions = self.by_function.get(path, {})
        found = set(functions.get(inside, ()))
        if not found:  # a class's or module's own lines run when it is imported
            found = {
                each
                for name, tests in functions.items()
                if name.startswith(inside)
                for each in tests
            }
        return [self.tests[number] for number in sorted(found)]


def measured() -> Entered:
    """Return the latest measurement; measure if there is none."""
    if not NOTED.exists():
        measure(2)
    return Entered(json.loads(NOTED.read_text(encoding="utf-8")))


def measure(workers: int, only: Sequence[str] = ()) -> None:
    """Run the suite under coverage.py, and store what each test enters.

    With `only`, just these tests are run, and the result is added to that of the others.
    """
    HOME.mkdir(exist_ok=True)
    here = Path.cwd()  # programs that tests start have folders of their own
    (HOME / "coveragerc").write_text(
        f"[run]\nsource = {','.join(str(here / root) for root in ROOTS)}\n"
        f"data_file = {here / HOME / 'coverage'}\ncore = ctrace\n"
        "patch = subprocess, _exit, execv\nsigterm = true\n",
        encoding="utf-8",
    )
    command = (
        *("-m", "pytest", "-q", "-n", str(workers), "--dist", "worksteal", *only),
        *(
            "--ignore=tests/bench",
            "--ignore=tests/mutants",
            "--cov",
            f"--cov-config={HOME / 'coveragerc'}",
        ),
        *("--cov-context=test", "--cov-report=", f"--junitxml={HOME / 'times.xml'}"),
    )
    subprocess.run([sys.executable, *command], check=False)
    # What conftest.py imports runs before a worker begins to measure.
    settings = f"--rcfile={HOME / 'coveragerc'}"
    for words in ("run", settings, "-m", "tests.mutants.imported"), ("combine", "-aq", settings):
        subprocess.run([sys.executable, "-m", "coverage", *words], check=True)
    noted = _noted()
    if only and NOTED.exists():
        noted = _joined(json.loads(NOTED.read_text(encoding="utf-8")), noted)
    NOTED.write_text(json.dumps(noted), encoding="utf-8")


def _noted() -> dict[str, Any]:
    from coverage import CoverageData

    data = CoverageData(str(HOME / "coverage"))
    data.read()
    here = Path.cwd()
    by_function: dict[str, dict[str, set[str]]] = {}
    blocks, missed = 0, []
    for file in sorted(data.measured_files()):
        path = Path(file).relative_to(here).as_posix()
        if not Path(file).exists():
            continue
        lines = {
            line: {each.partition("|")[0] for each in contexts}
            for line, contexts in data.contexts_by_lineno(file).items()
        }
        functions: dict[str, set[str]] = defaultdict(set)
        for block in blocks_of(path):
            blocks += 1
            entering = {
                test for n in range(block.first, block.last + 1) for test in lines.get(n, ())
            }
            functions[block.inside] |= entering - {""}  # '' is a program that a test started
            if not entering:
                missed.append(block)
        by_function[path] = dict(functions)
    times = _times()
    tests = sorted(
        {test for each in by_function.values() for of in each.values() for test in of},
        key=lambda test: (times.get(test, 1.0), test),
    )
    number = {test: place for place, test in enumerate(tests)}
    return {
        "tests": tests,
        "functions": {
            path: {name: sorted(number[test] for test in of) for name, of in each.items()}
            for path, each in by_function.items()
        },
        "blocks": blocks,
        "not_entered": missed,
    }


def _joined(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """Return an earlier measurement, updated with what some tests were now seen to enter."""
    tests = [*new["tests"], *(each for each in old["tests"] if each not in set(new["tests"]))]
    place = {test: number for number, test in enumerate(tests)}
    functions: dict[str, dict[str, list[int]]] = {}
    for path, known in new["functions"].items():
        before = old["functions"].get(path, {})
        functions[path] = {
            name: sorted(
                {place[new["tests"][each]] for each in found}
                | {place[old["tests"][each]] for each in before.get(name, ())}
            )
            for name, found in known.items()
        }
    missed = {tuple(each[:3]) for each in old["not_entered"]}
    return {
        "tests": tests,
        "functions": functions,
        "blocks": new["blocks"],
        "not_entered": [each for each in new["not_entered"] if tuple(each[:3]) in missed],
    }


def _times() -> dict[str, float]:
    """Return {id of a test: seconds that it took}."""
    found = {}
    for case in ElementTree.parse(HOME / "times.xml").iter("testcase"):
        path = case.get("classname", "").replace(".", "/") + ".py"
        found[f"{path}::{case.get('name')}"] = float(case.get("time", "1"))
    return found


def blocks_of(path: str) -> Iterator[Block]:
    """Yield the blocks of a module: the bodies of its functions, and of branches inside them."""
    found = Counter[str]()
    for inside, first in _bodies(ast.parse(Path(path).read_text(encoding="utf-8")), ""):
        yield Block(path, inside, found[inside], first.lineno, first.end_lineno or first.lineno)
        found[inside] += 1


def _bodies(node: ast.AST, inside: str) -> Iterator[tuple[str, ast.stmt]]:
    """Yield (function, first statement that is executed) of every body below a node of a syntax
    tree.
    """
    for child in ast.iter_child_nodes(node):
        within = inside
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            within = f"{inside}.{child.name}".lstrip(".")
        if within and not isinstance(child, ast.ClassDef):
            for name in ("body", "orelse", "finalbody"):
                body = getattr(child, name, None)
                if isinstance(body, list) and (running := _running(body)):
                    yield within, running[0]
        yield from _bodies(child, within)


def _running(body: list[ast.stmt]) -> list[ast.stmt]:
    """Return the statements of a body without docstring and declarations; [] if none is left."""
    return [each for each in body if not isinstance(each, _DECLARED) and not _is_text(each)]


_DECLARED = ast.Nonlocal, ast.Global
"""Statements that are not executed, because they only declare something."""


def _is_text(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
