"""With EVERY_TEST=1 a test that needs a missing program fails instead of being skipped."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.programs import EVERY, program

ROOT = Path(__file__).resolve().parent.parent
NAMES = ("ssh", "systemd-analyze", "chromium", "zsh", "fish", "tcsh")
NEEDED = "from tests.programs import program\ndef test_it():\n    program('no-such-program')\n"


def test_a_program_is_found_by_the_first_name_that_is_there() -> None:
    assert Path(program("no-such-program", "sh")).name == "sh"


@pytest.mark.parametrize(("every", "ends"), [("", "1 skipped"), ("1", "1 failed")])
def test_a_missing_one_fails_where_every_test_is_to_run(
    every: str, ends: str, tmp_path: Path
) -> None:
    file = tmp_path / "test_needed.py"
    file.write_text(NEEDED)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-c", os.devnull, str(file)],
        capture_output=True, text=True, check=False, timeout=60, cwd=tmp_path,
        env={**os.environ, EVERY: every, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert ends in done.stdout
    assert every == "" or "no-such-program is not installed" in done.stdout


def test_all_are_installed_where_every_test_is_to_run() -> None:
    text = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert f"export {EVERY}=1" in text
    assert all(f"needs {name} " in text for name in NAMES)
