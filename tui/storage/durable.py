"""Files that are on disk, whole, before anybody is told that they are."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from engine.base.errors import FileFault


def write(path: Path, data: bytes, private: bool = True) -> None:
    """Put data in the place of a file; `FileFault` if not, and the file is then as it was.

    A `private` one may be read by its owner alone.
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
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
    except OSError as error:
        with suppress(OSError):  # half a file takes the room that is wanted
            fresh.unlink(missing_ok=True)
        raise FileFault(f"{path} cannot be written: {(error.strerror or '').lower()}") from None
