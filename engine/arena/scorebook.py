"""The scorebook: a file with the result of each battle, and a fingerprint of everything that the
results depend on.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import msgspec

from engine import __version__
from engine.arena.match import BattleResult, Match
from engine.base.errors import FileFault, reason
from engine.base.files import AT_ONCE, PLAIN, UNREADABLE, decode_fault, must_be_regular
from engine.base.hashes import digest
from engine.kernel.appended import AppendOnlyFile, Lines
from engine.kernel.codec import codec
from engine.kernel.locks import lock_alone
from engine.kernel.registry import system

# Everything that the results of a match depend on besides the match itself: versions, records,
# set-up.


class Stamp(msgspec.Struct, frozen=True, kw_only=True):
    """A fingerprint: if two machines compute the same stamp for a match, they compute the same
    results.
    """

    program: str
    """The version of the program."""
    rules: str
    data: str
    start: str
    """A hash of the initial state of the match. Squadron files change the initial state, so they
    change this hash too."""


def stamp(match: Match) -> Stamp:
    """Return the stamp of a match on this machine.

    Raises `SetUpFault` or `FileFault` when it cannot be set up.
    """
    game = system(match.game)
    start = game.set_up(match.scenario, match.options)
    return Stamp(
        program=__version__,
        rules=game.rules_version,
        data=game.data_version,
        start=codec(game).hash(start),
    )


def difference(there: Stamp, here: Stamp) -> str:
    """Return in words the first difference between two stamps; '' when they are equal.

    Causes are compared before their effects: another program may have other rules, and other rules
    may have other records.
    """
    if there.program != here.program:
        return f"Weather Gage {there.program} instead of {here.program}"
    if there.rules != here.rules:
        return f"version {there.rules} of the rules instead of {here.rules}"
    if there.data != here.data:
        return f"records {there.data} instead of {here.data}"
    return "other squadrons or another set-up" if there.start != here.start else ""


# The scorebook: a JSON Lines file with the result of each battle of a match.
#
# The first line names the match and what its results depend on; every other line is one result. A
# line is on disk before `add` returns. An incomplete last line, left by a program that stopped
# while writing, is dropped; its battle is run again, with the same result.


FORMAT = 1
LARGEST = 256 * 1024 * 1024
"""The maximum size of a file of results in bytes; the result of a battle has a few hundred."""
LONGEST = 1024 * 1024
"""The maximum length of a line in bytes, so that a forged file cannot fill the memory."""
MOST = 1_000_000
"""The maximum number of results in a file."""
OTHERWISE = ("created", "data")
"""Fields of a match that may differ when the match is resumed: its date, and the folder of the
records, whose content the stamp covers."""


class Head(msgspec.Struct, frozen=True):
    """The first line of a file of results."""

    results: int
    """The version of the file's format."""
    match: dict[str, Any]
    stamp: Stamp


_read_head = msgspec.json.Decoder(Head).decode
_read_line = msgspec.json.Decoder(BattleResult).decode


class Scorebook:
    """A file of results, open for appending under the writer's lock."""

    def __init__(self, path: Path | str, match: Match) -> None:
        """Open the results of a match, or create the file.

        Raises `FileFault` when the file has another match, is of another kind, is damaged, or
        is in use.
        """
        self.results: dict[int, BattleResult] = {}
        """{number of a battle: its result}."""
        self.notice = ""
        """A message about the file for the user; '' for none."""
        known: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(match))
        self._head = (
            msgspec.json.encode(
                Head(
                    FORMAT,
                    {key: value for key, value in known.items() if key not in OTHERWISE},
                    stamp(match),
                )
            )
            + b"\n"
        )
        path = Path(path)
        flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | AT_ONCE | PLAIN
        try:
            descriptor = os.open(path, flags, 0o644)
        except (OSError, ValueError) as error:
            raise FileFault(f"{path} cannot be kept: {reason(error)}") from None
        self._file = AppendOnlyFile(path, descriptor, lock_alone, _mark)
        try:
            must_be_regular(path, descriptor)
            lock_alone(path, descriptor)
            self._read(_read_head(self._head))
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Scorebook:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    @property
    def path(self) -> Path:
        """The path of the file; it changes when the results had to be written to another file."""
        return self._file.path

    def add(self, fought: BattleResult) -> None:
        """Append a result, and return when it is on disk.

        If others deleted, moved or changed the file, all results are written to a new file beside
        the old path; `path` and `notice` then change.
        """
        if len(self.results) == MOST:
            raise FileFault(f"{self.path} has {MOST} results, the most that a file may have")
        line = _line(fought)

        def everything() -> Lines:
            return _marked([self._head, *map(_line, self.results.values()), line])

        moved = self._file.append(_marked([line], self._file.mark), everything)
        self.notice = moved or self.notice
        self.results[fought.number] = fought

    def close(self) -> None:
        """Close the file and release the writer's lock."""
        self._file.close()

    # Inside ----------------------------------------------------------------------------

    def _read(self, here: Head) -> None:  # noqa: PLR0912  (one branch a fault)
        """Read the results from the file, or write the first line of an empty file.

        An incomplete last line is cut off; that battle is fought again.
        """
        if self._file.size > LARGEST:
            raise FileFault(f"{self.path} is too large for a file of results")
        torn = 0
        for number, line in enumerate(self._file.lines(LONGEST), 1):
            if number == 1 and not line.startswith(b'{"results":'[: len(line)]):
                raise FileFault(f"{self.path} is not a file of results")
            if not line.endswith(b"\n") and len(line) <= LONGEST:
                torn = len(line)
                break
            if len(line) > LONGEST or number > MOST + 1:
                raise FileFault(
                    f"{self.path}: line {number} is too long, or beyond the most lines allowed"
                )
            if number == 1:
                # The file may hold the results of another match, or of other rules or records.
                try:
                    there = _read_head(line)
                except UNREADABLE as error:
                    what = f"line 1 is damaged or of another format ({decode_fault(error)})"
                    raise FileFault(f"{self.path}: {what}") from None
                if there.results != FORMAT:
                    raise FileFault(
                        f"{self.path} has format {there.results}, this program has {FORMAT}"
                    )
                for key in {**here.match, **there.match}:
                    kept, wanted = there.match.get(key), here.match.get(key)
                    if kept != wanted:
                        differs = f"its {key} is {_words(kept)}, not {_words(wanted)}"
                        raise FileFault(f"{self.path} has the results of another match: {differs}")
                differs = difference(there.stamp, here.stamp)
                if differs:
                    raise FileFault(
                        f"{self.path} has results that would differ now, because they come from "
                        f"{differs}; name another file"
                    )
            else:
                # Add the result of a line; if two have the same number, the first counts.
                try:
                    fought = _read_line(line)
                except UNREADABLE as error:
                    raise FileFault(
                        f"{self.path}: line {number} is damaged ({decode_fault(error)})"
                    ) from None
                self.results.setdefault(fought.number, fought)
            self._file.take(line, _mark(line, self._file.mark))
        self._file.truncate()
        if torn:
            left = f"{torn} bytes are left out, and the battle of that line is fought again"
            self.notice = f"the last line of {self.path} was not whole: {left}"
        if not self._file.end:
            self._file.append(_marked([self._head]), lambda: _marked([self._head]))


def _line(fought: BattleResult) -> bytes:
    return msgspec.json.encode(fought) + b"\n"


def _mark(line: bytes, before: bytes) -> bytes:
    """Return a hash of a line and all lines before it."""
    return digest(before + line)


def _marked(lines: list[bytes], mark: bytes = b"") -> Lines:
    """Return lines to append, with a hash of all lines of the file up to the last of them.

    `mark` is the hash up to the line before the first one.
    """
    for line in lines:
        mark = _mark(line, mark)
    return Lines(lines, mark)


def _words(value: Any) -> str:
    """Return a value of a match as words: a name unchanged, options as `squadrons a b`."""
    if isinstance(value, dict):
        return " ".join(f"{key} {_words(each)}" for key, each in value.items()) or "none"
    if isinstance(value, list):
        return " ".join(map(_words, value))
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)
