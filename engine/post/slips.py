"""Slips: what the letters of a strict battle hold, joined one by one, each checked as it comes.

A slip names the one before it by its hash, so that there is one chain of letters. What is sealed
in it, or fixed by an anchor, is opened by a later one. Faults name the letter and its writer.
"""

from __future__ import annotations

import zlib
from base64 import b64decode, b64encode
from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from engine.base import shares
from engine.base.errors import FileFault
from engine.base.reading import UNREADABLE
from engine.post import letters, signing
from engine.post.letters import Letter, LetterChoice, Opened, SetUp, Slip

_encode = msgspec.json.Encoder(order="deterministic").encode
_decode = msgspec.json.Decoder(tuple[Slip, ...]).decode


def made(before: Letter, after: Letter, writer: str) -> Slip:
    """Return the slip that leads from one held letter to another."""
    count = len(before.choices)
    opened = tuple(
        Opened(at, new.command, new.salt)
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
        set_up=None if before.number else _set_up(after),
        anchor=after.anchors[writer] if before.number < 2 else "",
        receipts=after.receipts[writer] if before.number < 2 and not after.signed else "",
        choices=tuple(_sent(choice) for choice in after.choices[count:]),
        opened=opened,
        link=link if link != before.links.get(writer) else None,
        tip="" if writer in before.tips else after.tips.get(writer, ""),
    )


def _set_up(held: Letter) -> SetUp:
    return SetUp(
        held.game, held.rules, held.data, held.scenario, held.players, held.options
    )  # fmt: skip


def _sent(choice: LetterChoice) -> LetterChoice:
    """Return a new choice as it is sent: shut, or without the seal that nobody needs."""
    return choice if choice.closed else LetterChoice(choice.seat, choice.command)


def first(slip: Slip) -> Letter:
    """Return the letter that a desk holds before the first slip of a battle."""
    assert slip.set_up, "the first slip says what is set up"
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


def joined(held: Letter, slip: Slip) -> Letter:
    """Return the held letter with what a slip adds; raises `FileFault` naming what is wrong."""
    said = f"letter {slip.number} of {slip.by}"
    _check_place(held, slip, said)
    choices = list(held.choices)
    for opened in slip.opened:
        choices[opened.choice] = _unsealed(held, slip, opened, said)
    seals = {choice.seal for choice in held.choices if choice.seal}
    for number, choice in enumerate(slip.choices, len(choices) + 1):
        if held.players.get(choice.seat) != slip.by:
            raise FileFault(f"{said}: choice {number} is not {slip.by}'s to make")
        if choice.seal and choice.seal in seals:
            raise FileFault(f"{said}: choice {number} has the seal of another one")
        seals.add(choice.seal)
    after = replace(
        held,
        number=slip.number,
        by=slip.by,
        before=letters.stamp(slip),
        choices=(*choices, *slip.choices),
        anchors={**held.anchors, slip.by: slip.anchor} if slip.anchor else held.anchors,
    )
    if slip.receipts:
        after = replace(after, receipts={**after.receipts, slip.by: slip.receipts})
    return _shared(signing.checked(held, after, slip), slip, said)


def _check_place(held: Letter, slip: Slip, said: str) -> None:
    """Check that a slip is the one that is waited for."""
    if slip.receipt:
        raise FileFault(f"{said} is a receipt, and no letter")
    if slip.format != held.format or slip.id != held.id:
        raise FileFault(f"{said} is of another battle")
    if slip.by not in held.players.values():
        raise FileFault(f"{said} is by nobody who plays")
    if slip.number != held.number + 1:
        raise FileFault(f"{said} is not letter {held.number + 1}, which is waited for")
    if slip.by == held.by:
        raise FileFault(f"{said} is not {slip.by}'s to write: letter {held.number} was")
    if slip.before != held.before:
        raise FileFault(
            f"{said} does not follow the letter {held.number} that is held here: one of the two "
            "has written two letters of one number (if this desk was restored from a copy, open "
            f"letter {held.number} as it went out)"
        )
    if bool(slip.anchor) == (slip.by in held.anchors):
        raise FileFault(f"{said} does not fix the shares of {slip.by} once, in his first letter")


def _unsealed(held: Letter, slip: Slip, opened: Opened, said: str) -> LetterChoice:
    """Return a choice that a slip opens."""
    if not 0 <= opened.choice < len(held.choices):
        raise FileFault(f"{said} opens a choice that was not made")
    choice = held.choices[opened.choice]
    if not choice.closed or held.players[choice.seat] != slip.by:
        raise FileFault(f"{said} opens choice {opened.choice + 1}, which is not its to open")
    clear = replace(choice, command=opened.command, salt=opened.salt)
    if not letters.opens(clear, held.place(opened.choice)):
        raise FileFault(f"{said}: choice {opened.choice + 1} is not what its seal was made of")
    return clear


def _shared(after: Letter, slip: Slip, said: str) -> Letter:
    """Return the letter with the shares that a slip opens."""
    fixed, known = after.anchors.get(slip.by, ""), after.links.get(slip.by)
    if slip.link:
        if known and slip.link.choice <= known.choice:
            raise FileFault(f"{said} opens shares that are open")
        if not shares.follows(slip.by, fixed, slip.link):
            raise FileFault(f"{said} opens a share that is not the one of {slip.by}'s anchor")
        after = replace(after, links={**after.links, slip.by: slip.link})
    if slip.tip:
        if slip.by in after.tips or shares.anchor(slip.by, slip.tip) != fixed:
            raise FileFault(f"{said} tells a secret that {slip.by}'s shares were not made of")
        after = replace(after, tips={**after.tips, slip.by: slip.tip})
    return after


def with_choice(sent: Sequence[Slip], number: int) -> Slip | None:
    """Return the slip in which a choice was made, by its index; None for one not sent yet."""
    count = 0
    for slip in sent:
        count += len(slip.choices)
        if number < count:
            return slip
    return None


def packed(slips: Sequence[Slip]) -> str:
    """Return all letters of a battle as one text, to stand in its file."""
    return b64encode(zlib.compress(_encode(slips), 9)).decode()


def unpacked(text: str) -> tuple[Slip, ...]:
    """Return the letters in a battle's file; raises `FileFault` when they cannot be read."""
    unpack = zlib.decompressobj()
    try:
        data = unpack.decompress(b64decode(text, validate=True), letters.LARGEST)
        if unpack.unconsumed_tail or not unpack.eof:
            raise ValueError
        return _decode(data)
    except (zlib.error, ValueError, *UNREADABLE):
        raise FileFault("the letters in its last entry cannot be read") from None
