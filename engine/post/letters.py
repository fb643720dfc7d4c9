"""Letters: a battle that is sent to and fro, its secret choices sealed until the other's are in.

A letter holds the set-up and every choice so far; whoever opens it decides them again. A
choice that is secret goes out as a seal while another player still owes his, and is opened
by a later letter. The dice are fair ones: the founder pledges a secret, the other adds a
word, then the secret is told. From then on both hold the seed, so what is to fall is shown
to nobody, but it is not kept from them as a host keeps it.
"""

from __future__ import annotations

import re
import zlib
from base64 import b64decode, encodebytes
from hashlib import sha256
from typing import Any

import msgspec

from engine.base.clean import clean
from engine.base.errors import FileFault
from engine.base.reading import decoded

FORMAT = 1
LARGEST = 8 * 1024 * 1024
MARK = "weathergage"
LONGEST_NAME = 40
MOST_LETTERS = 100_000
_SEAL = re.compile("[0-9a-f]{64}")
NOTHING = msgspec.Raw()


class Choice(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat's command, or its seal while it is secret; the salt makes it hard to guess."""

    seat: str
    command: msgspec.Raw = NOTHING
    seal: str = ""
    salt: str = ""

    @property
    def closed(self) -> bool:
        """Tell whether the command is not known yet."""
        return not bytes(self.command)

    @property
    def shut(self) -> Choice:
        """The choice as it goes out while it is secret."""
        return Choice(self.seat, seal=self.seal)


class Letter(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What is sent: the set-up, who plays which seats, the pledge, the words, the choices."""

    letter: str
    format: int
    number: int
    """The first is 1; 0 is one that is not written yet."""
    by: str
    """Who wrote it."""
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
    """What was pledged, once every word is in."""
    choices: tuple[Choice, ...] = ()


_encode = msgspec.json.Encoder(order="deterministic").encode
_decode = msgspec.json.Decoder(Letter).decode


def sealed(seat: str, command: msgspec.Raw, salt: str) -> Choice:
    """Return a choice with the seal that binds its seat to it."""
    return Choice(seat, command, _seal(seat, command, salt), salt)


def _seal(seat: str, command: msgspec.Raw, salt: str) -> str:
    told = msgspec.json.encode([seat, salt, bytes(command).decode()])
    return sha256(b"weather gage seal " + told).hexdigest()


def written(letter: Letter, remark: str) -> str:
    """Return a letter as text that stands being pasted, after a remark to be read by eye."""
    lines = [f"# {line}" for line in remark.splitlines()]
    body = encodebytes(zlib.compress(_encode(letter), 9)).decode()
    return "\n".join([*lines, body])


def read(text: str, source: str) -> Letter:
    """Return the letter in a text; `FileFault` names the source and what is wrong with it."""
    lines = (line.strip() for line in text.splitlines())
    try:
        packed = b64decode("".join(line for line in lines if not line.startswith("#")))
        unpacking = zlib.decompressobj()
        told = unpacking.decompress(packed, LARGEST)
        if not unpacking.eof:
            raise ValueError("cut short, or too large")
    except (ValueError, zlib.error):
        raise FileFault(f"{source} is not a letter of Weather Gage, or not a whole one") from None
    letter = decoded(_decode, told, source)
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
    """Tell whether its parts fit together, and its names may be shown on a terminal."""
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
    """Tell whether a player may be called so."""
    return 0 < len(name) <= LONGEST_NAME and name == clean(name).strip()


def follow(held: Letter, came: Letter, source: str) -> Letter:
    """Return a letter that came as the one to hold from now on.

    It must be of the same battle and leave as it was what had gone to and fro: a seal may
    only be opened, by what it was made of. `FileFault` says what was changed.
    """
    for field in ("id", "game", "rules", "data", "scenario", "options", "players", "pledge"):
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
    for number, choice in enumerate(came.choices, 1):
        if choice.seal and not choice.closed and not _opens(choice):
            raise FileFault(f"{source}: choice {number} is not what its seal was made of")
    return came


def _same(before: Choice, after: Choice) -> bool:
    if before.closed or after.closed:
        return (before.seat, before.seal) == (after.seat, after.seal)
    return before == after


def _opens(choice: Choice) -> bool:
    return _seal(choice.seat, choice.command, choice.salt) == choice.seal
