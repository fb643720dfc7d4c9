"""A file that grows line by line, and is looked after: others may delete it, move it, change it.

It is compared with what was last known of it before it grows and again before that counts.
One that is no longer as it was left is let be, and everything is written to a new file beside.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

from engine.base import reading
from engine.base.durable import sync_folder
from engine.base.errors import FileFault
from engine.base.reading import PLAIN, unusable

_sync = getattr(os, "fdatasync", os.fsync)
NEW = os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_APPEND | PLAIN
MOST = 1000
"""How many names beside a file are tried."""
Lock = Callable[[Path, int], None]


class Appended:
    """An open file with the place up to which it is known, `end`."""

    def __init__(self, path: Path, descriptor: int, lock: Lock) -> None:
        self.path = path
        self.end = 0
        self.descriptor = descriptor
        self._lock = lock
        self.ends_a_line = True
        """Whether the last of what is known is the end of a line."""
        self._known = blake2b()
        self._written_at = -1

    @classmethod
    def create(cls, path: Path, lock: Lock, first: bytes) -> Appended:
        """Start a file that is on disk when this returns; `FileFault` when it cannot be made."""
        try:
            return cls._made(path, lock, first)
        except (OSError, ValueError) as error:
            unusable(path, "be created", error)

    @classmethod
    def _made(cls, path: Path, lock: Lock, first: bytes) -> Appended:
        """Make a new file, lock it and write what it begins with; none is left if that fails."""
        if not path.parent.exists():
            path.parent.mkdir(parents=True)
        file = cls(path, os.open(path, NEW, 0o644), lock)
        try:
            lock(path, file.descriptor)
            file._write(first)
            sync_folder(path.parent)
        except BaseException:
            file.close()
            path.unlink(missing_ok=True)
            raise
        return file

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

    def lines(self, longest: int) -> Iterator[bytes]:
        """Yield the lines after `end`; one longer than that comes in pieces."""
        try:
            os.lseek(self.descriptor, self.end, os.SEEK_SET)
            yield from reading.lines(self.descriptor, longest)
        except OSError as error:
            unusable(self.path, "be read", error)

    def take(self, line: bytes) -> None:
        """Count a line that was read as known."""
        self._known.update(line)
        self.end += len(line)
        self.ends_a_line = line.endswith(b"\n")

    def settle(self) -> None:
        """Cut off what is not known: the file is to grow from here."""
        if self.size != self.end:
            os.ftruncate(self.descriptor, self.end)
        self._written_at = os.fstat(self.descriptor).st_mtime_ns

    def put(self, data: bytes, everything: Callable[[], bytes]) -> str:
        """Append bytes and return when they are on disk, '' or why they are in another file.

        A file that is not as it was left is not written to: `everything` before these bytes
        goes with them to a new file beside, whose `path` this one has from then on.
        `FileFault` when neither can be written; this file is then as it was.
        """
        lost = self.lost()
        if not lost:
            end, known = self.end, self._known.copy()
            try:
                self._write(data)
            except OSError as error:
                unusable(self.path, "be written", error)
            lost = self.lost()
            if lost:
                self._go_back(end, known)
        return self._move_on(lost, everything() + data) if lost else ""

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
        """Tell whether the file still has the bytes that were read from it and written to it."""
        found, left = blake2b(), self.end
        os.lseek(self.descriptor, 0, os.SEEK_SET)
        while left and (some := os.read(self.descriptor, min(left, 1 << 20))):
            found.update(some)
            left -= len(some)
        return found.digest() == self._known.digest()

    def _write(self, data: bytes) -> None:
        """Append bytes to the disk, all or none."""
        try:
            rest = data
            while rest:
                rest = rest[os.write(self.descriptor, rest) :]
            _sync(self.descriptor)
        except BaseException:
            with suppress(OSError):
                os.ftruncate(self.descriptor, self.end)
                self._written_at = os.fstat(self.descriptor).st_mtime_ns
            raise
        self.take(data)
        self._written_at = os.fstat(self.descriptor).st_mtime_ns

    def _go_back(self, end: int, known: blake2b) -> None:
        """Take from a file that others hold now what was just written to it."""
        with suppress(OSError):
            if self.size == self.end:
                os.ftruncate(self.descriptor, end)
        self.end, self._known = end, known

    def _move_on(self, lost: str, whole: bytes) -> str:
        """Write everything to the first free name beside; return the sentence that says so."""
        for number in range(2, MOST):
            path = self.path.with_name(f"{self.path.stem}-{number}{self.path.suffix}")
            try:
                fresh = self._made(path, self._lock, whole)
                break
            except FileExistsError:
                continue
            except (OSError, FileFault) as error:
                why = reading.reason(error) if isinstance(error, OSError) else str(error)
                raise FileFault(
                    f"{self.path} {lost} by another program, and {path} cannot be written: {why}"
                ) from None
        else:
            raise FileFault(f"{self.path} {lost} by another program, and no name beside is free")
        where = f"all of it is in {path.name} now, beside it"
        text = f"{self.path.name} {lost} by another program; {where}"
        self.close()
        self.__dict__.update(fresh.__dict__)
        return text
