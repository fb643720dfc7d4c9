"""The test functions in CONTRIBUTING.md pass, and its commands exist."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.kit.dataset import using
from engine.systems.oak_iron.data.book import shipped
from tests.battles.record import RECORDINGS

ROOT = Path(__file__).resolve().parent.parent
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", TEXT, re.DOTALL)


def examples() -> list[Callable[[], None]]:
    """Return the test functions that the document shows."""
    found: list[Callable[[], None]] = []
    for source in blocks("python"):
        scope: dict[str, Any] = {}
        exec(compile(source, "CONTRIBUTING.md", "exec"), scope)
        found += [each for key, each in scope.items() if key.startswith("test_")]
    return found


def test_there_is_an_example_of_each_way() -> None:
    assert len(examples()) == len(blocks("python")) == 2


@pytest.mark.parametrize("example", examples(), ids=lambda each: each.__name__)
def test_an_example_passes(example: Callable[[], None], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    with using(shipped()):  # as in tests/engine/systems, where the examples belong
        example()


def test_the_targets_of_make_are_there() -> None:
    targets = set(re.findall(r"(?:^    |`)make (\w+)", TEXT, re.M))
    assert targets >= {"check", "test", "bench", "fuzz"}
    assert not [each for each in targets if not re.search(rf"^{each}:", MAKEFILE, re.M)]


def test_the_battle_to_record_is_one_of_the_recordings() -> None:
    shown = re.findall(r"-m tests\.battles\.record (\S+)", TEXT)
    assert shown
    assert {*shown} <= {each.file for each in RECORDINGS}


def test_subjects_shown_are_short_enough() -> None:
    subjects = re.findall(r"^    (\w+: .*)$", TEXT, re.M)
    assert len(subjects) == 3
    assert max(map(len, subjects)) <= 72
