"""Solving: judging a person's answer, and the rating that follows (Glicko-2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import date
from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta

from engine.base.glicko import Game, Strength, age_strength, update_strength
from engine.game.game import Given, command_of
from engine.kernel.battle import Battle
from engine.players import make_player
from engine.puzzles.judging import Judging
from engine.puzzles.puzzle import OWN, JudgedAnswer, Name, Puzzle, answer_text, judged_answer

# Progress: a person's rating, streak and solved puzzles. It is computed from the stored attempts
# alone, so that no two stored facts can contradict each other.


PUZZLE_UNSURE = 100.0
"""The deviation of a puzzle's rating. It is not 0, because the rating is an estimate from the
answers of a few computer players."""


class Attempt(msgspec.Struct, frozen=True):
    """A person's answer to a puzzle."""

    puzzle: Name
    right: bool
    rating: Annotated[int, Meta(ge=0, le=5000)]
    """The puzzle's rating at the time of the answer."""
    day: Annotated[str, Meta(max_length=10)] = ""
    """The date of the answer, such as `2026-11-26`."""


class Progress(msgspec.Struct, frozen=True):
    """A person's results with puzzles. Only the first answer to a puzzle counts for rating and
    streak.
    """

    strength: Strength = Strength()
    streak: int = 0
    """How many of the latest puzzles were solved in a row."""
    best: int = 0
    """The longest streak so far."""
    results: dict[str, bool] = {}
    """{the name of a puzzle that was tried: whether it was ever solved}."""
    days: frozenset[str] = frozenset()
    """The dates on which a puzzle was tried."""

    @property
    def solved(self) -> int:
        """How many puzzles were solved."""
        return sum(self.results.values())

    @property
    def words(self) -> str:
        """The results in one line.

        >>> Progress().words
        'rating 1500 (likely 800 to 2200), none solved'
        """
        rating, doubt = self.strength.rating, 2 * self.strength.deviation
        told = f"rating {rating:.0f} (likely {rating - doubt:.0f} to {rating + doubt:.0f})"
        if not self.results:
            return f"{told}, none solved"
        return (
            f"{told}, {self.solved} of {len(self.results)} solved, "
            f"{self.streak} in a row, best {self.best}"
        )

    def sign(self, puzzle: str) -> str:
        """Return `+` for a solved puzzle, `-` for one that was only tried, '' for any other."""
        return (
            {True: "+", False: "-"}.get(self.results[puzzle], "") if puzzle in self.results else ""
        )


def _days(before: str, after: str) -> int:
    """Return the number of days between two dates (texts); 0 if one of them is not a date."""
    try:
        return (date.fromisoformat(after) - date.fromisoformat(before)).days
    except ValueError:
        return 0


def progress_of(attempts: Iterable[Attempt], today: date | None = None) -> Progress:
    """Return a person's progress on the day `today`, after the given attempts, oldest first."""
    strength, streak, best, last = Strength(), 0, 0, ""
    results: dict[str, bool] = {}
    days: set[str] = set()
    for each in attempts:
        if each.day:
            days.add(each.day)
        if each.puzzle not in results and not each.puzzle.startswith(OWN):
            strength = age_strength(strength, _days(last, each.day) if last else 0)
            last = each.day
            strength = update_strength(
                strength, [Game(each.rating, PUZZLE_UNSURE, float(each.right))]
            )
            streak = streak + 1 if each.right else 0
            best = max(best, streak)
        results[each.puzzle] = results.get(each.puzzle, False) or each.right
    if today and last:
        strength = age_strength(strength, _days(last, today.isoformat()))
    return Progress(strength, streak, best, results, frozenset(days))


# Solving: a person's answer to a puzzle, and why it is right or wrong, in numbers. An answer that
# is not in the puzzle's table of answers is played out in the same rounds as those answers were, so
# that every legal answer is judged in the same way, with the same result each time.


WALKER = "lieutenant"
"""The computer player that continues the battle after an answer, to show what follows."""
LONGEST_LINE = 80
"""`WALKER` continues the battle by at most this many entries."""
SAME = 1e-6
"""Values of a dial that differ by at most this count as equal, because they are rounded."""
TOLD = 3
"""A comparison of two answers shows at most this many terms of the evaluation."""
SMALL = 0.05
"""Smaller differences are not shown, since figures have one decimal."""


class Verdict(NamedTuple):
    """The judgement of a person's answer to a puzzle."""

    right: bool
    own: JudgedAnswer
    own_words: str
    best_words: str
    second_words: str
    why: tuple[tuple[str, float], ...]
    """Pairs (term of the evaluation, difference in the game's unit), the largest ones, some turns
    later. The best answer is compared with the person's answer, or, if that was right, with the
    second best."""


class Solving:
    """A puzzle being solved: its battle, and the judgement of the answer."""

    def __init__(self, puzzle: Puzzle) -> None:
        """Replay the battle to the position; raises the errors of `Puzzle.position`."""
        self.puzzle = puzzle
        self.battle = puzzle.position()
        self.question = puzzle.question(self.battle)
        self.view = self.battle.view(puzzle.seat)
        self.verdict: Verdict | None = None

    def table_answer(self, given: Given) -> JudgedAnswer | None:
        """Return the result of an answer that the puzzle's file has judged; None for any other
        answer, which must be played out first.
        """
        return next((each for each in self.puzzle.answers if _same(each.given, given)), None)

    def validate(self, given: Given) -> None:
        """Raise `Refused` for an answer that the rules do not allow."""
        command_of(self.battle.game, self.battle.state, self.puzzle.seat, given)

    def judge(self, given: Given, stop: Callable[[], bool] = lambda: False) -> Verdict | None:
        """Judge a legal answer and cache the result; None when `stop` cancelled it."""
        own = self.table_answer(given) or self._played(given, stop)
        if own is None:
            return None
        best, second = self.puzzle.answers[:2]
        right = self.puzzle.right(own.points)
        other = second if right else own
        words = dict.fromkeys((*best.terms, *other.terms))
        found = [(each, best.terms.get(each, 0.0) - other.terms.get(each, 0.0)) for each in words]
        heavy = sorted(
            (each for each in found if abs(each[1]) >= SMALL), key=lambda each: -abs(each[1])
        )
        self.verdict = Verdict(
            right,
            own,
            answer_text(self.question, given),
            answer_text(self.question, best.given),
            answer_text(self.question, second.given),
            tuple((each, round(worth, 1)) for each, worth in heavy[:TOLD]),
        )
        return self.verdict

    def line(self, given: Given) -> Battle:
        """Return the battle after an answer, continued for some turns by the computer player
        `WALKER`; it has no file.

        Other dice would give other continuations.
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

    def _played(self, given: Given, stop: Callable[[], bool]) -> JudgedAnswer | None:
        puzzle = self.puzzle
        quick = not puzzle.name.startswith(OWN)  # a person's choices are proved by better play
        judging = Judging(self.battle.game, self.view, self.question, puzzle.dice, quick)
        number = judging.add(given)
        turns = self.battle.game.review.puzzle_ground().rounds
        if not judging.play([number], turns, stop) or not judging.fight(
            [number], puzzle.rounds, stop
        ):
            return None
        return judged_answer(given, judging.percent(number), judging.terms(number))


def _same(one: Given, other: Given) -> bool:
    if isinstance(one, Mapping) or isinstance(other, Mapping):
        return one == other
    return (
        one.option == other.option
        and one.at == other.at
        and (one.dial == other.dial or abs((one.dial or 0.0) - (other.dial or 0.0)) <= SAME)
    )
