"""Numbered dice: the nth die of a seed always shows the same face."""

from __future__ import annotations

from hashlib import blake2b


class Dice:
    """The dice of one battle. They are not used up: what was rolled is counted in the state."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._key = str(seed).encode()

    def face(self, number: int, sides: int = 8) -> int:
        """Return die `number` (from 0) as 1 to `sides`; every face is equally likely."""
        limit = 256 - 256 % sides
        salt = 0
        while True:
            digest = blake2b(b"%d.%d" % (number, salt), key=self._key[:64], digest_size=16).digest()
            for byte in digest:
                if byte < limit:
                    return byte % sides + 1
            salt += 1
