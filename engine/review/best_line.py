"""The computer's best line: how captains would play a battle on from an entry, as a branch."""

from __future__ import annotations

from collections.abc import Callable

from engine.kernel.battle import Battle
from engine.players import make_player

PLAYER = "captain"
"""Who plays it: an admiral takes a second for each choice."""
LONGEST = 30
"""Entries of a line, at most."""


def play_on(fork: Battle, going: Callable[[], bool], played: Callable[[int], None]) -> int:
    """Let captains play a fork on until it is over or long enough; return how many entries.

    It is called in a thread of its own: `going` says whether anybody still waits for it, and
    `played` is told after each entry.
    """
    seats = fork.game.seats(fork.state)
    players = {seat.key: make_player(PLAYER, fork.game, fork.seed, seat.key) for seat in seats}
    count = 0
    while count < LONGEST and going() and (pending := fork.pending()):
        question = pending[0]
        player = players[question.seat]
        fork.answer(question.seat, player.choose(fork.view(question.seat), question))
        count += 1
        played(count)
    return count
