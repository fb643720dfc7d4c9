"""A write that is on disk is not reported as failed, even if the folder itself cannot be synced."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from engine.base import files
from engine.files import desks as stored
from engine.files import saves, squadron_files
from engine.kernel.battle import Battle
from tests.tui.letters import introduced
from tui.host.connection import ssh
from tui.host.connection.admission import Users
from tui.screens import settings


def refuse_fsync(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let files be synced but not folders, as on network and shared disks."""
    really = os.fsync

    def fsync(descriptor: int) -> None:
        if stat.S_ISDIR(os.fstat(descriptor).st_mode):
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
        really(descriptor)

    monkeypatch.setattr(os, "fsync", fsync)


def refuse_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no folder be opened, as on Windows, or where a folder may not be read."""
    really = os.open

    def opened(path: Any, flags: int, *mode: int, **more: Any) -> int:
        if os.path.isdir(path):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return really(path, flags, *mode, **more)

    monkeypatch.setattr(os, "open", opened)


@pytest.mark.parametrize("refuse", [refuse_fsync, refuse_open])
def test_whoever_writes_is_told_that_it_stands(
    refuse: Callable[[pytest.MonkeyPatch], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, _ = introduced(tmp_path / "mail", "quickstart")
    kept = anna.desk
    key = asyncssh.generate_private_key("ssh-ed25519")
    refuse(monkeypatch)
    settings.save(settings.Settings(glyphs="ascii"), tmp_path / "settings.toml")
    assert settings.load(tmp_path / "settings.toml")[0].glyphs == "ascii"
    ready = squadron_files.list_squadrons(tmp_path / "none")[0]
    assert squadron_files.copy(ready, tmp_path / "squadrons").exists()
    Users(tmp_path / "users", is_open=True).register("anna", key)
    assert Users(tmp_path / "users").names == ("anna",)
    made = ssh.host_key(tmp_path / "host_key")
    assert ssh.host_key(tmp_path / "host_key") == made
    stored.store(tmp_path / "desks", kept)
    assert stored.load(tmp_path / "desks", kept.held.id) == kept
    battle = Battle.new("oak_iron", "quickstart", 7, path=tmp_path / "new" / "x.battle")
    battle.close()
    assert battle.path
    Battle.open(tmp_path / "new" / "x.battle").close()
    assert saves.own_copy(battle.path, tmp_path / "own").exists()
    files.write(tmp_path / "page.html", b"page", private=False)
    assert not list(tmp_path.rglob("*.new"))


def test_two_windows_that_write_a_file_at_once_write_it_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, really, other = tmp_path / "some.curve", os.fsync, os.getpid() + 1
    done: list[Path] = []

    def fsync(descriptor: int) -> None:
        really(descriptor)
        if not done:  # another process writes the same file just now
            done.append(path)
            with monkeypatch.context() as there:
                there.setattr(os, "getpid", lambda: other)
                files.write(path, b"theirs")

    monkeypatch.setattr(os, "fsync", fsync)
    files.write(path, b"our own, which is longer")
    assert path.read_bytes() == b"our own, which is longer"
    assert [*tmp_path.iterdir()] == [path]


def test_what_dead_processes_had_begun_to_write_is_swept(tmp_path: Path) -> None:
    """A folder is swept once. Recent files, files of living processes, and other files are left."""
    dead = subprocess.Popen(["true"])
    dead.wait()
    hexes = "0123456789abcdef"
    gone = [f"a.battle.{dead.pid}.new", f".{hexes}.new", f".{hexes}.{dead.pid}.new"]
    left = [f"b.{os.getpid()}.new", "notes.new", "my.1a.new"]
    for name in (*gone, *left, young := f"c.{dead.pid}.new"):
        (tmp_path / name).write_text("x")
        if name != young:
            os.utime(tmp_path / name, (1, 1))
    (tmp_path / "folder.1.new").mkdir()
    files.write(tmp_path / "settings", b"y")
    found = {path.name for path in tmp_path.iterdir()}
    assert found == {"settings", *left, young, "folder.1.new"}
    other = tmp_path / "other"
    other.mkdir()
    (other / gone[0]).write_text("x")
    os.utime(other / gone[0], (1, 1))
    files.create(other / "letter", b"z")
    assert [path.name for path in other.iterdir()] == ["letter"]
