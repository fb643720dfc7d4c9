"""Solving: judging a person's answer, and the rating that follows (Glicko-2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from math import exp, log, pi, sqrt
from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta

from engine.game.game import Given, command_of
from engine.kernel.battle import Battle
from engine.players import make_player
from engine.puzzles.judging import Judging
from engine.puzzles.puzzle import OWN, Judged, Name, Puzzle, in_words, judged

# Glicko-2: a person's rating, its uncertainty, and its volatility.
#
# Mark E. Glickman, Example of the Glicko-2 system, 2012 and later; the numbers of steps are from
# there. A rating is on the Elo scale: 1500 for somebody unknown.


SCALE = 173.7178
"""Rating points for one unit of the internal scale (step 2)."""
TAU = 0.5
"""The limit on changes of the volatility; values between 0.3 and 1.2 are reasonable (step 1)."""
CLOSE = 0.000001
"""The precision of the new volatility (step 5)."""
START, UNSURE, SWING = 1500.0, 350.0, 0.06
"""Rating, deviation and volatility of a newcomer (step 1)."""
LEAST_UNSURE = 30.0
"""The smallest deviation, so that the rating of a player who learns can still change."""


class Strength(NamedTuple):
    """A rating, its deviation (a standard error), and the volatility."""

    rating: float = START
    deviation: float = UNSURE
    volatility: float = SWING


class Game(NamedTuple):
    """A result against an opponent: 1 won, 0 lost, 0.5 drawn."""

    rating: float
    deviation: float
    score: float


def after(one: Strength, games: Sequence[Game], tau: float = TAU) -> Strength:
    """Return a strength after the games of one rating period."""
    mu, phi = (one.rating - START) / SCALE, one.deviation / SCALE
    if not games:  # step 6 alone: the uncertainty grows
        wider = sqrt(phi**2 + one.volatility**2) * SCALE
        return Strength(one.rating, min(UNSURE, wider), one.volatility)
    met = [((each.rating - START) / SCALE, each.deviation / SCALE, each.score) for each in games]
    weights = [1 / sqrt(1 + 3 * phi_j**2 / pi**2) for _, phi_j, _ in met]
    expected = [
        1 / (1 + exp(-weight * (mu - mu_j)))
        for weight, (mu_j, _, _) in zip(weights, met, strict=True)
    ]
    # Step 3: the variance of the rating by these games alone. Step 4: the change by them.
    pairs = list(zip(weights, expected, strict=True))
    variance = 1 / sum(weight**2 * chance * (1 - chance) for weight, chance in pairs)
    gain = sum(
        weight * (score - chance)
        for (weight, chance), (_, _, score) in zip(pairs, met, strict=True)
    )
    volatility = _volatility(one.volatility, phi, variance, variance * gain, tau)
    before = sqrt(phi**2 + volatility**2)  # step 6
    phi = 1 / sqrt(1 / before**2 + 1 / variance)  # step 7
    mu += phi**2 * gain
    return Strength(SCALE * mu + START, SCALE * phi, volatility)


def _volatility(sigma: float, phi: float, variance: float, delta: float, tau: float) -> float:
    """Return the new volatility: the zero of step 5, found by the Illinois method."""
    start = log(sigma**2)

    def zero(x: float) -> float:
        grown = phi**2 + variance + exp(x)
        return exp(x) * (delta**2 - grown) / (2 * grown**2) - (x - start) / tau**2

    low = start
    if delta**2 > phi**2 + variance:
        high = log(delta**2 - phi**2 - variance)
    else:
        steps = 1
        while zero(start - steps * tau) < 0:
            steps += 1
        high = start - steps * tau
    at_low, at_high = zero(low), zero(high)
    while abs(high - low) > CLOSE:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = zero(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return exp(low / 2)


# Progress: a person's results with puzzles: rating, streak, solved puzzles.
#
# It is computed from the attempts alone, so that no two stored facts can contradict each other.


PUZZLE_UNSURE = 100.0
"""The deviation of a puzzle's rating: it is estimated from three computer players."""


class Attempt(msgspec.Struct, frozen=True):
    """A person's answer to a puzzle."""

    puzzle: Name
    right: bool
    rating: Annotated[int, Meta(ge=0, le=5000)]
    """The puzzle's rating at that time."""
    day: Annotated[str, Meta(max_length=10)] = ""
    """The date, `2026-11-26`."""


class Progress(msgspec.Struct, frozen=True):
    """A person's record. Only the first answer to a puzzle counts for rating and streak."""

    strength: Strength = Strength()
    streak: int = 0
    """Consecutive puzzles solved, up to the latest."""
    best: int = 0
    """The longest streak."""
    results: dict[str, bool] = {}
    """{puzzle that was tried: whether it was ever solved}."""
    days: frozenset[str] = frozenset()
    """The dates on which a puzzle was tried."""

    @property
    def solved(self) -> int:
        """How many puzzles were solved."""
        return sum(self.results.values())

    @property
    def words(self) -> str:
        """The record in a line.

        >>> Progress().words
        'rating 1500 +-700, none solved'
        """
        rating, doubt = self.strength.rating, 2 * self.strength.deviation
        told = f"rating {rating:.0f} +-{doubt:.0f}"
        if not self.results:
            return f"{told}, none solved"
        return (
            f"{told}, {self.solved} of {len(self.results)} solved, "
            f"{self.streak} in a row, best {self.best}"
        )

    def sign(self, puzzle: str) -> str:
        """Return `+` for a puzzle that was solved, `-` for one that was only tried, else ''."""
        return (
            {True: "+", False: "-"}.get(self.results[puzzle], "") if puzzle in self.results else ""
        )


def waited(one: Strength, days: int) -> Strength:
    """Return a strength after days without an attempt: it is less sure (Glicko-2, step 6).

    A day is a rating period, so the variance grows by that of the volatility every day.
    """
    wider = sqrt((one.deviation / SCALE) ** 2 + max(0, days) * one.volatility**2) * SCALE
    return one._replace(deviation=max(one.deviation, min(UNSURE, wider)))


def _days(before: str, after: str) -> int:
    """Return the days between two dates; 0 where one is none."""
    try:
        return (date.fromisoformat(after) - date.fromisoformat(before)).days
    except ValueError:
        return 0


def progress_of(attempts: Iterable[Attempt], today: date | None = None) -> Progress:
    """Return where somebody stands after all attempts, in their order, and on a day."""
    strength, streak, best, last = Strength(), 0, 0, ""
    results: dict[str, bool] = {}
    days: set[str] = set()
    for each in attempts:
        if each.day:
            days.add(each.day)
        if each.puzzle not in results and not each.puzzle.startswith(OWN):
            strength = waited(strength, _days(last, each.day) if last else 0)
            last = each.day
            strength = after(strength, [Game(each.rating, PUZZLE_UNSURE, float(each.right))])
            streak = streak + 1 if each.right else 0
            best = max(best, streak)
        results[each.puzzle] = results.get(each.puzzle, False) or each.right
    if today and last:
        strength = waited(strength, _days(last, today.isoformat()))
    return Progress(strength, streak, best, results, frozenset(days))


# Solving: a person's answer to a puzzle, and why it is right or wrong, in numbers.
#
# An answer that is not in the puzzle's table is played out in the same rounds as the table, so that
# every legal answer is judged alike, and always the same.


WALKER = "lieutenant"
"""Who plays on the line of an answer: those who played the battles that judge it."""
LONGEST_LINE = 80
"""Entries of a line, at most."""
SAME = 1e-6
"""Steps of a dial are rounded; values that differ by no more than this are equal."""
TOLD = 3
"""The most terms in a comparison of two answers."""
SMALL = 0.05
"""Smaller differences are not shown: figures have one decimal."""


class Verdict(NamedTuple):
    """The judgement of an answer."""

    right: bool
    own: Judged
    own_words: str
    best_words: str
    second_words: str
    why: tuple[tuple[str, float], ...]
    """What sets two answers apart most some turns later, in the units of the game: the best against
    one's own, where that was right the best against the second."""


class Solving:
    """A puzzle being solved: its battle, and the judgement of the answer."""

    def __init__(self, puzzle: Puzzle) -> None:
        """Bring the battle to the position; raises the errors of `Puzzle.position`."""
        self.puzzle = puzzle
        self.battle = puzzle.position()
        self.question = puzzle.question(self.battle)
        self.view = self.battle.view(puzzle.seat)
        self.verdict: Verdict | None = None

    def known(self, given: Given) -> Judged | None:
        """Return an answer from the puzzle's table; None where it has to be played out first."""
        return next((each for each in self.puzzle.answers if _same(each.given, given)), None)

    def permit(self, given: Given) -> None:
        """Raise `Refused` for an answer that the rules do not allow."""
        command_of(self.battle.game, self.battle.state, self.puzzle.seat, given)

    def judge(self, given: Given, stop: Callable[[], bool] = lambda: False) -> Verdict | None:
        """Judge a legal answer and cache the result; None when `stop` cancelled it."""
        own = self.known(given) or self._played(given, stop)
        if own is None:
            return None
        best, second = self.puzzle.answers[:2]
        right = self.puzzle.right(own.points)
        other = second if right else own
        words = dict.fromkeys((*best.terms, *other.terms))
        found = [(each, best.terms.get(each, 0.0) - other.terms.get(each, 0.0)) for each in words]
        told = [(each, worth) for each, worth in found if abs(worth) >= SMALL]
        self.verdict = Verdict(
            right,
            own,
            in_words(self.question, given),
            in_words(self.question, best.given),
            in_words(self.question, second.given),
            tuple(sorted(told, key=lambda each: -abs(each[1]))[:TOLD]),
        )
        return self.verdict

    def line(self, given: Given) -> Battle:
        """Return the battle after an answer, played on some turns by lieutenants, in no file.

        It is one of the many that such an answer may lead to: what falls is chance.
        """
        game, puzzle = self.battle.game, self.puzzle
        line = self.battle.fork(self.battle.position)
        players = {
            seat.key: make_player(WALKER, game, puzzle.dice, seat.key)
            for seat in game.seats(line.state)
        }
        line.answer(puzzle.seat, given)
        last = game.turn(self.view) + max(1, game.thinking.horizon(self.view, self.question).turns)
        for _ in range(LONGEST_LINE):
            pending = line.pending()
            if not pending or game.turn(line.state) >= last:
                break
            asked = pending[0]
            line.answer(asked.seat, players[asked.seat].choose(line.view(asked.seat), asked))
        return line

    def _played(self, given: Given, stop: Callable[[], bool]) -> Judged | None:
        puzzle = self.puzzle
        judging = Judging(self.battle.game, self.view, self.question, puzzle.dice)
        number = judging.add(given)
        if not puzzle.fought:
            if not judging.play([number], puzzle.rounds, stop):
                return None
            return judged(given, judging.mean(number), judging.terms(number))
        turns = self.battle.game.review.puzzle_ground().rounds
        if not judging.play([number], turns, stop) or not judging.fight(
            [number], puzzle.rounds, stop
        ):
            return None
        return judged(given, judging.percent(number), judging.terms(number))


def _same(one: Given, other: Given) -> bool:
    if isinstance(one, Mapping) or isinstance(other, Mapping):
        return one == other
    return (
        one.option == other.option
        and one.at == other.at
        and (one.dial == other.dial or abs((one.dial or 0.0) - (other.dial or 0.0)) <= SAME)
    )
