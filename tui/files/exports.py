"""Where exports are kept, and how one is written."""

from __future__ import annotations

from pathlib import Path

from engine.base.errors import FileFault

FOLDER = "exports"
"""The folder of exports beside the battles."""


def written_to(path: Path, content: str) -> Path:
    """Write a text and return its path; `FileFault` when that fails."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    except OSError as error:
        raise FileFault(f"{path} cannot be written: {(error.strerror or '').lower()}") from None
    return path
