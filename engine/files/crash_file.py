"""The crash file that the program writes when a bug stops it; it contains no secrets.

The traceback in it has lines of this program but no values of variables. Quoted words and long
numbers are removed from the error's text, because a card, a seed or a secret word may be among
them.
"""

from __future__ import annotations

import platform
import re
import sys
import traceback
from collections.abc import Iterable
from datetime import datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from engine import __version__
from engine.base import files
from engine.base.errors import FileFault
from engine.files.own_folders import is_nowhere, state_folder

NAME = "crash_{:%Y-%m-%d_%H%M%S}_{}.txt"
KEPT = 20
"""At most this many crash files are kept; the oldest are deleted."""
SECRET = re.compile(r"""'[^']*'|"[^"]*"|\b[0-9a-fA-F]{12,}\b|\d{5,}""")
"""Matches parts of an error's text that may be secret."""


def write_crash_file(
    error: BaseException,
    size: tuple[int, int],
    actions: Iterable[str],
    folder: Path | None = None,
) -> Path | None:
    """Write the crash file and return its path; None where it cannot be written.

    `size` is the size of the terminal in columns and rows, `actions` are the names of the latest
    actions. The default folder is the program's state folder.
    """
    folder = state_folder() if folder is None else folder
    if is_nowhere(folder):
        return None
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        before = sorted(folder.glob("crash_*.txt"))
        for old in before[: max(0, len(before) - KEPT + 1)]:
            old.unlink(missing_ok=True)
        now = datetime.now()
        paths = (folder / NAME.format(now, number) for number in range(1, 1000))
        path = next(path for path in paths if not path.exists())
        rows = (
            f"Weather Gage {__version__}",
            f"Python {platform.python_version()}, textual {_version('textual')}, "
            f"rich {_version('rich')}, msgspec {_version('msgspec')}",
            f"{platform.system()} {platform.release()} {platform.machine()}",
            f"terminal {size[0]} by {size[1]}" if all(size) else "no terminal",
            f"last actions: {', '.join(actions) or 'none'}",
            "",
            *_traceback(error),
        )
        files.write(path, "".join(f"{row}\n" for row in rows).encode("utf-8", "replace"))
    except (FileFault, OSError):
        return None
    return path


def _traceback(error: BaseException) -> Iterable[str]:
    """Yield the lines of a traceback, the original cause first."""
    cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if cause is not None:
        yield from _traceback(cause)
        yield "and then:"
    for line in traceback.format_tb(error.__traceback__):
        yield from _at_home(line).rstrip().splitlines()
    yield f"{type(error).__name__}: {SECRET.sub('...', _at_home(str(error)))[:500]}"


def _at_home(text: str) -> str:
    """Return a text with its paths shortened, because a folder may have a person's name."""
    for folder, sign in ((str(Path(__file__).parents[2]), "."), (sys.prefix, "PYTHON")):
        text = text.replace(folder, sign)
    try:
        return text.replace(str(Path.home()), "~")
    except RuntimeError:
        return text


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "unknown"
