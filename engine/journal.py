"""The battle file: a header and one JSON line an entry, appended and never altered.

Each line ends in a checksum chained to the line before. A line is on disk before
`append` returns. A last line without its end (a power cut in mid-write) is dropped
with a notice; damage anywhere else is refused with its line number.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn

import msgspec

from engine.checksum import seal, unseal
from engine.errors import FileFault
from engine.fair import Fairness

try:
    import fcntl
except ImportError:  # this system has no such locks; two writers are then not told apart
    fcntl = None  # type: ignore[assignment]

FORMAT = 1
LARGEST = 256 * 1024 * 1024
KINDS = ("command", "undo", "redo", "take_back", "note", "bookmark", "chat", "reveal")
RECOVER = "--recover opens everything before it as a new battle"

NOTHING = msgspec.Raw()
_sync = getattr(os, "fdatasync", os.fsync)
_PLAIN = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)


class Parent(msgspec.Struct, frozen=True):
    """The battle that a fork or a recovery left, and after which of its commands."""

    path: str
    id: str
    entry: int


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """The first line: versions of format, rules and data, the seed, and the state at the start."""

    format: int = FORMAT
    game: str
    rules: str
    data: str
    id: str = ""
    title: str = ""
    created: str = ""
    scenario: str = ""
    seed: int = 0
    options: dict[str, Any] = {}
    parent: Parent | None = None
    fairness: Fairness | None = None
    """How the seed was made, where it is not written here but revealed at the end."""
    start: msgspec.Raw = NOTHING


class Entry(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A line: what was commanded and what followed, or an undo, a redo, a note."""

    n: int
    kind: str
    at: int
    """How many commands stand applied after this entry."""
    seat: str = ""
    command: msgspec.Raw = NOTHING
    events: msgspec.Raw = NOTHING
    text: str = ""
    hash: str = ""
    """The state's hash, when the turn has changed."""
    state: msgspec.Raw = NOTHING
    """The whole state, every few dozen events, so that any jump is instant."""


class Damage(FileFault):
    """A line of a battle file that is not as it was written."""

    def __init__(self, path: Path | str, line: int, what: str) -> None:
        self.line = line
        super().__init__(f"{path}: line {line} {what}; {RECOVER}")


def recovered(damage: Damage) -> str:
    """Return the notice of a file that was read up to its first damage."""
    return f"line {damage.line} is damaged; what comes before it was recovered"


class _Envelope(msgspec.Struct, frozen=True):
    """What can be read of a header of any version."""

    format: int


_read_envelope = msgspec.json.Decoder(_Envelope).decode
_read_header = msgspec.json.Decoder(Header).decode
_read_entry = msgspec.json.Decoder(Entry).decode


class Journal:
    """A battle file that is open for reading, or for appending under the writer's lock."""

    def __init__(self, path: Path, descriptor: int, header: Header, writable: bool) -> None:
        self.path = path
        self.header = header
        self.entries: list[Entry] = []
        self.notice = ""
        self.writable = writable
        self._descriptor = descriptor
        self._chain = b""
        self._end = 0

    @classmethod
    def create(cls, path: Path | str, header: Header) -> Journal:
        """Start a new file and take its writer's lock; `FileFault` when the path is taken."""
        path = Path(path)
        flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_APPEND | _PLAIN
        try:
            if not path.parent.exists():
                path.parent.mkdir(parents=True)
            descriptor = os.open(path, flags, 0o644)
        except (OSError, ValueError) as error:
            _unusable(path, "be created", error)
        journal = cls(path, descriptor, header, writable=True)
        try:
            _lock(path, descriptor)
            journal._write(msgspec.json.encode(header))
            _sync_folder(path.parent)
        except BaseException:
            journal.close()
            with suppress(OSError):
                path.unlink(missing_ok=True)
            raise
        return journal

    @classmethod
    def open(cls, path: Path | str, write: bool = True, recover: bool = False) -> Journal:
        """Open a file and check every line; `recover` reads up to the first damage.

        Raises `FileFault`: not a battle file, a newer format, a damaged line, another writer.
        """
        path, write = Path(path), write and not recover
        descriptor = _descriptor(path, write)
        try:
            if write:
                _lock(path, descriptor)
            return cls._opened(path, descriptor, write, recover)
        except BaseException:
            os.close(descriptor)
            raise

    @classmethod
    def _opened(cls, path: Path, descriptor: int, write: bool, recover: bool) -> Journal:
        data = _content(path, descriptor)
        first, newline, rest = data.partition(b"\n")
        header, chain = _header(path, first, bool(newline))
        journal = cls(path, descriptor, header, write)
        journal._chain = chain
        journal._end = len(first) + len(newline)
        try:
            tail = journal._take(rest)
        except Damage as damage:
            if not recover:
                raise
            journal.notice = recovered(damage)
            return journal
        if tail:
            journal.notice = f"the last line of {path} was not whole and is left out"
        if write and len(data) != journal._end:
            os.ftruncate(descriptor, journal._end)
        if write and not data[: journal._end].endswith(b"\n"):
            journal._put(b"\n")
        return journal

    def refresh(self) -> tuple[Entry, ...]:
        """Return the entries that another process has appended since, in a file open to read."""
        known = len(self.entries)
        os.lseek(self._descriptor, self._end, os.SEEK_SET)
        data = _read_all(self._descriptor)
        self._take(data[: data.rfind(b"\n") + 1])
        return tuple(self.entries[known:])

    def append(self, entry: Entry) -> None:
        """Write an entry and return when it is on disk; `FileFault` leaves the file as it was."""
        self._write(msgspec.json.encode(entry))
        self.entries.append(entry)

    def extend(self, entries: list[Entry]) -> None:
        """Write many entries at once, for a fork."""
        lines = []
        chain = self._chain
        for entry in entries:
            line, chain = seal(msgspec.json.encode(entry), chain)
            lines.append(line + b"\n")
        self._put(b"".join(lines))
        self._chain = chain
        self.entries += entries

    def close(self) -> None:
        """Close the file and give up the lock."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def _write(self, body: bytes) -> None:
        line, chain = seal(body, self._chain)
        self._put(line + b"\n")
        self._chain = chain

    def _put(self, data: bytes) -> None:
        """Append bytes to the disk, all or none."""
        if not self.writable or self._descriptor < 0:
            raise FileFault(f"{self.path} is open for watching, not for writing")
        if os.fstat(self._descriptor).st_size != self._end:
            raise FileFault(f"{self.path} was changed by another program; open it again")
        try:
            rest = data
            while rest:
                rest = rest[os.write(self._descriptor, rest) :]
            _sync(self._descriptor)
        except BaseException as error:
            with suppress(OSError):  # then the file is seen to have changed before the next entry
                os.ftruncate(self._descriptor, self._end)
            if isinstance(error, OSError):
                _unusable(self.path, "be written", error)
            raise
        self._end += len(data)

    def _take(self, data: bytes) -> bytes:
        """Read the lines of `data`; return the last one if it is not whole."""
        lines = data.split(b"\n")
        tail = lines.pop()
        for line in lines:
            self._take_line(line, b"\n")
        if tail and unseal(tail, self._chain) is not None:
            self._take_line(tail, b"")
            return b""
        return tail

    def _take_line(self, line: bytes, newline: bytes) -> None:
        number = len(self.entries) + 2
        chain = unseal(line, self._chain)
        if chain is None:
            raise Damage(self.path, number, "is damaged (its checksum does not match)")
        try:
            entry = _read_entry(line)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            raise Damage(self.path, number, "is not an entry of a battle") from None
        if entry.kind not in KINDS:
            raise Damage(self.path, number, "is an entry of a kind that is not known here")
        if entry.n != number - 1:
            raise Damage(self.path, number, f"is entry {entry.n} where {number - 1} belongs")
        self.entries.append(entry)
        self._chain = chain
        self._end += len(line) + len(newline)


def _header(path: Path, line: bytes, whole: bool) -> tuple[Header, bytes]:
    """Return the header and its checksum; the version is looked at before anything else."""
    if not line and not whole:
        raise FileFault(f"{path} is empty, so there is no battle in it")
    if not line.startswith(b'{"format":'):
        raise FileFault(f"{path} is not a battle file")
    try:
        version = _read_envelope(line).format
        if version > FORMAT:
            raise FileFault(
                f"{path} has format {version}, newer than format {FORMAT} of this Weather Gage"
            )
        chain = unseal(line, b"")
        if chain is not None and version == FORMAT:
            return _read_header(line), chain
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        pass
    raise FileFault(f"{path}: line 1 is damaged, so the battle cannot be opened")


def _descriptor(path: Path, write: bool) -> int:
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            raise FileFault(f"{path} is a directory, not a battle file")
        if not stat.S_ISREG(mode):
            raise FileFault(f"{path} is not a regular file")
        flags = (os.O_RDWR | os.O_APPEND) if write else os.O_RDONLY
        return os.open(path, flags | _PLAIN)
    except PermissionError:
        if write and os.access(path, os.R_OK):
            raise FileFault(f"{path} may not be written (permission denied); watch it") from None
        raise FileFault(f"{path} cannot be read: permission denied") from None
    except (OSError, ValueError) as error:
        _unusable(path, "be opened", error)


def _content(path: Path, descriptor: int) -> bytes:
    if os.fstat(descriptor).st_size > LARGEST:
        raise FileFault(f"{path} is too large for a battle file")
    try:
        return _read_all(descriptor)
    except OSError as error:
        _unusable(path, "be read", error)


def _read_all(descriptor: int) -> bytes:
    parts = []
    while part := os.read(descriptor, 1 << 20):
        parts.append(part)
    return b"".join(parts)


def _lock(path: Path, descriptor: int) -> None:
    if fcntl is None:
        return
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise FileFault(f"{path} is being played in another window; you may watch it") from None
    except OSError:  # a file system without locks
        return


def _sync_folder(folder: Path) -> None:
    """Make the new name in the folder last through a power cut, where the system can."""
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(descriptor)
    except OSError:
        pass
    finally:
        os.close(descriptor)


def _unusable(path: Path, verb: str, error: OSError | ValueError) -> NoReturn:
    reason = (error.strerror if isinstance(error, OSError) else None) or "not a usable path"
    raise FileFault(f"{path} cannot {verb}: {reason.lower()}") from None
