"""Passwords and invitation words of a host: kept as hashes, in two files beside the one of keys."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Callable
from pathlib import Path
from time import time

import msgspec

from engine.base import files
from engine.base.errors import FileFault, Refused
from engine.base.files import Missing, content, decoded, text
from engine.base.text import counted

# Passwords: scrypt of the standard library, a line a name.
#
# `anna scrypt 14 8 1 SALT HASH`: the cost N as a power of two, r, p, and both in hexadecimal.


COST, BLOCK, LANES = 14, 8, 1
"""N as a power of two, r and p of scrypt: 16 MiB and some 50 ms a guess."""
SALT_BYTES, HASH_BYTES = 16, 32
DEAREST = 18
"""The highest cost that a file may ask for: 256 MiB, and a second."""
LARGEST = 4 * 1024 * 1024
"""Bytes of a file; a line has about 130."""
SHORTEST, LONGEST = 8, 200
"""Signs of a password."""
_LINE = re.compile(
    r"(?P<name>[a-z][a-z0-9_-]{0,19}) scrypt (?P<cost>\d{1,2}) (?P<block>\d{1,2}) "
    r"(?P<lanes>\d) (?P<salt>[0-9a-f]{32}) (?P<hash>[0-9a-f]{64})"
)


class Kept(msgspec.Struct, frozen=True):
    """What is kept of a password."""

    cost: int
    block: int
    lanes: int
    salt: bytes
    hash: bytes

    def is_of(self, password: str) -> bool:
        """Tell whether this is the password; takes some 50 ms of a core."""
        found = _hash(password, self.salt, self.cost, self.block, self.lanes)
        return hmac.compare_digest(found, self.hash)


def _hash(password: str, salt: bytes, cost: int, block: int, lanes: int) -> bytes:
    # Twice the memory that it needs: the library's own limit is just below that of cost 14.
    most = 256 * block * 2**cost
    return hashlib.scrypt(
        password.encode(), salt=salt, n=2**cost, r=block, p=lanes, maxmem=most, dklen=HASH_BYTES
    )


def why_weak(name: str, password: str) -> str:
    """Say why a password cannot be chosen; '' when it can."""
    if len(password) < SHORTEST:
        return f"a password has at least {SHORTEST} signs"
    if len(password) > LONGEST:
        return f"a password has at most {LONGEST} signs"
    if not password.isprintable():
        return "a password has no control characters"
    if password.lower() == name or len(set(password)) < 4:
        return "that is too easily guessed"
    return ""


class Passwords:
    """The passwords of a host by name, in a file for its owner alone.

    Raises `FileFault` where the file cannot be read or parsed.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._kept: dict[str, Kept] = {}
        self.read()

    @property
    def names(self) -> tuple[str, ...]:
        """The names that have a password."""
        return tuple(self._kept)

    def has(self, name: str) -> bool:
        """Tell whether a name has a password."""
        return name in self._kept

    def right(self, name: str, password: str) -> bool:
        """Tell whether a password is that of a name; as slow for a name without one.

        It may be called in a thread.
        """
        kept = self._kept.get(name)
        if kept is None or len(password) > LONGEST:
            _hash(password[:LONGEST], bytes(SALT_BYTES), COST, BLOCK, LANES)
            return False
        return kept.is_of(password)

    def keep(self, name: str, password: str) -> None:
        """Write a name's password, in the place of the one before.

        Raises `Refused` for one that cannot be chosen, `FileFault` where it cannot be written.
        """
        if why_not := why_weak(name, password):
            raise Refused(why_not)
        salt = secrets.token_bytes(SALT_BYTES)
        kept = Kept(COST, BLOCK, LANES, salt, _hash(password, salt, COST, BLOCK, LANES))
        self._write({**self._kept, name: kept})

    def forget(self, name: str) -> None:
        """Take a name's password away; raises `FileFault`."""
        self._write({each: kept for each, kept in self._kept.items() if each != name})

    def read(self) -> None:
        """Read the file, as at the start; what was known before stays where it has a fault."""
        try:
            wording = text(self.path, LARGEST, "a file of passwords")
        except Missing:
            self._kept = {}
            return
        found = {}
        for number, line in enumerate(wording.splitlines(), 1):
            read = _LINE.fullmatch(line)
            if read is None or not 1 <= int(read["cost"]) <= DEAREST or not int(read["lanes"]):
                raise FileFault(f"{self.path}: line {number} holds no password")
            found[read["name"]] = Kept(
                int(read["cost"]),
                max(1, int(read["block"])),
                int(read["lanes"]),
                bytes.fromhex(read["salt"]),
                bytes.fromhex(read["hash"]),
            )
        self._kept = found

    def _write(self, kept: dict[str, Kept]) -> None:
        lines = (
            f"{name} scrypt {each.cost} {each.block} {each.lanes} "
            f"{each.salt.hex()} {each.hash.hex()}\n"
            for name, each in kept.items()
        )
        files.write(self.path, "".join(lines).encode())
        self._kept = kept


# Invitation words: a member's word lets one new name in, once, for some days.


HOLDS_DAYS = 7
"""Days that an invitation holds."""
OPEN = 5
"""Invitations of one member that are open at a time."""
WORD_BYTES = 5
"""Random bytes of a word: 40 bits, with the limit of guesses far too many to be tried."""
DAY = 86_400.0


class Invitation(msgspec.Struct, frozen=True):
    """An invitation that nobody has used; of its word only the hash is kept."""

    word: str
    by: str
    until: float
    """Seconds since 1970."""


class Invitations:
    """The open invitations of a host, in a file for its owner alone.

    Raises `FileFault` where the file cannot be read.
    """

    def __init__(self, path: Path, clock: Callable[[], float] = time) -> None:
        self._path = path
        self._clock = clock
        try:
            data = content(path, LARGEST, "a file of invitations")
        except Missing:
            self._open: tuple[Invitation, ...] = ()
        else:
            self._open = decoded(_decode, data, path)

    @property
    def open(self) -> bool:
        """Tell whether some invitation may still be used."""
        return bool(self._holding())

    def invite(self, by: str) -> str:
        """Return a new word of a member's; `Refused` where he has too many that are open."""
        holding = self._holding()
        if sum(each.by == by for each in holding) >= OPEN:
            raise Refused(f"you have {counted(OPEN, 'open invitation')} already; each holds a week")
        word = secrets.token_hex(WORD_BYTES)
        self._write((*holding, Invitation(_mark(word), by, self._clock() + HOLDS_DAYS * DAY)))
        return word

    def holds(self, word: str) -> bool:
        """Tell whether a word may be used now."""
        mark = _mark(word)
        return any(hmac.compare_digest(each.word, mark) for each in self._holding())

    def use(self, word: str) -> str:
        """Use a word up, and return who gave it; '' where it does not hold (any more)."""
        mark, holding = _mark(word), self._holding()
        used = next((each for each in holding if hmac.compare_digest(each.word, mark)), None)
        if used is None:
            return ""
        self._write(tuple(each for each in holding if each is not used))
        return used.by

    def _holding(self) -> tuple[Invitation, ...]:
        now = self._clock()
        return tuple(each for each in self._open if each.until > now)

    def _write(self, holding: tuple[Invitation, ...]) -> None:
        files.write(self._path, msgspec.json.encode(holding) + b"\n")
        self._open = holding


def _mark(word: str) -> str:
    return hashlib.sha256(word.strip().lower().encode()).hexdigest()


_decode = msgspec.json.Decoder(tuple[Invitation, ...]).decode
