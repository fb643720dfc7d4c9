"""Numbered dice, and the 95 % confidence interval of a fraction of trials."""

from __future__ import annotations

from hashlib import blake2b
from math import sqrt
from typing import NamedTuple

from engine.base.errors import Refused

# Numbered dice: die n of a seed always shows the same face, so that undo cannot change luck.


BITS = 128
"""The bits of a random seed: too many to guess."""
LOWEST, HIGHEST = -(2**63), 2**BITS - 1
"""The lowest and the highest valid seed; seeds of older battles may be negative."""


def check_seed(seed: int) -> None:
    """Raise `Refused` for an invalid seed."""
    if not LOWEST <= seed <= HIGHEST:
        raise Refused(f"a seed is a whole number of at most {BITS} bits, 0 to {HIGHEST}")


def derive_seed(seed: int, purpose: str, bits: int = 32) -> int:
    """Return a number derived from a seed for another purpose, such as a player's random numbers.

    The number is a keyed hash, which reveals neither the seed nor a die, unless seeds are so short
    that all can be tried.
    """
    key = str(seed).encode()[:64]
    digest = blake2b(purpose.encode(), key=key, digest_size=64, person=b"apart").digest()
    return int.from_bytes(digest) >> (512 - bits)


class Dice:
    """The dice of one battle, computed from its seed and the number of each die.

    The state, not this object, counts how many dice were rolled. So a command that is undone and
    given again rolls the same faces. `Battle` creates the dice from its seed and passes them to
    `decide`; tests pass dice with fixed results.
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._key = str(seed).encode()

    def of_battle(self, number: int) -> Dice:
        """Return the dice of battle `number` (from 1) in a chain of battles that have one seed.

        Battle 1 uses this seed itself; every later battle uses a seed derived from it.
        """
        if number == 1:
            return self
        digest = blake2b(b"battle %d" % number, key=self._key[:64], digest_size=7).digest()
        return Dice(int.from_bytes(digest, "big"))

    def for_command(self, number: int) -> Dice:
        """Return the dice for command `number`, from 1; 0 is the set-up.

        Here they are the same dice for every command. Strict mail overrides this method: there each
        command has dice of its own, which nobody can know before the command is final.
        """
        return self

    def face(self, number: int, sides: int = 8) -> int:
        """Return the face of die `number` (from 0), 1 to `sides`, all equally likely."""
        # Byte values at or above the greatest multiple of `sides` are skipped, because they would
        # make low faces more likely.
        limit = 256 - 256 % sides
        salt = 0
        while True:
            digest = blake2b(b"%d.%d" % (number, salt), key=self._key[:64], digest_size=16).digest()
            for byte in digest:
                if byte < limit:
                    return byte % sides + 1
            salt += 1


class SimulatedDice(Dice):
    """The dice of one command in a simulated battle; the first die rolled is always die 0.

    Simulations compare answers to a question. The state counts all dice of a battle, and some
    answers roll more dice than others. Because counting begins anew with each command, the same
    question gets the same dice in every simulation.
    """

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._first: int | None = None

    def of_battle(self, number: int) -> Dice:
        """Return these same dice for every battle of a chain: they are counted from the first roll
        on.
        """
        return self

    def face(self, number: int, sides: int = 8) -> int:
        """Return the face of a die, 1 to `sides`; dice are counted from the first one rolled."""
        if self._first is None:
            self._first = number
        return super().face(number - self._first, sides)


# The 95 % confidence interval of a fraction of trials.


SURE = 1.959963984540054
"""The 97.5 % quantile of the normal distribution; so many standard errors to each side of an
estimate make a 95 % interval."""


class Interval(NamedTuple):
    """A 95 % confidence interval."""

    low: float
    high: float


def wilson(wins: float, games: int, sure: float = SURE) -> Interval:
    """Return the Wilson score interval of a fraction of wins; draws may count as half a win.

    Unlike the plain normal interval it holds for few games and for fractions near 0 and 1.

    >>> [round(bound, 3) for bound in wilson(75, 100)]
    [0.657, 0.825]
    """
    if games <= 0:
        return Interval(0.0, 1.0)
    share, square = wins / games, sure * sure
    middle = (share + square / (2 * games)) / (1 + square / games)
    reach = sure * sqrt(share * (1 - share) / games + square / (4 * games * games))
    reach /= 1 + square / games
    return Interval(max(0.0, middle - reach), min(1.0, middle + reach))
