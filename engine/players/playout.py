"""Playouts: a battle in mind, from an imagined state to the end of a turn, with dice of its own.

Chance hangs on what is asked, of whom and when, not on what was rolled before: two answers that
lead to the same question meet the same dice there, so that less hides what sets them apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from math import tanh
from random import Random
from typing import Any, NamedTuple

from engine.base.dice import Dice
from engine.game.decided import folded
from engine.game.decision import Decision
from engine.game.game import Game
from engine.players.lieutenant import weighed
from engine.players.player import obvious, one_of_the_best

LONGEST = 600
"""Commands after which a playout is judged where it stands."""
FAR = 20.0
"""Points ahead or behind beyond which more hardly counts."""


def played_out(
    game: Game[Any, Any, Any],
    state: Any,
    decision: Decision,
    command: Any,
    seed: int,
    turns: int = 1,
    run_out: Callable[[], bool] = lambda: False,
) -> float | None:
    """Return how the seat of a decision stands some turns on after a command, all playing simply.

    The dice are a sample, the same ones for the same seed; they are none of the battle's. What
    is known to be luck does not count. None when the time has run out before the end.
    """
    mind = Mind(game, state, decision.seat, seed)
    last = game.turn(state) + turns
    mind.take(decision.seat, command, mind.chance(decision).dice)
    for _ in range(LONGEST):
        asked = game.pending(mind.state)
        if not asked or game.turn(mind.state) >= last:
            break
        if run_out():
            return None
        asks, (random, dice) = asked[0], mind.chance(asked[0])
        view = game.view(mind.state, asks.seat)
        answer = obvious(asks) or one_of_the_best(
            game.playout_policy(view, asks) or weighed(game, view, asks, random, quick=True), random
        )
        order = asks.option(answer.option).filled(asks, answer.dial, answer.at)
        mind.take(asks.seat, order, dice)
    return mind.score()


class Chance(NamedTuple):
    """What a player in mind draws by lot, and the dice that follow on the answer."""

    random: Random
    dice: Dice


class Mind:
    """A battle as it may go on, and what chance has given a seat in it so far."""

    def __init__(self, game: Game[Any, Any, Any], state: Any, seat: str, seed: int) -> None:
        self._game = game
        self._seat = seat
        self._seed = seed
        self._asked: Counter[str] = Counter()
        self.luck = 0.0
        self.state = state

    def chance(self, decision: Decision) -> Chance:
        """Return the chance of a question: the same one, whatever came before it in the turn.

        When it is asked again in that turn, it is another one.
        """
        turn = self._game.turn(self.state)
        question = f"{turn} {decision.seat} {decision.kind} {decision.ship}"
        self._asked[question] += 1
        random = Random(f"{self._seed} {question} {self._asked[question]}")
        return Chance(random, Cast(random.getrandbits(32)))

    def take(self, seat: str, command: Any, dice: Dice) -> None:
        """Go on by a command of a seat."""
        events = self._game.decide(self.state, seat, command, dice)
        states = folded(self.state, events, self._game.evolve).states
        for event, after in zip(events, states, strict=True):
            self.luck += self._game.luck(self.state, event, after, self._seat)
            self.state = after

    def score(self) -> float:
        """Return how the seat stands, its luck apart."""
        points = sum(reason.worth for reason in self._game.evaluate(self.state, self._seat))
        return FAR * tanh((points - self.luck) / FAR)


class Cast(Dice):
    """Dice that are thrown after one answer: the first that is asked for is their number 0."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._first: int | None = None

    def face(self, number: int, sides: int = 8) -> int:
        """Return a die as 1 to `sides`, counted from the first that was asked for."""
        if self._first is None:
            self._first = number
        return super().face(number - self._first, sides)
