"""Passwords and invitation words of a host.

They are stored as hashes, in two files beside the file of public keys.
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

# Passwords: hashed with scrypt of the standard library, one line for each name. A line is `anna
# scrypt 14 8 1 SALT HASH`. Its figures are log2 of the cost N, r and p, the parameters of scrypt;
# then come salt and hash in hexadecimal.


COST, BLOCK, LANES = 14, 8, 1
"""The parameters of scrypt: log2 of the cost N, r and p. Checking one guess takes 16 MiB and about
50 ms."""
SALT_BYTES, HASH_BYTES = 16, 32
DEAREST = 18
"""The highest cost of scrypt (log2 of N) that is accepted from a file. With the default r and p it
takes 256 MiB and about a second."""
LARGEST = 4 * 1024 * 1024
"""The maximum size of a file of passwords or of invitations in bytes; a line has about 130."""
SHORTEST, LONGEST = 8, 200
"""The minimum and the maximum number of characters in a password."""
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
        """Tell whether this is the password; the check takes about 50 ms of a core."""
        found = _hash(password, self.salt, self.cost, self.block, self.lanes)
        return hmac.compare_digest(found, self.hash)


def normalise_password(password: str) -> str:
    """Return the form of a password that is hashed.

    It is the same for every keyboard and interface: accented letters are composed (NFC), and blanks
    at both ends are removed, as from any typed line.
    """
    return clean(password).strip()


def hash_password(name: str, password: str) -> PasswordHash:
    """Return the hash of a new password, to be stored for a name.

    It takes about 50 ms of a core, and may be called in a thread. Raises `Refused` for a weak
    password.
    """
    if why_not := why_weak(name, password):
        raise Refused(why_not)
    salt = secrets.token_bytes(SALT_BYTES)
    found = _hash(normalise_password(password), salt, COST, BLOCK, LANES)
    return PasswordHash(COST, BLOCK, LANES, salt, found)


def _hash(password: str, salt: bytes, cost: int, block: int, lanes: int) -> bytes:
    # The limit is twice the memory that scrypt needs. The library's default limit is slightly too
    # low for cost 14.
    most = 256 * block * 2**cost
    return hashlib.scrypt(
        password.encode(), salt=salt, n=2**cost, r=block, p=lanes, maxmem=most, dklen=HASH_BYTES
    )


def why_weak(name: str, password: str) -> str:
    """Return why a password for this name is too weak; '' when it is accepted."""
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
        """The names that have a stored password."""
        return tuple(self._kept)

    def has(self, name: str) -> bool:
        """Tell whether a password is stored for a name."""
        return name in self._kept

    def is_right(self, name: str, password: str) -> bool:
        """Tell whether a password is the one stored for a name.

        The check takes just as long for a name without a password, so that the time taken does not
        reveal which names have one. It may be called in a thread.
        """
        kept = self._kept.get(name)
        if kept is None or len(password) > LONGEST:
            _hash(password[:LONGEST], bytes(SALT_BYTES), COST, BLOCK, LANES)
            return False
        return kept.verify_password(normalise_password(password))

    def keep(self, name: str, kept: PasswordHash) -> None:
        """Store a name's hashed password in place of an earlier one.

        Raises `FileFault` if the file cannot be written.
        """
        self._write({**self._kept, name: kept})

    def forget(self, name: str) -> None:
        """Delete a name's password; raises `FileFault` if the file cannot be written."""
        self._write({each: kept for each, kept in self._kept.items() if each != name})

    def read(self) -> None:
        """Read the file again; called at the start and after the file has changed.

        If the file is missing or has an error, the passwords read before remain valid. Otherwise
        anybody could take a registered name.
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
    """Return the name and the password hash in a line of the file.

    The hash is None where the line has no valid one.
    """
    read = _LINE.fullmatch(line.strip())
    if read is None:
        return "", None
    cost, block, lanes = (int(read[part]) for part in ("cost", "block", "lanes"))
    salt, found = (bytes.fromhex(read[part]) for part in ("salt", "hash"))
    return read["name"], PasswordHash(cost, block, lanes, salt, found)


# Invitation words: with a word that a member gives away, one new name can be registered, within a
# few days.


HOLDS_DAYS = 7
"""An invitation is valid for this many days."""
OWNER = "the owner"
"""The giver named in invitations that the owner ordered; no person has this name."""
OPEN = 5
"""A member may have at most this many open invitations at the same time."""
WORD_BYTES = 5
"""The number of random bytes in a word. Their 40 bits cannot be guessed, because the number of
attempts is limited."""
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
        """Tell whether there is an invitation that can still be used."""
        return bool(self._holding())

    def invite(self, by: str) -> str:
        """Return a new invitation word for a member to give to somebody.

        Raises `Refused` if the member has too many open invitations.
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
        """Tell whether an invitation word is valid now.

        It must have been given by the member `by`; '' stands for any member.
        """
        mark = _mark(word)
        given = [each for each in self._holding() if by in ("", each.by)]
        return any(hmac.compare_digest(each.word, mark) for each in given)

    def use(self, word: str) -> Invitation | None:
        """Use up an invitation word and return its invitation.

        None if the word was not valid.
        """
        mark, holding = _mark(word), self._holding()
        used = next((each for each in holding if hmac.compare_digest(each.word, mark)), None)
        if used is not None:
            self._write(tuple(each for each in holding if each is not used))
        return used

    def restore(self, used: Invitation) -> None:
        """Make a used word valid again, because the new person's name could not be stored.

        If the disk is full, the word is valid only until the host stops.
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
