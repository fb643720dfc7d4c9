"""Write down what is said and shown of each kind of event and command, to be read and kept."""

from __future__ import annotations

from pathlib import Path

from tests.family.lines import lines
from tests.family.systems import IDS, told

KEPT = Path(__file__).parent.parent / "frozen"


def kept(name: str) -> Path:
    """Return the file of a system."""
    return KEPT / f"lines_{name}.txt"


if __name__ == "__main__":
    for each in IDS:
        kept(each).write_text("\n".join(lines(told(each))) + "\n", encoding="utf-8")
