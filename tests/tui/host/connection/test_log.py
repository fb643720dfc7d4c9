"""The log of a host: one line for each event, repeated events are counted, and files are limited in
size.
"""

from __future__ import annotations

import logging
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.base.errors import FileFault
from engine.hosting import log
from engine.hosting.log import PERIOD, WRITTEN, CountingHandler, OneLine


class Kept(logging.Handler):
    """Collects the lines that are logged."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record).split(" ", 2)[2])


@pytest.fixture
def quiet() -> Iterator[None]:
    """Restore the loggers after the test."""
    before = [
        (each, each.handlers[:], each.propagate, each.level) for each in (log.LOG, log.LIBRARY)
    ]
    raising = logging.raiseExceptions
    yield
    logging.raiseExceptions = raising
    logging.captureWarnings(False)
    for logger, handlers, propagate, level in before:
        for handler in {*logger.handlers} - {*handlers}:
            handler.close()
        logger.handlers, logger.propagate = handlers, propagate
        logger.setLevel(level)


def record(message: str, *args: object, error: Exception | None = None) -> logging.LogRecord:
    told = (type(error), error, error.__traceback__) if error else None
    return logging.LogRecord("x", logging.WARNING, "", 0, message, args, told)


def test_what_is_repeated_is_said_a_few_times_and_then_counted() -> None:
    now, kept = [0.0], Kept()
    sparing = CountingHandler([kept], lambda: now[0])
    for number in range(1000):
        sparing.handle(record("%s could not sign in", f"nobody from 198.51.100.{number}"))
    sparing.handle(record("%s has signed in", "anna"))
    assert len(kept.lines) == WRITTEN + 1
    assert kept.lines[-1] == "anna has signed in"
    now[0] = PERIOD
    sparing.handle(record("%s has left", "anna"))
    assert kept.lines[WRITTEN + 1 :] == [
        f"{1000 - WRITTEN} more: ... could not sign in",
        "anna has left",
    ]
    sparing.flush()
    assert len(kept.lines) == WRITTEN + 3


def test_an_event_is_one_line_that_a_terminal_can_show() -> None:
    try:
        raise ValueError("over\nlines\x1b[2J")
    except ValueError as error:
        told = OneLine().format(record("it broke\nhere", error=error))
    assert told.endswith("it broke: ValueError: over?lines?[2J")


def test_a_log_file_is_replaced_before_it_is_large(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, quiet: None, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(log, "LARGEST", 2000)
    monkeypatch.setattr(log, "WRITTEN", 10_000)
    path = tmp_path / "logs" / "host.log"
    log.begin(path)
    for number in range(1000):
        log.LOG.info("the event number %d", number)
    files = sorted(path.parent.iterdir())
    assert len(files) == log.FILES + 1
    assert all(file.stat().st_size <= 2000 for file in files)
    assert "the event number 999" in path.read_text()
    logging.getLogger("asyncio").error("a task broke", exc_info=ValueError("so"))
    assert "Traceback" not in path.read_text()
    assert "a task broke: ValueError: so" in path.read_text()


def test_warnings_of_libraries_do_not_reach_the_owners_terminal(
    tmp_path: Path, quiet: None, capfd: pytest.CaptureFixture[str]
) -> None:
    log.begin(tmp_path / "host.log")
    kept, logger = Kept(), logging.getLogger("py.warnings")
    logger.addHandler(kept)
    try:
        warnings.warn("this cipher is old", DeprecationWarning, stacklevel=1)
    finally:
        logger.removeHandler(kept)
    assert "this cipher is old" in kept.lines[0]
    assert "this cipher is old" not in capfd.readouterr().err


def test_a_log_that_cannot_be_written_is_refused_and_a_full_disk_says_nothing_more(
    tmp_path: Path, quiet: None, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(FileFault, match=r"host\.log cannot be written: "):
        log.begin(tmp_path / "file" / "host.log")
    if not Path("/dev/full").exists():
        return
    log.begin(Path("/dev/full"))
    log.LOG.warning("something")
    assert "Traceback" not in capfd.readouterr().err
