"""Making puzzles: a search through battles between computer players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator
from contextlib import closing
from itertools import count
from random import Random
from typing import Any, NamedTuple

import msgspec

from engine.arena.fighting import LIMIT, arrange, crews
from engine.arena.match import Bout, Match, Work
from engine.arena.workers import carried_out
from engine.base.errors import Refused
from engine.base.text import counted
from engine.game.decision import Advice, Answer, Decision
from engine.game.game import Game, Given
from engine.game.question import Question, Sheet
from engine.kernel.battle import Battle
from engine.kernel.registry import system
from engine.lookahead.weighing import best_draft, obvious, weighed
from engine.players import dismiss, make_player
from engine.players.admiral import APART
from engine.players.player import advise
from engine.puzzles.judging import Judging
from engine.puzzles.puzzle import (
    CLEAR,
    FINDERS,
    MOST_MOVES,
    Book,
    Puzzle,
    chosen,
    judged,
    packed_moves,
)
from engine.review.hindsight import distinct

# Finding: puzzles in one battle between computer players.
#
# Many questions of the battle are judged: above all those in which, by the advice, a lieutenant
# loses much. A question becomes a puzzle when its best answer is ahead of the second by three
# standard errors, and by twice the bias of playouts over the whole battle (`Horizon.bias`). Most
# are dropped after a few rounds. The result depends on the match and the battle's number alone.


class Stage(NamedTuple):
    """A threshold: a question that misses it after this many rounds is dropped."""

    share: float
    """The share of all rounds after which it applies; at least two rounds are played."""
    errors: float
    """The least lead over the second answer, in errors."""
    points: float
    """The least lead, as a share of the points that a puzzle needs."""


STAGES = (
    Stage(0.0, 0.0, 0.5),
    Stage(1 / 8, 1.0, 0.5),
    Stage(1 / 3, 2.0, 0.7),
    Stage(2 / 3, 2.5, 0.8),
    Stage(1.0, CLEAR, 1.0),
)
"""Most questions are dropped after the first threshold."""
BEHIND = 5.0
"""An answer this many errors behind the best is not played out until the table is completed."""
ANSWERS = 5
"""The most answers that are judged."""
TAKEN = 4
"""The most puzzles from one battle, all of different themes: puzzles of one battle look alike."""
JUDGED = 60
"""The most questions of a battle that are judged."""
ADVISED = 1.0
"""If the advice rates its best answer this many points above the lieutenant's, the question is
always judged."""
PLAIN = 0.6
"""The share that is judged of questions with such a lead where the lieutenant finds the best
answer."""
OTHERS = 0.6
"""The share of all other questions that is judged; the hard puzzles are found among them."""
EVEN = 0.15
"""The share of questions with nearly equal answers by the advice (`PuzzleGround.apart`) that is
judged."""
LEAST = 3
"""The fewest answers of a puzzle: yes or no is guessed too easily."""
FIRST = 2
"""The first turn for puzzles: in turn 1 all battles of a kind are alike."""


class Found(msgspec.Struct, frozen=True):
    """The puzzles found in one battle, not named yet."""

    number: int
    puzzles: tuple[Puzzle, ...]


def find(match: Match, number: int, path: str = "") -> Found:
    """Return the puzzles in battle `number` (from 0) of a match between two computer players.

    `path` is ignored: no battle is recorded. Raises `Stuck` or `SetUpFault`.
    """
    game, seed = system(match.game), match.seed + number
    battle = Battle.new(game, match.scenario, seed)
    if match.arranged:
        arrange(battle)
    players = crews(game, battle.state, seed, match.a, match.b)
    found: dict[str, Puzzle] = {}
    chance = Random(f"puzzles in {seed} {match.scenario}")
    try:
        _look_through(battle, players, chance, found)
    finally:
        dismiss(players.values())
    return Found(number, tuple(found.values()))


def _look_through(battle: Battle, players: Any, chance: Random, found: dict[str, Puzzle]) -> None:
    """Fight a battle and add its puzzles to `found`, by theme."""
    game, tried = battle.game, 0
    for _ in range(min(LIMIT, MOST_MOVES)):
        if not battle.pending() or tried >= JUDGED or len(found) >= TAKEN:
            return
        question = battle.pending()[0]
        view = battle.view(question.seat)
        given = players[question.seat].choose(view, question)
        if _can_be(game, view, question):
            tried_out = _tried(game, view, question, chance)
            if len(tried_out.answers) >= LEAST and chance.random() < tried_out.promise:
                tried += 1
                dice = chance.getrandbits(48)
                puzzle = _judged(battle, question, tried_out.answers, dice, found)
                if puzzle is not None:
                    found[puzzle.theme] = puzzle
        battle.answer(question.seat, given)


def _can_be(game: Game, view: Any, question: Question) -> bool:
    """Tell whether a question qualifies: its kind has themes, it has a choice, it is not part of
    the set-up.
    """
    if game.setting_up(view) or game.turn(view) < FIRST:
        return False
    if not game.thinking.horizon(view, question).turns:
        return False
    if all(theme.kind != question.kind for theme in game.review.puzzle_ground().themes):
        return False
    if isinstance(question, Decision):
        return obvious(question) is None and not any(each.area for each in question.options)
    return any(len(slot.options) > 1 for slot in question.slots)


def _judged(
    battle: Battle, question: Question, answers: list[Given], dice: int, themes: Container[str]
) -> Puzzle | None:
    """Return the question as a puzzle.

    None if its best answer is not clear enough or its theme is taken.
    """
    game, view = battle.game, battle.view(question.seat)
    ground = game.review.puzzle_ground()
    judging = Judging(game, view, question, dice)
    everybody = [judging.add(given) for given in answers]
    running = everybody
    needed = _needed(game, view, question)
    for stage in STAGES:
        judging.play(running, max(2, round(stage.share * ground.rounds)))
        if len(_unlike(judging, judging.ranked(everybody))) < LEAST:
            return None
        running = _unlike(judging, judging.ranked(running))
        best, second = running[:2]
        ahead = judging.lead(best, second)
        if not ahead.clear(stage.errors) or ahead.points < stage.points * needed:
            return None
        theme = ground.theme(question.kind, chosen(judging.given(best)))
        if not theme or theme in themes:
            return None
        running = [
            each
            for each in running
            if each in (best, second) or not judging.lead(best, each).clear(BEHIND)
        ]
    return _written(battle, question, judging, view, dice)


def _needed(game: Game, view: Any, question: Question) -> float:
    """Return the least lead, in points, of a puzzle's best answer over the second."""
    return 2 * game.thinking.horizon(view, question).bias


def _written(
    battle: Battle, question: Question, judging: Judging, view: Any, dice: int
) -> Puzzle | None:
    """Return a puzzle with its complete table; None if completing it changes the judgement."""
    game = battle.game
    everybody, ground = range(len(judging.results)), game.review.puzzle_ground()
    judging.play(everybody, ground.rounds)
    ranked = _unlike(judging, judging.ranked(everybody))
    ahead = judging.lead(ranked[0], ranked[1])
    best = judging.given(ranked[0])
    theme = ground.theme(question.kind, chosen(best))
    if not theme or len(ranked) < LEAST or not ahead.clear(CLEAR):
        return None
    if ahead.points < _needed(game, view, question):
        return None
    puzzle = Puzzle(
        name="unnamed",
        game=game.name,
        scenario=battle.header.scenario,
        seed=battle.seed,
        moves=packed_moves(battle),
        seat=question.seat,
        kind=question.kind,
        theme=theme,
        finders=(),
        dice=dice,
        rounds=ground.rounds,
        error=round(ahead.error, 4),
        answers=tuple(
            judged(judging.given(each), judging.mean(each), judging.terms(each)) for each in ranked
        ),
    )
    finders = []
    for name in FINDERS:
        player = make_player(name, game, battle.seed, question.seat)
        number = judging.add(player.choose(view, question))
        judging.play([number], ground.rounds)
        if puzzle.right(judging.mean(number)):
            finders.append(name)
    return msgspec.structs.replace(puzzle, finders=tuple(finders))


class Tried(NamedTuple):
    """The answers to a question that are judged, and the probability of judging it at all."""

    answers: list[Given]
    promise: float


def _tried(game: Game, view: Any, question: Question, random: Random) -> Tried:
    """Return the captain's best answers that differ, and a lieutenant's."""
    if isinstance(question, Sheet):
        drafts = game.thinking.advice(view, question, random)[: ANSWERS - 1]
        quick_draft = dict(best_draft(game, view, question, random))
        given: list[Given] = [*(dict(each.draft) for each in drafts), quick_draft]
        apart = drafts[0].worth - drafts[1].worth if len(drafts) > 1 else 0.0
        missed = bool(drafts) and quick_draft != given[0]
        return Tried(_once(given), _promise(game, apart, apart if missed else 0.0))
    advice = advise(game, view, question, random)
    few = distinct(question, advice, ANSWERS - 1)
    quick = weighed(game, view, question, random, quick=True)[0]
    worth = max(
        (each.worth for each in advice if _near(each, quick, question)), default=few[0].worth
    )
    apart = few[0].worth - few[1].worth if len(few) > 1 else 0.0
    answers: list[Given] = [Answer(each.option, each.dial) for each in (*few, quick)]
    return Tried(_once(answers), _promise(game, apart, few[0].worth - worth))


def _promise(game: Game, apart: float, missed: float) -> float:
    """Return the probability that a question is judged.

    `apart` is the lead of the advice's best answer over the next, `missed` its lead over the
    lieutenant's answer (points).
    """
    if missed >= ADVISED:
        return 1.0
    if apart < game.review.puzzle_ground().apart:
        return EVEN
    return PLAIN if apart >= ADVISED else OTHERS


def _near(one: Advice, other: Advice, decision: Decision) -> bool:
    """Tell whether two answers are the same apart from a few steps of the dial."""
    step = decision.dial.step if decision.dial else 1.0
    return one.option == other.option and (
        abs((one.dial or 0.0) - (other.dial or 0.0)) <= APART * step
    )


def _once(answers: Iterable[Given]) -> list[Given]:
    kept: list[Given] = []
    for each in answers:
        if each not in kept:
            kept.append(each)
    return kept


def _unlike(judging: Judging, ranked: list[int]) -> list[int]:
    """Return answers without those whose results equal an earlier one's in every round."""
    kept: list[int] = []
    for number in ranked:
        if not any(judging.same(number, each) for each in kept):
            kept.append(number)
    return kept


FIND = Work(find, Found)


# Making: puzzles from battle after battle, until there are as many as requested.
#
# The battles are used in the order of their numbers, not in the order in which they finish, so that
# the same seed makes the same puzzles with any number of processes, interrupted or not.


CREWS = (
    ("lieutenant", "lieutenant"),
    ("lieutenant", "ensign"),
    ("ensign", "lieutenant"),
)
"""The players of the battles, in rotation. They are quick, and their blunders have one good answer;
in Iron & Oak a captain's orders take longer than all the judging."""
OF_A_THEME = 3
"""At most one puzzle in this number has the same theme."""
EASY = 0.8
"""The largest share of easy puzzles."""
ENDLESS = 60
"""Battles for each wanted puzzle before the search gives up."""


def begun(game: Game, seed: int) -> Book:
    """Return a book without puzzles; `Refused` for a game without ground for puzzles."""
    if not game.review.puzzle_ground().scenarios:
        raise Refused(f"{game.title} does not name scenarios to find puzzles in")
    return Book(game=game.name, rules=game.rules_version, seed=seed)


def made(book: Book, wanted: int, jobs: int = 1, cluster: str = "") -> Iterator[Book]:
    """Yield the book after each battle, until it has `wanted` puzzles.

    Raises the errors of `carried_out`, and `Refused` where too few are found.
    """
    if len(book.puzzles) >= wanted:
        return
    game = system(book.game)
    waiting: dict[int, Found] = {}
    with closing(carried_out(FIND, _bouts(game, book), jobs, cluster)) as results:
        for bout, found in results:
            waiting[bout.match.seed - book.seed] = found
            while book.searched in waiting:
                # The book with the puzzles of one battle added, as many as are still needed.
                puzzles = list(book.puzzles)
                for each in waiting.pop(book.searched).puzzles:
                    if len(puzzles) < wanted and _is_needed(each, puzzles, wanted):
                        name = f"{book.game}_{_next(puzzles)}"
                        puzzles.append(msgspec.structs.replace(each, name=name))
                book = msgspec.structs.replace(
                    book, searched=book.searched + 1, puzzles=tuple(puzzles)
                )
                yield book
                if len(book.puzzles) >= wanted:
                    return
                if book.searched >= ENDLESS * wanted:
                    some = counted(len(book.puzzles), "puzzle")
                    raise Refused(
                        f"only {some} of {wanted} found after "
                        f"{counted(book.searched, 'battle')}; the search is given up"
                    )


def _bouts(game: Game, book: Book) -> Iterator[Bout]:
    """Yield the battles that were not searched, one scenario after another."""
    scenarios = game.review.puzzle_ground().scenarios
    for place in count(book.searched):
        first, second = CREWS[place // len(scenarios) % len(CREWS)]
        match = Match(
            game=game.name,
            scenario=scenarios[place % len(scenarios)],
            a=first,
            b=second,
            seed=book.seed + place,
            arranged=True,
        )
        yield Bout(match, 0)


def _is_needed(puzzle: Puzzle, kept: list[Puzzle], wanted: int) -> bool:
    """Tell whether a puzzle adds variety: in theme, in difficulty, and to similar ones."""
    themes = Counter(each.theme for each in kept)
    easy = sum(each.difficulty == 0 for each in kept)
    if any(_alike(puzzle, each) for each in kept):
        return False
    return themes[puzzle.theme] < -(-wanted // OF_A_THEME) and (
        puzzle.difficulty > 0 or easy < EASY * wanted
    )


def _alike(one: Puzzle, other: Puzzle) -> bool:
    """Tell whether one puzzle gives away the other: the same choice in the same position."""
    first, second = ([each.given for each in puzzle.answers[:2]] for puzzle in (one, other))
    return (one.scenario, one.seat, one.kind) == (other.scenario, other.seat, other.kind) and (
        first == second
    )


def _next(puzzles: list[Puzzle]) -> int:
    """Return the number of the next puzzle; numbers are never reused."""
    return max((int(each.name.rpartition("_")[2]) for each in puzzles), default=0) + 1
