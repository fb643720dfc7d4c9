"""Desks, signatures and slips.

A desk is a player's private record of a battle by mail. A slip is a letter of a strict battle
(nobody can foresee its dice), with only the content that is new.
"""

from __future__ import annotations

import zlib
from base64 import b64decode, b64encode
from collections.abc import Sequence
from hashlib import sha256
from hmac import digest as hmac

import msgspec
from msgspec.structs import replace

from engine.base import hashes
from engine.base.errors import FileFault
from engine.base.files import UNREADABLE
from engine.post import letters
from engine.post.letters import Keys, Letter, LetterChoice, OpenedSeal, SetUp, Slip

# Desk: everything that a player stores about one battle by letters.


class PlainChoice(msgspec.Struct, frozen=True):
    """A choice that this player sent sealed, with its command, and the seats for which the seal
    waits.
    """

    choice: LetterChoice
    owing: tuple[str, ...]
    """The other seats that still had to make a secret choice when this choice was made."""


class Desk(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A player's private record of a battle by mail: own name, latest letter and own secrets."""

    me: str
    held: Letter
    secret: str = ""
    """The founder's secret for the dice, until it is revealed."""
    sent: int = 0
    """The number of choices that were sent or received. Only later choices may be taken back."""
    kept: dict[int, PlainChoice] = {}
    """{index of a choice in the letter: this player's own sealed choice, with its command}."""
    day: str = ""
    """The day when the latest letter was sent or received, as `2026-11-20`; '' if unknown."""
    seen: int = -1
    """The number of commands that the player had seen when the battle's screen was last left; -1 on
    older desks."""
    tip: str = ""
    """In a strict battle, the secret from which all of this player's shares of the dice follow."""
    slips: tuple[Slip, ...] = ()
    """All letters of a strict battle so far, as they were sent."""
    receipt: Slip | None = None
    """The other player's receipt of the latest letter; None if it has not come."""
    key: str = ""
    """The secret from which this player's signatures and salts follow; never sent. '' on older
    desks."""
    ssh: str = ""
    """A signature in base64 by this player's SSH key over the player's first public key; sent with
    the first letter."""
    again: Slip | None = None
    """Set after the desk was restored from an old copy: a letter that this player sent later, whose
    seals this desk cannot open. The next letter must equal it."""

    @property
    def other(self) -> str:
        """The name of the other player."""
        return next(name for name in self.held.players.values() if name != self.me)

    @property
    def letter(self) -> Letter | Slip:
        """The latest letter, as it is sent."""
        return self.slips[-1] if self.slips else self.held

    @property
    def choices(self) -> tuple[LetterChoice, ...]:
        """All choices in the letter; the player's own choices with their commands, even if
        sealed.
        """
        kept = self.kept
        return tuple(
            kept[number].choice if number in kept else choice
            for number, choice in enumerate(self.held.choices)
        )


# Signatures of the letters and receipts of a strict battle, so that a third person can judge.
#
# Each letter contains the public keys for its writer's next letter and next receipt. So the keys in
# a player's first letter determine all later keys. Receipts are signed in a separate domain. The
# secret of the keys is never revealed; the secret of the shares is revealed at the end.


LETTER, RECEIPT = "letter", "receipt"


def sign_slip(desk: Desk, slip: Slip) -> Slip:
    """Return a slip with its writer's signature, and with the keys for the writer's next
    signatures.
    """
    if not desk.held.signed:
        return slip
    number, first = slip.number, slip.number <= 2
    keys = Keys(
        next=_public(desk, LETTER, number + 2),
        receipt=_public(desk, RECEIPT, number + 1),
        own=_public(desk, LETTER, number) if first else "",
    )
    slip = replace(slip, keys=keys, ssh=desk.ssh if first else "")
    return replace(slip, signature=_signature(desk, LETTER, number, letters.slip_hash(slip)))


def is_own(desk: Desk, slip: Slip) -> bool:
    """Tell whether a letter was signed with the secret of this desk, here or on a copy of the
    desk.
    """
    made = _signature(desk, LETTER, slip.number, letters.slip_hash(slip))
    return slip.by == desk.me and bool(desk.key) and slip.signature == made


def receipt(desk: Desk) -> str:
    """Return this player's signature that confirms the receipt of the latest letter."""
    return _signature(desk, RECEIPT, desk.held.number, desk.held.before)


def is_receipt(held: Letter, came: Slip) -> bool:
    """Tell whether a receipt is for the latest letter, and signed by that letter's receiver."""
    place = _place(held.id, came.by, RECEIPT, came.number)
    return hashes.verify_signature(held.receipts.get(came.by, ""), place, came.before, came.receipt)


def verify_slip(held: Letter, after: Letter, slip: Slip) -> Letter:
    """Return the letter `after` with the next public keys from the slip, after checking the slip's
    signature.

    Raises `FileFault` for a wrong signature.

    `held` is the letter before the slip. In older battles, without signatures, `after` is returned
    as it is.
    """
    said = f"letter {slip.number} of {slip.by}"
    if not held.signed:
        if slip.keys or slip.signature or slip.ssh:
            raise FileFault(f"{said} is signed, but the letters of this battle are unsigned")
        return after
    keys = slip.keys
    if keys is None or bool(keys.own) == (slip.by in held.keys):
        raise FileFault(f"{said} does not name its writer's keys")
    key, place = held.keys.get(slip.by, keys.own), _place(held.id, slip.by, LETTER, slip.number)
    if not hashes.verify_signature(key, place, letters.slip_hash(slip), slip.signature):
        raise FileFault(f"{said} is not signed by {slip.by}'s key")
    return replace(
        after,
        keys={**held.keys, slip.by: keys.next},
        receipts={**held.receipts, slip.by: keys.receipt},
    )


def salt(desk: Desk, number: int, seat: str, command: msgspec.Raw) -> str:
    """Return the salt that makes a choice's seal hard to guess, derived from the desk's secret.

    '' on a desk without a secret.

    Equal choices have equal salts, so that a restored desk writes the same letter again. Different
    choices have different salts, so that a revealed salt does not help to guess another sealed
    choice.
    """
    secret = desk.key or desk.tip
    if not secret:
        return ""
    text = msgspec.json.encode([desk.held.id, number, seat, bytes(command).decode()])
    return hmac(secret.encode(), b"weather gage salt " + text, "sha256")[:16].hex()


def signed_text(id: str, name: str, key: str) -> str:
    """Return the text that a player's SSH key signs: the battle's name, the player's name, the
    player's first public key.
    """
    return f"weather gage {id} {name} {key}\n"


def first_key(desk: Desk) -> str:
    """Return the public key that verifies the first letter of a desk's player."""
    return _public(desk, LETTER, 1 if not desk.slips or desk.slips[0].by == desk.me else 2)


def fingerprint(ssh: str) -> str:
    """Return OpenSSH's fingerprint of the key in an SSH signature, `SHA256:...`; '' for no
    signature.
    """
    from base64 import b64decode, b64encode

    try:
        blob = b64decode(ssh, validate=True)
        size = int.from_bytes(blob[10:14])
        key = blob[14 : 14 + size]
    except ValueError:
        return ""
    if blob[:6] != b"SSHSIG" or not size or len(key) != size:
        return ""
    return f"SHA256:{b64encode(sha256(key).digest()).decode().rstrip('=')}"


def _public(desk: Desk, what: str, number: int) -> str:
    return hashes.public_key(desk.key, _place(desk.held.id, desk.me, what, number))


def _signature(desk: Desk, what: str, number: int, stamp: str) -> str:
    return hashes.sign(desk.key, _place(desk.held.id, desk.me, what, number), stamp)


def _place(id: str, name: str, what: str, number: int) -> bytes:
    return msgspec.json.encode([id, name, what, number])


# Slips: the contents of the letters of a strict battle. They are added one after another, and each
# slip is checked when it arrives.
#
# A slip names the slip before it by its hash, so that there is one chain of letters. Whatever a
# slip has sealed, or an anchor determines, is opened by a later slip. Faults name the letter and
# its writer.


_encode = msgspec.json.Encoder(order="deterministic").encode
_decode = msgspec.json.Decoder(tuple[Slip, ...]).decode


def diff_letters(before: Letter, after: Letter, writer: str) -> Slip:
    """Return the slip that `writer` sends: what the letter `after` has and the letter `before`
    lacks.
    """
    count = len(before.choices)
    opened = tuple(
        OpenedSeal(at, new.command, new.salt)
        for at, (old, new) in enumerate(zip(before.choices, after.choices, strict=False))
        if old.closed and not new.closed
    )
    link = after.links.get(writer)
    return Slip(
        letter=letters.MARK,
        format=after.format,
        number=before.number + 1,
        by=writer,
        id=after.id,
        before=before.before,
        set_up=None
        if before.number
        else SetUp(
            after.game, after.rules, after.data, after.scenario, after.players, after.options
        ),
        anchor=after.anchors[writer] if before.number < 2 else "",
        receipts=after.receipts[writer] if before.number < 2 and not after.signed else "",
        choices=tuple(
            each if each.closed else LetterChoice(each.seat, each.command)  # no unnecessary seal
            for each in after.choices[count:]
        ),
        opened=opened,
        link=link if link != before.links.get(writer) else None,
        tip="" if writer in before.tips else after.tips.get(writer, ""),
    )


def first_letter(slip: Slip) -> Letter:
    """Return letter 0 of a battle, with the set-up from its first slip and no choices yet."""
    assert slip.set_up, "the first slip must contain the set-up"
    what = slip.set_up
    return Letter(
        letter=letters.MARK,
        format=slip.format,
        number=0,
        by="",
        id=slip.id,
        game=what.game,
        rules=what.rules,
        data=what.data,
        scenario=what.scenario,
        options=what.options,
        players=what.players,
        pledge="",
    )


def merge_slip(held: Letter, slip: Slip) -> Letter:  # noqa: PLR0912  (one branch a check)
    """Return the letter `held` with a slip's content added; raises `FileFault` naming the fault."""
    said = f"letter {slip.number} of {slip.by}"
    _check_place(held, slip, said)
    choices = list(held.choices)
    for opened in slip.opened:
        # The command and the salt must match the seal.
        if not 0 <= opened.choice < len(held.choices):
            raise FileFault(f"{said} opens a choice that was not made")
        sealed = held.choices[opened.choice]
        if not sealed.closed or held.players[sealed.seat] != slip.by:
            raise FileFault(
                f"{said} opens choice {opened.choice + 1}, which its writer may not open"
            )
        clear = replace(sealed, command=opened.command, salt=opened.salt)
        if not letters.verify_seal(clear, held.place(opened.choice)):
            raise FileFault(f"{said}: choice {opened.choice + 1} does not match its seal")
        choices[opened.choice] = clear
    seals = {choice.seal for choice in held.choices if choice.seal}
    for number, choice in enumerate(slip.choices, len(choices) + 1):
        if held.players.get(choice.seat) != slip.by:
            raise FileFault(f"{said}: choice {number} is not {slip.by}'s to make")
        if choice.seal and choice.seal in seals:
            raise FileFault(f"{said}: choice {number} repeats the seal of another choice")
        seals.add(choice.seal)
    after = replace(
        held,
        number=slip.number,
        by=slip.by,
        before=letters.slip_hash(slip),
        choices=(*choices, *slip.choices),
        anchors={**held.anchors, slip.by: slip.anchor} if slip.anchor else held.anchors,
    )
    if slip.receipts:
        after = replace(after, receipts={**after.receipts, slip.by: slip.receipts})
    # The shares of the dice that the slip opens must match the writer's commitment.
    after = verify_slip(held, after, slip)
    fixed, known = after.anchors.get(slip.by, ""), after.links.get(slip.by)
    if slip.link:
        if known and slip.link.choice <= known.choice:
            raise FileFault(f"{said} opens dice shares that are open already")
        if not hashes.verify_link(slip.by, fixed, slip.link):
            raise FileFault(
                f"{said} opens a dice share that does not match the commitment in {slip.by}'s "
                "first letter"
            )
        after = replace(after, links={**after.links, slip.by: slip.link})
    if slip.tip:
        if slip.by in after.tips or hashes.anchor(slip.by, slip.tip) != fixed:
            raise FileFault(f"{said} reveals a secret that does not match {slip.by}'s dice shares")
        after = replace(after, tips={**after.tips, slip.by: slip.tip})
    return after


def _check_place(held: Letter, slip: Slip, said: str) -> None:
    """Check that a slip is the next one of its battle; raises `FileFault`."""
    if slip.receipt:
        raise FileFault(f"{said} is a receipt, not a letter")
    if slip.format != held.format or slip.id != held.id:
        raise FileFault(f"{said} is of another battle")
    if slip.by not in held.players.values():
        raise FileFault(f"{said} is not written by a player of this battle")
    if slip.number != held.number + 1:
        raise FileFault(f"{said} is not letter {held.number + 1}, which has to come next")
    if slip.by == held.by:
        raise FileFault(
            f"{said} cannot be by {slip.by}, who wrote letter {held.number} too: players take turns"
        )
    if slip.before != held.before:
        raise FileFault(
            f"{said} does not follow letter {held.number} that is kept here: one of the players "
            "has written two letters with the same number (if you restored the battle from a "
            f"copy, open letter {held.number} as it was sent)"
        )
    if bool(slip.anchor) == (slip.by in held.anchors):
        raise FileFault(
            f"{said}: {slip.by} must commit to dice shares in the first letter, and only there"
        )


def with_choice(sent: Sequence[Slip], number: int) -> Slip | None:
    """Return the slip that contains the choice with this index; None if no slip does."""
    count = 0
    for slip in sent:
        count += len(slip.choices)
        if number < count:
            return slip
    return None


def pack_slips(slips: Sequence[Slip]) -> str:
    """Return all letters of a strict battle as one text, which is stored in the battle's file."""
    return b64encode(zlib.compress(_encode(slips), 9)).decode()


def unpack_slips(text: str) -> tuple[Slip, ...]:
    """Return the letters in a battle's file; raises `FileFault` when they cannot be read."""
    unpack = zlib.decompressobj()
    try:
        data = unpack.decompress(b64decode(text, validate=True), letters.LARGEST)
        if unpack.unconsumed_tail or not unpack.eof:
            raise ValueError
        return _decode(data)
    except (zlib.error, ValueError, *UNREADABLE):
        raise FileFault("the letters in its last entry cannot be read") from None
