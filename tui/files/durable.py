"""Write a file so that it is whole and on disk before the call returns."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from engine.base.errors import FileFault
from engine.base.folders import sync_folder


def write(path: Path, data: bytes, private: bool = True) -> None:
    """Replace a file by data, atomically, and return when it is on disk.

    Raises `FileFault` when it cannot be written; the file is then unchanged. Only its owner may
    read a `private` file. Where the folder cannot be written through, what was written stands.
    """
    fresh = path.with_name(f"{path.name}.new")
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
        raise FileFault(f"{path} cannot be written: {(error.strerror or '').lower()}") from None
    sync_folder(path.parent)
