"""Passwords and invitation words of a host: stored as hashes, in two files beside the file of
public keys.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import time

import msgspec

from engine.base import files
from engine.base.errors import FileFault, Refused
from engine.base.files import Missing, decode_data, read_bytes, read_text
from engine.base.text import clean, pluralized

# Passwords: hashed with scrypt of the standard library, one line for each name. `anna scrypt 14 8 1
# SALT HASH`: the logarithm of the cost N to base 2, r, p, then salt and hash in hexadecimal.


COST, BLOCK, LANES = 14, 8, 1
"""The parameters of scrypt: log2 of N, r and p. A guess takes 16 MiB and about 50 ms."""
SALT_BYTES, HASH_BYTES = 16, 32
DEAREST = 18
"""The highest cost (log2 of N) accepted from a file: at the default r and p, 256 MiB and a
second."""
LARGEST = 4 * 1024 * 1024
"""The most bytes of a file of passwords or of invitations; a line has about 130."""
SHORTEST, LONGEST = 8, 200
"""The least and most characters of a password."""
_LINE = re.compile(
    r"(?P<name>[a-z][a-z0-9_-]{0,19}) scrypt (?P<cost>\d{1,2}) (?P<block>\d{1,2}) "
    r"(?P<lanes>\d) (?P<salt>[0-9a-f]{32}) (?P<hash>[0-9a-f]{64})"
)


class PasswordHash(msgspec.Struct, frozen=True):
    """The stored hash of a password, with its salt and the parameters of scrypt."""

    cost: int
    block: int
    lanes: int
    salt: bytes
    hash: bytes

    @property
    def can_be_checked(self) -> bool:
        """Whether scrypt accepts these parameters, and needs no more memory than `DEAREST`
        allows.
        """
        most = BLOCK * LANES * 2**DEAREST
        # N must be below 2 to the power of 16 r (RFC 7914).
        return 1 <= self.cost < 16 * self.block and 1 <= self.lanes <= most // (
            self.block * 2**self.cost
        )

    def verify_password(self, password: str) -> bool:
        """Tell whether this is the password; takes about 50 ms of a core."""
        found = _hash(password, self.salt, self.cost, self.block, self.lanes)
        return hmac.compare_digest(found, self.hash)


def normalise_password(password: str) -> str:
    """Return the normal form of a password, which is hashed: the same for every keyboard and
    interface.

    Accented letters are composed (NFC), and blanks at both ends are stripped, as from any typed
    line.
    """
    return clean(password).strip()


def hash_password(name: str, password: str) -> PasswordHash:
    """Return the hash of a name's new password to store; takes about 50 ms of a core.

    Raises `Refused` for a weak password. It may be called in a thread.
    """
    if why_not := why_weak(name, password):
        raise Refused(why_not)
    salt = secrets.token_bytes(SALT_BYTES)
    found = _hash(normalise_password(password), salt, COST, BLOCK, LANES)
    return PasswordHash(COST, BLOCK, LANES, salt, found)


def _hash(password: str, salt: bytes, cost: int, block: int, lanes: int) -> bytes:
    # Twice the memory that scrypt needs: the library's default limit is just below the need of cost
    # 14.
    most = 256 * block * 2**cost
    return hashlib.scrypt(
        password.encode(), salt=salt, n=2**cost, r=block, p=lanes, maxmem=most, dklen=HASH_BYTES
    )


def why_weak(name: str, password: str) -> str:
    """Return why a password is too weak; '' when it is accepted."""
    typed = normalise_password(password)
    if len(typed) < SHORTEST:
        return f"a password has at least {SHORTEST} characters"
    if len(password) > LONGEST:
        return f"a password has at most {LONGEST} characters"
    if not password.isprintable():
        return "a password cannot contain control characters"
    if typed.lower() == name or len(set(typed)) < 4:
        return "that is too easily guessed"
    return ""


class Passwords:
    """The passwords of a host by name, in a file that only its owner can read.

    Raises `FileFault` where the file cannot be read or parsed.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._kept: dict[str, PasswordHash] = {}
        self.read()

    @property
    def names(self) -> tuple[str, ...]:
        """The names that have a password."""
        return tuple(self._kept)

    def has(self, name: str) -> bool:
        """Tell whether a name has a password."""
        return name in self._kept

    def is_right(self, name: str, password: str) -> bool:
        """Tell whether a password belongs to a name.

        It takes as long for a name without a password, so that the time reveals nothing. It may be
        called in a thread.
        """
        kept = self._kept.get(name)
        if kept is None or len(password) > LONGEST:
            _hash(password[:LONGEST], bytes(SALT_BYTES), COST, BLOCK, LANES)
            return False
        return kept.verify_password(normalise_password(password))

    def keep(self, name: str, kept: PasswordHash) -> None:
        """Store a name's hashed password, replacing an earlier one.

        Raises `FileFault` if it cannot be written.
        """
        self._write({**self._kept, name: kept})

    def forget(self, name: str) -> None:
        """Delete a name's password; raises `FileFault`."""
        self._write({each: kept for each, kept in self._kept.items() if each != name})

    def read(self) -> None:
        """Read the file, at the start and after changes.

        If the file is gone or has an error, the passwords read before remain valid: else anybody
        could take a registered name.
        """
        try:
            wording = read_text(self.path, LARGEST, "a file of passwords")
        except Missing:
            return
        found: dict[str, PasswordHash] = {}
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

    def _write(self, kept: dict[str, PasswordHash]) -> None:
        lines = (
            f"{name} scrypt {each.cost} {each.block} {each.lanes} "
            f"{each.salt.hex()} {each.hash.hex()}\n"
            for name, each in kept.items()
        )
        files.write(self.path, "".join(lines).encode())
        self._kept = kept


def _parsed(line: str) -> tuple[str, PasswordHash | None]:
    """Return the name of a line and its password; None where the line has no valid password."""
    read = _LINE.fullmatch(line.strip())
    if read is None:
        return "", None
    cost, block, lanes = (int(read[part]) for part in ("cost", "block", "lanes"))
    salt, found = (bytes.fromhex(read[part]) for part in ("salt", "hash"))
    return read["name"], PasswordHash(cost, block, lanes, salt, found)


# Invitation words: a word from a member lets one new name register, once, within some days.


HOLDS_DAYS = 7
"""Days for which an invitation is valid."""
OWNER = "the owner"
"""The giver of the invitations that are made by an order to the host; no person has this name."""
OPEN = 5
"""The most open invitations of one member at a time."""
WORD_BYTES = 5
"""Random bytes of a word: 40 bits are too many to guess within the limit on attempts."""
DAY = 86_400.0


class Invitation(msgspec.Struct, frozen=True):
    """An invitation that nobody has used yet; only the hash of its word is stored."""

    word: str
    by: str
    until: float
    """The end of the invitation's validity, in seconds since 1970."""


class Invitations:
    """The open invitations of a host, in a file that only its owner can read.

    Raises `FileFault` if the file cannot be read.
    """

    def __init__(self, path: Path, clock: Callable[[], float] = time) -> None:
        self._path = path
        self._clock = clock
        try:
            data = read_bytes(path, LARGEST, "a file of invitations")
        except Missing:
            self._open: tuple[Invitation, ...] = ()
        else:
            self._open = decode_data(_decode, data, path)

    @property
    def open(self) -> bool:
        """Tell whether some invitation may still be used."""
        return bool(self._holding())

    def invite(self, by: str) -> str:
        """Return a new word for a member to give away; raises `Refused` if the member has too many
        open ones.
        """
        holding = self._holding()
        if sum(each.by == by for each in holding) >= OPEN:
            raise Refused(
                f"you have {pluralized(OPEN, 'open invitation')} already; each is valid for a week"
            )
        word = secrets.token_hex(WORD_BYTES)
        self._write((*holding, Invitation(_mark(word), by, self._clock() + HOLDS_DAYS * DAY)))
        return word

    def holds(self, word: str, by: str = "") -> bool:
        """Tell whether a word is valid now, and was given by a certain member; '' for anybody."""
        mark = _mark(word)
        given = [each for each in self._holding() if by in ("", each.by)]
        return any(hmac.compare_digest(each.word, mark) for each in given)

    def use(self, word: str) -> Invitation | None:
        """Invalidate a word, and return its invitation; None if it was not valid."""
        mark, holding = _mark(word), self._holding()
        used = next((each for each in holding if hmac.compare_digest(each.word, mark)), None)
        if used is not None:
            self._write(tuple(each for each in holding if each is not used))
        return used

    def restore(self, used: Invitation) -> None:
        """Make a used word valid again, because its newcomer could not be stored; if the disk is
        full, only until the host stops.
        """
        self._open = (*self._holding(), used)
        with suppress(FileFault):
            self._write(self._open)

    def _holding(self) -> tuple[Invitation, ...]:
        now = self._clock()
        return tuple(each for each in self._open if each.until > now)

    def _write(self, holding: tuple[Invitation, ...]) -> None:
        files.write(self._path, msgspec.json.encode(holding) + b"\n")
        self._open = holding


def _mark(word: str) -> str:
    return hashlib.sha256(word.strip().lower().encode()).hexdigest()


_decode = msgspec.json.Decoder(tuple[Invitation, ...]).decode
