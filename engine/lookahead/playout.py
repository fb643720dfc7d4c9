"""Playouts (simulated continuations of a battle), races between answers, and time limits.

Most playouts go on to the end of a turn, some to the end of the battle.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from math import sqrt, tanh
from random import Random
from statistics import NormalDist, fmean
from typing import Any, NamedTuple

from engine.base.dice import Dice, SimulatedDice
from engine.game.decision import Reason
from engine.game.game import Game, Outcome, fold_events
from engine.game.parts.thinking import Horizon
from engine.game.question import Fill, Question, Sheet
from engine.lookahead.scoring import best_draft, only_answer, random_best, score_answers

# Time limits for a search: checked between one playout and the next.
#
# A system that looks far ahead calls `is_time_up` between its steps, and when time is up it returns
# the best result so far. There is a limit only if a player sets one by `time_limit`; it applies to
# the player's thread alone.


_clock: ContextVar[Callable[[], bool] | None] = ContextVar("clock", default=None)


@contextmanager
def time_limit(clock: Callable[[], bool]) -> Iterator[None]:
    """A context in which thinking stops as soon as `clock` returns True."""
    token = _clock.set(clock)
    try:
        yield
    finally:
        _clock.reset(token)


def has_time_limit() -> bool:
    """Tell whether this thread has a time limit, so that results may be incomplete."""
    return _clock.get() is not None


def is_time_up() -> bool:
    """Tell whether this thread has a time limit and its time is up."""
    clock = _clock.get()
    return clock is not None and clock()


# Playouts of a sampled state to the end of a turn, and races of answers by playouts.


LONGEST = 600
"""The number of commands after which a playout is stopped and scored; a turn takes far fewer."""
ENDLESS = 20_000
"""The number of commands after which a battle that is played out to its end counts as undecided."""
FAR = 20.0
"""A lead of more than this many points counts hardly more than this, so that one lucky playout that
ends in a rout does not decide a search."""


def playout_score(  # noqa: PLR0913  (a choice, and how it is looked at)
    game: Game,
    state: Any,
    question: Question,
    command: Any,
    seed: int,
    turns: int = 1,
    run_out: Callable[[], bool] = lambda: False,
) -> float | None:
    """Return how well a seat (player) stands some turns after a command, in points.

    The seat is the one that answers the question. All seats play by the game system's playout
    policy, or by quick scores where it has none. The dice depend on `seed` only, never on the dice
    of the battle. Luck that the system can compute is subtracted. None if `run_out` returned True
    before the end of the playout.
    """
    playout = run_playout(game, state, question, command, seed, turns, run_out)
    return playout.score() if playout else None


def run_playout(  # noqa: PLR0913  (a choice, and how it is looked at)
    game: Game,
    state: Any,
    question: Question,
    command: Any,
    seed: int,
    turns: int = 1,
    run_out: Callable[[], bool] = lambda: False,
    quick: bool = False,
) -> Playout | None:
    """Return a playout of some turns after a command, as it is at its end.

    `playout_score` says how it is played; with `quick` all seats play by quick scores, as the
    computer player `lieutenant` does. None if `run_out` returned True before the end.
    """
    playout = Playout(game, state, question.seat, seed)
    last = game.turn(state) + turns
    playout.take(question.seat, command, playout.chance(question).dice)
    for _ in range(LONGEST):
        asked = game.pending(playout.state)
        if not asked or game.turn(playout.state) >= last:
            break
        if run_out():
            return None
        _go_on(game, playout, asked[0], quick)
    return playout


def playout_end(  # noqa: PLR0913  (a choice, and how it is looked at)
    game: Game, state: Any, question: Question, command: Any, seed: int, quick: bool = False
) -> Outcome | None:
    """Return how a battle ends after a command, if all seats play as in `run_playout`.

    None if it has not ended after `ENDLESS` commands.
    """
    playout = Playout(game, state, question.seat, seed)
    playout.take(question.seat, command, playout.chance(question).dice)
    for _ in range(ENDLESS):
        asked = game.pending(playout.state)
        if not asked:
            break
        _go_on(game, playout, asked[0], quick)
    return game.outcome(playout.state)


def playout_result(  # noqa: PLR0913  (a choice, and which battle it is)
    game: Game,
    view: Any,
    question: Question,
    command: Any,
    dice: int,
    n: int,
    quick: bool = False,
) -> float:
    """Return how battle `n`, played out after a command, ends for the seat of the question.

    It is 1 if the seat's side wins, 0.5 for a draw, else 0. Facts that are hidden from the seat are
    drawn at random. With the same `dice`, battle n has the same hidden facts and the same dice for
    every command, so that commands can be compared.
    """
    seed = Random(f"{dice} to the end {n}").getrandbits(32)
    state = game.thinking.determinize(view, question, Random(seed))
    end = playout_end(game, state, question, command, seed, quick)
    return share_of(game, view, question.seat, end)


def share_of(game: Game, state: Any, seat: str, outcome: Outcome | None) -> float:
    """Return what an outcome is worth to a seat: 1 if its side wins, 0.5 for a draw, else 0."""
    if outcome is None or not outcome.winners:
        return 0.5
    side = next(each.fights_for for each in game.seats(state) if each.key == seat)
    return float(side in outcome.winners)


def _go_on(game: Game, playout: Playout, asks: Question, quick: bool) -> None:
    """Answer a question of the playout as the game's playout policy or, with `quick`, its quick
    scores say.
    """
    random, dice = playout.chance(asks)
    view = game.view(playout.state, asks.seat)
    found = () if quick else game.thinking.playout_policy(view, asks)
    if isinstance(asks, Sheet):
        draft = found[0].draft if found else best_draft(game, view, asks, random)
        order = Fill(asks.id, dict(draft))
    else:
        answer = only_answer(asks) or random_best(
            found or score_answers(game, view, asks, random, quick=True), random
        )
        order = asks.option(answer.option).filled(asks, answer.dial, answer.at)
    playout.take(asks.seat, order, dice)


class Chance(NamedTuple):
    """The random numbers for one question: those for choosing an answer, and the dice after it."""

    random: Random
    dice: Dice


class Playout:
    """A simulated continuation of a battle, and the luck of one seat in it so far, in points."""

    def __init__(self, game: Game, state: Any, seat: str, seed: int) -> None:
        self._game = game
        self._seat = seat
        self._seed = seed
        self._asked: Counter[str] = Counter()
        self.luck = 0.0
        self.state = state

    def chance(self, asks: Question) -> Chance:
        """Return the random numbers for a question.

        They do not depend on what has happened before in the turn. If the same question comes again
        in the same turn, it gets other ones.
        """
        turn = self._game.turn(self.state)
        question = f"{turn} {asks.seat} {asks.kind} {asks.ship}"
        self._asked[question] += 1
        random = Random(f"{self._seed} {question} {self._asked[question]}")
        return Chance(random, SimulatedDice(random.getrandbits(32)))

    def take(self, seat: str, command: Any, dice: Dice) -> None:
        """Apply a command of a seat, and add the luck in its events to `luck`."""
        events = self._game.decide(self.state, seat, command, dice)
        states = fold_events(self.state, events, self._game.evolve).states
        for event, after in zip(events, states, strict=True):
            self.luck += self._game.thinking.luck(self.state, event, after, self._seat)
            self.state = after

    def evaluate(self) -> tuple[Reason, ...]:
        """Return the game's evaluation of the present state for the seat, term by term.

        Luck is not subtracted here.
        """
        return self._game.thinking.evaluate(self.state, self._seat)

    def score(self) -> float:
        """Return the worth of the present state for the seat in points, without its luck."""
        points = sum(reason.worth for reason in self.evaluate())
        return FAR * tanh((points - self.luck) / FAR)


# A race: answers compete in rounds of playouts, and are dropped when they can no longer win. The
# difference between two answers is a posterior mean: the advice is the prior (normal), the
# differences in the rounds are the samples. So the advice decides where the dice hide the
# difference, and the playouts decide where they show a clear difference.


SPREAD = 1.0
"""The standard deviation, in points for each turn played, that the difference between two answers
is assumed to have from round to round.

It counts like one more round, so that two rounds that are equal by chance do not end a race."""
TRIFLE = 0.05
"""An answer leaves a race when further rounds could gain at most this many points on average."""
FAIR = Horizon()
_BELL = NormalDist()


class Edge(NamedTuple):
    """How much better one answer is than another, in points.

    `doubt` is how much further rounds may change this, as a standard deviation.
    """

    points: float
    doubt: float

    @property
    def expected_gain(self) -> float:
        """The points that further rounds gain on average by showing that the answer is the better
        one.

        It is the mean of max(0, X) for a normal X with the mean `points` and the deviation `doubt`.
        """
        far = self.points / self.doubt
        return self.points * _BELL.cdf(far) + self.doubt * _BELL.pdf(far)


def edge(advised: float, rounds: Sequence[float], horizon: Horizon = FAIR) -> Edge:
    """Return by how much one answer is better than another.

    `advised` is the difference in points by the advice, `rounds` has the difference in each round
    of playouts.
    """
    # The variance of the error of the advice, plus that of the error of infinitely many playouts.
    doubted = horizon.doubt**2
    variance = doubted + horizon.bias**2
    if not rounds:
        return Edge(advised, doubted / sqrt(variance))
    luck = noise(rounds, horizon)
    trust = doubted / (variance + luck)
    doubt = doubted * sqrt(luck / (variance * (variance + luck)))
    return Edge(trust * fmean(rounds) + (1.0 - trust) * advised, doubt)


def noise(rounds: Sequence[float], horizon: Horizon = FAIR) -> float:
    """Return the variance of the mean of these differences, in squared points."""
    assumed = (SPREAD * horizon.turns) ** 2
    if not rounds:
        return assumed
    mean = fmean(rounds)
    return (assumed + sum((each - mean) ** 2 for each in rounds)) / len(rounds) ** 2


def is_contender(advised: float, horizon: Horizon = FAIR) -> bool:
    """Tell whether an answer may still win a race before its first round.

    `advised` is by how much the advice calls it better than the best answer, usually a negative
    number.
    """
    return edge(advised, (), horizon).expected_gain >= TRIFLE


class Race:
    """A race between the answers to a question, in rounds of playouts.

    After each round, answers that can no longer win are dropped. Answers are numbered in the order
    of `advised`, which has their worths in points by the advice. `horizon` gives the turns of a
    playout and its systematic error.
    """

    def __init__(self, advised: Sequence[float], horizon: Horizon = FAIR) -> None:
        self._advised = advised
        self.horizon = horizon
        self._rounds: list[list[float]] = [[] for _ in advised]
        self.running = list(range(len(advised)))

    def note(self, scores: Mapping[int, float]) -> None:
        """Add the scores of a round, {answer's number: points}.

        Answers that can no longer win are dropped.
        """
        for number, points in scores.items():
            self._rounds[number].append(points)
        best = self.leader
        self.running = [
            number
            for number in self.running
            if number == best or self.edge_over(number, best).expected_gain >= TRIFLE
        ]

    @property
    def leader(self) -> int:
        """The number of the best answer in the race."""
        first = self.running[0]
        return max(self.running, key=lambda number: self.edge_over(number, first).points)

    def edge_over(self, one: int, other: int) -> Edge:
        """Return how much better one answer is than another, from the rounds that both were in."""
        pairs = zip(self._rounds[one], self._rounds[other], strict=False)
        advised = self._advised[one] - self._advised[other]
        return edge(advised, [a - b for a, b in pairs], self.horizon)

    def rounds_of(self, number: int) -> int:
        """Return in how many rounds an answer has taken part."""
        return len(self._rounds[number])

    def scores(self) -> list[float]:
        """Return for each answer how much better it is than the leader, in points.

        That is 0 for the leader and usually negative for all others.
        """
        best = self.leader
        return [self.edge_over(number, best).points for number in range(len(self._rounds))]


def rounds(  # noqa: PLR0913  (a race, and what it is about)
    race: Race,
    game: Game,
    view: Any,
    question: Question,
    commands: Sequence[Any],
    random: Random,
    run_out: Callable[[], bool] = lambda: False,
    draw: Callable[[Random], Any] | None = None,
) -> Iterator[int]:
    """Play the rounds of a race; after each, yield the number of turns played in all so far.

    In a round, all answers still in the race start from one state and get the same dice. `draw`
    makes that state; by default it is the game's `determinize`. The race ends when one answer is
    left, or when `run_out` interrupts a round.
    """
    turns = race.horizon.turns
    spent = 0
    while turns and len(race.running) > 1:
        seed = random.getrandbits(32)
        luck = Random(seed)
        state = draw(luck) if draw else game.thinking.determinize(view, question, luck)
        scores: dict[int, float] = {}
        for number in race.running:
            points = playout_score(game, state, question, commands[number], seed, turns, run_out)
            if points is None:
                # The answers that were played out before the interruption had the same state and
                # dice, so their scores count.
                race.note(scores)
                return
            scores[number] = points
        spent += len(scores) * turns
        race.note(scores)
        yield spent
