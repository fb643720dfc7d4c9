"""Users: the names that may come aboard, each with the keys that open its door.

The file is written as `authorized_keys` is: a key a line, and in the place of the comment
the name. Lines that begin with `#` are the keeper's own.
"""

from __future__ import annotations

import re
from pathlib import Path

import asyncssh

from engine.base.errors import FileFault
from engine.base.reading import Missing, content, text
from tui.start import durable

NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,19}")
LARGEST = 4 * 1024 * 1024
"""The bytes of a file of users; a key has some hundred."""
GUEST = "guest"
"""The name of all who come without a key, to watch."""


class Users:
    """Who may come, by name and public key; `open` lets new names bring a key with them.

    Names are compared, and given here, in small letters.
    """

    def __init__(self, path: Path, is_open: bool = False) -> None:
        self.path = path
        self.open = is_open
        self._keys: dict[str, list[asyncssh.SSHKey]] = {}
        self._held = b""
        """What was in the file last, should another program delete it."""
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
        self._append(f"{public[0]} {public[1]} {name}\n")
        self._keys[name] = [key]
        return True

    def _read(self) -> None:
        try:
            told = text(self.path, LARGEST, "a file of users")
        except Missing:
            if self.open:
                return
            what = f"{self.path} is not there; write a public key and a name a line in it"
            raise FileFault(what) from None
        self._held = told.encode()
        for number, line in enumerate(told.splitlines(), 1):
            if line.strip() and not line.lstrip().startswith("#"):
                self._take(number, line)

    def _take(self, number: int, line: str) -> None:
        try:
            key = asyncssh.import_public_key(line)
            name = (key.get_comment() or "").strip()
        except (asyncssh.KeyImportError, ValueError, re.error):  # it searches by what a file says
            raise FileFault(f"{self.path}: line {number} holds no public key") from None
        if not NAME.fullmatch(name):
            raise FileFault(
                f"{self.path}: line {number} ends in '{name}' where a name belongs "
                "(a letter, then up to 19 letters, digits, '-' or '_')"
            )
        if name.lower() == GUEST:
            raise FileFault(f"{self.path}: line {number} is named {GUEST}, as all who only watch")
        self._keys.setdefault(name.lower(), []).append(key)

    def _append(self, line: str) -> None:
        """Add a line and return when the file is on disk, whole; `FileFault` when it cannot be."""
        try:
            before = content(self.path, LARGEST, "a file of users")
        except Missing:
            before = self._held
        apart = b"\n" if before and not before.endswith(b"\n") else b""
        whole = before + apart + line.encode()
        durable.write(self.path, whole)
        self._held = whole
