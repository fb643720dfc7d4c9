"""Letters: the text that two players exchange, with secret choices sealed (a commitment scheme).

A letter contains the set-up and all choices so far; the receiver decides them again. A secret
choice is sent as a hash while the other player still owes one, and revealed by a later letter.
The dice are fair: the founder pledges a secret, the other player adds a word, then the secret
is revealed. From then on both have the seed, so a player who looked could foresee the dice;
only a host can hide them.
"""

from __future__ import annotations

import re
import zlib
from base64 import b64decode, encodebytes
from hashlib import sha256
from typing import Any

import msgspec

from engine.base.clean import clean
from engine.base.dice import BITS
from engine.base.errors import FileFault
from engine.base.reading import decoded
from engine.kernel.fair import OLD_BITS, Fairness

FORMAT = 2
"""Of format 1 the dice have a seed of 63 bits."""
LARGEST = 8 * 1024 * 1024
"""Bytes of an unpacked letter at most: a small forged one may unpack to any size."""
MARK = "weathergage"
LONGEST_NAME = 40
"""Characters of a player's name at most, as screens have room for."""
MOST_LETTERS = 100_000
_SEAL = re.compile("[0-9a-f]{64}")
NOTHING = msgspec.Raw()
SAME = ("format", "id", "game", "rules", "data", "scenario", "options", "players", "pledge")
"""The fields in which all letters of a battle agree."""


class LetterChoice(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat's command, or its seal while it is secret. The salt makes the seal hard to guess."""

    seat: str
    command: msgspec.Raw = NOTHING
    seal: str = ""
    salt: str = ""

    @property
    def closed(self) -> bool:
        """Whether the command is not known yet."""
        return not bytes(self.command)

    @property
    def shut(self) -> LetterChoice:
        """The choice as it is sent while it is secret."""
        return LetterChoice(self.seat, seal=self.seal)


class Letter(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The content of a letter: set-up, players, pledge and words for the dice, choices."""

    letter: str
    format: int
    number: int
    """From 1; 0 before the first one has been written."""
    by: str
    """The player who wrote it."""
    id: str
    game: str
    rules: str
    data: str
    scenario: str
    options: dict[str, Any] = {}
    players: dict[str, str]
    """The player of each seat."""
    pledge: str
    words: dict[str, str] = {}
    """Each player's word for the dice."""
    secret: str = ""
    """The pledged secret, once every player's word is in."""
    choices: tuple[LetterChoice, ...] = ()

    @property
    def fairness(self) -> Fairness:
        """What the seed of the dice is made of, but for the secret."""
        return Fairness(self.pledge, self.words, BITS if self.format > 1 else OLD_BITS)


_encode = msgspec.json.Encoder(order="deterministic").encode
_decode = msgspec.json.Decoder(Letter).decode


def sealed(seat: str, command: msgspec.Raw, salt: str) -> LetterChoice:
    """Return a choice with the seal that commits its seat to it."""
    return LetterChoice(seat, command, _seal(seat, command, salt), salt)


def _seal(seat: str, command: msgspec.Raw, salt: str) -> str:
    """Return the hash that commits a seat to a command."""
    # The seat is hashed too: a seal copied from the other seat could never be opened.
    text = msgspec.json.encode([seat, salt, bytes(command).decode()])
    return sha256(b"weather gage seal " + text).hexdigest()


def written(letter: Letter, remark: str) -> str:
    """Return a letter as text to be pasted into a mail, after a remark for the reader."""
    lines = [f"# {line}" for line in remark.splitlines()]
    body = encodebytes(zlib.compress(_encode(letter), 9)).decode()
    return "\n".join([*lines, body])


def read(text: str, source: str) -> Letter:
    """Return the letter in a text; raises `FileFault` naming the source and what is wrong."""
    lines = (line.strip() for line in text.splitlines())
    try:
        packed = b64decode("".join(line for line in lines if not line.startswith("#")))
        unpacking = zlib.decompressobj()
        wording = unpacking.decompress(packed, LARGEST)
        if not unpacking.eof:
            raise ValueError("cut short, or too large")
    except (ValueError, zlib.error):
        raise FileFault(f"{source} is not a letter of Weather Gage, or not a whole one") from None
    letter = decoded(_decode, wording, source)
    if letter.letter != MARK:
        raise FileFault(f"{source} is not a letter of Weather Gage")
    if not letter.number:
        raise FileFault(f"{source} is not a letter that Weather Gage has written")
    if letter.format > FORMAT:
        raise FileFault(f"{source} has format {letter.format}, newer than format {FORMAT} here")
    if not is_sound(letter):
        raise FileFault(f"{source} is not a letter that Weather Gage has written")
    return letter


def is_sound(letter: Letter) -> bool:
    """Tell whether the parts of a letter fit together and its texts are safe for a terminal."""
    names = set(letter.players.values())
    return (
        len(names) == 2
        and all(is_name(name) for name in names)
        and letter.by in names
        and names.issuperset(letter.words)
        and all(word == clean(word) for word in letter.words.values())
        and 0 <= letter.number < MOST_LETTERS
        and all(
            each.seat in letter.players
            and (_SEAL.fullmatch(each.seal) or not (each.seal or each.closed))
            for each in letter.choices
        )
    )


def is_name(name: str) -> bool:
    """Tell whether a text may be a player's name."""
    return 0 < len(name) <= LONGEST_NAME and name == clean(name).strip()


def follow(held: Letter, came: Letter, source: str) -> Letter:
    """Return a received letter, checked against the one held before.

    It must be of the same battle and change nothing that was sent before, except that a seal
    may be opened with the choice that it was made of. Raises `FileFault` naming the change.
    """
    for field in SAME:
        if getattr(held, field) != getattr(came, field):
            raise FileFault(f"{source} is of another battle: its {field} is another one")
    if came.number != held.number + 1:
        raise FileFault(
            f"{source} is letter {came.number}, and letter {held.number + 1} is waited for"
        )
    for player, word in held.words.items():
        if came.words.get(player) != word:
            raise FileFault(f"{source} changes the word of {player} for the dice")
    if held.secret and came.secret != held.secret:
        raise FileFault(f"{source} changes the secret of the dice")
    if len(came.choices) < len(held.choices):
        raise FileFault(f"{source} leaves choices out that were made")
    for number, (before, after) in enumerate(zip(held.choices, came.choices, strict=False), 1):
        if not _same(before, after):
            raise FileFault(f"{source} changes choice {number}, which was made before")
    seals: dict[str, int] = {}
    for number, choice in enumerate(came.choices, 1):
        if choice.seal and not choice.closed and not _opens(choice):
            raise FileFault(f"{source}: choice {number} is not what its seal was made of")
        if choice.seal and seals.setdefault(choice.seal, number) != number:
            raise FileFault(f"{source}: choice {number} is choice {seals[choice.seal]} once more")
    return came


def _same(before: LetterChoice, after: LetterChoice) -> bool:
    """Tell whether a choice was not changed; a sealed one may have been opened meanwhile."""
    if before.closed or after.closed:
        return (before.seat, before.seal) == (after.seat, after.seal)
    return before == after


def _opens(choice: LetterChoice) -> bool:
    """Tell whether the seal of an open choice was made of it."""
    return _seal(choice.seat, choice.command, choice.salt) == choice.seal
