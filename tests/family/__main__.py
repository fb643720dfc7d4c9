"""Write all golden files of tests/family and tests/runs anew: what is said, decided, shown and
judged.

Read the diff.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import tests.conftest  # noqa: F401 - nobody's own settings, stars or diary count
from tests.family import cells, decided, judged, keys, lines, moments, records
from tests.family.systems import IDS, told
from tests.runs.frame import golden
from tests.runs.runs import RUNS

KEPT = Path(__file__).parent.parent / "frozen"


def written() -> Iterator[tuple[Path, list[str]]]:
    """Yield (golden file, its lines as they are now)."""
    for name in IDS:
        yield KEPT / f"lines_{name}.txt", list(lines.lines(told(name)))
    for name in IDS:
        yield KEPT / f"decided_{name}.txt", list(decided.lines(name))
    for name in IDS:
        yield KEPT / f"judged_{name}.txt", list(judged.lines(name))
        yield KEPT / f"scenes_{name}.txt", list(cells.scenes(name))
    for name in IDS:
        yield KEPT / f"records_{name}.txt", list(records.lines(name))
    for name in moments.MOMENTS:
        yield KEPT / f"moments_{name}.txt", list(moments.lines(name))
        yield KEPT / f"cells_{name}.txt", list(cells.lines(name))
    for name in keys.WALKS:
        yield KEPT / f"keys_{name.replace(', ', '_').replace(' ', '_')}.txt", list(keys.lines(name))
    for name, frames in RUNS.items():
        yield KEPT / "runs" / f"{name}.txt", list(golden(frames()))


if __name__ == "__main__":
    for path, now in written():
        path.write_text("\n".join(now) + "\n", encoding="utf-8")
