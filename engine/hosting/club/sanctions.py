"""Bans and mutes by the owner of a host: people who may not come in, or may not talk."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from time import time

import msgspec

from engine.base import files
from engine.base.errors import Refused
from engine.base.files import Missing, decode_data, read_bytes
from engine.base.text import clean

LARGEST = 4 * 1024 * 1024
"""The most bytes of the file of bans and mutes."""
LONGEST = 100
"""The most characters of the reason for a ban."""
MOST = 5000
"""The most bans, and the most mutes."""
FOR_EVER = 0.0


class SanctionsFile(msgspec.Struct, frozen=True):
    """The content of the file of bans and mutes."""

    banned: dict[str, str] = {}
    """{name or address: reason}; an address is written in the form that the limits count."""
    muted: dict[str, float] = {}
    """{name: end of the mute in seconds since 1970, or 0 for ever}."""


class Sanctions:
    """Bans and mutes, in a file that only the owner can read; without a path in memory only.

    The file is read again before each write, because it may have been edited by hand; a file with
    an error is not overwritten. Raises `FileFault` where the file cannot be read or written.
    """

    def __init__(self, path: Path | None = None, clock: Callable[[], float] = time) -> None:
        self._path = path
        self._clock = clock
        self._kept = SanctionsFile()
        self.read()

    def read(self) -> None:
        """Read the file again; if it is gone or damaged, the old content stays in force."""
        if self._path is None:
            return
        try:
            data = read_bytes(self._path, LARGEST, "a file of bans")
        except Missing:
            return
        self._kept = decode_data(_decode, data, self._path)

    @property
    def banned(self) -> Mapping[str, str]:
        """The bans: {name or address: reason}."""
        return self._kept.banned

    def why_not_in(self, *whom: str) -> str:
        """Return why somebody of this name or address may not come in; '' when they may."""
        for each in whom:
            if each in self._kept.banned:
                why = self._kept.banned[each]
                return f"the owner of this host does not admit {each}{f': {why}' if why else ''}"
        return ""

    def ban(self, whom: str, why: str = "") -> None:
        """Ban a name or an address."""
        self.read()
        banned = {**self._kept.banned, whom: clean(why)[:LONGEST]}
        self._write(msgspec.structs.replace(self._kept, banned=banned))

    def unban(self, whom: str) -> None:
        """Admit a name or an address again; raises `Refused` if it is not banned."""
        self.read()
        if whom not in self._kept.banned:
            raise Refused(f"{whom[:40]} is not banned")
        banned = {each: why for each, why in self._kept.banned.items() if each != whom}
        self._write(msgspec.structs.replace(self._kept, banned=banned))

    def why_not_talk(self, person: str) -> str:
        """Return why a person may not talk now; '' when they may."""
        until = self._kept.muted.get(person)
        if until is None or (until != FOR_EVER and until <= self._clock()):
            return ""
        return "the owner of this host has muted you"

    def mute(self, person: str, seconds: float = FOR_EVER) -> None:
        """Forbid a person to talk for some seconds, or for ever."""
        self.read()
        until = self._clock() + seconds if seconds else FOR_EVER
        self._write(msgspec.structs.replace(self._kept, muted={**self._holding(), person: until}))

    def unmute(self, person: str) -> None:
        """Allow a person to talk again; raises `Refused` if the person is not muted."""
        self.read()
        if not self.why_not_talk(person):
            raise Refused(f"{person} is not muted")
        muted = {each: until for each, until in self._holding().items() if each != person}
        self._write(msgspec.structs.replace(self._kept, muted=muted))

    def _holding(self) -> dict[str, float]:
        """Return the mutes that have not ended."""
        return {name: until for name, until in self._kept.muted.items() if self.why_not_talk(name)}

    def _write(self, kept: SanctionsFile) -> None:
        if max(len(kept.banned), len(kept.muted)) > MOST:
            raise Refused(f"the list is full: {MOST} names already; remove one first")
        if self._path:
            files.write(self._path, msgspec.json.encode(kept) + b"\n")
        self._kept = kept


_decode = msgspec.json.Decoder(SanctionsFile).decode
