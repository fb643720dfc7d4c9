"""The names that may log in, each with its public keys, and the file that holds them.

The file has the format of `authorized_keys`: a key on each line, with the name in the place of
the comment. Lines that begin with `#` are left to whoever runs the host.
"""

from __future__ import annotations

import re
from pathlib import Path

import asyncssh

from engine.base import durable
from engine.base.errors import FileFault
from engine.base.reading import Missing, content, text

NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,19}")
LARGEST = 4 * 1024 * 1024
"""The most bytes of a file of users; a key has about a hundred."""
GUEST = "guest"
"""The name of everybody who logs in without a key, to watch."""


class Users:
    """Who may log in, by name and public key. If `open`, a new name may bring its first key.

    Names are in small letters. Raises `FileFault` when the file is missing (and not `open`),
    or cannot be read or parsed.
    """

    def __init__(self, path: Path, is_open: bool = False) -> None:
        self.path = path
        self.open = is_open
        self._keys: dict[str, list[asyncssh.SSHKey]] = {}
        self._held = b""
        """The file as last read or written, in case another program deletes it."""
        self._read()

    @property
    def names(self) -> tuple[str, ...]:
        """The registered names, in the order of the file."""
        return tuple(self._keys)

    def admits(self, name: str, key: asyncssh.SSHKey) -> bool:
        """Tell whether a key may log in under a name; if open, a new name may with any key."""
        known = self._keys.get(name)
        if known is not None:
            return key in known
        return self.open and bool(NAME.fullmatch(name))

    def register(self, name: str, key: asyncssh.SSHKey) -> bool:
        """Write a new name and its key to the file; return False when the name is registered."""
        if name in self._keys:
            return False
        public = key.export_public_key().decode().split()
        self._append(f"{public[0]} {public[1]} {name}\n")
        self._keys[name] = [key]
        return True

    def _read(self) -> None:
        try:
            wording = text(self.path, LARGEST, "a file of users")
        except Missing:
            if self.open:
                return
            what = f"{self.path} is not there; write a public key and a name a line in it"
            raise FileFault(what) from None
        self._held = wording.encode()
        for number, line in enumerate(wording.splitlines(), 1):
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
        """Add a line, and return when the file is on disk; raises `FileFault` when it is not."""
        try:
            before = content(self.path, LARGEST, "a file of users")
        except Missing:
            before = self._held
        apart = b"\n" if before and not before.endswith(b"\n") else b""
        whole = before + apart + line.encode()
        durable.write(self.path, whole)
        self._held = whole
