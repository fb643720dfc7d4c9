"""Strict battles by mail: nobody can foresee dice, or find the opponent's secrets in a file.

The letters alone decide what the next letter must open. The battle is computed from the public
facts until a die or a sealed choice is needed; the player whose share of the dice or whose seal is
missing opens it in the next letter. All functions are pure, as in `engine.post.correspondence`,
which calls them for strict battles.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from engine.base import hashes
from engine.base.errors import FileFault, Refused
from engine.base.hashes import Link, SharedDice
from engine.game.question import Question
from engine.kernel.battle import Battle
from engine.kernel.codec import codec
from engine.kernel.fair import Tips
from engine.kernel.registry import system
from engine.post import letters, slips
from engine.post import slips as signing
from engine.post.folding import Folding, NotAllowed, possible_commands
from engine.post.letters import Letter, LetterChoice, Slip
from engine.post.slips import Desk, PlainChoice

_OPEN: dict[str, Any] = {
    "number": 0, "by": "", "before": "", "choices": (), "links": {}, "tips": {}, "keys": {},
    "receipts": {},
}  # fmt: skip
"""{field of a letter that changes from letter to letter: its value before the first letter}."""
ALL = ""
"""Used instead of a player's name: stands for the facts that both players know."""


# The known part of the battle -----------------------------------------------------------------


def is_sound(desk: Desk) -> bool:
    """Tell whether a desk (a player's private record) is complete: it has all letters, and the
    secrets to open its seals and to sign letters.
    """
    held, mine = desk.held, desk.held.players
    closed = {
        n for n, each in enumerate(held.choices) if each.closed and mine.get(each.seat) == desk.me
    }
    return (
        len(desk.slips) == held.number
        and bool(desk.slips)
        and held.before == letters.slip_hash(desk.slips[-1])
        and closed <= desk.kept.keys()
        and all(
            letters.is_command(each.choice.command)
            and letters.verify_seal(each.choice, held.place(at))
            and 0 <= at < len(held.choices)
            and each.choice.seal == held.choices[at].seal
            for at, each in desk.kept.items()
        )
        and held.anchors.get(desk.me) == hashes.anchor(desk.me, desk.tip)
        and (bool(desk.key) if held.signed else desk.me in held.receipts)
    )


def fold_desk(desk: Desk) -> Folding:
    """Return the battle computed as far as the desk's player knows its choices and dice."""
    try:
        return _folding(desk.held, desk.me).go_on(desk.choices, dice(desk))
    except NotAllowed as fault:
        slip = slips.with_choice(desk.slips, fault.number)
        if slip is None or slip.by == desk.me:
            raise
        # The message gives no reason, because it could reveal facts that only this desk knows.
        raise FileFault(
            f"letter {slip.number} of {slip.by} is accepted, but its choice {fault.number + 1} is "
            "against the rules: a modified program has written it, so the battle ends here, and "
            "the letter is kept here as proof"
        ) from None


def fold_public(held: Letter, beyond: bool = False) -> Folding:
    """Return the battle computed from the letters alone, without any player's secrets.

    For `beyond` see `Folding.go_on`.
    """
    return _folding(held, ALL).go_on(held.choices, dice_of(held), beyond)


def _folding(held: Letter, who: str) -> Folding:
    set_up = msgspec.json.encode(replace(held, **_OPEN))
    return _kept_folding(held.id, who, held.game, system(held.game), set_up)


@lru_cache(maxsize=8)
def _kept_folding(id: str, who: str, name: str, game: Any, set_up: bytes) -> Folding:
    """Return the computed battle from the point of view of the player `who`.

    It is cached, so that only new choices have to be computed.
    """
    held = msgspec.json.decode(set_up, type=Letter)
    start = game.set_up(held.scenario, held.options)
    return Folding(game, start, held.viewers)


def dice(desk: Desk) -> SharedDice:
    """Return the dice that a player can compute.

    A die needs a share from each player: here all of the player's own, and those that the other
    player has opened.
    """
    return dice_of(desk.held, {desk.me: hashes.whole(desk.tip)})


def dice_of(held: Letter, own: dict[str, Link] | None = None) -> SharedDice:
    """Return the dice that can be computed from the shares that the letters reveal, and from `own`.

    `own` is {player: the secret link of this player}: all shares of the player can be computed from
    that link.
    """
    names = set(held.players.values())
    closed = {name: Link(-1, held.anchors.get(name, "")) for name in names}
    told = {name: hashes.whole(tip) for name, tip in held.tips.items()}
    return SharedDice({**closed, **held.links, **told, **(own or {})})


def tips(desk: Desk) -> str:
    """Return both players' secrets and all letters as a text, for the last entry of the battle's
    file.

    '' until both secrets are revealed.
    """
    held = desk.held
    if set(held.tips) != set(held.players.values()):
        return ""
    return msgspec.json.encode(Tips(held.tips, slips.pack_slips(desk.slips))).decode()


# Battles --------------------------------------------------------------------------------------


def begin(desk: Desk, path: Path | None = None) -> Battle | None:
    """Return the battle of a desk, played as far as its player knows the choices and dice; None
    before the dice of its set-up are known.
    """
    known = fold_desk(desk)
    if not known.begun:
        return None
    held = desk.held
    battle = Battle.from_state(
        known.game,
        known.start,
        0,
        {**held.options, "persons": held.players},
        path=path,
        scenario=held.scenario,
        fairness=held.fairness,
        dice=dice(desk),
    )
    for seat, command in known.commands:
        battle.submit(seat, command)
    return battle


def agrees(desk: Desk, battle: Battle) -> bool:
    """Tell whether the commands of a battle are the first of those that follow from the letters on
    the desk (the player's record).
    """
    commands = fold_desk(desk).commands
    return battle.position <= len(commands) and all(
        (record.seat, record.command) == each
        for record, each in zip(battle.entries, commands, strict=False)
    )


# Choices ----------------------------------------------------------------------------------------


def choice_of(desk: Desk, question: Question, command: Any, owing: tuple[str, ...]) -> Desk:
    """Return the desk (the player's record) with a choice of its player added, sealed if the other
    player may not know it.

    Equal choices have equal seals, even on a copy of the desk.
    """
    if len(desk.held.choices) + 1 >= hashes.LINKS:
        raise Refused(f"a strict battle has at most {hashes.LINKS} choices")
    seat, number = question.seat, len(desk.held.choices)
    raw = codec(system(desk.held.game)).canonical_command(command)
    if not (question.secret and (owing or possible_commands(question))):
        return _with(desk, LetterChoice(seat, raw))
    choice = seal_own_choice(desk, number, seat, raw)
    kept = {**desk.kept, number: PlainChoice(choice, owing)}
    return replace(_with(desk, choice.shut), kept=kept)


def seal_own_choice(desk: Desk, number: int, seat: str, raw: msgspec.Raw) -> LetterChoice:
    """Return a choice of a desk's player with its seal; `raw` is the command as JSON."""
    salt = signing.salt(desk, number, seat, raw)
    return letters.seal_choice(seat, raw, salt, desk.held.place(number))


def _with(desk: Desk, choice: LetterChoice) -> Desk:
    return replace(desk, held=replace(desk.held, choices=(*desk.held.choices, choice)))


# Letters that go out ----------------------------------------------------------------------------


def is_over(desk: Desk) -> bool:
    """Tell whether the battle has ended, as far as the desk's player knows."""
    known = fold_desk(desk)
    return known.begun and known.game.outcome(known.state) is not None


def waits_for(desk: Desk) -> str:
    """Return what a battle waits for besides choices, such as `waits for the dice of ben`; '' for
    nothing.
    """
    stop = fold_desk(desk).stop
    if is_over(desk) and desk.other not in desk.held.tips:
        return f"waits for {desk.other}'s secret, which proves the battle"
    if stop is None or stop.owing:
        return ""
    if stop.dice:
        return f"waits for the dice of {desk.other}"
    return f"waits for {desk.other} to open a sealed choice"


def is_letter_due(desk: Desk, asked: bool) -> bool:
    """Tell whether this player has to send a letter now, and has no question to answer before.

    `asked`: whether this player has an open question.
    """
    if desk.held.by == desk.me:
        return False
    if is_over(desk):
        return desk.me not in desk.held.tips
    return not asked


def choices_to_reveal(held: Letter, player: str) -> tuple[int, ...]:
    """Return the indexes of a player's choices whose seals must be opened so that the battle can go
    on.
    """
    stop = fold_public(held, beyond=True).stop
    if stop is None or stop.owing:
        return ()
    return tuple(at for at in stop.seals if held.players[held.choices[at].seat] == player)


def post(desk: Desk) -> Desk:
    """Return the desk (the player's record) with its next letter.

    The letter opens those seals that the battle needs to continue, and the writer's shares of the
    dice for all choices so far.
    """
    before = replace(desk.held, choices=desk.held.choices[: desk.sent])
    held, kept = desk.held, dict(desk.kept)
    if len(held.anchors) == 2:
        link = hashes.link(desk.me, desk.tip, len(held.choices))
        held = replace(held, links={**held.links, desk.me: link})
        while seals := choices_to_reveal(held, desk.me):
            held = _unsealed(held, kept, seals)
        if is_over(desk):
            held = _unsealed(held, kept, tuple(kept))
            held = replace(held, tips={**held.tips, desk.me: desk.tip})
    slip = signing.sign_slip(desk, slips.diff_letters(before, held, desk.me))
    if desk.again and slip != desk.again:
        raise Refused(
            f"your letter {slip.number} went out with other choices: the battle was restored from "
            "an older copy; undo what you chose and give the orders that you sent"
        )
    choices = (*held.choices[: desk.sent], *slip.choices)
    held = replace(
        held, number=slip.number, by=desk.me, before=letters.slip_hash(slip), choices=choices
    )
    if slip.keys is None:
        fixed = held
    else:
        fixed = replace(
            held,
            keys={**held.keys, slip.by: slip.keys.next},
            receipts={**held.receipts, slip.by: slip.keys.receipt},
        )
    return replace(
        desk,
        held=fixed,
        kept=kept,
        sent=len(choices),
        slips=(*desk.slips, slip),
        receipt=None,
        again=None,
    )


def _unsealed(held: Letter, kept: dict[int, PlainChoice], seals: tuple[int, ...]) -> Letter:
    choices = list(held.choices)
    for at in seals:
        choices[at] = kept.pop(at).choice
    return replace(held, choices=tuple(choices))


# Receipts ----------------------------------------------------------------------------------------


def with_commitment(desk: Desk) -> Desk:
    """Return a desk (a player's record) with its player's commitment to all shares of the dice.

    In an older battle (unsigned letters) it also has a commitment to the receipts.
    """
    me, tip, held = desk.me, desk.tip, desk.held
    anchors = {**held.anchors, me: hashes.anchor(me, tip)}
    if held.signed:
        return replace(desk, held=replace(held, anchors=anchors))
    receipts = {**held.receipts, me: hashes.anchor(_receipts(me), tip)}
    return replace(desk, held=replace(held, anchors=anchors, receipts=receipts))


def receipt(desk: Desk) -> Slip:
    """Return the receipt of the latest letter: a proof that this player has received that letter.

    Raises `Refused` if the latest letter was not received but sent.
    """
    held = desk.held
    if not held.strict or held.by in ("", desk.me):
        raise Refused(
            "a receipt confirms the latest letter of a strict battle, if the other player wrote it"
        )
    value = (
        signing.receipt(desk)
        if held.signed
        else hashes.link(_receipts(desk.me), desk.tip, held.number).value
    )
    return Slip(
        letter=letters.MARK,
        format=held.format,
        number=held.number,
        by=desk.me,
        id=held.id,
        before=held.before,
        receipt=value,
    )


def with_receipt(desk: Desk, came: Slip) -> Desk:
    """Return the desk (the player's record) with the other player's receipt for the latest letter.

    Raises `FileFault` if the receipt is for another letter, or was not made by that player.
    """
    held = desk.held
    if (came.id, came.number, came.before) != (held.id, held.number, held.before):
        raise FileFault(f"the receipt is not for your letter {held.number}, the latest one")
    if came.by == desk.me or came.format != held.format or not _is_receipt(held, came):
        raise FileFault(f"{desk.other} did not make the receipt")
    return replace(desk, receipt=came)


def _is_receipt(held: Letter, came: Slip) -> bool:
    if held.signed:
        return signing.is_receipt(held, came)
    fixed, opened = held.receipts.get(came.by, ""), Link(came.number, came.receipt)
    return hashes.is_link(opened) and hashes.verify_link(_receipts(came.by), fixed, opened)


def _receipts(name: str) -> str:
    """Return the name of the hash chain from which a player's receipts come in an older battle."""
    return f"receipts of {name}"
