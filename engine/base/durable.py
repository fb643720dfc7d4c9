"""Write a file, or a new name in a folder, so that it is whole and on disk when a call returns."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from pathlib import Path

from engine.base.errors import FileFault
from engine.base.reading import PLAIN, unusable

UNFINISHED = re.compile(r"(?:.+|\.[0-9a-f]{16})\.(\d{1,9})\.new|\.[0-9a-f]{16}\.new")
"""The name of a file that is being written, with the number of the process that does."""
OLD = 600.0
"""Seconds after which nobody writes at such a file any more."""
_swept: set[Path] = set()


def write(path: Path, data: bytes, private: bool = True) -> None:
    """Replace a file by data, atomically, and return when it is on disk.

    Raises `FileFault` when it cannot be written; the file is then unchanged. Only its owner may
    read a `private` file. Where the folder cannot be written through, what was written stands.
    """
    # Its own for each process: two windows may write the same file at once.
    fresh = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        path.parent.mkdir(mode=0o700 if private else 0o777, parents=True, exist_ok=True)
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_NOFOLLOW", 0)
        descriptor = os.open(fresh, flags, 0o600 if private else 0o666)
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(descriptor)
        fresh.replace(path)
    except OSError as error:
        with suppress(OSError):  # on a full disk half a file would take the room that is missing
            fresh.unlink(missing_ok=True)
        unusable(path, "be written", error)
    _sweep(path)
    sync_folder(path.parent)


class Taken(FileFault):
    """A new file that cannot be made: something has its name already."""


def create(path: Path, data: bytes) -> None:
    """Write a new file, and return when it is on disk; it is whole before it has its name.

    No link is followed and nothing is replaced, whoever else may write into the folder. Raises
    `Taken` where something has that name, `FileFault` when it cannot be written.
    """
    try:
        fresh = path.with_name(f".{os.urandom(8).hex()}.{os.getpid()}.new")
        try:
            _put(fresh, data)
            try:
                os.link(fresh, path, follow_symlinks=False)
            except FileExistsError:
                raise
            except (OSError, NotImplementedError):  # a disk or system without hard links
                _put(path, data)
        finally:
            with suppress(OSError):
                fresh.unlink(missing_ok=True)
    except FileExistsError:
        raise Taken(f"{path} is there already") from None
    except (OSError, ValueError) as error:
        unusable(path, "be written", error)
    _sweep(path)
    sync_folder(path.parent)


def _put(path: Path, data: bytes) -> None:
    """Write data into a file that is not there, not even as a link."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | PLAIN
    with os.fdopen(os.open(path, flags, 0o666), "wb") as file:
        try:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        except OSError:  # what is not whole must not keep the name
            with suppress(OSError):
                path.unlink()
            raise


def _sweep(written: Path) -> None:
    """Delete what dead processes had begun to write beside a file; once for each folder.

    What is hardly older than the file is left: in a folder that machines share, its process may
    live on another one.
    """
    folder = written.parent
    if folder in _swept:
        return
    _swept.add(folder)
    with suppress(OSError), os.scandir(folder) as entries:
        now = written.stat().st_mtime
        for entry in entries:
            begun = UNFINISHED.fullmatch(entry.name)
            with suppress(OSError):
                if (
                    begun
                    and now - entry.stat(follow_symlinks=False).st_mtime > OLD
                    and not _lives(int(begun[1] or 0))
                ):
                    os.unlink(entry.path)


def _lives(process: int) -> bool:
    """Tell whether a process of that number is there; 0 is none."""
    if not process:
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):  # it is somebody else's, or no number of a process
        return True
    return True


def sync_folder(folder: Path) -> None:
    """Have the names in a folder on disk when this returns, where the system can.

    What was written stands even where it cannot: network and shared disks refuse it, folders that
    may not be read cannot be opened, and some systems open none.
    """
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
