"""Write a file, or a new name in a folder, so that it is whole and on disk when a call returns."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from engine.base.reading import unusable


def write(path: Path, data: bytes, private: bool = True) -> None:
    """Replace a file by data, atomically, and return when it is on disk.

    Raises `FileFault` when it cannot be written; the file is then unchanged. Only its owner may
    read a `private` file. Where the folder cannot be written through, what was written stands.
    """
    # Its own for each process: two windows may write the same file at once.
    fresh = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        path.parent.mkdir(mode=0o700 if private else 0o777, parents=True, exist_ok=True)
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
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
    sync_folder(path.parent)


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
