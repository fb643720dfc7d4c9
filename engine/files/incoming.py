"""Received letters as files: where to look for them, and parsing a typed file name."""

from __future__ import annotations

import os
import re
from pathlib import Path

LONGEST_PATH = 4096
PLACES = (".", "~", "~/Downloads", "~/Desktop")
"""The folders in which letters are looked for."""
LISTED = 200
"""The most files with letters that are listed, the latest first."""
LIKE_A_LETTER = re.compile(r"[^.].*\.mail(?![a-z]).*", re.I)
"""Matches names of letters, also as mail programs save them: `x.mail.txt`, `x.mail (1)`."""


def named_file(text: str) -> Path | None:
    """Return the file that a typed or dropped text names; None where it names none.

    Terminals quote a dropped name, escape its spaces or write it as a `file://` URL.
    """
    text = text.strip()
    if not 0 < len(text) <= LONGEST_PATH or "\n" in text:
        return None
    if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"":
        text = text[1:-1]
    path = Path(os.path.expanduser(text.removeprefix("file://").replace("\\ ", " ")))
    try:
        named = LIKE_A_LETTER.fullmatch(path.name) or text[0] in "/~." or path.is_file()
    except (OSError, ValueError):
        return None
    return path if named else None


def letters_here() -> list[Path]:
    """Return files with a letter's name in the usual download folders, latest first."""
    found: dict[Path, float] = {}
    for place in PLACES:
        folder = Path(os.path.expanduser(place))
        try:
            paths = [path for path in folder.iterdir() if LIKE_A_LETTER.fullmatch(path.name)]
            found |= {path: path.stat().st_mtime for path in paths if path.is_file()}
        except OSError:
            continue
    return sorted(found, key=lambda path: found[path], reverse=True)[:LISTED]


def shortened(folder: Path) -> str:
    """Return a folder in its most readable form, relative to the home."""
    home = Path.home()
    return f"~/{folder.relative_to(home)}" if folder.is_relative_to(home) else str(folder)
