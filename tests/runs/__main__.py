"""Write all frames of the golden runs in full into a folder, to compare two versions of the
program.

    python -m tests.runs FOLDER [NAME...]

Do so before and after a change, and read the differences with `diff -r`. `python -m tests.family`
writes the golden files.
"""

from __future__ import annotations

import sys
from pathlib import Path

import tests.conftest  # noqa: F401 - nobody's own settings, stars or diary count
from tests.runs import frame
from tests.runs.runs import RUNS

if __name__ == "__main__":
    folder, *names = sys.argv[1:]
    for name, frames in RUNS.items():
        if not names or name in names:
            path = Path(folder) / f"{name}.txt"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("\n".join(frame.whole(frames())) + "\n", encoding="utf-8")
