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

# Progress: a person's results with puzzles: rating, streak, solved puzzles. It is computed only
# from the attempts, so that no two stored facts can contradict each other.


PUZZLE_UNSURE = 100.0
"""The deviation of a puzzle's rating: it is estimated from three computer players."""


class Attempt(msgspec.Struct, frozen=True):
    """A person's answer to a puzzle."""

    puzzle: Name
    right: bool
    rating: Annotated[int, Meta(ge=0, le=5000)]
    """The puzzle's rating at the time of the answer."""
    day: Annotated[str, Meta(max_length=10)] = ""
    """The date of the answer, `2026-11-26`."""


class Progress(msgspec.Struct, frozen=True):
    """A person's record. Only the first answer to a puzzle counts for rating and streak."""

    strength: Strength = Strength()
    streak: int = 0
    """Consecutive puzzles solved, up to the latest."""
    best: int = 0
    """The most consecutive puzzles ever solved."""
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


def _days(before: str, after: str) -> int:
    """Return the days between two dates; 0 where one is not a date."""
    try:
        return (date.fromisoformat(after) - date.fromisoformat(before)).days
    except ValueError:
        return 0


def progress_of(attempts: Iterable[Attempt], today: date | None = None) -> Progress:
    """Return a person's progress on the day `today`, after all attempts in their order."""
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
# is not in the puzzle's table is played out in the same rounds as the table, so that every legal
# answer is judged in the same way, with the same result each time.


WALKER = "lieutenant"
"""The player that continues a battle after an answer, the same as in the playouts that judge it."""
LONGEST_LINE = 80
"""The most entries by which `WALKER` continues the battle."""
SAME = 1e-6
"""Steps of a dial are rounded; values that differ by at most this count as equal."""
TOLD = 3
"""The most terms that are shown in a comparison of two answers."""
SMALL = 0.05
"""The least difference that is shown: figures have one decimal."""
REST = "all other differences, without the luck of the dice"
"""The label of the part of the difference between two answers that the shown terms leave over."""


class Verdict(NamedTuple):
    """The judgement of an answer."""

    right: bool
    own: JudgedAnswer
    own_words: str
    best_words: str
    second_words: str
    why: tuple[tuple[str, float], ...]
    """(term, difference in the game's unit): the largest differences some turns later between the
    best answer and the person's own; if the person's answer was right, between the best and the
    second. In a puzzle judged in points the differences add up to the difference of the averages:
    the last one is `REST`."""


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
        """Return an answer from the puzzle's table; None where it has to be played out first."""
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
        # rounded as they are shown, so that the figures add up
        told = [(each, round(worth, 1)) for each, worth in heavy[:TOLD]]
        rest = round(lead(best, other) - sum(worth for _, worth in told), 1)
        if told and not self.puzzle.fought and rest:
            told.append((REST, rest))
        self.verdict = Verdict(
            right,
            own,
            answer_text(self.question, given),
            answer_text(self.question, best.given),
            answer_text(self.question, second.given),
            tuple(told),
        )
        return self.verdict

    def line(self, given: Given) -> Battle:
        """Return the battle after an answer, continued for some turns by `WALKER`, a computer
        player, without a file.

        It is only one of the possible continuations: the dice are random.
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
        judging = Judging(self.battle.game, self.view, self.question, puzzle.dice)
        number = judging.add(given)
        if not puzzle.fought:
            if not judging.play([number], puzzle.rounds, stop):
                return None
            return judged_answer(given, judging.mean(number), judging.terms(number))
        turns = self.battle.game.review.puzzle_ground().rounds
        if not judging.play([number], turns, stop) or not judging.fight(
            [number], puzzle.rounds, stop
        ):
            return None
        return judged_answer(given, judging.percent(number), judging.terms(number))


def lead(best: JudgedAnswer, other: JudgedAnswer) -> float:
    """Return the difference of two answers' points as both are shown, with one decimal."""
    return round(round(best.points, 1) - round(other.points, 1), 1)


def _same(one: Given, other: Given) -> bool:
    if isinstance(one, Mapping) or isinstance(other, Mapping):
        return one == other
    return (
        one.option == other.option
        and one.at == other.at
        and (one.dial == other.dial or abs((one.dial or 0.0) - (other.dial or 0.0)) <= SAME)
    )
