"""Folders: make a new name in one last through a power cut."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path


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
