"""Users: the names that may come aboard, each with the keys that open its door.

The file is written as `authorized_keys` is: a key a line, and in the place of the comment
the name. Lines that begin with `#` are the keeper's own.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import asyncssh

from engine.errors import FileFault

NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,19}")


class Users:
    """Who may come, by name and public key; `open` lets new names bring a key with them.

    Names are compared, and given here, in small letters.
    """

    def __init__(self, path: Path, is_open: bool = False) -> None:
        self.path = path
        self.open = is_open
        self._keys: dict[str, list[asyncssh.SSHKey]] = {}
        self._read()

    @property
    def names(self) -> tuple[str, ...]:
        """The names that are known, in the order of the file."""
        return tuple(self._keys)

    def admits(self, name: str, key: asyncssh.SSHKey) -> bool:
        """Tell whether a key opens a name's door; an unknown name may bring its own, if open."""
        known = self._keys.get(name)
        if known is not None:
            return key in known
        return self.open and bool(NAME.fullmatch(name))

    def register(self, name: str, key: asyncssh.SSHKey) -> bool:
        """Write a new name down with the key that it came with; False when it was known."""
        if name in self._keys:
            return False
        public = key.export_public_key().decode().split()
        _append(self.path, f"{public[0]} {public[1]} {name}\n")
        self._keys[name] = [key]
        return True

    def _read(self) -> None:
        if not self.path.exists():
            if self.open:
                return
            raise FileFault(f"{self.path} is not there; write a public key and a name a line in it")
        try:
            lines = self.path.read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            reason = getattr(error, "strerror", None) or "it is not text"
            raise FileFault(f"{self.path} cannot be read: {reason.lower()}") from None
        for number, line in enumerate(lines, 1):
            if line.strip() and not line.lstrip().startswith("#"):
                self._take(number, line)

    def _take(self, number: int, line: str) -> None:
        try:
            key = asyncssh.import_public_key(line)
        except (asyncssh.KeyImportError, ValueError):
            raise FileFault(f"{self.path}: line {number} holds no public key") from None
        name = (key.get_comment() or "").strip()
        if not NAME.fullmatch(name):
            raise FileFault(
                f"{self.path}: line {number} ends in '{name}' where a name belongs "
                "(a letter, then up to 19 letters, digits, '-' or '_')"
            )
        self._keys.setdefault(name.lower(), []).append(key)


def _append(path: Path, line: str) -> None:
    """Add a line and return when it is on disk; `FileFault` when it cannot be."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        try:
            os.write(descriptor, line.encode())
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    except OSError as error:
        raise FileFault(f"{path} cannot be written: {(error.strerror or '').lower()}") from None
