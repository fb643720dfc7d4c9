"""Letters of a strict battle that come: each is checked on public grounds, then it stands.

Public grounds are what its writer knew as well: its form, its place in the chain, what it opens,
what it owes, and that no choice stands behind a throw or a seal that was closed to him. A letter
that passes is kept before the reader's own closed share is used for anything. So none is ever
refused by what its reader alone knows, which would tell its writer a die before another letter.
"""

from __future__ import annotations

from msgspec.structs import replace

from engine.base.errors import FileFault
from engine.base.reading import UNREADABLE, misfit
from engine.kernel.codec import codec
from engine.kernel.registry import system
from engine.post import letters, signing, slips, strict
from engine.post.desk import Desk, KeptChoice
from engine.post.folding import NotAllowed, not_allowed, stand_ins
from engine.post.letters import Letter, LetterChoice, Slip


def import_slip(desk: Desk, came: Slip) -> Desk:
    """Return the desk with a letter that came; raises `FileFault` naming what is wrong in it.

    The desk is to be stored before anything is asked of it: the letter stands from then on, and
    `strict.folded` is the first to use the shares that this desk alone has.
    """
    if came.receipt:
        return strict.acknowledged(desk, came)
    if came.number <= len(desk.slips):
        return _once_more(desk, came)
    _must_follow(desk, came)
    if came.by == desk.me:
        return _caught_up(desk, came)
    before = replace(desk.held, choices=desk.held.choices[: desk.sent])
    held = followed(before, came)
    if len(desk.held.choices) > desk.sent:
        raise FileFault("the letter came while you had choices of your own to send")
    return _with(desk, held, came)


def _with(desk: Desk, held: Letter, came: Slip) -> Desk:
    return replace(
        desk,
        held=held,
        receipt=None,
        again=None,
        sent=len(held.choices),
        slips=(*desk.slips, came),
    )


# What a letter is checked for, when it comes and by whoever proves the battle ---------------------


def followed(before: Letter, came: Slip) -> Letter:
    """Return the held letter with a slip, checked by all that everybody knows.

    Letters that come, proofs and imports are checked by this function alone. Raises `FileFault`
    naming the letter, its writer and what is wrong.
    """
    said = f"letter {came.number} of {came.by}"
    if not letters.is_sound_slip(came):
        raise FileFault(f"{said} is not one of Weather Gage's")
    held = slips.joined(before, came)
    if not letters.is_sound(held):
        raise FileFault(f"{said} is not one of Weather Gage's")
    _check_commands(held, came, said)
    if came.number > 1:
        _check_carries(before, came, said)
        _check_owed(held, came, said)
    elif came.choices or came.opened or came.link or came.tip:
        raise FileFault(f"{said} is not one of Weather Gage's: nothing can be chosen before it")
    return held


def _check_commands(held: Letter, came: Slip, said: str) -> None:
    """Check that each command of a slip stands in its one form: nothing can be put in beside it."""
    if not held.signed:
        return
    code, first = codec(system(held.game)), len(held.choices) - len(came.choices)
    made = enumerate((each.command for each in came.choices), first)
    for number, command in (*made, *((each.choice, each.command) for each in came.opened)):
        if not bytes(command):
            continue
        try:
            if code.is_written(command):
                continue
            fault: FileFault = not_allowed(number, "it is not written as Weather Gage writes it")
        except UNREADABLE as error:
            fault = not_allowed(number, misfit(error))
        raise FileFault(f"{said}: {fault}")


def _check_carries(before: Letter, came: Slip, said: str) -> None:
    """Check that a letter carries something: else two programs would answer each other for ever."""
    if came.choices or came.opened or came.tip or came.anchor:
        return
    stop = strict.public(before).stop
    if stop is None or not stop.dice:  # where a share is due, one that is left out is named
        raise FileFault(
            f"{said} is empty: it has no choice, no share that is due, no opening and no secret"
        )


def _check_owed(held: Letter, came: Slip, said: str) -> None:
    """Check that a letter opens what it owes and no more, and has no choice behind a stop."""
    opened = held.links.get(came.by)
    if opened is None or opened.choice != len(held.choices):
        late = opened is None or opened.choice < len(held.choices)
        what = "leaves out its share" if late else "opens too early a share"
        raise FileFault(f"{said} {what} of the dice: choice {len(held.choices)} is the latest")
    try:
        seals = strict.owed(held, came.by)
        known = strict.public(held, beyond=bool(seals))
    except NotAllowed as fault:
        raise FileFault(f"{said}: {fault}") from None
    if seals:
        raise FileFault(f"{said} leaves choice {seals[0] + 1} sealed, which has to be opened")
    ended = known.begun and not known.stop and known.game.outcome(known.state) is not None
    if ended and came.by not in held.tips:
        raise FileFault(f"{said} leaves out the secret of its shares, which the end needs")
    if came.tip and not ended:
        raise FileFault(f"{said} tells the secret of its shares before the end")


# A desk that is older than its letters ------------------------------------------------------------


def _caught_up(desk: Desk, came: Slip) -> Desk:
    """Return a desk with a letter of its own that it does not have: it was copied before.

    What was sealed in it is found again by the desk's secret: a card by trying those in the hand,
    a sheet by filling it in as before. Until that is done, the desk waits for the same letter.
    """
    if not signing.is_own(desk, came):
        raise FileFault(
            f"letter {came.number} names you as its writer, and this desk has not signed it"
        )
    before = replace(desk.held, choices=desk.held.choices[: desk.sent])
    held = followed(before, came)
    kept = {at: each for at, each in desk.kept.items() if held.choices[at : at + 1]}
    kept = {at: each for at, each in kept.items() if each.choice.seal == held.choices[at].seal}
    for at in range(len(before.choices), len(held.choices)):
        choice = held.choices[at]
        if choice.closed and at not in kept:
            found = _sealed_before(desk, held, at, kept)
            if found is None:
                return replace(desk, again=came)
            kept[at] = KeptChoice(found, ())
    kept = {at: each for at, each in kept.items() if held.choices[at].closed}
    return replace(_with(desk, held, came), kept=kept)


def _sealed_before(
    desk: Desk, held: Letter, number: int, kept: dict[int, KeptChoice]
) -> LetterChoice | None:
    """Return what a seal of one's own was made of, if that is one of a few answers."""
    seat = held.choices[number].seat
    until = replace(held, choices=held.choices[:number])
    known = strict.folded(replace(desk, held=until, kept=kept))
    asked = (each for each in known.pending() if each.seat == seat)
    code = codec(known.game)
    for command in next(map(stand_ins, asked), ()):
        tried = strict.sealed(desk, number, seat, code.written(command))
        if tried.seal == held.choices[number].seal:
            return tried
    return None


# Letters out of their order -----------------------------------------------------------------------


def _must_follow(desk: Desk, came: Slip) -> None:
    waited = desk.held.number + 1
    if came.number > waited:
        missing = str(waited) if came.number == waited + 1 else f"{waited} to {came.number - 1}"
        verb = "is" if came.number == waited + 1 else "are"
        mine = desk.held.by == desk.other and came.number == waited + 1
        copy = "; it is your own: open it as you sent it, this desk is older" if mine else ""
        raise FileFault(
            f"this is letter {came.number}, and letter {waited} is waited for: {missing} {verb} "
            f"missing{copy}"
        )


def must_be_known(desk: Desk, came: Letter | Slip, again: str) -> None:
    """Raise `FileFault` for a letter that was opened before, or is another of the same number."""
    if isinstance(came, Slip):
        _must_be_the_same(desk, came)
    raise FileFault(
        f"this is letter {came.number}, which was opened before; letter {desk.held.number} is "
        f"held; {again}"
    )


def _must_be_the_same(desk: Desk, came: Slip) -> None:
    """Raise `FileFault` naming a letter of which there are two."""
    known = desk.slips[came.number - 1]
    if came != known and came.id == known.id:
        raise FileFault(
            f"letter {came.number} of {came.by} is another one than the letter {known.number} "
            f"that {'went out' if known.by == desk.me else 'came'} before: two letters of one "
            "number were written, and the first one stands"
        )


def _once_more(desk: Desk, came: Slip) -> Desk:
    """Return the desk as it is, for the letter that came last; name one that is another."""
    _must_be_the_same(desk, came)
    if came.number == desk.held.number and came.by != desk.me:
        return desk
    raise FileFault(f"letter {came.number} was opened before")
