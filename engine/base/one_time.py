"""One-time signatures made of hashes alone: Winternitz's, as RFC 8391 and NIST SP 800-208 use them.

A key signs one text. Its public half is the hash of the ends of 26 chains of hashes; a signature
opens each chain as far as a digit of the text's hash says. Whoever writes signs what checks his
next letter along with each letter, so that one public key fixes all that follow.
"""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from collections.abc import Iterator
from functools import lru_cache
from hashlib import sha256
from hmac import digest as hmac

SIZE = 24
"""Bytes of a hash: 192 bits, the smaller size of SP 800-208."""
STEPS = 255
"""Hashes of a chain, of which a digit of 8 bits opens a part."""
CHAINS = SIZE + 2
"""One for each digit of a hash, and two for the sum of what the digits leave closed."""
_KEY = re.compile(f"[0-9a-f]{{{2 * SIZE}}}")
_SIGNATURE = re.compile(f"[A-Za-z0-9+/]{{{SIZE * CHAINS * 4 // 3}}}")


def is_key(text: str) -> bool:
    """Tell whether a text has the form of a public key."""
    return bool(_KEY.fullmatch(text))


def is_signature(text: str) -> bool:
    """Tell whether a text has the form of a signature."""
    return bool(_SIGNATURE.fullmatch(text))


@lru_cache(maxsize=1024)
def public(secret: str, place: bytes) -> str:
    """Return the public half of a key: `place` names what it signs, and no other key has it."""
    ends = [
        _hashed(place, chain, 0, STEPS, start) for chain, start in enumerate(_starts(secret, place))
    ]
    return _bound(place, ends)


def signature(secret: str, place: bytes, text: str) -> str:
    """Return the signature of a text by the key of a secret and a place; always the same one."""
    digits = _digits(place, text)
    opened = [
        _hashed(place, chain, 0, digit, start)
        for chain, (digit, start) in enumerate(zip(digits, _starts(secret, place), strict=True))
    ]
    return b64encode(b"".join(opened)).decode()


def signs(key: str, place: bytes, text: str, signed: str) -> bool:
    """Tell whether a signature is one of a text by a public key."""
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
    """Yield the secret beginnings of the chains of a key."""
    for chain in range(CHAINS):
        text = b"weather gage chain %d " % chain + place
        yield hmac(secret.encode(), text, "sha256")[:SIZE]


def _digits(place: bytes, text: str) -> bytes:
    """Return how far each chain is opened for a text."""
    hashed = sha256(b"weather gage signed " + place + b" " + text.encode()).digest()[:SIZE]
    # Whoever opens one chain further would have to close another one of these two.
    return hashed + sum(STEPS - digit for digit in hashed).to_bytes(2)


def _hashed(place: bytes, chain: int, first: int, last: int, value: bytes) -> bytes:
    """Return a value of a chain, hashed on from one place in it to another."""
    head = b"weather gage step " + sha256(place).digest() + bytes([chain])
    for step in range(first, last):
        value = sha256(head + bytes([step]) + value).digest()[:SIZE]
    return value


def _bound(place: bytes, ends: list[bytes]) -> str:
    return sha256(b"weather gage key " + place + b" " + b"".join(ends)).digest()[:SIZE].hex()
