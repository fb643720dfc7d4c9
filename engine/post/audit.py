"""What the letters of a strict battle prove at its end: every one is gone through again.

Whoever wrote letters with a program of his own is found out: the fault names the letter, its
writer and what is wrong. That the dice and the choices are those of the battle's file is proved by
`Battle.verify`, and here that they are those of the letters.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from engine.base.errors import FileFault, WeatherGageError
from engine.base.machine import SURROUNDINGS
from engine.kernel import fair, logbook
from engine.kernel.battle import Battle
from engine.kernel.logbook import WHOLE, Proof, Share
from engine.kernel.seen import SeenBattle
from engine.post import arriving, signing, slips, strict
from engine.post.folding import Folding
from engine.post.letters import Letter, Slip


def proved(battle: Battle, share: Share = WHOLE) -> Proof:
    """Return the proof of a battle, or a share of it, by its letters too where it has them."""
    known = not logbook.other_edition(battle.game, battle.header)
    if fault := fault_of(battle) if known else "":
        return Proof(False, fault, 0)
    proof = battle.verify(share)
    sent = letters_of(battle)
    if not proof.ok or not sent:
        return proof
    return msgspec.structs.replace(proof, proof=f"{proof.proof}; {_told(signers(sent))}")


def letters_of(battle: SeenBattle) -> tuple[Slip, ...]:
    """Return the letters in the file of a strict battle; () where it has none.

    Raises `FileFault` when they cannot be read.
    """
    fairness, told = battle.header.fairness, fair.tips(logbook.revealed(battle.log))
    if told is None or fairness is None or not fairness.shared:
        return ()
    return slips.unpacked(told.letters)


def signers(sent: Sequence[Slip]) -> list[tuple[str, str, str]]:
    """Return who has signed letters: each player, his first public key, and his SSH signature."""
    first = sorted(sent[:2], key=lambda slip: slip.by)
    return [(slip.by, slip.keys.own, slip.ssh) for slip in first if slip.keys]


def _told(signed: Sequence[tuple[str, str, str]]) -> str:
    if not signed:
        return "its letters are not signed, so whoever has both secrets could have written them"
    keys = ", ".join(f"{name} {key}" for name, key, _ in signed)
    return f"each letter is signed by its writer (first keys {keys})"


def fault_of(battle: SeenBattle) -> str:
    """Return in which letter of a battle somebody cheated and how; '' for none, or no letters."""
    try:
        fairness, told = battle.header.fairness, fair.tips(logbook.revealed(battle.log))
        if told is None or fairness is None or not fairness.shared:
            return ""
        held = gone_through(slips.unpacked(told.letters))
        _check_whole(held, battle)
    except SURROUNDINGS:
        raise
    except WeatherGageError as fault:
        return str(fault)
    except Exception as error:  # in forged letters the rules may meet what they never would
        return f"its letters cannot be followed: {error!r}"
    return ""


def gone_through(sent: Sequence[Slip]) -> Letter:
    """Return what all letters of a battle come to; `FileFault` names the first wrong one."""
    if not sent or sent[0].set_up is None:
        raise FileFault("the first letter is missing")
    held = slips.first(sent[0])
    for slip in sent:
        held = arriving.followed(held, slip)
    _check_end(held, sent)
    return held


class Judged(NamedTuple):
    """What letters and receipts show to somebody who is neither of the two players."""

    told: tuple[str, ...]
    """What is shown, a sentence each."""
    right: bool
    """Whether nobody has cheated in them."""


def judged(found: Sequence[Slip]) -> Judged:
    """Return what letters and receipts of one signed battle show, also of one that goes on.

    Raises `FileFault` where they are of several battles, not signed, or the first is missing.
    """
    sent = sorted((each for each in found if not each.receipt), key=lambda each: each.number)
    if not sent or sent[0].set_up is None:
        raise FileFault("the first letter is missing")
    if len({each.id for each in found}) > 1:
        raise FileFault("the letters are of several battles")
    held, told = slips.first(sent[0]), list[str]()
    before = held
    if not held.signed:
        raise FileFault("the letters are not signed, so they show nothing to a third person")
    receipts, taken = [each for each in found if each.receipt], list[Slip]()
    for slip in sent:
        twin = taken[-1] if taken and taken[-1].number == slip.number else None
        if slip == twin:
            continue
        try:
            after = arriving.followed(before if twin else held, slip)
        except WeatherGageError as fault:
            return Judged((*told, f"{fault}"), False)
        if twin:
            number = f"two letters {slip.number}"
            return Judged((*told, f"{slip.by} has written {number}, both signed"), False)
        before, held = held, after
        taken.append(slip)
        if slip.keys and slip.keys.own:
            told.append(f"{slip.by}'s letters are signed by the key {slip.keys.own}")
        told += [
            f"{each.by} has had letter {held.number} of {slip.by}"
            for each in receipts
            if (each.number, each.before) == (held.number, held.before)
            and signing.is_receipt(held, each)
        ]
    told.append(f"letters 1 to {held.number} are right")
    if len(held.tips) < 2:
        late = next(name for name in held.players.values() if name != held.by)
        told.append(f"letter {held.number + 1} of {late} is not among them")
    return Judged(tuple(told), True)


def _check_end(held: Letter, sent: Sequence[Slip]) -> None:
    """Check that nothing is kept back at the end."""
    if len(held.tips) < 2:
        late = sent[-1].by
        other = next(name for name in held.players.values() if name != late)
        raise FileFault(f"letter {held.number + 1} of {other} is missing, which ends the battle")
    closed = next((at for at, choice in enumerate(held.choices) if choice.closed), None)
    if closed is not None:
        slip = slips.with_choice(sent, closed) or sent[-1]
        raise FileFault(f"choice {closed + 1}, of letter {slip.number} of {slip.by}, is not opened")


def _check_whole(held: Letter, battle: SeenBattle) -> None:
    """Check that the file has the choices of the letters."""
    game = battle.game
    if (held.game, held.scenario) != (battle.header.game, battle.header.scenario):
        raise FileFault("the letters are of another scenario than line 1 of the file")
    if held.fairness != battle.header.fairness:
        raise FileFault("the letters fix other shares than line 1 of the file")
    known = Folding(game, game.set_up(held.scenario, held.options), held.viewers)
    known.go_on(held.choices, strict.dice_of(held))
    commands = [(record.seat, record.command) for record in battle.entries]
    if commands != known.commands:
        raise FileFault("the file has other choices than the letters")
