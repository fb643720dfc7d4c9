"""What the letters of a strict battle prove at its end: every one is gone through again.

Whoever wrote letters with a program of his own is found out: the fault names the letter, its
writer and what is wrong. That the dice and the choices are those of the battle's file is proved by
`Battle.verify`, and here that they are those of the letters.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.base.errors import FileFault
from engine.kernel import fair, logbook
from engine.kernel.battle import Battle
from engine.kernel.logbook import WHOLE, Proof, Share
from engine.kernel.seen import SeenBattle
from engine.post import letters, slips, strict
from engine.post.folding import Folding
from engine.post.letters import Letter, Slip


def proved(battle: Battle, share: Share = WHOLE) -> Proof:
    """Return the proof of a battle, or a share of it, by its letters too where it has them."""
    if fault := fault_of(battle):
        return Proof(False, fault, 0)
    return battle.verify(share)


def fault_of(battle: SeenBattle) -> str:
    """Return in which letter of a battle somebody cheated and how; '' for none, or no letters."""
    fairness, told = battle.header.fairness, fair.tips(logbook.revealed(battle.log))
    if told is None or fairness is None or not fairness.shared:
        return ""
    try:
        held = gone_through(slips.unpacked(told.letters))
        _check_whole(held, battle)
    except FileFault as fault:
        return str(fault)
    return ""


def gone_through(sent: Sequence[Slip]) -> Letter:
    """Return what all letters of a battle come to; `FileFault` names the first wrong one."""
    if not sent or sent[0].set_up is None:
        raise FileFault("the first letter is missing")
    held = slips.first(sent[0])
    for slip in sent:
        held = slips.joined(held, slip)
        if not letters.is_sound(held):
            raise FileFault(f"letter {slip.number} of {slip.by} is not one of Weather Gage's")
        if slip.number > 1:
            strict.check_public(held, slip)
    _check_end(held, sent)
    return held


def _check_end(held: Letter, sent: Sequence[Slip]) -> None:
    """Check that nothing is kept back at the end."""
    if len(held.tips) < 2:
        late = sent[-1].by
        other = next(name for name in held.players.values() if name != late)
        raise FileFault(f"letter {held.number + 1} of {other} is missing, which ends the battle")
    closed = next((at for at, choice in enumerate(held.choices) if choice.closed), None)
    if closed is not None:
        slip = _with_choice(sent, closed)
        raise FileFault(f"choice {closed + 1}, of letter {slip.number} of {slip.by}, is not opened")


def _with_choice(sent: Sequence[Slip], number: int) -> Slip:
    """Return the letter in which a choice was made, by its index."""
    count = 0
    for slip in sent:
        count += len(slip.choices)
        if number < count:
            return slip
    return sent[-1]


def _check_whole(held: Letter, battle: SeenBattle) -> None:
    """Check that the file has the choices of the letters."""
    game = battle.game
    if held.fairness != battle.header.fairness:
        raise FileFault("the letters fix other shares than line 1 of the file")
    known = Folding(game, game.set_up(held.scenario, held.options), held.viewers)
    known.go_on(held.choices, strict.dice_of(held))
    commands = [(record.seat, record.command) for record in battle.entries]
    if commands != known.commands:
        raise FileFault("the file has other choices than the letters")
