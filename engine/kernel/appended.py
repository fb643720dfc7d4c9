"""A file that grows line by line, and is looked after: others may delete it, move it, change it.

It is compared with what was last known of it before it grows and again before that counts.
One that is no longer as it was left is let be, and everything is written to a new file beside.
What its lines say is its owner's, who gives each a mark that tells it and all before it from
others: so no second copy of the file is kept to know it by.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from engine.base import files
from engine.base.errors import FileFault
from engine.base.files import PLAIN, sync_folder, unusable

_sync = getattr(os, "fdatasync", os.fsync)
NEW = os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_APPEND | PLAIN
_NAMEABLE = getattr(os, "link", None) in os.supports_dir_fd
UNNAMED = os.O_RDWR | os.O_APPEND | PLAIN | (getattr(os, "O_TMPFILE", 0) if _NAMEABLE else 0)
"""Opens a file that has no name yet, in a folder. Where a system has none, it cannot open that."""
MOST = 1000
"""How many names beside a file are tried."""
_HELD = "/proc/self/fd/{}"
"""The folder where Linux lists the files of this process."""
PIECE = 128 * 1024
"""The bytes that are copied at once: few enough to stay in the cache of a processor."""
Lock = Callable[[Path, int], None]
Marks = Callable[[bytes, bytes], bytes | None]
"""Takes a line and the mark of the line before, b'' for the first; returns the line's own mark,
None when it does not follow that line."""


class Lines(NamedTuple):
    """Lines that follow each other, each with its end, and the mark of the last."""

    lines: Sequence[bytes]
    mark: bytes


class Copied(NamedTuple):
    """The lines of another file after its first, up to that of a number, and the mark of that."""

    source: Appended
    last: int
    mark: bytes


class Altered(FileFault):
    """A file of which lines were to be copied is not as it was known."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path} was changed by another program")


class Appended:
    """An open file with its known lines, and the mark of the last of them."""

    def __init__(self, path: Path, descriptor: int, lock: Lock, marks: Marks) -> None:
        self.path = path
        self.descriptor = descriptor
        self._lock = lock
        self._marks = marks
        self.mark = b""
        """The checksum mark of the last known line."""
        self.ends_a_line = True
        """Whether the known bytes end with a newline."""
        self._ends = array("Q")
        """Where each known line ends."""
        self._written_at = os.fstat(descriptor).st_mtime_ns
        """When the file was last changed, as far as that is known here."""
        self._rest: Iterator[None] = iter(())
        """Writes the rest of what a file made ahead begins with."""

    @classmethod
    def create(cls, path: Path, lock: Lock, marks: Marks, *parts: Lines | Copied) -> Appended:
        """Start a file that is on disk when this returns; `FileFault` when it cannot be made.

        `Altered` when lines of another file cannot be copied. No file is left in both cases.
        """
        try:
            return cls._made(path, lock, marks, *parts)
        except (OSError, ValueError) as error:
            unusable(path, "be created", error)

    @classmethod
    def ahead(cls, path: Path, lock: Lock, marks: Marks, *parts: Lines | Copied) -> Appended:
        """Start a file without a name: `go_on` writes it, and `name` gives it one at last.

        Until then nobody finds it, and it goes when it is closed or the program ends. `FileFault`
        where there are no such files.
        """
        try:
            folder = next((each for each in path.parents if each.exists()), path.parent)
            file = cls(path, os.open(folder, UNNAMED, 0o644), lock, marks)
            lock(path, file.descriptor)
        except (OSError, ValueError) as error:
            unusable(path, "be written ahead", error)
        file._rest = file._begin(parts)
        return file

    @classmethod
    def _made(cls, path: Path, lock: Lock, marks: Marks, *parts: Lines | Copied) -> Appended:
        """Make a new file, lock it and write what it begins with; none is left if that fails."""
        _make_folder(path.parent)
        file = cls(path, os.open(path, NEW, 0o644), lock, marks)
        try:
            lock(path, file.descriptor)
            for _ in file._begin(parts):
                pass
            _sync(file.descriptor)
            file._written_at = os.fstat(file.descriptor).st_mtime_ns
            sync_folder(path.parent)
        except BaseException:
            file.close()
            path.unlink(missing_ok=True)
            raise
        return file

    @property
    def end(self) -> int:
        """The place up to which the file is known."""
        return self._ends[-1] if self._ends else 0

    @property
    def size(self) -> int:
        """How many bytes the file has, those that are not known too."""
        return os.fstat(self.descriptor).st_size

    @property
    def closed(self) -> bool:
        """Tell whether it was closed."""
        return self.descriptor < 0

    def close(self) -> None:
        """Close the file and give up the lock."""
        if self.descriptor >= 0:
            os.close(self.descriptor)
            self.descriptor = -1

    def go_on(self) -> bool:
        """Write a piece of a file made ahead; tell whether there may be more.

        One that cannot be written is closed: `FileFault`, `Altered` as in `create`.
        """
        try:
            for _ in self._rest:
                return True
        except BaseException as error:
            self.close()
            if isinstance(error, OSError):
                unusable(self.path, "be created", error)
            raise
        return False

    def sync(self) -> None:
        """Flush data that was written ahead to the disk, so that `name` has little left to do.

        `name` raises an error of the disk again, since this function opens the file for itself.
        """
        with suppress(OSError):
            descriptor = os.open(_HELD.format(self.descriptor), os.O_RDONLY | PLAIN)
            try:
                _sync(descriptor)
            finally:
                os.close(descriptor)

    def name(self) -> None:
        """Give a file made ahead its name; all of it is on disk then, as `create` leaves it.

        `FileFault` where it cannot have it, `Altered` as in `create`; it is closed then, and gone.
        """
        try:
            while self.go_on():
                pass
            _sync(self.descriptor)
            _make_folder(self.path.parent)
            # Of a link to what is held, only `linkat` gives a name to the file behind it.
            held = self.descriptor
            os.link(_HELD.format(held), self.path, src_dir_fd=held)
            self._written_at = os.fstat(held).st_mtime_ns
            sync_folder(self.path.parent)
        except BaseException as error:
            self.close()
            if isinstance(error, OSError):
                unusable(self.path, "be created", error)
            raise

    def lines(self, longest: int) -> Iterator[bytes]:
        """Yield the lines after `end`; one longer than that comes in pieces."""
        try:
            os.lseek(self.descriptor, self.end, os.SEEK_SET)
            yield from files.lines(self.descriptor, longest)
        except OSError as error:
            unusable(self.path, "be read", error)

    def line(self, number: int) -> bytes:
        """Return a known line as the file has it now, 0 is the first; `Altered` where it is not."""
        begin = self.place(number - 1) if number else 0
        return self._read(begin, self.place(number) - begin)

    def place(self, number: int) -> int:
        """Return where a known line ends, 0 is the first."""
        return self._ends[number]

    def take(self, line: bytes, mark: bytes) -> None:
        """Count a line that was read as known."""
        if self.ends_a_line:
            self._ends.append(self.end + len(line))
        else:  # the end that the last line had not
            self._ends[-1] += len(line)
        self.mark = mark
        self.ends_a_line = line.endswith(b"\n")

    def settle(self) -> None:
        """Truncate the file to its known length before appending."""
        if self.size != self.end:
            os.ftruncate(self.descriptor, self.end)
            self._written_at = os.fstat(self.descriptor).st_mtime_ns

    def put(self, fresh: Lines, everything: Callable[[], Lines]) -> str:
        """Append lines and return when they are on disk, '' or why they are in another file.

        A file that is not as it was left is not written to: `everything`, with these lines, goes
        to a new file beside, whose `path` this one has from then on.
        `FileFault` when neither can be written; this file is then as it was.
        """
        lost = self.lost()
        if not lost:
            known = len(self._ends), self.end, self.mark, self.ends_a_line
            try:
                self._write(fresh)
            except OSError as error:
                unusable(self.path, "be written", error)
            lost = self.lost()
            if lost:
                self._go_back(*known)
        return self._move_on(lost, everything()) if lost else ""

    def lost(self) -> str:
        """Return what others did to the file, '' when it stands there as it was left."""
        own = os.fstat(self.descriptor)
        try:
            there = os.stat(self.path)
        except (OSError, ValueError):
            return "was renamed" if own.st_nlink else "was deleted"
        if (own.st_dev, own.st_ino) != (there.st_dev, there.st_ino):
            return "was replaced by another file"
        if own.st_size < self.end:
            return "was cut short"
        if own.st_size > self.end:
            return "was written to"
        if own.st_mtime_ns != self._written_at:
            if not self._is_known():
                return "was written over"
            self._written_at = own.st_mtime_ns
        return ""

    def gone(self) -> str:
        """Return why a file that is only read will not grow, '' while it stands there whole."""
        lost = self.lost()
        return "" if lost == "was written to" else lost

    def _is_known(self) -> bool:
        """Tell whether the file still has the lines that were read from it and written to it."""
        mark = b""
        os.lseek(self.descriptor, 0, os.SEEK_SET)
        for line in islice(files.lines(self.descriptor, self.end), len(self._ends)):
            found = self._marks(line, mark)
            if found is None:
                return False
            mark = found
        return mark == self.mark

    def _begin(self, parts: Sequence[Lines | Copied]) -> Iterator[None]:
        """Write what the file begins with, from piece to piece."""
        for part in parts:
            if isinstance(part, Copied):
                yield from self._copy(part)
            else:
                _write_all(self.descriptor, b"".join(part.lines))
                self._take_all(part)
                yield

    def _copy(self, part: Copied) -> Iterator[None]:
        """Append lines of another file as they are; `Altered` when that is not as it was known."""
        source, ends = part.source, part.source._ends
        begin, end = ends[0], ends[part.last]
        for place in range(begin, end, PIECE):
            _write_all(self.descriptor, source._read(place, min(PIECE, end - place)))
            yield
        if os.fstat(source.descriptor).st_mtime_ns != source._written_at:
            raise Altered(source.path)
        shift = self.end - begin
        self._ends.extend([each + shift for each in ends[1 : part.last + 1]])
        self.mark = part.mark

    def _read(self, place: int, size: int) -> bytes:
        """Read bytes from the file; raises `Altered` if it is shorter."""
        data = b""
        with suppress(OSError):
            os.lseek(self.descriptor, place, os.SEEK_SET)
            data = os.read(self.descriptor, size)
        if len(data) < size:
            raise Altered(self.path)
        return data

    def _take_all(self, part: Lines) -> None:
        """Count lines that were written as known."""
        for line in part.lines:
            self.take(line, part.mark)

    def _write(self, fresh: Lines) -> None:
        """Append lines to the disk, all or none."""
        try:
            _write_all(self.descriptor, b"".join(fresh.lines))
            _sync(self.descriptor)
        except BaseException:
            with suppress(OSError):
                os.ftruncate(self.descriptor, self.end)
                self._written_at = os.fstat(self.descriptor).st_mtime_ns
            raise
        self._take_all(fresh)
        self._written_at = os.fstat(self.descriptor).st_mtime_ns

    def _go_back(self, count: int, end: int, mark: bytes, ends_a_line: bool) -> None:
        """Take from a file that others hold now what was just written to it."""
        with suppress(OSError):
            if self.size == self.end:
                os.ftruncate(self.descriptor, end)
        del self._ends[count:]
        if count:
            self._ends[-1] = end
        self.mark, self.ends_a_line = mark, ends_a_line

    def _move_on(self, lost: str, whole: Lines) -> str:
        """Write everything to the first free name beside; return the sentence that says so."""
        for number in range(2, MOST):
            path = self.path.with_name(f"{self.path.stem}-{number}{self.path.suffix}")
            try:
                fresh = self._made(path, self._lock, self._marks, whole)
                break
            except FileExistsError:
                continue
            except (OSError, FileFault) as error:
                why = files.reason(error) if isinstance(error, OSError) else str(error)
                raise FileFault(
                    f"{self.path} {lost} by another program, and {path} cannot be written: {why}"
                ) from None
        else:
            raise FileFault(
                f"{self.path} {lost} by another program, and no free name was found beside it"
            )
        where = f"the whole battle is in {path.name} now, beside it"
        text = f"{self.path.name} {lost} by another program; {where}"
        self.close()
        self.__dict__.update(fresh.__dict__)
        return text


def _make_folder(folder: Path) -> None:
    if not folder.exists():
        folder.mkdir(parents=True)


def _write_all(descriptor: int, data: bytes) -> None:
    """Write bytes at the end of a file."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]
