"""An append-only file that notices when others delete, move or change it.

Before and after each append the file is compared with its last known content. If others have
changed the file, it is not touched any more, and the whole content is written to a new file beside
it.

The caller computes a mark of each line: a checksum of this line and all lines before it. By the
mark of the last line the known content can be recognised without a second copy of it.
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
from engine.base.errors import FileFault, reason
from engine.base.files import PLAIN, raise_unusable, sync_folder

_sync = getattr(os, "fdatasync", os.fsync)
NEW = os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_APPEND | PLAIN
_NAMEABLE = getattr(os, "link", None) in os.supports_dir_fd
UNNAMED = os.O_RDWR | os.O_APPEND | PLAIN | (getattr(os, "O_TMPFILE", 0) if _NAMEABLE else 0)
"""Flags that open a file without a name in a folder (Linux). Other systems refuse them."""
MOST = 1000
"""At most this many file names are tried for a new file beside a changed one."""
_HELD = "/proc/self/fd/{}"
"""The path at which Linux shows an open file of this process, even one without a name."""
PIECE = 128 * 1024
"""The number of bytes that are copied at once: few enough to stay in a processor's cache."""
Lock = Callable[[Path, int], None]
Marks = Callable[[bytes, bytes], bytes | None]
"""A function that takes a line and the mark of the line before it (b'' for the first line). It
returns the mark of the line, or None when the line cannot follow the line with that mark."""


class Lines(NamedTuple):
    """Consecutive lines, each with its newline, and the mark of the last one."""

    lines: Sequence[bytes]
    mark: bytes


class CopiedLines(NamedTuple):
    """Lines to copy from another file, from its second line to the line number `last`.

    `mark` is the mark of the last of these lines.
    """

    source: AppendOnlyFile
    last: int
    mark: bytes


class FileChanged(FileFault):
    """The error that others have changed a file while lines are copied from it."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path} was changed by another program")


class AppendOnlyFile:
    """An open file, with what this process knows of it.

    A line is known when this process has read it from the file or written it there. Others may have
    added further lines.
    """

    def __init__(self, path: Path, descriptor: int, lock: Lock, marks: Marks) -> None:
        self.path = path
        self.descriptor = descriptor
        self._lock = lock
        self._marks = marks
        self.mark = b""
        """The checksum mark of the last line read or written; b'' before the first one."""
        self.ends_a_line = True
        """Whether the last line read or written ends with a newline; True before the first one."""
        self._ends = array("Q")
        """The offset in bytes at which each known line ends."""
        self._written_at = os.fstat(descriptor).st_mtime_ns
        """When the file was last changed, as far as this process knows, in nanoseconds."""
        self._rest: Iterator[None] = iter(())
        """In a file from `create_unnamed`, an iterator that writes one more piece of the first
        content at each step. In all other files it is empty."""

    @classmethod
    def create(
        cls, path: Path, lock: Lock, marks: Marks, *parts: Lines | CopiedLines
    ) -> AppendOnlyFile:
        """Create a file and write its first lines; it is on disk when this returns.

        Raises `FileFault` if it cannot be created, `FileChanged` if lines of another file cannot be
        copied. After either error there is no new file.
        """
        try:
            return cls._made(path, lock, marks, *parts)
        except (OSError, ValueError) as error:
            raise_unusable(path, "cannot be created", error)

    @classmethod
    def create_unnamed(
        cls, path: Path, lock: Lock, marks: Marks, *parts: Lines | CopiedLines
    ) -> AppendOnlyFile:
        """Create a file in advance that has no name yet.

        `write_piece` writes its content, `name` finally gives it the name. A file without a name
        cannot be found, and vanishes when it is closed or the program ends. Raises `FileFault` on
        systems without such files.
        """
        try:
            folder = next((each for each in path.parents if each.exists()), path.parent)
            file = cls(path, os.open(folder, UNNAMED, 0o644), lock, marks)
            lock(path, file.descriptor)
        except (OSError, ValueError) as error:
            raise_unusable(path, "cannot be written in advance", error)
        file._rest = file._begin(parts)
        return file

    @classmethod
    def _made(
        cls, path: Path, lock: Lock, marks: Marks, *parts: Lines | CopiedLines
    ) -> AppendOnlyFile:
        """Create a file, lock it and write its first content.

        If that fails, the file is removed.
        """
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
        """The offset after the last known line, in bytes."""
        return self._ends[-1] if self._ends else 0

    @property
    def size(self) -> int:
        """The size of the file in bytes, unknown bytes included."""
        return os.fstat(self.descriptor).st_size

    @property
    def closed(self) -> bool:
        """Tell whether the file was closed."""
        return self.descriptor < 0

    def close(self) -> None:
        """Close the file and release the lock."""
        if self.descriptor >= 0:
            os.close(self.descriptor)
            self.descriptor = -1

    def write_piece(self) -> bool:
        """Write the next piece of a file created by `create_unnamed`; return whether more is left.

        If writing fails, the file is closed, and `FileFault` is raised, or `FileChanged` as in
        `create`.
        """
        try:
            for _ in self._rest:
                return True
        except BaseException as error:
            self.close()
            if isinstance(error, OSError):
                raise_unusable(self.path, "cannot be created", error)
            raise
        return False

    def sync(self) -> None:
        """Flush written data to the disk, so that a later call of `name` is quick.

        The flush uses a descriptor of its own, so that `name` reports a disk error as well.
        """
        with suppress(OSError):
            descriptor = os.open(_HELD.format(self.descriptor), os.O_RDONLY | PLAIN)
            try:
                _sync(descriptor)
            finally:
                os.close(descriptor)

    def name(self) -> None:
        """Give a file created by `create_unnamed` its name; all of it is then on disk.

        Raises `FileFault` if the name cannot be used, `FileChanged` as in `create`; the file is
        then closed and gone.
        """
        try:
            while self.write_piece():
                pass
            _sync(self.descriptor)
            _make_folder(self.path.parent)
            # Only the system call `linkat` follows the link to the open file and names that file.
            held = self.descriptor
            os.link(_HELD.format(held), self.path, src_dir_fd=held)
            self._written_at = os.fstat(held).st_mtime_ns
            sync_folder(self.path.parent)
        except BaseException as error:
            self.close()
            if isinstance(error, OSError):
                raise_unusable(self.path, "cannot be created", error)
            raise

    def lines(self, longest: int) -> Iterator[bytes]:
        """Yield the lines of the file after the known ones.

        A line of more than `longest` bytes comes in pieces.
        """
        try:
            os.lseek(self.descriptor, self.end, os.SEEK_SET)
            yield from files.read_lines(self.descriptor, longest)
        except OSError as error:
            raise_unusable(self.path, "cannot be read", error)

    def line(self, number: int) -> bytes:
        """Return a known line as the file has it now; line 0 is the first.

        Raises `FileChanged` if the file was changed.
        """
        begin = self.place(number - 1) if number else 0
        return self._read(begin, self.place(number) - begin)

    def place(self, number: int) -> int:
        """Return the offset in bytes at which a known line ends; line 0 is the first."""
        return self._ends[number]

    def take(self, line: bytes, mark: bytes) -> None:
        """Add a line that was read from the file to the known lines."""
        if self.ends_a_line:
            self._ends.append(self.end + len(line))
        else:  # the newline that was missing from the last line
            self._ends[-1] += len(line)
        self.mark = mark
        self.ends_a_line = line.endswith(b"\n")

    def truncate(self) -> None:
        """Remove the bytes after the last known line, before lines are appended."""
        if self.size != self.end:
            os.ftruncate(self.descriptor, self.end)
            self._written_at = os.fstat(self.descriptor).st_mtime_ns

    def append(self, fresh: Lines, everything: Callable[[], Lines]) -> str:
        """Append lines to the disk; return '', or a sentence that the content is in another file
        now.

        If others changed the file, it is not touched: the content that `everything` returns, which
        includes the new lines, is written to a new file beside it, and `path` becomes the path of
        that file. Raises `FileFault` when neither file can be written; this file is then unchanged.
        """
        lost = self.lost()
        if not lost:
            known = len(self._ends), self.end, self.mark, self.ends_a_line
            try:
                self._write(fresh)
            except OSError as error:
                raise_unusable(self.path, "cannot be written", error)
            lost = self.lost()
            if lost:
                self._go_back(*known)
        return self._move_on(lost, everything()) if lost else ""

    def lost(self) -> str:
        """Return in words what others did to the file; '' when it is unchanged."""
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
            return "was changed"
        if own.st_mtime_ns != self._written_at:
            if not self._is_known():
                return "was overwritten"
            self._written_at = own.st_mtime_ns
        return ""

    def gone(self) -> str:
        """Return why a file that is open for reading cannot grow any more; '' while it can."""
        lost = self.lost()
        return "" if lost == "was changed" else lost

    def _is_known(self) -> bool:
        """Tell whether the file still has the lines that this process has read and written."""
        mark = b""
        os.lseek(self.descriptor, 0, os.SEEK_SET)
        for line in islice(files.read_lines(self.descriptor, self.end), len(self._ends)):
            found = self._marks(line, mark)
            if found is None:
                return False
            mark = found
        return mark == self.mark

    def _begin(self, parts: Sequence[Lines | CopiedLines]) -> Iterator[None]:
        """Write the first content of the file, piece by piece."""
        for part in parts:
            if isinstance(part, CopiedLines):
                yield from self._copy(part)
            else:
                _write_all(self.descriptor, b"".join(part.lines))
                self._take_all(part)
                yield

    def _copy(self, part: CopiedLines) -> Iterator[None]:
        """Append lines of another file unchanged; raises `FileChanged` if that file was changed."""
        source, ends = part.source, part.source._ends
        begin, end = ends[0], ends[part.last]
        for place in range(begin, end, PIECE):
            _write_all(self.descriptor, source._read(place, min(PIECE, end - place)))
            yield
        if os.fstat(source.descriptor).st_mtime_ns != source._written_at:
            raise FileChanged(source.path)
        shift = self.end - begin
        self._ends.extend([each + shift for each in ends[1 : part.last + 1]])
        self.mark = part.mark

    def _read(self, place: int, size: int) -> bytes:
        """Read bytes from the file; raises `FileChanged` if it is shorter."""
        data = b""
        with suppress(OSError):
            os.lseek(self.descriptor, place, os.SEEK_SET)
            data = os.read(self.descriptor, size)
        if len(data) < size:
            raise FileChanged(self.path)
        return data

    def _take_all(self, part: Lines) -> None:
        """Add lines that were written to the file to the known lines, with the mark of the last
        one.
        """
        for line in part.lines:
            self.take(line, part.mark)

    def _write(self, fresh: Lines) -> None:
        """Append lines to the disk, either all of them or none."""
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
        """Remove the lines just written, because others have changed the file meanwhile.

        The arguments are what was known of the file before these lines.
        """
        with suppress(OSError):
            if self.size == self.end:
                os.ftruncate(self.descriptor, end)
        del self._ends[count:]
        if count:
            self._ends[-1] = end
        self.mark, self.ends_a_line = mark, ends_a_line

    def _move_on(self, lost: str, whole: Lines) -> str:
        """Write the whole content to a new file beside this one.

        It gets the first free name; return a sentence that says so. `lost` says what happened to
        the old file.
        """
        for number in range(2, MOST):
            path = self.path.with_name(f"{self.path.stem}-{number}{self.path.suffix}")
            try:
                fresh = self._made(path, self._lock, self._marks, whole)
                break
            except FileExistsError:
                continue
            except (OSError, FileFault) as error:
                why = reason(error) if isinstance(error, OSError) else str(error)
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
