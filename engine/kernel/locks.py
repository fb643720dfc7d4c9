"""File locks, which make sure that a file has only one writer.

A second writer gets a message that names the first one.
"""

from __future__ import annotations

import errno
import os
import select
import signal
from contextlib import suppress
from pathlib import Path

from engine.base.errors import FileFault

try:
    import fcntl
except ImportError:  # this system has no such locks, so two writers are not detected
    fcntl = None  # type: ignore[assignment]

_TABLE = Path("/proc/locks")
"""The file in which Linux lists the locks and their processes."""
PATIENCE = 3.0
"""How many seconds a game that has lost its terminal gets to end by itself, before it is killed."""


def lock(path: Path, descriptor: int) -> None:
    """Take the writer's lock of a battle file.

    If the lock belongs to a game that has lost its terminal, that game is ended and its lock is
    taken over. Otherwise raises `FileFault`, which names the process that has the lock.
    """
    if fcntl is None:
        return
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        if (ended := _abandoned(descriptor)) and _taken_from(ended, descriptor):
            return
        who = holder(descriptor)
        where = f"in another window ({who})" if who else "in another window or on another machine"
        raise FileFault(f"{path} is being played {where}; you may watch it") from None
    except OSError:  # a file system without locks
        return


def lock_alone(path: Path, descriptor: int) -> None:
    """Take the lock of a file of results.

    Child processes do not inherit this lock.
    """
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
    """Lock a folder until this process ends.

    Raises `FileFault`, which names the process that has locked it.
    """
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
    """Return in words which process has locked a file: `process 4711 of anna on brig`.

    '' if that is unknown.
    """
    from platform import node

    process = _process(descriptor)
    return f"process {process}{_owner(process)} on {node() or 'this machine'}" if process else ""


def _process(descriptor: int) -> str:
    """Return the id of the process that has locked a file, '' if that is unknown."""
    inode = f":{os.fstat(descriptor).st_ino}"
    with suppress(OSError, ValueError):
        for line in _TABLE.read_text(encoding="ascii").splitlines():
            words = line.split()  # 1: FLOCK ADVISORY WRITE 4711 fe:00:2146334 0 EOF
            if len(words) == 8 and words[3] == "WRITE" and words[5].endswith(inode):
                return words[4]
    return ""


def _abandoned(descriptor: int) -> int:
    """Return the id of the process that has locked a file, if its lock may be taken over; else 0.

    That is a game of the same user that has lost its terminal, so that nobody can play it any more.
    Hosts, which need no terminal, are never returned, nor are processes of other machines or other
    users. On systems that do not list locks the result is 0.
    """
    process = _process(descriptor)
    folder = Path("/proc") / process
    with suppress(OSError, ValueError):
        words = (folder / "cmdline").read_bytes().split(b"\0")
        if not process or folder.stat().st_uid != os.getuid() or b"host" in words:
            return 0
        try:
            os.close(os.open(folder / "fd" / "0", os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY))
        except OSError as error:
            return int(process) if error.errno == errno.EIO else 0
    return 0


def _taken_from(process: int, descriptor: int) -> bool:
    """Take a lock from a game without a terminal; return whether that succeeded.

    The process gets SIGTERM, and SIGCONT in case it was stopped. If it does not end, it is killed:
    nothing is lost, because the file already has everything that the process acknowledged.
    """
    try:
        watch = os.pidfd_open(process)
    except (AttributeError, OSError):  # it has ended, or this system cannot wait for it
        watch = -1
    for numbers in ((signal.SIGHUP, signal.SIGCONT), (signal.SIGKILL,)):
        with suppress(ProcessLookupError):
            for number in numbers:
                os.kill(process, number)
        if watch < 0 or select.select([watch], [], [], PATIENCE)[0]:
            break
    if watch >= 0:
        os.close(watch)
    with suppress(BlockingIOError):
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return True
    return False


def _owner(process: str) -> str:
    """Return the owner of a process as ` of anna`; '' if the owner is unknown."""
    with suppress(ImportError, KeyError, OSError):
        from pwd import getpwuid

        return f" of {getpwuid(os.stat(f'/proc/{process}').st_uid).pw_name}"
    return ""
