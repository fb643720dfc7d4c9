"""Where exports are kept, and how one is written."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from engine.base.errors import FileFault
from engine.base.reading import unusable

MOST = 1000
"""Files of one name, told apart by numbers, at most."""
FOLDER = "exports"
"""The folder of exports beside the battles."""


def written_to(path: Path, content: str) -> Path:
    """Write a text into a new file and return its path; `FileFault` when that fails.

    Where a file of that name is there already, the new one has a number behind it.
    """
    names = (path, *(path.with_stem(f"{path.stem}-{number}") for number in range(2, MOST)))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        for name in names:
            with suppress(FileExistsError), name.open("x", encoding="utf-8") as file:
                file.write(content)
                return name
    except OSError as error:
        unusable(path, "be written", error)
    raise FileFault(f"{path} and {MOST - 2} more of that name are there already")
