"""The battle file: a header, then one JSON line for each entry; append-only.

Each line ends in a checksum chained to the line before. The first lines of a fork are copied from
its parent byte for byte, so the fork's header names the checksum to which those lines are chained.

A line is on disk before `append` returns. An incomplete last line (after a power cut during a
write) is dropped with a notice; a file with any other damage is refused, and the error names the
line.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Annotated, Any

import msgspec

from engine.base.errors import FileFault
from engine.base.files import (
    AT_ONCE,
    PLAIN,
    UNREADABLE,
    decode_fault,
    must_be_regular,
    raise_unusable,
)
from engine.base.hashes import seal, stated_checksum, verify_line
from engine.kernel.appended import AppendOnlyFile, CopiedLines, FileChanged, Lines
from engine.kernel.fair import Fairness
from engine.kernel.leaving import LEAVING
from engine.kernel.locks import lock

FORMAT = 3
"""The format of a new file. In format 1 a file has an event for every change of the agenda (the
steps still to be done), in format 2 only one such event for each command. Format 3 compresses the
keyframes."""
FORKED = 4
"""The format of a fork whose file has lines copied from its parent. Otherwise it is the same as
format 3."""
PACKED = 3
"""The first format whose keyframes (stored states) are compressed. A file of an older format is
continued in that format."""
LARGEST = 64 * 1024 * 1024
"""The maximum size of a battle file in bytes; the file of a fleet battle has one or two million."""
LONGEST = 4 * 1024 * 1024
"""The maximum length of a line in bytes; a line with the state of a fleet battle has twenty
thousand."""
MOST = 100_000
"""The maximum number of entries in a battle; the longest recorded battles have a thousand."""
KINDS = ("command", "undo", "redo", "take_back", "note", "bookmark", "chat", "reveal", *LEAVING)
RECOVER = "--recover opens the entries before it as a new battle"

READ = "it must be a battle that Weather Gage saved, or a position, squadron or design in TOML"
"""The end of the message about a file that is none of those that this program can read."""
NOTHING = msgspec.Raw()
Take = Callable[["Journal", "Entry"], None]
"""A function that takes an entry of a journal as soon as its line is read and checked."""
Chain = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{16}\Z")] | msgspec.UnsetType


class Parent(msgspec.Struct, frozen=True):
    """The origin of a fork or of a recovered battle: another battle, and one of its commands.

    The new battle goes on after this command.
    """

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
    """How the seed of the dice was made, if it is revealed only at the end of the battle."""
    start: msgspec.Raw = NOTHING
    chain: Chain = msgspec.UNSET
    """The checksum that the second line is chained to. Only format 4 has this field; in other
    formats the second line is chained to the checksum of the first."""


class Seating(msgspec.Struct, frozen=True):
    """The options in the header that the kernel itself reads: each seat's player, and persons'
    names.
    """

    players: dict[str, str] = {}
    persons: dict[str, str] = {}


class Entry(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A line of the file after the header: a command with its events, an undo, a note."""

    n: int
    kind: str
    at: int
    """The number of commands in the battle after this entry; undone commands do not count."""
    seat: str = ""
    command: msgspec.Raw = NOTHING
    events: msgspec.Raw = NOTHING
    text: str = ""
    to: str = ""
    """The only side that may read the entry before the battle ends; '' or absent: everybody."""
    hash: str = ""
    """The state's hash, written when the turn has changed."""
    state: msgspec.Raw = NOTHING
    """The whole state as a compressed keyframe, every few dozen events, so that jumps are fast."""


TAKEN = Entry(n=0, kind="", at=0)
"""The placeholder in the list of entries for an entry that was passed to `take` and not kept."""


class Damage(FileFault):
    """The error about a damaged line of a battle file."""

    def __init__(self, path: Path | str, line: int, what: str) -> None:
        self.line = line
        super().__init__(f"{path}: line {line} {what}; {RECOVER}")


def recovery_notice(damage: Damage, left: str) -> str:
    """Return the notice about a file that was read only up to its first damage.

    `left` says what was left out.
    """
    what = f"line {damage.line} is damaged; what comes before it was recovered"
    return f"{what}, and {left} from there on were ignored"


class _Envelope(msgspec.Struct, frozen=True):
    """The only field that a header has in every format; it is read before all others."""

    format: int


class _Chained(msgspec.Struct, frozen=True):
    """The header field that says which checksum the second line is chained to."""

    chain: Chain = msgspec.UNSET


_read_chained = msgspec.json.Decoder(_Chained).decode
_read_envelope = msgspec.json.Decoder(_Envelope).decode
_read_header = msgspec.json.Decoder(Header).decode
_read_entry = msgspec.json.Decoder(Entry).decode


class Journal:
    """A battle file that is open for reading, or for appending under the writer's lock.

    `Battle` opens, creates and closes it. It checks lines and checksums and knows no rules:
    `engine.kernel.logbook` interprets the lines. A watcher in another process reads new lines by
    `refresh`.
    """

    def __init__(self, file: AppendOnlyFile, first: bytes, header: Header, writable: bool) -> None:
        self.first = first
        """The first line, byte for byte."""
        self.header = header
        self.entries: list[Entry] = []
        self.notice = ""
        self.torn = ""
        """The notice about an incomplete last line; '' for none."""
        self.writable = writable
        self._take_entry: Take | None = None
        self._file = file

    @property
    def path(self) -> Path:
        """The path of the file.

        It changes when the content had to be written to a new file beside the old one.
        """
        return self._file.path

    @classmethod
    def create(
        cls, path: Path | str, header: Header, entries: Sequence[Entry] = (), ahead: bool = False
    ) -> Journal:
        """Create a file with these entries, and take its writer's lock.

        The file either has all the entries when this returns, or does not exist. With `ahead` it
        exists only after a call of `name`. Raises `FileFault` when the path is taken.
        """
        first = _begun(header)
        others = _sealed(entries, first.mark)
        _must_be_readable(path, [*first.lines, *others.lines], entries=len(entries))
        make = AppendOnlyFile.create_unnamed if ahead else AppendOnlyFile.create
        file = make(Path(path), lock, _mark, first, others)
        journal = cls(file, first.lines[0], header, writable=True)
        journal.entries += entries
        return journal

    def fork(
        self,
        path: Path | str,
        header: Header,
        kept: int,
        rest: Sequence[Entry],
        ahead: bool = False,
    ) -> Journal:
        """Create the file of a fork: the first `kept` lines of this file, copied, and further
        entries.

        The header's `chain` must be the checksum in this file's `begins`. Raises `FileChanged` when
        others changed the lines of this file, `FileFault` when the new file cannot be created.
        `ahead` is as in `create`; `write_piece` and `name` raise the same errors.
        """
        last = self._file.line(kept)
        if not last.endswith(b"\n"):  # otherwise the next text would continue this line
            raise FileChanged(self.path)
        first, copied = _begun(header), CopiedLines(self._file, kept, stated_checksum(last[:-1]))
        others = _sealed(rest, copied.mark)
        size = self._file.place(kept) - self._file.place(0)
        _must_be_readable(path, [*first.lines, *others.lines], size, kept + len(rest))
        make = AppendOnlyFile.create_unnamed if ahead else AppendOnlyFile.create
        file = make(Path(path), lock, _mark, first, copied, others)
        journal = Journal(file, first.lines[0], header, writable=True)
        journal.entries = [*self.entries[:kept], *rest]
        return journal

    def write_piece(self) -> bool:
        """Write the next piece of a file that is created in advance (`ahead`).

        Return whether more is left.
        """
        return self._file.write_piece()

    def sync(self) -> None:
        """Flush the written part of the file to the disk."""
        self._file.sync()

    def name(self) -> None:
        """Complete a file created in advance (`ahead`) on the disk, and give it its name."""
        self._file.name()

    @property
    def begins(self) -> str:
        """The checksum that the second line is chained to: that of the header, or the header's
        `chain`.
        """
        return (_mark(self.first, b"") or b"").decode()

    @classmethod
    def open(
        cls, path: Path | str, write: bool = True, recover: bool = False, take: Take | None = None
    ) -> Journal:
        """Open a file and check every line; with `recover`, read up to the first damage.

        With `take`, no entry is kept: each entry is passed to `take`, and `TAKEN` is in its place.
        Raises `FileFault` for a file that is not a battle, has a newer format or a damaged line, or
        is open for writing elsewhere.
        """
        path, write = Path(path), write and not recover
        file = AppendOnlyFile(path, _descriptor(path, write), lock, _mark)
        try:
            if write:
                lock(path, file.descriptor)
            return cls._opened(file, write, recover, take)
        except BaseException:
            file.close()
            raise

    @classmethod
    def _opened(
        cls, file: AppendOnlyFile, write: bool, recover: bool, take: Take | None
    ) -> Journal:
        if file.size > LARGEST:
            raise FileFault(f"{file.path} is too large for a battle file")
        lines = file.lines(LONGEST)
        first = next(lines, b"")
        journal = cls(file, first, _header(file.path, first), write)
        journal._take_entry = take
        file.take(first, _mark(first, b"") or b"")
        try:
            tail = journal._take(lines)
        except Damage as damage:
            if not recover:
                raise
            journal.notice = recovery_notice(damage, f"{file.size - file.end} bytes")
            return journal
        if tail:
            missing = f"{len(tail)} bytes of entry {len(journal.entries) + 1} are left out"
            journal.torn = f"the last line is not whole: {missing}"
            journal.notice = f"the last line of {file.path.name} was not whole: {missing}"
        if write:
            file.truncate()
            if not file.ends_a_line:
                file.append(Lines([b"\n"], file.mark), journal._anew)
        return journal

    def refresh(self) -> tuple[Entry, ...]:
        """Return the entries that another process has appended since the file was last read.

        It is for a file that is open for reading. When the file is no longer there, `notice` says
        so.
        """
        known = len(self.entries)
        self._take(line for line in self._file.lines(LONGEST) if line.endswith(b"\n"))
        lost = self._file.gone()
        self.notice = f"{self.path.name} {lost}, so no more of it can be watched" if lost else ""
        return tuple(self.entries[known:])

    def append(self, entry: Entry) -> None:
        """Write an entry and return when it is on disk.

        If others deleted, moved or changed the file, all its entries are written to a new file
        beside the old path; `path` and `notice` then change. Raises `FileFault` when nothing can be
        written; the file is then unchanged.
        """
        if not self.writable or self._file.closed:
            raise FileFault(f"{self.path} is open for watching, not for writing")
        fresh = _sealed([entry], self._file.mark)
        _must_be_readable(self.path, fresh.lines, self._file.end, len(self.entries) + 1)
        moved = self._file.append(fresh, lambda: self._anew([entry]))
        self.notice = moved or self.notice
        self.entries.append(entry)

    def close(self) -> None:
        """Close the file and release the writer's lock."""
        self._file.close()

    def _anew(self, fresh: Sequence[Entry] = ()) -> Lines:
        """Return the whole content for a new file: all lines so far, then the entries `fresh`."""
        lines, mark = _sealed([*self.entries, *fresh], self.begins.encode())
        return Lines([self.first.removesuffix(b"\n") + b"\n", *lines], mark)

    def _take(self, lines: Iterable[bytes]) -> bytes:
        """Read lines of the file as entries.

        Return the last line if it is incomplete, else b''.
        """
        for line in lines:
            whole = line.endswith(b"\n")
            if not whole and len(line) <= LONGEST and verify_line(line, self._file.mark) is None:
                return line
            number = len(self.entries) + 2
            if len(line) > LONGEST:
                raise Damage(
                    self.path, number, f"is longer than the {LONGEST} bytes a line may have"
                )
            if len(self.entries) == MOST:
                raise Damage(
                    self.path, number, f"is more than the {MOST} entries a battle may have"
                )
            mark = verify_line(line.removesuffix(b"\n"), self._file.mark)
            if mark is None:
                raise Damage(self.path, number, "is damaged (its checksum does not match)")
            try:
                entry = _read_entry(line)
            except UNREADABLE as error:
                what = f"is not an entry of a battle ({decode_fault(error)})"
                raise Damage(self.path, number, what) from None
            if entry.kind not in KINDS:
                raise Damage(self.path, number, "is an entry of an unknown kind")
            if entry.n != number - 1:
                raise Damage(self.path, number, f"is entry {entry.n} where {number - 1} belongs")
            if self._take_entry is not None:
                self._take_entry(self, entry)
                entry = TAKEN
            self.entries.append(entry)
            self._file.take(line, mark)
        return b""


def _begun(header: Header) -> Lines:
    """Return the first line of a file, with the checksum that the second line is chained to."""
    line, total = seal(msgspec.json.encode(header), b"")
    return Lines([line + b"\n"], header.chain.encode() if header.chain else total)


def _mark(line: bytes, before: bytes) -> bytes | None:
    """Return the checksum that the line after `line` must be chained to.

    For most lines this is the line's own checksum; a header may name another checksum in its field
    `chain`. None if `line` itself is not chained to the checksum `before`.
    """
    total = verify_line(line.removesuffix(b"\n"), before)
    if before or total is None:
        return total
    try:
        chain = _read_chained(line).chain
    except UNREADABLE:
        return None
    return chain.encode() if chain else total


def _must_be_readable(
    path: Path | str, lines: Sequence[bytes], before: int = 0, entries: int = 0
) -> None:
    """Raise `FileFault` if the file would be too large to be read again with these lines."""
    if before + sum(map(len, lines)) > LARGEST or entries > MOST:
        raise FileFault(f"{path} is full: a battle file cannot be longer")
    if max(map(len, lines), default=0) > LONGEST:
        raise FileFault(f"an entry for {path} is longer than a line of the file may be")


def _sealed(entries: Sequence[Entry], mark: bytes) -> Lines:
    """Return entries as lines, each chained to the line before.

    The first is chained to the checksum `mark`.
    """
    lines = []
    for entry in entries:
        line, mark = seal(msgspec.json.encode(entry), mark)
        lines.append(line + b"\n")
    return Lines(lines, mark)


def _header(path: Path, line: bytes) -> Header:
    """Return the header in the first line of a file.

    Its format is checked before anything else.
    """
    if not line:
        raise FileFault(f"{path} is empty, so there is no battle in it")
    if not line.startswith(b'{"format":'):
        raise FileFault(f"{path} is not a battle file; {READ}")
    why = "its checksum does not match"
    try:
        version = _read_envelope(line).format
        if version > FORKED:
            raise FileFault(
                f"{path} has format {version}, newer than format {FORKED} of this program"
            )
        if verify_line(line.removesuffix(b"\n"), b"") is not None and version >= 1:
            header = _read_header(line)
            msgspec.convert(header.options, Seating)
            if bool(header.chain) == (version == FORKED):
                return header
            why = f"only a fork of format {FORKED} names the checksum of the line before it"
    except UNREADABLE as error:
        why = decode_fault(error)
    raise FileFault(f"{path}: line 1 is damaged ({why}), so the battle cannot be opened")


def _descriptor(path: Path, write: bool) -> int:
    flags = (os.O_RDWR | os.O_APPEND) if write else os.O_RDONLY
    try:
        if path.is_dir():
            raise FileFault(f"{path} is a directory, not a battle file")
        descriptor = os.open(path, flags | AT_ONCE | PLAIN)
    except PermissionError:
        if write and os.access(path, os.R_OK):
            raise FileFault(f"{path} may not be written (permission denied); watch it") from None
        raise FileFault(f"{path} cannot be read: permission denied") from None
    except (OSError, ValueError) as error:
        raise_unusable(path, "cannot be opened", error)
    try:
        must_be_regular(path, descriptor)
    except FileFault:
        os.close(descriptor)
        raise
    return descriptor
