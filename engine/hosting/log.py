"""The host's log: one line for each event, rate-limited, in files of bounded size.

A client that can cause a line once can cause it endlessly, so only the first few events of a kind
in a minute are written, and further events are only counted. A bug is also logged as one line,
which names a file with its traceback.
"""

from __future__ import annotations

import logging
import sys
import traceback
from collections import Counter
from collections.abc import Callable, Iterable
from logging.handlers import RotatingFileHandler
from pathlib import Path
from time import monotonic

from engine.base.errors import FileFault, WeatherGageError, print_traceback
from engine.files import crash_file

LOG = logging.getLogger("weathergage.host")
LIBRARY = logging.getLogger("asyncio")
"""The logger of asyncio; this module suppresses its tracebacks."""
PERIOD = 60.0
"""Seconds over which events of one kind are counted."""
WRITTEN = 10
"""At most this many events of one kind are written in a period; further events are counted."""
LARGEST, FILES = 2_000_000, 5
"""The maximum size of a log file in bytes, and the number of older files that are kept."""
FAULTS = "faults"
"""The folder of crash files, inside the host's folder."""
MOST = 500
"""The most places in the program whose crash files are remembered, a limit that should never be
reached."""

_written: dict[tuple[Path, str], Path] = {}
"""{(host's folder, place in the program that raised an error): the crash file written for it}, in
this process. An error that a client causes repeatedly has one file, so that it cannot displace
other crash files."""


def begin(path: Path | None = None) -> None:
    """Begin to write the log to stderr, and also to the file `path` if one is given.

    Raises `FileFault` when the file cannot be written.
    """
    logging.raiseExceptions = False  # a full disk must not fill stderr with tracebacks
    logging.captureWarnings(True)
    handlers: list[logging.Handler] = [logging.StreamHandler(sys.__stderr__)]
    if path:
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            handlers.append(
                RotatingFileHandler(path, maxBytes=LARGEST, backupCount=FILES, encoding="utf-8")
            )
        except OSError as error:
            why = (error.strerror or "").lower()
            raise FileFault(f"{path} cannot be written: {why}") from None
    counting = CountingHandler(handlers)
    for logger in (LOG, LIBRARY):
        logger.handlers = [counting]
        logger.propagate = False
    LOG.setLevel(logging.INFO)
    LIBRARY.setLevel(logging.WARNING)


def end() -> None:
    """End the log.

    How many events were only counted is written first.
    """
    for handler in LOG.handlers:
        handler.flush()


class OneLine(logging.Formatter):
    """Formats a record as one line without control characters: the time and the message."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(message)s", "%Y-%m-%d %H:%M:%S")

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, with the type and text of an exception and no traceback."""
        wording = record.getMessage().partition("\n")[0]
        error = record.exc_info[1] if record.exc_info else None
        if error:
            wording = f"{wording}: {type(error).__name__}: {error}"
        text = f"{self.formatTime(record, self.datefmt)} {wording}"
        return "".join(sign if sign.isprintable() else "?" for sign in text)


class CountingHandler(logging.Handler):
    """Forwards the first few records of a kind in a period, and counts the others."""

    def __init__(
        self, handlers: list[logging.Handler], clock: Callable[[], float] = monotonic
    ) -> None:
        super().__init__()
        self._handlers = handlers
        self._clock = clock
        self._since = clock()
        self._counts: Counter[str] = Counter()
        for handler in handlers:
            handler.setFormatter(OneLine())

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record; if many of its kind have come in this period, only count it."""
        if self._clock() - self._since >= PERIOD:
            self.flush()
        kind = str(record.msg)
        self._counts[kind] += 1
        if self._counts[kind] <= WRITTEN:
            self._write(record)

    def flush(self) -> None:
        """Write how many records of each kind were only counted, and reset the counters."""
        counts, self._counts = self._counts, Counter()
        self._since = self._clock()
        for kind, count in counts.items():
            if count > WRITTEN:
                text = kind.replace("%s", "...").replace("%d", "...")
                more = count - WRITTEN
                self._write(LOG.makeRecord(LOG.name, logging.INFO, "", 0,
                                           "%d more: %s", (more, text), None))  # fmt: skip

    def _write(self, record: logging.LogRecord) -> None:
        for handler in self._handlers:
            handler.handle(record)


def log_fault(  # noqa: PLR0913  (what a fault file tells)
    folder: Path,
    what: str,
    who: str,
    error: BaseException,
    size: tuple[int, int] = (0, 0),
    actions: Iterable[str] = (),
) -> None:
    """Log an error in one line, with the name of its crash file.

    In `what`, `%s` stands for the person `who`. `folder` is the host's folder. `size` is the size
    of the terminal in columns and rows, (0, 0) without a terminal; `actions` are the names of the
    person's latest actions. A `WeatherGageError` is a message for a person and not a bug, so it
    gets no crash file.
    """
    print_traceback(error)
    path = None
    if not isinstance(error, WeatherGageError):
        place = folder, _place(error)
        path = _written.get(place)
        if (path is None or not path.exists()) and len(_written) < MOST:
            path = crash_file.write_crash_file(error, size, actions, folder / FAULTS)
            if path:
                _written[place] = path
    told = f"{error_line(error)}; details are in {path}" if path else error_line(error)
    LOG.error(f"{what}: %s", who, told)


def error_line(error: BaseException) -> str:
    """Return an error and the place where it was raised, as one log line."""
    return f"{type(error).__name__}{_place(error)}: {' '.join(str(error).split())}"


def _place(error: BaseException) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    return f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
