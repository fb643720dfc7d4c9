"""Hashes: checksums of lines and states, one-time signatures, shared dice."""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping
from functools import lru_cache
from hashlib import blake2b, sha256
from hmac import digest as hmac

import msgspec

from engine.base.dice import BITS, Dice
from engine.base.errors import FileFault, WeatherGageError

# Checksums that chain one line of a battle file to the line before, and hashes of states.


_MARK = b',"sum":"'
_LENGTH = len(_MARK) + 16 + len(b'"}')


def seal(body: bytes, chain: bytes) -> tuple[bytes, bytes]:
    """Return a JSON object with a checksum as its last key, as a line, and that checksum.

    The checksum also covers `chain`, the checksum of the line before.
    """
    total = digest(chain + body)
    return body[:-1] + _MARK + total + b'"}', total


def verify_line(line: bytes, chain: bytes) -> bytes | None:
    """Return the checksum of a sealed line; None when the line is damaged.

    `chain` is the checksum of the line before.
    """
    total = stated_checksum(line)
    if line[-_LENGTH:] != _MARK + total + b'"}':
        return None
    return total if digest(chain + line[:-_LENGTH] + b"}") == total else None


def stated_checksum(line: bytes) -> bytes:
    """Return the checksum stated in a sealed line, without checking it."""
    return line[-18:-2]


def digest(data: bytes) -> bytes:
    """Return a hash of data, 16 hexadecimal digits."""
    return blake2b(data, digest_size=8).hexdigest().encode()


# One-time signatures from hashes alone: Winternitz's scheme, as in RFC 8391 and NIST SP 800-208. A
# key signs one text. The public key is the hash of the ends of 26 hash chains; a signature reveals
# a link of each chain, at the position given by a digit of the text's hash. Each letter carries the
# public key for its writer's next letter, so that the first public key determines all later ones.


SIZE = 24
"""Bytes of a hash: 192 bits, the smaller size of SP 800-208."""
STEPS = 255
"""The length of a hash chain, which is the largest digit of 8 bits."""
CHAINS = SIZE + 2
"""The number of chains: one for each byte of a hash, and two for its checksum."""
_KEY = re.compile(f"[0-9a-f]{{{2 * SIZE}}}")
_SIGNATURE = re.compile(f"[A-Za-z0-9+/]{{{SIZE * CHAINS * 4 // 3}}}")


def is_key(text: str) -> bool:
    """Tell whether a text has the form of a public key."""
    return bool(_KEY.fullmatch(text))


def is_signature(text: str) -> bool:
    """Tell whether a text has the form of a signature."""
    return bool(_SIGNATURE.fullmatch(text))


@lru_cache(maxsize=1024)
def public_key(secret: str, place: bytes) -> str:
    """Return the public key for one message.

    `place` identifies the message, so that each message has its own key.
    """
    ends = [
        _hashed(place, chain, 0, STEPS, start) for chain, start in enumerate(_starts(secret, place))
    ]
    return _bound(place, ends)


def sign(secret: str, place: bytes, text: str) -> str:
    """Return the signature of a text with the key of a secret and a place; it is deterministic."""
    digits = _digits(place, text)
    opened = [
        _hashed(place, chain, 0, digit, start)
        for chain, (digit, start) in enumerate(zip(digits, _starts(secret, place), strict=True))
    ]
    return b64encode(b"".join(opened)).decode()


def verify_signature(key: str, place: bytes, text: str, signed: str) -> bool:
    """Tell whether a signature of a text matches a public key."""
    if not is_signature(signed):
        return False
    opened = b64decode(signed)
    parts = [opened[at : at + SIZE] for at in range(0, len(opened), SIZE)]
    ends = [
        _hashed(place, chain, digit, STEPS, part)
        for chain, (digit, part) in enumerate(zip(_digits(place, text), parts, strict=True))
    ]
    return _bound(place, ends) == key


def _starts(secret: str, place: bytes) -> Iterator[bytes]:
    """Yield the secret start values of a key's chains."""
    for chain in range(CHAINS):
        text = b"weather gage chain %d " % chain + place
        yield hmac(secret.encode(), text, "sha256")[:SIZE]


def _digits(place: bytes, text: str) -> bytes:
    """Return for each chain the position of the link that the signature of a text reveals."""
    hashed = sha256(b"weather gage signed " + place + b" " + text.encode()).digest()[:SIZE]
    # A forger can hash a revealed link on to a higher digit. The last two digits, a checksum, then
    # become lower, and for a lower digit the forger would have to reverse the hash.
    return hashed + sum(STEPS - digit for digit in hashed).to_bytes(2)


def _hashed(place: bytes, chain: int, first: int, last: int, value: bytes) -> bytes:
    """Return `value`, which stands at position `first` of a chain, hashed on to position `last`."""
    head = b"weather gage step " + sha256(place).digest() + bytes([chain])
    for step in range(first, last):
        value = sha256(head + bytes([step]) + value).digest()[:SIZE]
    return value


def _bound(place: bytes, ends: list[bytes]) -> str:
    return sha256(b"weather gage key " + place + b" " + b"".join(ends)).digest()[:SIZE].hex()


# Dice that no player can know alone: two hash chains, revealed link by link. Each player has a
# chain of their own, computed backwards from a secret tip: every link is the hash of the next one.
# Its anchor is known to both players before any choice is made and determines the whole chain. A
# revealed link is verified by hashing it down to the anchor, and reveals nothing about the links
# beyond it.


_VALUE = re.compile("[0-9a-f]{64}")
LINKS = 1 << 16
"""The number of links in a chain, one for each choice; recorded battles have about a thousand
choices."""


class Link(msgspec.Struct, frozen=True):
    """An opened link of a hash chain: the link of a choice, which also opens all earlier
    choices.
    """

    choice: int
    """The number of the choice, from 1; 0 is the set-up."""
    value: str
    """The link as hexadecimal, 256 bits."""


class UnknownDice(WeatherGageError):
    """The error about dice that nobody can know yet: one player's share is still closed."""

    def __init__(self) -> None:
        super().__init__("these dice are not rolled yet: a player has not opened his share of them")


@lru_cache(maxsize=8)
def _down(owner: str, choice: int, value: str) -> tuple[bytes, ...]:
    """Return the links from the anchor up to the link of a choice, which is the last element.

    Raises `FileFault` for a choice beyond the chain: hashing would not end.
    """
    if not -1 <= choice < LINKS:
        raise FileFault(f"choice {choice} has no share of the dice: {LINKS} choices at most")
    links = [bytes.fromhex(value)]
    for number in range(choice, -1, -1):
        # Append the link that comes before the link of choice `number`. The one before the link of
        # the set-up is the anchor.
        text = msgspec.json.encode([owner, number])
        links.append(sha256(b"weather gage link " + text + links[-1]).digest())
    return tuple(reversed(links))


def anchor(owner: str, tip: str) -> str:
    """Return the anchor of a chain, a commitment to all its links that reveals none of them."""
    return _down(owner, LINKS - 1, _topmost(tip))[0].hex()


def link(owner: str, tip: str, choice: int) -> Link:
    """Return the link of a choice, given the chain's tip: the secret from which all
    links follow.
    """
    return Link(choice, _down(owner, LINKS - 1, _topmost(tip))[choice + 1].hex())


def whole(tip: str) -> Link:
    """Return the link that opens a whole chain, given its tip, the secret from which all links
    follow.
    """
    return Link(LINKS - 1, _topmost(tip))


def _topmost(tip: str) -> str:
    return sha256(b"weather gage tip " + tip.encode()).hexdigest()


def is_link(each: Link) -> bool:
    """Tell whether a link that was received has the right form."""
    return 0 <= each.choice < LINKS and bool(_VALUE.fullmatch(each.value))


def verify_link(owner: str, fixed: str, opened: Link) -> bool:
    """Tell whether an opened link belongs to the chain of an anchor."""
    if not _VALUE.fullmatch(opened.value):
        return False
    return _down(owner, opened.choice, opened.value)[0].hex() == fixed


class SharedDice(Dice):
    """The dice of a battle that the opened links determine; any other die raises `UnknownDice`.

    All dice of one choice are one throw. Its seed is made of that choice's links, one from each
    player, which are opened only when the choice is final.
    """

    def __init__(self, links: Mapping[str, Link]) -> None:
        super().__init__(0)
        self.links = dict(links)

    def for_command(self, number: int) -> Throw:
        """Return the dice of a command by its number, from 1; 0 is the set-up."""
        return Throw(self.links, number)

    @property
    def open_to(self) -> int:
        """The latest choice for which both shares are open; -1 if none."""
        return min((link.choice for link in self.links.values()), default=-1)

    def face(self, number: int, sides: int = 8) -> int:
        """Raise `TypeError`: each die belongs to a choice, so call `for_command` first."""
        raise TypeError("shared dice fall by throws: ask those of a choice")


class Throw(Dice):
    """The dice of one choice, in a battle with shared dice."""

    def __init__(self, links: Mapping[str, Link], choice: int, battle: int = 1) -> None:
        super().__init__(0)
        self._links = links
        self._choice = choice
        self._battle = battle
        self._fallen: Dice | None = None
        self._inside: list[Throw] = []
        """The dice for battles inside this one."""

    @property
    def was_rolled(self) -> bool:
        """Whether a die of this throw was rolled and is known."""
        return self._fallen is not None or any(each.was_rolled for each in self._inside)

    def of_battle(self, number: int) -> Dice:
        """Return the dice of this choice for battle `number` inside this one."""
        self._inside.append(Throw(self._links, self._choice, number))
        return self._inside[-1]

    def face(self, number: int, sides: int = 8) -> int:
        """Return the face of a die; `UnknownDice` while a share of the throw is closed."""
        if self._fallen is None:
            if self._choice >= LINKS or not self._links:
                raise UnknownDice
            shares = []
            for owner, opened in sorted(self._links.items()):
                if opened.choice < self._choice:
                    raise UnknownDice
                value = _down(owner, opened.choice, opened.value)[self._choice + 1]
                shares.append((owner, value.hex()))
            text = msgspec.json.encode([self._choice, self._battle, shares])
            digest = sha256(b"weather gage throw " + text).digest()
            self._fallen = Dice(int.from_bytes(digest) >> (256 - BITS))
        return self._fallen.face(number, sides)
