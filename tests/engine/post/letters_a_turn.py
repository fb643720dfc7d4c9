"""Counts the letters and bytes that a turn of a battle by mail takes, quick and strict side by
side.

python -m tests.engine.post.letters_a_turn quickstart mars_hercule
"""

from __future__ import annotations

import sys
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from engine.kernel import fair
from engine.kernel.registry import game_with_scenario
from engine.players import make_player
from engine.post import correspondence as post
from engine.post import letters, strict
from engine.post.slips import Desk
from tests.engine.post import two_desks

REMARK = "Weather Gage, by mail: a battle, anna and ben, turn 3, movement.\n" * 3
MIND = "lieutenant"


class Counted(NamedTuple):
    """The letters and bytes that a battle took."""

    letters: int
    turns: int
    largest: int
    total: int


def counted(scenario: str, is_strict: bool, seed: int, mind: str = MIND) -> Counted:
    """Let two computer players fight a battle by mail, and count its letters."""
    fight = _strict if is_strict else _quick
    return fight(scenario, Random(seed), mind)


def _strict(scenario: str, random: Random, mind: str) -> Counted:
    moments = two_desks.fought(scenario, random.randrange(10**6), mind=mind)
    sizes = [_size(moment.sender) for moment in moments]
    known = strict.fold_desk(moments[-1].sender)
    return Counted(len(sizes), known.game.turn(known.state), max(sizes), sum(sizes))


def _quick(scenario: str, random: Random, mind: str) -> Counted:
    secret, game = str(random.random()), game_with_scenario(scenario)
    held = replace(
        two_desks.founded(scenario).held,
        format=letters.FORMAT,
        pledge=fair.pledge(secret),
        words={"anna": "lee shore"},
        anchors={},
        receipts={},
    )
    mover = post.post(Desk(me="anna", held=held, secret=secret))
    sizes = [_size(mover)]
    words = {"anna": "lee shore", "ben": "fair wind"}
    other = post.post(Desk(me="ben", held=replace(mover.held, words=words)))
    sizes.append(_size(other))
    mover = post.import_letter(mover, other.held, "letter")
    while True:
        mover = _answered(mover, random, mind)
        mover = post.post(mover)
        sizes.append(_size(mover))
        other = post.import_letter(other, mover.held, "letter")
        mover, other = other, mover
        battles = post.begin(mover), post.begin(other)
        if all(battle and battle.outcome() for battle in battles):
            assert battles[0]
            return Counted(len(sizes), game.turn(battles[0].state), max(sizes), sum(sizes))


def _answered(desk: Desk, random: Random, mind: str) -> Desk:
    battle = post.begin(desk)
    assert battle
    while questions := post.open_questions(desk, battle):
        seat = questions[0].seat
        player = make_player(mind, battle.game, random.randrange(10**6), seat)
        answer = player.choose(battle.view(seat), questions[0])
        desk = post.with_answer(desk, battle, seat, f"{random.getrandbits(128):032x}", answer)
        post.submit_known(desk, battle)
        if battle.outcome():
            break
    return desk


def _size(desk: Desk) -> int:
    return len(letters.format_letter(desk.letter, REMARK).encode())


def table(scenarios: list[str], battles: int = 3) -> str:
    """Return a table for some scenarios, each fought this many times quick and as often strict."""
    lines = [
        "| battle | | letters | turns | letters a turn | bytes a turn | largest letter |",
        "|---|---|---|---|---|---|---|",
    ]
    for scenario in scenarios:
        for name, is_strict in (("quick", False), ("strict", True)):
            all_of = [counted(scenario, is_strict, seed) for seed in range(battles)]
            sent = sum(each.letters for each in all_of)
            turns = sum(each.turns for each in all_of)
            total = sum(each.total for each in all_of)
            lines.append(
                f"| {scenario} | {name} | {sent / battles:.0f} | {turns / battles:.0f} | "
                f"{sent / turns:.1f} | {total / turns:.0f} | {max(e.largest for e in all_of)} |"
            )
    return "\n".join(lines)


if __name__ == "__main__":
    print(table(sys.argv[1:] or ["quickstart", "mars_hercule", "patrol", "suffren_hughes"]))
