"""A host that is killed before each of its writes to the disk, one after another."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import shutil
import signal
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from engine.hosting.hub import Hub
from tests.tui.conftest import BASE

WRITES = ("write", "fsync", "replace", "rename", "link", "unlink")
"""The functions of `os` that write something to the disk."""
MOST = 80
"""A number of writes that no step of the tests reaches."""

Act = Callable[[Path], Awaitable[Hub | None]]
"""A function that does in a folder what a host does. It is in a module, so that another process can
import it; it returns the hub, or None if no hub is left to be closed."""


@contextmanager
def before_each_write(does: Callable[[], None]) -> Iterator[None]:
    """Call a function before each write of this process."""
    were = {name: getattr(os, name) for name in WRITES if hasattr(os, name)}

    def announced(write: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **kwargs: Any) -> Any:
            does()
            return write(*args, **kwargs)

        return call

    for name, write in were.items():
        setattr(os, name, announced(write))
    try:
        yield
    finally:
        for name, write in were.items():
            setattr(os, name, write)


async def killed(act: Act, prepared: Path, folder: Path) -> list[Path]:
    """Return the folders as a host would leave them if it were killed before each write, or after
    the last.

    They are copies of the folder at these moments; `really_killed` shows that a real kill leaves
    the same.
    """
    found: list[Path] = []
    copying = False

    def leave() -> None:
        nonlocal copying
        if not copying:
            copying = True
            found.append(folder / str(len(found)))
            shutil.copytree(folder / "now", found[-1])
            copying = False

    shutil.copytree(prepared, folder / "now")
    with before_each_write(leave):
        hub = await act(folder / "now")
        leave()
    if hub:
        hub.close()
    assert 1 < len(found) < MOST
    return found


def really_killed(act: Act, prepared: Path, folder: Path) -> list[Path]:
    """Run hosts in processes of their own, each killed by SIGKILL before another write, the last
    one after all writes.

    Return the folders that they leave.
    """
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([act.__module__])
    found: list[Path] = []
    for number in range(1, MOST):
        found.append(folder / str(number))
        shutil.copytree(prepared, found[-1])
        process = context.Process(target=_acts, args=(act, found[-1], number))
        # The server of forks listens on a socket, whose path has at most 108 bytes.
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(tempfile, "tempdir", str(BASE))
            process.start()
        process.join()
        assert process.exitcode == -signal.SIGKILL
        if (found[-1] / "whole").exists():
            return found
    raise AssertionError("it writes without end")


def _acts(act: Act, folder: Path, number: int) -> None:
    """Let a host act in a folder; the process dies before the write with this number, or at the
    end.
    """
    left = number

    def die() -> None:
        nonlocal left
        left -= 1
        if not left:
            os.kill(os.getpid(), signal.SIGKILL)

    async def within() -> None:
        await act(folder)
        (folder / "whole").touch()
        os.kill(os.getpid(), signal.SIGKILL)

    with before_each_write(die):
        asyncio.run(within())
