"""A fault of the program on a host: one line in the log, and one file that tells more."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Iterable
from pathlib import Path

from engine.base.errors import WeatherGageError
from engine.base.tracing import trace
from tui.files import crash_file

LOG = logging.getLogger("weathergage.host")
FOLDER = "faults"
"""The folder of the fault files, in the host's own folder."""
MOST = 500
"""Places of the program whose files are remembered: more than it will ever fail at."""

_written: dict[tuple[Path, str], Path] = {}
"""The files of this process, by host folder and the place in the program that raised the error.
A client may cause one fault again and again: it has one file, so that it cannot push others out."""


def log_fault(  # noqa: PLR0913  (what a fault file tells)
    folder: Path,
    what: str,
    who: str,
    error: BaseException,
    size: tuple[int, int] = (0, 0),
    actions: Iterable[str] = (),
) -> None:
    """Log an error with the name of its fault file; `what` has a `%s` for `who` was concerned.

    `folder` is the host's. `size` is that of the terminal in columns and rows, 0 by 0 where there
    is none; `actions` are the last ones by name. An error that is a sentence for a person is no
    fault of the program, and leaves no file.
    """
    trace(error)
    path = None
    if not isinstance(error, WeatherGageError):
        place = folder, _place(error)
        path = _written.get(place)
        if (path is None or not path.exists()) and len(_written) < MOST:
            path = crash_file.leave(error, size, actions, folder / FOLDER)
            if path:
                _written[place] = path
    told = f"{in_a_line(error)}; what happened is told in {path}" if path else in_a_line(error)
    LOG.error(f"{what}: %s", who, told)


def in_a_line(error: BaseException) -> str:
    """Return what an error is, and where it was raised, as one line of a log."""
    return f"{type(error).__name__}{_place(error)}: {' '.join(str(error).split())}"


def _place(error: BaseException) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    return f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
