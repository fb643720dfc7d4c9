"""docs/security.md names tests that there are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
TEXT = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
NAMED = sorted(set(re.findall(r"`(test_\w+\.py)(?:::(test_\w+))?`", TEXT)))
FUZZ = sorted(set(re.findall(r"`tests/fuzz/(\w+)\.py`", TEXT)))


@pytest.mark.parametrize(("file", "name"), NAMED)
def test_every_test_that_is_named_is_there(file: str, name: str) -> None:
    paths = list((ROOT / "tests").rglob(file))
    assert paths
    assert any(re.search(rf"def {name}\b", path.read_text(encoding="utf-8")) for path in paths)


@pytest.mark.parametrize("name", FUZZ)
def test_every_attack_that_is_named_is_there(name: str) -> None:
    assert "def attack(seed: int)" in (ROOT / "tests" / "fuzz" / f"{name}.py").read_text("utf-8")


@pytest.mark.parametrize("link", re.findall(r"\]\(((?!http)[^)]+)\)", TEXT))
def test_every_link_leads_somewhere(link: str) -> None:
    assert (ROOT / "docs" / link).exists()
