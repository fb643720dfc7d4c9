"""Attack: every property test of the suite with random examples instead of the fixed ones."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def attack(seed: int) -> None:
    """Run all hypothesis tests with the examples of one seed."""
    done = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-q", "-m", "hypothesis", "--ignore=tests/bench"),
            *("-n", "auto", "--dist", "worksteal", "-p", "no:cacheprovider"),
            *("--hypothesis-profile=fresh", f"--hypothesis-seed={seed}"),
        ],
        check=False,
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout
