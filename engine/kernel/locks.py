"""Locks: one writer a file, and who it is for the one that comes second."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from engine.base.errors import FileFault

try:
    import fcntl
except ImportError:  # this system has no such locks; two writers are then not told apart
    fcntl = None  # type: ignore[assignment]

_TABLE = Path("/proc/locks")
"""Where Linux tells which process holds which lock."""


def lock(path: Path, descriptor: int) -> None:
    """Take the writer's lock of a battle; `FileFault` says who has it."""
    if fcntl is None:
        return
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        who = holder(descriptor)
        where = f"in another window ({who})" if who else "in another window or on another machine"
        raise FileFault(f"{path} is being played {where}; you may watch it") from None
    except OSError:  # a file system without locks
        return


def lock_alone(path: Path, descriptor: int) -> None:
    """Take the lock of a file of results, for this process and none that it starts."""
    if fcntl is None:
        return
    try:
        fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        who = holder(descriptor)
        by = f"another simulation ({who})" if who else "another simulation"
        raise FileFault(f"{path} is being written by {by}") from None
    except OSError:  # a file system without locks
        return


def lock_folder(folder: Path) -> None:
    """Take a folder for this process until it ends; `FileFault` says which other has it."""
    if fcntl is None:
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        who = holder(descriptor)
        os.close(descriptor)
        raise FileFault(f"{folder} is used by {who or 'a process on another machine'}") from None
    except OSError:  # a file system without locks
        os.close(descriptor)


def holder(descriptor: int) -> str:
    """Return who has locked a file, `process 4711 of anna on brig`; '' where that is not known."""
    from platform import node

    inode = f":{os.fstat(descriptor).st_ino}"
    with suppress(OSError, ValueError):
        for line in _TABLE.read_text(encoding="ascii").splitlines():
            words = line.split()  # 1: FLOCK ADVISORY WRITE 4711 fe:00:2146334 0 EOF
            if len(words) == 8 and words[3] == "WRITE" and words[5].endswith(inode):
                return f"process {words[4]}{_owner(words[4])} on {node() or 'this machine'}"
    return ""


def _owner(process: str) -> str:
    """Return whose a process is, ` of anna`; '' where that is not known."""
    with suppress(ImportError, KeyError, OSError):
        from pwd import getpwuid

        return f" of {getpwuid(os.stat(f'/proc/{process}').st_uid).pw_name}"
    return ""
