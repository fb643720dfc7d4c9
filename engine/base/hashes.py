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
    """Return a JSON object as a line whose last key is a checksum, and the checksum.

    The checksum also covers `chain`, the checksum of the line before.
    """
    total = digest(chain + body)
    return body[:-1] + _MARK + total + b'"}', total


def verify_line(line: bytes, chain: bytes) -> bytes | None:
    """Return the checksum of a line that `seal` has made; None when the line is damaged.

    `chain` is the checksum of the line before.
    """
    total = stated_checksum(line)
    if line[-_LENGTH:] != _MARK + total + b'"}':
        return None
    return total if digest(chain + line[:-_LENGTH] + b"}") == total else None


def stated_checksum(line: bytes) -> bytes:
    """Return the checksum that is written in a line made by `seal`, without checking it."""
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
"""The number of times that a start value is hashed along a signature's chain: the largest digit of
8 bits."""
CHAINS = SIZE + 2
"""The number of hash chains in a signature: one for each byte of the signed hash, and two for the
checksum of these bytes."""
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

    `place` identifies the message, such as its number, so that each message has its own key.
    """
    ends = [
        _hashed(place, chain, 0, STEPS, start) for chain, start in enumerate(_starts(secret, place))
    ]
    return _bound(place, ends)


def sign(secret: str, place: bytes, text: str) -> str:
    """Return the signature of a text; the same arguments always give the same signature.

    The private key is derived from `secret` and from `place`, which identifies the message.
    """
    digits = _digits(place, text)
    opened = [
        _hashed(place, chain, 0, digit, start)
        for chain, (digit, start) in enumerate(zip(digits, _starts(secret, place), strict=True))
    ]
    return b64encode(b"".join(opened)).decode()


def verify_signature(key: str, place: bytes, text: str, signed: str) -> bool:
    """Tell whether `signed` is a signature of the text by the owner of a public key."""
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
    """Yield the secret start value of each hash chain of the key for one message."""
    for chain in range(CHAINS):
        text = b"weather gage chain %d " % chain + place
        yield hmac(secret.encode(), text, "sha256")[:SIZE]


def _digits(place: bytes, text: str) -> bytes:
    """Return for each hash chain how often its start value is hashed in the signature of a text."""
    hashed = sha256(b"weather gage signed " + place + b" " + text.encode()).digest()[:SIZE]
    # A forger can hash a revealed link on to a higher digit. The last two digits, a checksum, then
    # become lower, and for a lower digit the forger would have to reverse the hash.
    return hashed + sum(STEPS - digit for digit in hashed).to_bytes(2)


def _hashed(place: bytes, chain: int, first: int, last: int, value: bytes) -> bytes:
    """Return a value of a hash chain, hashed on from position `first` of the chain to position
    `last`.
    """
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
    """A link of a player's hash chain that the player has revealed, as a share of one choice's
    dice.

    All links of earlier choices can be computed from it.
    """

    choice: int
    """The number of the choice, from 1; 0 is the set-up."""
    value: str
    """The link as hexadecimal, 256 bits."""


class UnknownDice(WeatherGageError):
    """The error about dice that nobody can know yet, because a player has not revealed a share."""

    def __init__(self) -> None:
        super().__init__(
            "these dice are not known yet: a player has still to open a share, from which they are "
            "computed"
        )


@lru_cache(maxsize=8)
def _down(owner: str, choice: int, value: str) -> tuple[bytes, ...]:
    """Return all links from the chain's anchor (its public end) to the link of a choice, in this
    order.

    `value` is the link of the choice, from which the links before it are computed. Raises
    `FileFault` for a choice beyond the chain, since hashing would take too long.
    """
    if not -1 <= choice < LINKS:
        raise FileFault(
            f"there are no dice for choice {choice}, because a strict battle has at most {LINKS} "
            "choices"
        )
    links = [bytes.fromhex(value)]
    for number in range(choice, -1, -1):
        # Append the link that comes before the link of choice `number`. The one before the link of
        # the set-up is the anchor.
        text = msgspec.json.encode([owner, number])
        links.append(sha256(b"weather gage link " + text + links[-1]).digest())
    return tuple(reversed(links))


def anchor(owner: str, tip: str) -> str:
    """Return the anchor, the public end of a player's hash chain.

    It is a commitment: it fixes all links of the chain, but reveals none of them. `tip` is the
    secret from which all links follow.
    """
    return _down(owner, LINKS - 1, _topmost(tip))[0].hex()


def link(owner: str, tip: str, choice: int) -> Link:
    """Return the link of a choice in a player's hash chain.

    `tip` is the secret from which all links of the chain follow.
    """
    return Link(choice, _down(owner, LINKS - 1, _topmost(tip))[choice + 1].hex())


def whole(tip: str) -> Link:
    """Return the link that reveals a player's whole hash chain.

    `tip` is the secret from which all links of the chain follow.
    """
    return Link(LINKS - 1, _topmost(tip))


def _topmost(tip: str) -> str:
    return sha256(b"weather gage tip " + tip.encode()).hexdigest()


def is_link(each: Link) -> bool:
    """Tell whether a link that was received has the right form."""
    return 0 <= each.choice < LINKS and bool(_VALUE.fullmatch(each.value))


def verify_link(owner: str, fixed: str, opened: Link) -> bool:
    """Tell whether a revealed link belongs to the hash chain of a player.

    `fixed` is the anchor of the chain, which the player published before the battle.
    """
    if not _VALUE.fullmatch(opened.value):
        return False
    return _down(owner, opened.choice, opened.value)[0].hex() == fixed


class SharedDice(Dice):
    """The dice of a battle whose players each hold a share; a die that is not yet known raises
    `UnknownDice`.

    All dice of one choice are one throw. The seed of a throw is made of one link from each player's
    hash chain; the players reveal these links only when the choice is final.
    """

    def __init__(self, links: Mapping[str, Link]) -> None:
        super().__init__(0)
        self.links = dict(links)

    def for_command(self, number: int) -> Throw:
        """Return the dice of command `number`, from 1; 0 is the set-up."""
        return Throw(self.links, number)

    @property
    def open_to(self) -> int:
        """The latest choice for which all players have revealed their shares; -1 if none."""
        return min((link.choice for link in self.links.values()), default=-1)

    def face(self, number: int, sides: int = 8) -> int:
        """Raise `TypeError`: each die belongs to a choice, so call `for_command` first."""
        raise TypeError("shared dice fall by throws: ask those of a choice")


class Throw(Dice):
    """The dice of one choice, in a battle whose players each hold a share of the dice."""

    def __init__(self, links: Mapping[str, Link], choice: int, battle: int = 1) -> None:
        super().__init__(0)
        self._links = links
        self._choice = choice
        self._battle = battle
        self._fallen: Dice | None = None
        self._inside: list[Throw] = []
        """The dice of this choice for battles inside this one, as in a campaign."""

    @property
    def was_rolled(self) -> bool:
        """Whether this choice has rolled a die, here or in a battle inside this one."""
        return self._fallen is not None or any(each.was_rolled for each in self._inside)

    def of_battle(self, number: int) -> Dice:
        """Return the dice of this choice for battle `number` of those inside this one."""
        self._inside.append(Throw(self._links, self._choice, number))
        return self._inside[-1]

    def face(self, number: int, sides: int = 8) -> int:
        """Return the face of a die, 1 to `sides`.

        Raises `UnknownDice` while a player has not revealed the share of this choice.
        """
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
