"""The scorebook: a file that keeps the result of every battle of a match as it ends.

The first line names the match and what its results hang on, each other line is one
result. A line is on disk before `add` returns. A last line that is not whole (a stop
in mid-write) is dropped: that battle is fought again, with the same result.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Any

import msgspec

from engine.errors import FileFault
from engine.simulation.match import Fought, Match
from engine.simulation.stamp import Stamp, difference, stamp

try:
    import fcntl
except ImportError:  # this system has no such locks; two writers are then not told apart
    fcntl = None  # type: ignore[assignment]

FORMAT = 1
OTHERWISE = ("created", "data")
"""What of a match may be another the next time: the stamp says what the records are."""


class Head(msgspec.Struct, frozen=True):
    """The first line."""

    results: int
    """The format of the file."""
    match: dict[str, Any]
    stamp: Stamp


_read_head = msgspec.json.Decoder(Head).decode
_read_line = msgspec.json.Decoder(Fought).decode


class Scorebook:
    """A file of results that is open for more, under the writer's lock."""

    def __init__(self, path: Path | str, match: Match) -> None:
        """Open the results of a match, or begin them.

        `FileFault`: it keeps another match, is no such file, is damaged, or is in use.
        """
        self.path = Path(path)
        self.results: dict[int, Fought] = {}
        """What was fought, by number."""
        here = Head(FORMAT, _plain(match), stamp(match))
        try:
            self._descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
        except (OSError, ValueError) as error:
            raise self._unusable(error) from None
        try:
            if not stat.S_ISREG(os.fstat(self._descriptor).st_mode):
                raise FileFault(f"{self.path} is not a regular file")
            self._lock()
            self._read(here)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Scorebook:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def add(self, fought: Fought) -> None:
        """Keep a result, and return when it is on disk."""
        self._put(msgspec.json.encode(fought) + b"\n")
        self.results[fought.number] = fought

    def close(self) -> None:
        """Close the file and give up the lock."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    # Inside ----------------------------------------------------------------------------

    def _read(self, here: Head) -> None:
        """Take in what the file has, less a torn end; an empty one is begun."""
        data = b"".join(iter(lambda: os.read(self._descriptor, 1 << 20), b""))
        whole = data[: data.rfind(b"\n") + 1]
        first, *lines = whole.splitlines() or [b""]
        if data and not data.startswith(b'{"results":'[: len(data)]):
            raise FileFault(f"{self.path} is not a file of results")
        os.ftruncate(self._descriptor, len(whole))
        if not whole:
            self._put(msgspec.json.encode(here) + b"\n")
            return
        self._compare(first, here)
        for number, line in enumerate(lines, 2):
            try:
                fought = _read_line(line)
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
                raise FileFault(f"{self.path}: line {number} is damaged") from None
            self.results.setdefault(fought.number, fought)

    def _compare(self, line: bytes, here: Head) -> None:
        """Refuse the results of another match, or of one fought under other conditions."""
        try:
            there = _read_head(line)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            raise FileFault(f"{self.path}: line 1 is damaged or of another format") from None
        if there.results != FORMAT:
            raise FileFault(f"{self.path} has format {there.results}, this program has {FORMAT}")
        for key in {**here.match, **there.match}:
            kept, wanted = there.match.get(key), here.match.get(key)
            if kept != wanted:
                differs = f"{key} is {_words(kept)} there, {_words(wanted)} here"
                raise FileFault(f"{self.path} keeps the results of another match: {differs}")
        differs = difference(there.stamp, here.stamp)
        if differs:
            raise FileFault(f"{self.path} keeps results that would not be the same now: {differs}")

    def _put(self, data: bytes) -> None:
        end = os.fstat(self._descriptor).st_size
        try:
            rest = data
            while rest:
                rest = rest[os.write(self._descriptor, rest) :]
            os.fsync(self._descriptor)
        except BaseException as error:
            os.ftruncate(self._descriptor, end)
            if isinstance(error, OSError):
                raise self._unusable(error) from None
            raise

    def _lock(self) -> None:
        if fcntl is None:
            return
        try:
            # Of this process alone: those that it starts do not hold the lock after its end.
            fcntl.lockf(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except (BlockingIOError, PermissionError):
            raise FileFault(f"{self.path} is being written by another simulation") from None
        except OSError:  # a file system without locks
            return

    def _unusable(self, error: OSError | ValueError) -> FileFault:
        reason = (error.strerror if isinstance(error, OSError) else None) or "not a usable path"
        return FileFault(f"{self.path} cannot be kept: {reason.lower()}")


def _plain(match: Match) -> dict[str, Any]:
    """Return a match as plain data, as a file gives it back."""
    known: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(match))
    return {key: value for key, value in known.items() if key not in OTHERWISE}


def _words(value: Any) -> str:
    """Return a value of a match in words: a name as it is, options as `squadrons a b`."""
    if isinstance(value, dict):
        return " ".join(f"{key} {_words(each)}" for key, each in value.items()) or "none"
    if isinstance(value, list):
        return " ".join(map(_words, value))
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)
