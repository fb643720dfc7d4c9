"""What a person sees in many battles, dialogues and screens equals the golden files."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.runs.frame import golden
from tests.runs.runs import RUNS

KEPT = Path(__file__).parent.parent / "frozen" / "runs"
HINT = (
    "`python -m tests.family` writes the golden files anew; to read what has changed, write all "
    "frames before and after with `python -m tests.runs FOLDER`"
)


@pytest.mark.parametrize("name", RUNS)
def test_a_run_shows_what_was_read(name: str) -> None:
    kept = Path(KEPT / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    assert list(golden(RUNS[name]())) == kept, HINT


def test_every_golden_file_belongs_to_a_run() -> None:
    assert {path.stem for path in KEPT.iterdir()} == RUNS.keys()
