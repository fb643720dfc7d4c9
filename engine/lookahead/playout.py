"""Playouts: a battle simulated from a sampled state to the end of a turn, with its own dice.

Dice depend on the question, its seat and the turn, not on what was rolled before: two answers
that lead to the same question meet the same dice there. These common random numbers reduce the
variance of the difference between the answers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from math import tanh
from random import Random
from typing import Any, NamedTuple

from engine.base.dice import Cast, Dice
from engine.game.advice import Reason
from engine.game.decided import folded
from engine.game.game import Game, Outcome
from engine.game.question import Question
from engine.game.sheet import Fill, Sheet
from engine.lookahead.filling import best_draft
from engine.lookahead.weighing import obvious, one_of_the_best, weighed

LONGEST = 600
"""Commands after which a playout is scored as it stands: far more than a turn takes."""
ENDLESS = 20_000
"""Commands after which a battle that is played on to its end counts as undecided."""
FAR = 20.0
"""Points beyond which a larger lead hardly counts, so that one lucky rout decides no search."""


def played_out(  # noqa: PLR0913  (a choice, and how it is looked at)
    game: Game,
    state: Any,
    question: Question,
    command: Any,
    seed: int,
    turns: int = 1,
    run_out: Callable[[], bool] = lambda: False,
) -> float | None:
    """Return the score of a question's seat some turns after a command, in points.

    All seats play by the game system's playout policy, or by quick scores where it has none. The
    dice depend on the seed only, never on the battle's. Known luck does not count. Return None
    when `run_out` says so before the end.
    """
    playout = played_on(game, state, question, command, seed, turns, run_out)
    return playout.score() if playout else None


def played_on(  # noqa: PLR0913  (a choice, and how it is looked at)
    game: Game,
    state: Any,
    question: Question,
    command: Any,
    seed: int,
    turns: int = 1,
    run_out: Callable[[], bool] = lambda: False,
) -> Playout | None:
    """Return the playout that `played_out` scores, as it stands then."""
    playout = Playout(game, state, question.seat, seed)
    last = game.turn(state) + turns
    playout.take(question.seat, command, playout.chance(question).dice)
    for _ in range(LONGEST):
        asked = game.pending(playout.state)
        if not asked or game.turn(playout.state) >= last:
            break
        if run_out():
            return None
        _go_on(game, playout, asked[0])
    return playout


def fought_out(
    game: Game, state: Any, question: Question, command: Any, seed: int
) -> Outcome | None:
    """Return how a battle ends after a command, all seats playing as in `played_out`.

    None where it does not end within `ENDLESS` commands.
    """
    playout = Playout(game, state, question.seat, seed)
    playout.take(question.seat, command, playout.chance(question).dice)
    for _ in range(ENDLESS):
        asked = game.pending(playout.state)
        if not asked:
            break
        _go_on(game, playout, asked[0])
    return game.outcome(playout.state)


def _go_on(game: Game, playout: Playout, asks: Question) -> None:
    """Let the seat that is asked answer by the playout policy."""
    random, dice = playout.chance(asks)
    view = game.view(playout.state, asks.seat)
    playout.take(asks.seat, _order(game, view, asks, random), dice)


def _order(game: Game, view: Any, asks: Question, random: Random) -> Any:
    """Return the command that the playout policy gives, or quick scores where there is none."""
    found = game.thinking.playout_policy(view, asks)
    if isinstance(asks, Sheet):
        draft = found[0].draft if found else best_draft(game, view, asks, random)
        return Fill(asks.id, dict(draft))
    answer = obvious(asks) or one_of_the_best(
        found or weighed(game, view, asks, random, quick=True), random
    )
    return asks.option(answer.option).filled(asks, answer.dial, answer.at)


class Chance(NamedTuple):
    """The random numbers of one question: for the choice itself, and the dice that follow it."""

    random: Random
    dice: Dice


class Playout:
    """A simulated battle, and the luck (points) that a seat has had in it so far."""

    def __init__(self, game: Game, state: Any, seat: str, seed: int) -> None:
        self._game = game
        self._seat = seat
        self._seed = seed
        self._asked: Counter[str] = Counter()
        self.luck = 0.0
        self.state = state

    def chance(self, asks: Question) -> Chance:
        """Return the random numbers of a question.

        They are the same whatever happened before in the turn; when the same question is asked
        again in that turn, they are different ones.
        """
        turn = self._game.turn(self.state)
        question = f"{turn} {asks.seat} {asks.kind} {asks.ship}"
        self._asked[question] += 1
        random = Random(f"{self._seed} {question} {self._asked[question]}")
        return Chance(random, Cast(random.getrandbits(32)))

    def take(self, seat: str, command: Any, dice: Dice) -> None:
        """Go on by a command of a seat."""
        events = self._game.decide(self.state, seat, command, dice)
        states = folded(self.state, events, self._game.evolve).states
        for event, after in zip(events, states, strict=True):
            self.luck += self._game.thinking.luck(self.state, event, after, self._seat)
            self.state = after

    def standing(self) -> tuple[Reason, ...]:
        """Return how the seat stands, term by term, its luck among it."""
        return self._game.thinking.evaluate(self.state, self._seat)

    def score(self) -> float:
        """Return the score of the seat in points, without its luck."""
        points = sum(reason.worth for reason in self.standing())
        return FAR * tanh((points - self.luck) / FAR)
