"""Numbered dice: die n of a seed always shows the same face, so that undo cannot change luck."""

from __future__ import annotations

from hashlib import blake2b


class Dice:
    """The dice of one battle. They hold no position: the state counts how many were rolled."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._key = str(seed).encode()

    def of_battle(self, number: int) -> Dice:
        """Return the dice of battle `number`, from 1, where several are fought by one seed.

        Each has a seed of its own, which follows from this one; the first has this one.
        """
        if number == 1:
            return self
        told = blake2b(b"battle %d" % number, key=self._key[:64], digest_size=7).digest()
        return Dice(int.from_bytes(told, "big"))

    def face(self, number: int, sides: int = 8) -> int:
        """Return the face of die `number` (from 0), 1 to `sides`, all equally likely."""
        # Bytes beyond the last multiple of the sides are skipped: they would favour low faces.
        limit = 256 - 256 % sides
        salt = 0
        while True:
            digest = blake2b(b"%d.%d" % (number, salt), key=self._key[:64], digest_size=16).digest()
            for byte in digest:
                if byte < limit:
                    return byte % sides + 1
            salt += 1
