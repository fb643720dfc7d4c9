"""Dice of which each of two players knows one half only: chains of hashes, opened link by link.

Each player has a chain of his own, made backwards from a secret tip: every link is the hash of the
next one. Its anchor, known to all before anything is chosen, fixes all of it; a link that is opened
proves itself by its hashes down to the anchor, and tells nothing of those beyond it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256

import msgspec

from engine.base.dice import BITS, Dice
from engine.base.errors import FileFault, WeatherGageError

_VALUE = re.compile("[0-9a-f]{64}")
LINKS = 1 << 16
"""The links of a chain, one for each choice: a battle that was played has some thousand."""


class Link(msgspec.Struct, frozen=True):
    """A link that was opened: of a choice, and so of all choices before it."""

    choice: int
    """Its number, from 1; 0: of the set-up."""
    value: str
    """Hexadecimal, 256 bits."""


class Unthrown(WeatherGageError):
    """Dice that nobody can know yet: a share of them is still closed."""

    def __init__(self) -> None:
        super().__init__("these dice are not thrown yet: a share of them is still closed")


def _before(owner: str, choice: int, link: bytes) -> bytes:
    """Return the link before the one of a choice; the anchor is before that of the set-up."""
    # The owner's name is hashed too: nobody can take the other's anchor for his own.
    text = msgspec.json.encode([owner, choice])
    return sha256(b"weather gage link " + text + link).digest()


@lru_cache(maxsize=8)
def _down(owner: str, choice: int, value: str) -> tuple[bytes, ...]:
    """Return the links from the anchor up to that of a choice, which is the last one.

    Raises `FileFault` for a choice that no chain has a link of: it would hash without an end.
    """
    if not -1 <= choice < LINKS:
        raise FileFault(f"no choice has that share of the dice: {choice}, of {LINKS} at most")
    links = [bytes.fromhex(value)]
    for number in range(choice, -1, -1):
        links.append(_before(owner, number, links[-1]))
    return tuple(reversed(links))


def anchor(owner: str, tip: str) -> str:
    """Return what fixes a whole chain, and tells nobody anything of it."""
    return _down(owner, LINKS - 1, _topmost(tip))[0].hex()


def link(owner: str, tip: str, choice: int) -> Link:
    """Return the link of a choice, of a chain whose tip is known."""
    return Link(choice, _down(owner, LINKS - 1, _topmost(tip))[choice + 1].hex())


def whole(tip: str) -> Link:
    """Return the link that opens a chain to its end."""
    return Link(LINKS - 1, _topmost(tip))


def _topmost(tip: str) -> str:
    return sha256(b"weather gage tip " + tip.encode()).hexdigest()


def is_link(each: Link) -> bool:
    """Tell whether a link of a letter has the form of one."""
    return 0 <= each.choice < LINKS and bool(_VALUE.fullmatch(each.value))


def follows(owner: str, fixed: str, opened: Link) -> bool:
    """Tell whether an opened link belongs to the chain of an anchor."""
    if not _VALUE.fullmatch(opened.value):
        return False
    return _down(owner, opened.choice, opened.value)[0].hex() == fixed


class SharedDice(Dice):
    """The dice of a battle by the links that are open; those beyond raise `Unthrown`.

    All dice that follow from one choice are one throw. Its seed is made of the links of the choice,
    one of each player, which are opened when it can no longer be changed.
    """

    def __init__(self, links: Mapping[str, Link]) -> None:
        super().__init__(0)
        self.links = dict(links)

    def thrown_at(self, number: int) -> Throw:
        """Return the dice of a command by its number, from 1, or of the set-up, 0."""
        return Throw(self.links, number)

    @property
    def open_to(self) -> int:
        """The last choice of which all shares are open; -1: of none."""
        return min((link.choice for link in self.links.values()), default=-1)

    def face(self, number: int, sides: int = 8) -> int:
        """Raise `TypeError`: a die belongs to a choice, so its dice are to be asked for."""
        raise TypeError("shared dice fall by throws: ask those of a choice")


class Throw(Dice):
    """The dice that follow from one choice."""

    def __init__(self, links: Mapping[str, Link], choice: int, battle: int = 1) -> None:
        super().__init__(0)
        self._links = links
        self._choice = choice
        self._battle = battle
        self._fallen: Dice | None = None
        self._inside: list[Throw] = []
        """The dice of the battles inside."""

    @property
    def fell(self) -> bool:
        """Whether a die of it was asked for, and is known."""
        return self._fallen is not None or any(each.fell for each in self._inside)

    def of_battle(self, number: int) -> Dice:
        """Return the dice of battle `number` that the same choice rolls."""
        self._inside.append(Throw(self._links, self._choice, number))
        return self._inside[-1]

    def face(self, number: int, sides: int = 8) -> int:
        """Return the face of a die; `Unthrown` while a share of the throw is closed."""
        if self._fallen is None:
            self._fallen = Dice(self._seed())
        return self._fallen.face(number, sides)

    def _seed(self) -> int:
        if self._choice >= LINKS or not self._links:
            raise Unthrown
        shares = []
        for owner, opened in sorted(self._links.items()):
            if opened.choice < self._choice:
                raise Unthrown
            value = _down(owner, opened.choice, opened.value)[self._choice + 1]
            shares.append((owner, value.hex()))
        text = msgspec.json.encode([self._choice, self._battle, shares])
        digest = sha256(b"weather gage throw " + text).digest()
        return int.from_bytes(digest) >> (256 - BITS)
