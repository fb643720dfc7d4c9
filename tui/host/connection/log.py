"""The host's log: one line an event, a repeated event counted, files of bounded size.

Whoever can make the host say something can make it say that without end, so of each kind of
event only the first few in a minute are written as they are; the others are counted.
"""

from __future__ import annotations

import logging
import sys
from collections import Counter
from collections.abc import Callable
from logging.handlers import RotatingFileHandler
from pathlib import Path
from time import monotonic

from engine.base.errors import FileFault

LOG = logging.getLogger("weathergage.host")
LIBRARY = logging.getLogger("asyncio")
"""Says what goes wrong below the host, with tracebacks unless they are left out."""
SPELL = 60.0
"""Seconds in which events of one kind are counted."""
AS_THEY_ARE = 10
"""Events of one kind that are written within that time."""
LARGEST, FILES = 2_000_000, 5
"""Bytes of a log file, and how many older ones are kept beside it."""


def begin(path: Path | None = None) -> None:
    """Write the log to stderr, and with a path into a file too; `FileFault` when it cannot be."""
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
    sparing = Sparing(handlers)
    for logger in (LOG, LIBRARY):
        logger.handlers = [sparing]
        logger.propagate = False
    LOG.setLevel(logging.INFO)
    LIBRARY.setLevel(logging.WARNING)


def end() -> None:
    """Write what has been counted and not yet said."""
    for handler in LOG.handlers:
        handler.flush()


class OneLine(logging.Formatter):
    """The time, and what happened, in one line that a terminal can show."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(message)s", "%Y-%m-%d %H:%M:%S")

    def format(self, record: logging.LogRecord) -> str:
        """Return the line; of an exception only what it is."""
        told = record.getMessage().partition("\n")[0]
        error = record.exc_info[1] if record.exc_info else None
        if error:
            told = f"{told}: {type(error).__name__}: {error}"
        text = f"{self.formatTime(record, self.datefmt)} {told}"
        return "".join(sign if sign.isprintable() else "?" for sign in text)


class Sparing(logging.Handler):
    """Hands events on; of many of a kind, which have the same wording, the first and a count."""

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
        """Write an event, or count it."""
        if self._clock() - self._since >= SPELL:
            self.flush()
        kind = str(record.msg)
        self._counts[kind] += 1
        if self._counts[kind] <= AS_THEY_ARE:
            self._write(record)

    def flush(self) -> None:
        """Say how many events were only counted, and begin to count anew."""
        counts, self._counts = self._counts, Counter()
        self._since = self._clock()
        for kind, count in counts.items():
            if count > AS_THEY_ARE:
                told = kind.replace("%s", "...").replace("%d", "...")
                more = count - AS_THEY_ARE
                self._write(LOG.makeRecord(LOG.name, logging.INFO, "", 0,
                                           "%d more: %s", (more, told), None))  # fmt: skip

    def _write(self, record: logging.LogRecord) -> None:
        for handler in self._handlers:
            handler.handle(record)
