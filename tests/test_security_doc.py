"""The tests and limits that docs/security.md names exist, and the limits have the values that it
gives.
"""

from __future__ import annotations

import ast
import re
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
TEXT = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
NAMED = sorted(set(re.findall(r"`(test_\w+\.py)(?:::(test_\w+))?`", TEXT)))
FUZZ = sorted(set(re.findall(r"`tests/fuzz/(\w+)\.py`", TEXT)))
ROW = re.compile(r"^\| [^|]+ \| (\d[^|]*) \| (`[\w.]+`(?:, `[\w.]+`)*) \|$", re.M)
"""Matches a row of the table of limits: the figures, then the constants in the same order."""
LIMIT = re.compile("LARGEST|LONGEST|MOST")
READERS = ("base/files", "kernel/journal", "kernel/drafts", "post", "arena/scorebook")
"""Modules and folders that read untrusted data; each of their limits must be in the table."""
PROMISED = {
    name: int(figure.replace(",", ""))
    for figures, constants in ROW.findall(TEXT)
    for figure, name in zip(
        re.findall(r"\d[\d,]*", figures), re.findall(r"`([\w.]+)`", constants), strict=True
    )
}


@pytest.mark.parametrize(("file", "name"), NAMED)
def test_every_test_that_is_named_is_there(file: str, name: str) -> None:
    paths = list((ROOT / "tests").rglob(file))
    assert paths
    assert any(re.search(rf"def {name}\b", path.read_text(encoding="utf-8")) for path in paths)


@pytest.mark.parametrize("name", FUZZ)
def test_every_attack_that_is_named_is_there(name: str) -> None:
    assert "def attack(seed: int)" in (ROOT / "tests" / "fuzz" / f"{name}.py").read_text("utf-8")


def test_every_limit_is_the_one_that_is_promised() -> None:
    assert len(PROMISED) >= 55
    places = {name: name.rpartition(".") for name in PROMISED}
    found = {name: getattr(import_module(at), last) for name, (at, _, last) in places.items()}
    assert found == PROMISED


def test_no_limit_of_a_reader_is_left_out() -> None:
    found = set()
    for reader in READERS:
        at = ROOT / "engine" / reader
        for path in [at.with_suffix(".py")] if not at.is_dir() else sorted(at.glob("*.py")):
            module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            for node in ast.parse(path.read_text("utf-8")).body:
                names = [each.id for each in getattr(node, "targets", ()) if hasattr(each, "id")]
                found |= {f"{module}.{name}" for name in names if LIMIT.match(name)}
    assert (
        found - {"engine.post.letters.LARGEST"} <= PROMISED.keys()
    )  # the envelope has a limit of its own
