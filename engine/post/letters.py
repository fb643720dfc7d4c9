"""Letters: the texts that two players exchange, with secret choices sealed (a commitment scheme).

A letter contains the set-up and all choices so far; the receiver replays them. A secret choice is
sent as a hash if the other player still has to make a secret choice, and is revealed by a later
letter. The dice are fair: the founder pledges a secret, the other player adds a word, then the
secret is revealed. From then on both players have the seed, so a cheater could foresee the dice.

In a strict battle nobody can foresee the dice. Its letters are slips: a slip has only the new
content, and the hash of the slip before. `engine.post.slips` adds each slip to the `Letter` on a
player's desk.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec

from engine.base import hashes
from engine.base.dice import BITS
from engine.base.errors import FileFault
from engine.base.files import UNREADABLE, decode_data
from engine.base.hashes import Link, is_link
from engine.base.text import clean
from engine.kernel.fair import OLD_BITS, Fairness
from engine.post import envelope
from engine.post.envelope import Envelope

FORMAT = 2
"""The format of new letters; in format 1 the seed of the dice had only 63 bits."""
STRICT = 3
"""The format of slips, and of the letters made from them, in battles founded before format 4."""
SIGNED = 4
"""The format of new slips: they are signed, and a seal is valid only for one choice of one battle.
"""
LARGEST = envelope.LARGEST
"""The maximum size of a letter, and of the text that contains the letter, in bytes."""
MARK = "weathergage"
LONGEST_NAME = 40
"""The maximum number of characters in a player's name, so that names fit on screens."""
MOST_LETTERS = 100_000
LONGEST_COMMAND = 65_536
"""The maximum size of a command in bytes; the orders of sixty ships have about 3,000."""
LARGEST_SLIP = 262_144
"""The maximum size in bytes of an unpacked letter of a strict battle, which has only new
content."""
LONGEST_TEXT = 4096
"""The maximum number of characters in a secret or an SSH signature."""
_SEAL = re.compile("[0-9a-f]{64}")
_BASE64 = re.compile("[A-Za-z0-9+/=]*")
NOTHING = msgspec.Raw()
SAME = ("format", "id", "game", "rules", "data", "scenario", "options", "players", "pledge")
"""The fields that are the same in all letters of a battle."""


class LetterChoice(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat's choice in a letter: its command, or, while it is secret, only a seal (a hash of it).

    The salt is random text in that hash, which makes the command hard to guess.
    """

    seat: str
    command: msgspec.Raw = NOTHING
    seal: str = ""
    salt: str = ""

    @property
    def closed(self) -> bool:
        """Whether the choice is sealed, so that it does not contain its command."""
        return not bytes(self.command)

    @property
    def shut(self) -> LetterChoice:
        """The choice in sealed form: seat and seal, without command and salt."""
        return LetterChoice(self.seat, seal=self.seal)


class Letter(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A whole letter: the set-up, the players, the data from which the dice follow, and all
    choices.
    """

    letter: str
    format: int
    number: int
    """The number of the letter, from 1; 0 before the first one."""
    by: str
    """The player who wrote the letter."""
    id: str
    game: str
    rules: str
    data: str
    scenario: str
    options: dict[str, Any] = {}
    players: dict[str, str]
    """{seat: name of its player}."""
    pledge: str
    words: dict[str, str] = {}
    """{player: the word that this player adds to the seed of the dice}."""
    secret: str = ""
    """The founder's secret for the seed; '' until every player's word has arrived."""
    choices: tuple[LetterChoice, ...] = ()
    anchors: dict[str, str] = {}
    """In a strict battle, {player: commitment to this player's shares of the dice}. Each throw
    combines a share from each player."""
    links: dict[str, Link] = {}
    """{player: the latest link that this player has revealed}. A link opens the player's shares of
    the dice up to one choice."""
    tips: dict[str, str] = {}
    """{player: secret from which all links follow}, revealed when the battle is over."""
    before: str = ""
    """The hash of the latest slip."""
    receipts: dict[str, str] = {}
    """{player: public key of this player's receipts}; in signed letters, of the next receipt only.
    """
    keys: dict[str, str] = {}
    """{player: public key of this player's next letter}."""

    @property
    def strict(self) -> bool:
        """Whether the battle is strict: nobody can foresee dice or see hidden cards."""
        return self.format >= STRICT

    @property
    def signed(self) -> bool:
        """Whether each letter is signed by its writer."""
        return self.format >= SIGNED

    def place(self, number: int) -> str:
        """Return the battle's name and a choice's index as a text.

        A seal includes this text, so that it is valid for that choice only; '' in older battles.
        """
        return f"{self.id} {number}" if self.signed else ""

    def viewers(self, seat: str) -> tuple[str, ...]:
        """Return the seats of the other player, who may not know the sealed choices of `seat`."""
        owner = self.players[seat]
        return tuple(each for each, player in self.players.items() if player != owner)

    @property
    def fairness(self) -> Fairness:
        """The public data about the dice, without the secrets."""
        if self.strict:
            return Fairness("", {}, BITS, self.anchors)
        return Fairness(self.pledge, self.words, BITS if self.format > 1 else OLD_BITS)


class SetUp(msgspec.Struct, frozen=True, omit_defaults=True):
    """The set-up of a strict battle; only the battle's first slip contains it."""

    game: str
    rules: str
    data: str
    scenario: str
    players: dict[str, str]
    options: dict[str, Any] = {}


class OpenedSeal(msgspec.Struct, frozen=True):
    """What opens a seal: the command that it hid, and the salt."""

    choice: int
    """The index of the choice that was sealed."""
    command: msgspec.Raw
    salt: str


class Keys(msgspec.Struct, frozen=True, omit_defaults=True):
    """The public keys in a signed letter; each verifies one signature of the letter's writer."""

    next: str
    """The public key of the writer's next letter."""
    receipt: str
    """The public key of the writer's receipt for the next letter that the writer receives."""
    own: str = ""
    """The public key for the signature of this letter; set only in the writer's first letter."""


class Slip(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A letter as it is sent in a strict battle: only the content that is new."""

    letter: str
    format: int
    number: int
    by: str
    id: str
    before: str = ""
    """The hash of the previous slip."""
    set_up: SetUp | None = None
    anchor: str = ""
    """The commitment to the writer's shares of the dice; set only in the writer's first letter."""
    choices: tuple[LetterChoice, ...] = ()
    opened: tuple[OpenedSeal, ...] = ()
    """The seals of earlier letters that this slip opens."""
    link: Link | None = None
    """The link that opens the writer's shares of the dice, up to the choice that it names."""
    tip: str = ""
    """The secret from which the writer's shares follow, revealed when the battle is over."""
    receipts: str = ""
    """The public key of the writer's receipts; set only in the writer's first letter."""
    receipt: str = ""
    """In a receipt, the proof that the receipt's writer has received the letter with this number
    and hash; else ''."""
    keys: Keys | None = None
    """The public keys for the writer's next signatures, in a signed letter."""
    ssh: str = ""
    """A signature in base64, made with the writer's SSH key over the writer's first public key; ''
    without an SSH key."""
    signature: str = ""
    """The writer's signature of the letter's hash."""

    @property
    def scenario(self) -> str:
        """The name of the scenario, taken from the beginning of the battle's name."""
        return self.set_up.scenario if self.set_up else self.id.rpartition("-")[0]

    @property
    def players(self) -> dict[str, str]:
        """{seat: name of its player}; {} in all letters but the first."""
        return self.set_up.players if self.set_up else {}


class BrokenLetter(NamedTuple):
    """A letter that was found in a text and cannot be read: its number (0 if unknown), and the
    fault.
    """

    number: int
    fault: FileFault


_encode = msgspec.json.Encoder(order="deterministic").encode
_decode = msgspec.json.Decoder(Letter).decode
_decode_slip = msgspec.json.Decoder(Slip).decode


def slip_hash(slip: Slip) -> str:
    """Return the hash of a slip. The slip's writer signs the hash, and the next slip names it."""
    unsigned = msgspec.structs.replace(slip, signature="")
    return sha256(b"weather gage letter " + _encode(unsigned)).hexdigest()


def seal_choice(seat: str, command: msgspec.Raw, salt: str, place: str = "") -> LetterChoice:
    """Return a choice with its seal (a hash), which commits the seat to the command.

    With a `place` (see `Letter.place`), the seal is valid only for one choice of one battle.
    """
    return LetterChoice(seat, command, _seal(seat, command, salt, place), salt)


def _seal(seat: str, command: msgspec.Raw, salt: str, place: str) -> str:
    """Return the seal: the hash that commits a seat to a command without revealing the command."""
    # The seat is hashed, too, so that a seal copied from the other seat could never be opened.
    bound = [place, seat, salt] if place else [seat, salt]
    text = msgspec.json.encode([*bound, bytes(command).decode()])
    return sha256(b"weather gage seal " + text).hexdigest()


class _Stamp(msgspec.Struct, frozen=True):
    """The fields that letters of every format have; they are read first, to choose the decoder."""

    letter: str = ""
    format: int = 0


_stamp = msgspec.json.Decoder(_Stamp).decode


def format_letter(letter: Letter | Slip, remark: str) -> str:
    """Return a letter as text for a mail, after a remark for the reader."""
    lines = "".join(f"# {line}\n" for line in remark.splitlines())
    return lines + envelope.envelope_lines(_encode(letter), letter.number)


def parse_letter(text: str, source: str) -> Letter | Slip:
    """Return the letter in a text; the latest letter if there are several.

    Raises `FileFault` naming the source and the fault.
    """
    return latest_letter(parse_letters(text, source))


def parse_letters(text: str, source: str) -> list[Letter | Slip | BrokenLetter]:
    """Return all letters in a text, also broken ones; a mail may quote earlier letters.

    Raises `FileFault` if there is no letter.
    """
    found: list[Letter | Slip | BrokenLetter] = []
    for each in envelope.find_letters(text):
        try:
            found.append(_letter(each, source))
        except FileFault as fault:
            found.append(BrokenLetter(each.number, fault))
    if not found:
        raise FileFault(f"{source} is not a letter of Weather Gage")
    return found


def latest_letter(found: Sequence[Letter | Slip | BrokenLetter]) -> Letter | Slip:
    """Return the letter with the highest number; if it is broken, raises its `FileFault`."""
    latest = max(found, key=lambda each: (each.number, not isinstance(each, BrokenLetter)))
    if isinstance(latest, BrokenLetter):
        raise latest.fault
    return latest


def _letter(found: Envelope, source: str) -> Letter | Slip:
    """Return the letter in an envelope; raises `FileFault` naming the source and the cause."""
    if found.fault:
        what = f"letter {found.number}" if found.number else "a letter"
        raise FileFault(f"{source} has {what}, but {found.fault}")
    said = decode_data(_stamp, found.wording, source)
    if said.letter != MARK:
        raise FileFault(f"{source} is not a letter of Weather Gage")
    if said.format > SIGNED:
        raise FileFault(f"{source} has format {said.format}, newer than format {SIGNED} here")
    if said.format >= STRICT:
        if len(found.wording) > LARGEST_SLIP:
            raise FileFault(f"{source} has a letter of more than {LARGEST_SLIP} bytes")
        slip = decode_data(_decode_slip, found.wording, source)
        if not is_consistent_slip(slip):
            raise FileFault(f"{source} is not a letter that Weather Gage has written")
        return slip
    letter = decode_data(_decode, found.wording, source)
    if not letter.number or not is_sound(letter):
        raise FileFault(f"{source} is not a letter that Weather Gage has written")
    return letter


def is_sound(letter: Letter) -> bool:
    """Tell whether the parts of a letter are consistent, and its texts have no control
    characters.
    """
    names = set(letter.players.values())
    return (
        len(names) == 2
        and all(is_name(name) for name in names)
        and letter.by in names
        and names.issuperset(letter.words)
        and all(word == clean(word) for word in letter.words.values())
        and 0 <= letter.number < MOST_LETTERS
        and all(each.seat in letter.players and _has_form(each) for each in letter.choices)
        and _is_sound_share(letter, names)
    )


def _has_form(choice: LetterChoice) -> bool:
    sealed = _SEAL.fullmatch(choice.seal) or not (choice.seal or choice.closed)
    return bool(sealed) and (choice.closed or is_command(choice.command))


def is_command(command: msgspec.Raw) -> bool:
    """Tell whether a command may be stored: it must be UTF-8, not too long, and without added
    spaces.

    Added spaces would be stored, too: a small compressed letter could contain a megabyte of them.
    """
    data = bytes(command)
    if len(data) > LONGEST_COMMAND:
        return False
    try:
        data.decode()
        return msgspec.json.format(data, indent=-1) == data
    except UNREADABLE:
        return False


def _is_sound_share(letter: Letter, names: set[str]) -> bool:
    """Tell whether a letter's data about shares of the dice and keys has the right form.

    A letter of a battle that is not strict must have no such data.
    """
    if not letter.strict:
        kept = letter.anchors, letter.links, letter.tips, letter.before, letter.receipts
        return not any(kept) and not letter.keys
    fixed = hashes.is_key if letter.signed else _SEAL.fullmatch
    known = {*letter.anchors, *letter.links, *letter.tips, *letter.receipts, *letter.keys}
    return (
        names.issuperset(known)
        and all(map(_SEAL.fullmatch, letter.anchors.values()))
        and all(map(fixed, letter.receipts.values()))
        and all(map(hashes.is_key, letter.keys.values()))
        and all(map(is_link, letter.links.values()))
    )


def is_consistent_slip(slip: Slip) -> bool:
    """Tell whether the parts of a slip are consistent, and its texts have no control characters."""
    return (
        slip.format in (STRICT, SIGNED)
        and 0 < slip.number < MOST_LETTERS
        and is_name(slip.by)
        and slip.id == clean(slip.id)
        and slip.tip == clean(slip.tip)
        and max(map(len, (slip.id, slip.tip, slip.ssh))) <= LONGEST_TEXT
        and _is_sound_place(slip)
        and _has_signature(slip)
        and all(_has_form(each) for each in slip.choices)
        and len({each.choice for each in slip.opened}) == len(slip.opened)
        and all(is_command(each.command) for each in slip.opened)
        and (slip.link is None or is_link(slip.link))
    )


def _has_signature(slip: Slip) -> bool:
    """Tell whether a slip has the keys and the signature that its format requires."""
    if slip.format < SIGNED or slip.receipt:
        return not (slip.keys or slip.signature or slip.ssh)
    return (
        slip.keys is not None
        and all(map(hashes.is_key, (slip.keys.next, slip.keys.receipt)))
        and bool(slip.keys.own) == (slip.number <= 2)
        and (hashes.is_key(slip.keys.own) or slip.number > 2)
        and hashes.is_signature(slip.signature)
        and bool(_BASE64.fullmatch(slip.ssh))
        and not (slip.ssh and slip.number > 2)
    )


def _is_sound_place(slip: Slip) -> bool:
    """Tell whether a slip has exactly the fields that its number requires: the set-up, for example,
    is only in slip 1.

    A receipt must have no other content.
    """
    named = bool(_SEAL.fullmatch(slip.before))
    if slip.receipt:
        rest = (slip.choices, slip.opened, slip.link, slip.tip, slip.anchor, slip.set_up)
        made = hashes.is_signature if slip.format >= SIGNED else _SEAL.fullmatch
        return named and bool(made(slip.receipt)) and not any(rest)
    fixes = slip.number <= 2 and slip.format < SIGNED
    return (
        (slip.number == 1) == (slip.set_up is not None)
        and named == (slip.number > 1)
        and bool(_SEAL.fullmatch(slip.anchor)) == (slip.number <= 2)
        and bool(_SEAL.fullmatch(slip.receipts)) == fixes
    )


def is_name(name: str) -> bool:
    """Tell whether a text may be a player's name: not too long, and without control characters."""
    return 0 < len(name) <= LONGEST_NAME and name == clean(name).strip()


def check_letter(held: Letter, came: Letter, source: str) -> Letter:
    """Return a received letter, after checking it against the previous letter `held`.

    The letter must belong to the same battle and keep everything that was sent before; a seal may
    be opened by the choice that matches it. Raises `FileFault` naming the fault.
    """
    for field in SAME:
        if getattr(held, field) != getattr(came, field):
            raise FileFault(f"{source} is of another battle: the field `{field}` differs")
    if came.number != held.number + 1:
        raise FileFault(
            f"{source} is letter {came.number}, and letter {held.number + 1} is expected"
            f"{_between(held.number + 1, came.number)}"
        )
    for player, word in held.words.items():
        if came.words.get(player) != word:
            raise FileFault(f"{source} changes the word of {player} for the dice")
    if held.secret and came.secret != held.secret:
        raise FileFault(f"{source} changes the secret of the dice")
    if len(came.choices) < len(held.choices):
        raise FileFault(f"{source} leaves out choices that were made")
    for number, (before, after) in enumerate(zip(held.choices, came.choices, strict=False), 1):
        # A choice is the same even if the later letter opens its seal.
        same = (
            (before.seat, before.seal) == (after.seat, after.seal)
            if before.closed or after.closed
            else before == after
        )
        if not same:
            raise FileFault(f"{source} changes choice {number}, which was made before")
    seals: dict[str, int] = {}
    for number, choice in enumerate(came.choices, 1):
        if choice.seal and not choice.closed and not verify_seal(choice):
            raise FileFault(f"{source}: choice {number} does not match its seal")
        if choice.seal and seals.setdefault(choice.seal, number) != number:
            raise FileFault(f"{source}: choice {number} repeats choice {seals[choice.seal]}")
    return came


def _between(waited: int, came: int) -> str:
    """Return the end of an error message: why a letter does not have the expected number.

    It was opened before, or letters before it are missing.
    """
    if came < waited:
        return ": it was opened before"
    last = came - 1
    return f": {waited} is missing" if last == waited else f": {waited} to {last} are missing"


def verify_seal(choice: LetterChoice, place: str = "") -> bool:
    """Tell whether an opened choice matches its seal; `place` as in `seal_choice`."""
    return _seal(choice.seat, choice.command, choice.salt, place) == choice.seal
