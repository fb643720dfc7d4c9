"""Fair dice: a seed that nobody could choose, and that everybody can check afterwards.

Whoever keeps the dice pledges a secret before anything is known; each seat adds a word of
its own; both together make the seed. The secret is revealed when the battle is over.
"""

from __future__ import annotations

from hashlib import sha256

import msgspec

OLD_BITS = 63
"""The bits of a seed where nothing is said of it: of battles founded before it had 128."""


class Fairness(msgspec.Struct, frozen=True):
    """What is public before the first die: the pledge of the secret, and each seat's word."""

    pledge: str
    words: dict[str, str] = {}
    bits: int = OLD_BITS
    """The bits of the seed that they make."""


def pledge(secret: str) -> str:
    """Return what binds whoever knows the secret to it, and tells nobody what it is."""
    return sha256(b"weather gage pledge " + secret.encode()).hexdigest()


def mixed(secret: str, fairness: Fairness) -> int:
    """Return the seed that a secret and the seats' words make."""
    text = msgspec.json.encode([secret, sorted(fairness.words.items())])
    return int.from_bytes(sha256(b"weather gage seed " + text).digest()) >> (256 - fairness.bits)


def kept(secret: str, fairness: Fairness) -> bool:
    """Tell whether a secret is the one that was pledged."""
    return pledge(secret) == fairness.pledge


def proved(fairness: Fairness) -> str:
    """Return what is proved once every die has been thrown again, to be compared with notes."""
    words = ", ".join(f"{seat} '{word}'" for seat, word in fairness.words.items())
    agree = "dice proved: pledge, words and seed agree"
    return f"{agree} (pledge {fairness.pledge}; words {words or 'none'})"
