"""Playouts: a battle in mind, from an imagined state to the end of a turn, with dice of its own."""

from __future__ import annotations

from collections.abc import Callable
from math import tanh
from random import Random
from typing import Any

from engine.dice import Dice
from engine.game import Game
from engine.players.lieutenant import weighed
from engine.players.player import obvious, one_of_the_best

LONGEST = 600
"""Commands after which a playout is judged where it stands."""
FAR = 20.0
"""Points ahead or behind beyond which more hardly counts."""


def played_out(
    game: Game[Any, Any, Any],
    state: Any,
    seat: str,
    command: Any,
    seed: int,
    turns: int = 1,
    run_out: Callable[[], bool] = lambda: False,
) -> float | None:
    """Return how a seat stands some turns on after a command, all sides playing simply.

    The dice are a sample, the same ones for the same seed; they are none of the battle's. What
    is known to be luck does not count. None when the time has run out before the end.
    """
    mind, random = Mind(game, state, seat, seed), Random(seed)
    last = game.turn(state) + turns
    mind.take(seat, command)
    for _ in range(LONGEST):
        asked = game.pending(mind.state)
        if not asked or game.turn(mind.state) >= last:
            break
        if run_out():
            return None
        decision = asked[0]
        view = game.view(mind.state, decision.seat)
        answer = obvious(decision) or one_of_the_best(
            game.glance(view, decision) or weighed(game, view, decision, random, quick=True),
            random,
        )
        order = decision.option(answer.option).filled(decision, answer.dial, answer.at)
        mind.take(decision.seat, order)
    return mind.standing()


class Mind:
    """A battle as it may go on, and what chance has given a seat in it so far."""

    def __init__(self, game: Game[Any, Any, Any], state: Any, seat: str, seed: int) -> None:
        self._game = game
        self._seat = seat
        self._dice = Dice(seed)
        self.luck = 0.0
        self.state = state

    def take(self, seat: str, command: Any) -> None:
        """Go on by a command of a seat."""
        for event in self._game.decide(self.state, seat, command, self._dice):
            after = self._game.evolve(self.state, event)
            self.luck += self._game.luck(self.state, event, after, self._seat)
            self.state = after

    def standing(self) -> float:
        """Return how the seat stands, its luck apart."""
        points = sum(reason.worth for reason in self._game.evaluate(self.state, self._seat))
        return FAR * tanh((points - self.luck) / FAR)
