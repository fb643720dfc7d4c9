"""Judging the answers to a question: the battle is continued many times after each answer
(playouts). New playouts check whether a puzzle's answer is still the best.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from math import sqrt
from random import Random
from statistics import fmean
from typing import Any, NamedTuple

import msgspec

from engine.arena.workers import run_in_pool
from engine.base.errors import SetUpFault
from engine.game.decision import Answer, Dial
from engine.game.game import Game, Given
from engine.game.question import Fill, Question, Sheet
from engine.lookahead.playout import playout_result, run_playout, share_of
from engine.puzzles.puzzle import DECIDED, DIFFICULTIES, SURE, Puzzle
from engine.review.hindsight import CLEAR

# Judging: answers to a question, each played out many times from positions that the seat may face.
# There are two measures. Playouts of a few turns, scored by the evaluation, preselect the best
# answers and give reasons. Playouts to the end of the battle give the worth of an answer, as the
# percentage of battles won. In each round all answers meet the same hidden facts and the same dice
# (engine/lookahead/playout.py), so that few rounds show a difference. Round n of a puzzle is always
# the same, so that a person's answer is judged by the same rounds as the puzzle's own answers.


ALIKE = 1e-6
"""Two results whose points differ by at most this count as equal."""


class Result(NamedTuple):
    """The evaluation of the position at the end of one playout."""

    points: float
    terms: dict[str, float]
    """{term of the evaluation: points for the seat that answers}."""
    chance: float
    """The chance to win (0 to 1) from that position; if the battle has ended there, 1 for won, 0.5
    for drawn, 0 for lost."""


class Lead(NamedTuple):
    """An answer's lead over another in points, with its standard error."""

    points: float
    error: float

    def clear(self, errors: float) -> bool:
        """Tell whether the lead is at least `errors` standard errors, so that it is hardly luck."""
        return self.points >= errors * self.error


class Judging:
    """The answers of a seat to a question, and the results of their playouts."""

    def __init__(
        self, game: Game, view: Any, question: Question, dice: int, quick: bool = True
    ) -> None:
        """In playouts all seats play as lieutenants do; without `quick`, by the playout policy.
        That is better play, but in Oak & Iron it takes eight times as long.
        """
        self._game = game
        self._quick = quick
        self._view = view
        self._question = question
        self.dice = dice
        self.turns = game.thinking.horizon(view, question).turns
        self.results: list[list[Result]] = []
        """For each answer, the results of its playouts of some turns, round by round."""
        self.won: list[list[float]] = []
        """For each answer, the results of its playouts to the end: 1 won, 0.5 drawn, 0 lost."""
        self._given: list[Given] = []

    def add(self, given: Given) -> int:
        """Add an answer, unless it was added before; return its number, by which other methods name
        it.
        """
        if given in self._given:
            return self._given.index(given)
        self._given.append(given)
        self.results.append([])
        self.won.append([])
        return len(self._given) - 1

    def given(self, number: int) -> Given:
        """Return an answer by its number."""
        return self._given[number]

    def play(
        self, numbers: Iterable[int], rounds: int, stop: Callable[[], bool] = lambda: False
    ) -> bool:
        """Run playouts of `turns` turns until each answer has had `rounds` of them.

        Return False if `stop` cancelled the work.
        """
        wanted = list(numbers)
        for n in range(rounds):
            due = [number for number in wanted if len(self.results[number]) == n]
            if not due:
                continue
            seed = Random(f"{self.dice} {n}").getrandbits(32)
            thinking = self._game.thinking
            state = thinking.determinize(self._view, self._question, Random(seed))
            for number in due:
                if stop():
                    return False
                command = command_for(self._question, self._given[number])
                on = run_playout(
                    self._game, state, self._question, command, seed, self.turns, quick=self._quick
                )
                assert on is not None
                terms: dict[str, float] = {}
                for reason in on.evaluate():
                    terms[reason.words] = terms.get(reason.words, 0.0) + reason.worth
                self.results[number].append(Result(on.score(), terms, self._chance(on.state)))
        return True

    def fight(
        self, numbers: Iterable[int], battles: int, stop: Callable[[], bool] = lambda: False
    ) -> bool:
        """Run playouts to the end of the battle until each answer has had `battles` of them.

        Return False if `stop` cancelled the work.
        """
        wanted = list(numbers)
        for n in range(battles):
            for number in wanted:
                if len(self.won[number]) != n:
                    continue
                if stop():
                    return False
                command = command_for(self._question, self._given[number])
                won = playout_result(
                    self._game, self._view, self._question, command, self.dice, n, self._quick
                )
                self.won[number].append(won)
        return True

    def percent(self, number: int) -> float:
        """Return the percentage of battles won in the playouts to the end after an answer."""
        return 100 * fmean(self.won[number])

    def gain(self, one: int, other: int) -> Lead:
        """Return the percentage of battles won after answer `one` minus that after `other`, with
        its standard error.

        The error is computed as if one more pair of battles had had different results; otherwise a
        few pairs with equal results would look certain.
        """
        pairs = zip(self.won[one], self.won[other], strict=False)
        return gain([a - b for a, b in pairs])

    def _chance(self, state: Any) -> float:
        """Return the chance of the seat's side to win from a state."""
        outcome = self._game.outcome(state)
        if outcome is None:
            return self._game.thinking.chance(state, self._question.seat)
        return share_of(self._game, state, self._question.seat, outcome)

    def terms(self, number: int) -> dict[str, float]:
        """Return {term: mean points} of the evaluations at the end of an answer's playouts.

        A term that is missing in a playout counts as 0 there.
        """
        results = self.results[number]
        words = dict.fromkeys(word for each in results for word in each.terms)
        return {word: fmean(each.terms.get(word, 0.0) for each in results) for word in words}

    def same(self, one: int, other: int) -> bool:
        """Tell whether two answers had equal points in every round of playouts."""
        pairs = zip(self.results[one], self.results[other], strict=False)
        return all(abs(a.points - b.points) <= ALIKE for a, b in pairs)

    def mean_chance(self, number: int) -> float:
        """Return the mean chance (0 to 1) to win, at the end of an answer's playouts of some
        turns.
        """
        return fmean(each.chance for each in self.results[number])

    def chance_lead(self, one: int, other: int) -> Lead:
        """Return the chance to win after answer `one` minus that after `other`, in percentage
        points.

        It is computed from the rounds in which both answers were played out.
        """
        pairs = zip(self.results[one], self.results[other], strict=False)
        return gain([a.chance - b.chance for a, b in pairs])

    def ranked(self, numbers: Iterable[int]) -> list[int]:
        """Return the numbers of answers, the best chance first; answers with equal chances are in
        the order in which they were added.
        """
        return sorted(numbers, key=lambda number: (-self.mean_chance(number), number))


def gain(differences: Sequence[float]) -> Lead:
    """Return the mean of the differences and its standard error, both times 100 (in percent).

    Each difference is that of a pair of playouts, one after each of two answers.
    """
    count, mean = len(differences), fmean(differences)
    squares = 1 + sum((each - mean) ** 2 for each in differences)
    return Lead(100 * mean, 100 * sqrt(squares) / (count + 1))


def command_for(question: Question, given: Given) -> Any:
    """Return the command that submits an answer to the rules."""
    if isinstance(question, Sheet):
        assert not isinstance(given, Answer)
        return Fill(question.id, dict(given))
    assert isinstance(given, Answer)
    return question.option(given.option).filled(question, given.dial, given.at)


DIALS = 7
"""At most this many dial values are judged for each option; those between them are alike."""


def legal_answers(
    game: Game, view: Any, question: Question, first: Given, seed: int
) -> list[Given]:
    """Return the legal answers to a question, in random order: each option, with evenly spaced
    values of its dial.

    For a sheet, those are the drafts that differ from the draft `first` in one slot.
    """
    found: list[Given] = []
    if isinstance(question, Sheet):
        assert isinstance(first, Mapping)
        for slot in question.slots:
            for option in slot.options:
                draft = {**first, slot.id: Answer(option.id)}
                if slot.at_most == 1 and not game.answering.faults(view, question, draft):
                    found.append(draft)
    else:
        for option in question.options:
            dial = question.dial if option.dial else None
            found += [Answer(option.id, value) for value in (_values(dial) if dial else (None,))]
    Random(seed).shuffle(found)
    return found


def _values(dial: Dial) -> list[float]:
    """Return at most `DIALS` evenly spaced values of a dial."""
    steps = round((dial.high - dial.low) / dial.step)
    wide = max(1, -(-steps // (DIALS - 1)))
    return [dial.low + dial.step * n for n in (*range(0, steps, wide), steps)]


def is_alike(question: Question, one: Given, other: Given) -> bool:
    """Tell whether two answers have the same option and dial values that are near each other."""
    if isinstance(question, Sheet) or isinstance(one, Mapping) or isinstance(other, Mapping):
        return False
    if one.option != other.option or one.at != other.at or not question.dial:
        return False
    scale = question.dial.high - question.dial.low
    return abs((one.dial or 0.0) - (other.dial or 0.0)) < CLEAR * scale


# Checking: whether the best answer of a puzzle is still the best in more playouts. They differ from
# the playouts by which the puzzle was found, so that luck in the search does not count again.


BATTLES = 200
"""The number of battles that a check plays to their end after each answer."""
BEHIND = 3.0
"""A check ends when another answer is this many standard errors better than the puzzle's."""
STAGES = ((0.03, 1.6), (0.08, 1.8), (0.2, 2.2), (0.5, 2.6), (1.0, BEHIND))
"""Pairs (fraction of `BATTLES`, standard errors): after so many battles, answers that are so far
behind the best are dropped, except the two best. At first all legal answers are played."""


class PuzzleCheck(msgspec.Struct, frozen=True):
    """The result of a puzzle's check, with the puzzle's name."""

    name: str
    rounds: int
    lead: float
    """The percentage of battles won after the best answer, minus the percentage after the next
    best."""
    error: float
    fault: str = ""
    """Why the puzzle fails the check; '' if it passes."""

    @property
    def holds(self) -> bool:
        """Whether the puzzle's answer is still clearly the best."""
        return not self.fault


def check_puzzles(
    puzzles: Sequence[Puzzle], jobs: int = 1, battles: int = BATTLES
) -> Iterator[tuple[Puzzle, PuzzleCheck]]:
    """Yield each puzzle with its check as soon as the check is done; `jobs` processes work at
    once.
    """
    if jobs <= 1:
        for puzzle in puzzles:
            yield puzzle, check_puzzle(puzzle, battles)
        return
    yield from run_in_pool(partial(check_puzzle, battles=battles), puzzles, jobs)


def check_puzzle(puzzle: Puzzle, battles: int = BATTLES) -> PuzzleCheck:
    """Check a puzzle by up to `battles` new playouts to the end after each legal answer, whether
    the puzzle's table has it or not.

    If the puzzle's position cannot be reached, that is the fault in the result.
    """
    try:
        battle = puzzle.position()
        question = puzzle.question(battle)
    except SetUpFault as wrong:
        return PuzzleCheck(puzzle.name, 0, 0.0, 0.0, str(wrong))
    game, view = battle.game, battle.view(puzzle.seat)
    judging = Judging(game, view, question, puzzle.dice ^ 1)
    best = puzzle.answers[0].given
    running = [judging.add(each.given) for each in puzzle.answers]
    for given in legal_answers(game, view, question, best, puzzle.dice):
        if not is_alike(question, best, given):
            running.append(judging.add(given))
    running = list(dict.fromkeys(running))
    for share, behind in STAGES:
        judging.fight(running, max(2, round(share * battles)))
        ranked = sorted(running, key=lambda number: (-judging.percent(number), number))
        if ranked[0] != 0 and judging.gain(ranked[0], 0).clear(BEHIND):
            break  # further battles would hardly make the puzzle's answer the best
        running = [
            each
            for each in ranked
            if each in (0, *ranked[:2]) or not judging.gain(ranked[0], each).clear(behind)
        ]
    ahead = judging.gain(ranked[0], ranked[1])
    fault = ""
    if ranked[0] != 0:
        fault = "another answer is better"
    elif not ahead.clear(SURE):
        fault = f"its best answer leads by less than {SURE:g} standard errors"
    elif judging.percent(ranked[1]) > DECIDED or judging.percent(0) < 100 - DECIDED:
        fault = "the battle is decided"
    fought = len(judging.won[0])
    return PuzzleCheck(puzzle.name, fought, round(ahead.points, 1), round(ahead.error, 2), fault)


# The table of a check in Markdown: a row for each puzzle, and how many still hold.


HEAD = (
    "| puzzle | difficulty | theme | lead when found | battles | lead | error | holds |",
    "|---|---|---|---:|---:|---:|---:|---|",
)
_ROW = re.compile(
    r"^\| (?P<name>\w+) \| [^|]* \| [^|]* \| (?P<found>-?\d+\.\d+) "
    r"\| (?P<rounds>\d+) \| (?P<lead>-?\d+\.\d+) \| (?P<error>\d+\.\d+) \| yes \|$",
    re.M,
)


def table(puzzles: Sequence[Puzzle], checks: Mapping[str, PuzzleCheck]) -> str:
    """Return a Markdown table with a row for each puzzle and its check."""
    holding = sum(checks[each.name].holds for each in puzzles)
    rows = []
    for each in puzzles:
        check = checks[each.name]
        rows.append(
            f"| {each.name} | {DIFFICULTIES[each.difficulty]} | {each.theme} "
            f"| {each.lead:.1f} | {check.rounds} | {check.lead:.1f} | {check.error:.2f} "
            f"| {'yes' if check.holds else check.fault} |"
        )
    return "\n".join([f"{holding} of {len(puzzles)} hold.", "", *HEAD, *rows])


def cached_checks(page: str, puzzles: Iterable[Puzzle], battles: int) -> dict[str, PuzzleCheck]:
    """Return {puzzle's name: passed check} from the table on a page, for puzzles that have not
    changed since.

    A row counts if its rounds and lead equal the puzzle's; figures have two decimals.
    """
    rows = {row["name"]: row for row in _ROW.finditer(page)}
    return {
        each.name: PuzzleCheck(
            each.name, int(row["rounds"]), float(row["lead"]), float(row["error"])
        )
        for each in puzzles
        if (row := rows.get(each.name))
        and row["found"] == f"{each.lead:.1f}"
        and row["rounds"] == str(battles)
    }
