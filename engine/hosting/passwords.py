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
from engine.base.text import clean, counted

# Passwords: scrypt of the standard library, a line a name.
#
# `anna scrypt 14 8 1 SALT HASH`: the cost N as a power of two, r, p, and both in hexadecimal.


COST, BLOCK, LANES = 14, 8, 1
"""N as a power of two, r and p of scrypt: 16 MiB and some 50 ms a guess."""
SALT_BYTES, HASH_BYTES = 16, 32
DEAREST = 18
"""The highest cost that a file may ask for, at the usual r and p: 256 MiB, and a second."""
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

    @property
    def can_be_checked(self) -> bool:
        """Whether scrypt takes these figures, and needs no more than `DEAREST` allows."""
        most = BLOCK * LANES * 2**DEAREST
        # N has to be below 2 to the power of 16 r (RFC 7914).
        return 1 <= self.cost < 16 * self.block and 1 <= self.lanes <= most // (
            self.block * 2**self.cost
        )

    def is_of(self, password: str) -> bool:
        """Tell whether this is the password; takes some 50 ms of a core."""
        found = _hash(password, self.salt, self.cost, self.block, self.lanes)
        return hmac.compare_digest(found, self.hash)


def as_typed(password: str) -> str:
    """Return a password as it is hashed: the same from every keyboard, on screens and in lines.

    Accents are composed, blanks at both ends are dropped, as of any line that is typed.
    """
    return clean(password).strip()


def hashed(name: str, password: str) -> Kept:
    """Return what is kept of a name's new password; takes some 50 ms of a core.

    Raises `Refused` for one that cannot be chosen. It may be called in a thread.
    """
    if why_not := why_weak(name, password):
        raise Refused(why_not)
    salt = secrets.token_bytes(SALT_BYTES)
    found = _hash(as_typed(password), salt, COST, BLOCK, LANES)
    return Kept(COST, BLOCK, LANES, salt, found)


def _hash(password: str, salt: bytes, cost: int, block: int, lanes: int) -> bytes:
    # Twice the memory that it needs: the library's own limit is just below that of cost 14.
    most = 256 * block * 2**cost
    return hashlib.scrypt(
        password.encode(), salt=salt, n=2**cost, r=block, p=lanes, maxmem=most, dklen=HASH_BYTES
    )


def why_weak(name: str, password: str) -> str:
    """Say why a password cannot be chosen; '' when it can."""
    typed = as_typed(password)
    if len(typed) < SHORTEST:
        return f"a password has at least {SHORTEST} signs"
    if len(password) > LONGEST:
        return f"a password has at most {LONGEST} signs"
    if not password.isprintable():
        return "a password has no control characters"
    if typed.lower() == name or len(set(typed)) < 4:
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
        return kept.is_of(as_typed(password))

    def keep(self, name: str, kept: Kept) -> None:
        """Write a name's `hashed` password, in the place of the one before.

        Raises `FileFault` where it cannot be written.
        """
        self._write({**self._kept, name: kept})

    def forget(self, name: str) -> None:
        """Take a name's password away; raises `FileFault`."""
        self._write({each: kept for each, kept in self._kept.items() if each != name})

    def read(self) -> None:
        """Read the file, as at the start.

        What was known before stays where the file has a fault, or has gone: else anybody could
        take a name that is known.
        """
        try:
            wording = text(self.path, LARGEST, "a file of passwords")
        except Missing:
            return
        found: dict[str, Kept] = {}
        for number, line in enumerate(wording.splitlines(), 1):
            if not line.strip():
                continue
            name, kept = _parsed(line)
            if kept is None or not kept.can_be_checked:
                raise FileFault(f"{self.path}: line {number} holds no password")
            if name in found:
                raise FileFault(f"{self.path}: line {number} is a second password of {name}")
            found[name] = kept
        self._kept = found

    def _write(self, kept: dict[str, Kept]) -> None:
        lines = (
            f"{name} scrypt {each.cost} {each.block} {each.lanes} "
            f"{each.salt.hex()} {each.hash.hex()}\n"
            for name, each in kept.items()
        )
        files.write(self.path, "".join(lines).encode())
        self._kept = kept


def _parsed(line: str) -> tuple[str, Kept | None]:
    """Return the name of a line and its password; None where the line is none."""
    read = _LINE.fullmatch(line.strip())
    if read is None:
        return "", None
    cost, block, lanes = (int(read[part]) for part in ("cost", "block", "lanes"))
    salt, found = (bytes.fromhex(read[part]) for part in ("salt", "hash"))
    return read["name"], Kept(cost, block, lanes, salt, found)


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
        """Return a new word of a member's; raises `Refused` where he has too many that are open."""
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
