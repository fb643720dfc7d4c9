"""Making puzzles: battles between computer players are searched for questions with one clearly best
answer.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from contextlib import closing
from itertools import count
from random import Random
from typing import Any, NamedTuple

import msgspec

from engine.arena.fighting import arrange, crews
from engine.arena.match import Bout, Match, Work
from engine.arena.workers import run_bouts
from engine.base.errors import Refused
from engine.base.text import pluralized
from engine.game.decision import Answer, Decision
from engine.game.game import Game, Given
from engine.game.question import Question, Sheet
from engine.kernel.battle import Battle
from engine.kernel.registry import system
from engine.lookahead.playout import share_of
from engine.lookahead.scoring import best_draft, only_answer, score_answers
from engine.players import dismiss, make_player
from engine.puzzles.judging import Judging, Lead, is_alike, legal_answers
from engine.puzzles.puzzle import (
    AHEAD,
    DECIDED,
    FINDERS,
    MOST_MOVES,
    SURE,
    Book,
    Puzzle,
    judged_answer,
    option_ids,
    packed_moves,
)

# Finding: puzzles in one battle between computer players. Some questions of the battle are judged,
# in positions in which either side may still win. Every legal answer is played out for some turns,
# and the chance to win is estimated there; answers that may be best are played out to the end of
# the battle. A question is a puzzle when its best answer wins clearly more battles than every other
# answer, except answers that are nearly the same. Most questions are dropped after a few rounds,
# above all those to which the player `lieutenant` gives the best answer. The result depends only on
# the match and the battle's number.


class Stage(NamedTuple):
    """A step of the search: after `rounds` playouts of each answer, a question whose best answer
    does not lead by `errors` and `percent` is dropped.
    """

    rounds: int
    """The number of playouts of some turns after each answer."""
    errors: float
    """The least lead of the best answer over the second best, in standard errors."""
    percent: float
    """The least lead of the best answer over the second best in the chance to win, in percent."""


STAGES = (Stage(1, 0.0, 3.0), Stage(3, 0.3, 3.0), Stage(8, 0.8, 5.0))
"""The thresholds for playouts of some turns. Most questions are dropped at the first threshold,
after a single playout of each answer, because judging has no time for all of them.

Few playouts are enough, because the chance to win after some turns varies far less between playouts
than the result at the end of the battle does.
"""
FIGHTS = ((8, 0.3), (20, 1.0), (50, 1.8), (100, SURE))
"""The thresholds for playouts to the end: (number of playouts after each answer, least lead of the
best answer in standard errors), stage by stage."""
BEHIND = 3.0
"""An answer is dropped when it is more than this many standard errors behind the best answer."""
EVERY = 60
"""At most this many legal answers to a question are judged. Each value of an option's dial is an
answer of its own; for a sheet, drafts that differ from the best draft in one slot are judged."""
RIVALS = 12
"""At most this many answers to a question are played out to the end of the battle: nearly all that
differ, because one that seems worse some turns later may be the second best at the end."""
LEFT = 5
"""At most this many of them, and the best, go on after the first playouts to the end."""
TAKEN = 4
"""At most this many puzzles come from one battle, all of different themes, because puzzles of one
battle look alike."""
JUDGED = 60
"""At most this many questions of a battle are judged."""
SHARE = 0.6
"""The fraction of a battle's suitable questions that are judged, chosen at random."""
OPEN = 0.42
"""A question is judged if its seat's chance to win differs from one half by at most this."""
PLAIN = 0.5
"""The probability that a question is kept although the computer player `lieutenant`, which looks
one move ahead, finds its best answer."""
LEAST = 3
"""A puzzle has at least this many legal answers, because between two it is too easy to guess."""


class FoundPuzzles(msgspec.Struct, frozen=True):
    """The puzzles found in one battle; they get their names later, in the book."""

    number: int
    puzzles: tuple[Puzzle, ...]


def find(match: Match, number: int, path: str = "") -> FoundPuzzles:
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
    return FoundPuzzles(number, tuple(found.values()))


def _look_through(battle: Battle, players: Any, chance: Random, found: dict[str, Puzzle]) -> None:
    """Play a battle, and add the puzzles among its questions to `found`: {theme: puzzle}.

    It stops when enough questions were judged or enough puzzles found.
    """
    least, tried = battle.game.review.puzzle_ground().swing, 0
    for number, swing in enumerate(_swings(battle, players)):
        if tried >= JUDGED or len(found) >= TAKEN:
            return
        if swing < least or chance.random() >= SHARE:
            continue
        before = battle.fork(number)
        question = before.pending()[0]
        if _can_be(battle.game, before.view(question.seat), question):
            tried += 1
            puzzle = judge_question(before, question, chance.getrandbits(48), found)
            if puzzle is not None:
                found[puzzle.theme] = puzzle


def _swings(battle: Battle, players: Any) -> list[float]:
    """Play a battle on, to its end or to `MOST_MOVES`; return for each of its commands how far
    apart the chances to win were from before it to the end of its turn (0 to 1).
    """
    game, side = battle.game, battle.game.seats(battle.state)[0].key
    turns = [0] * battle.position  # the commands of the set-up count as a turn of their own
    chances = [0.5] * battle.position
    while battle.pending() and battle.position < MOST_MOVES:
        turns.append(game.turn(battle.state))
        chances.append(game.thinking.chance(battle.state, side))
        question = battle.pending()[0]
        view = battle.view(question.seat)
        battle.answer(question.seat, players[question.seat].choose(view, question))
    outcome = battle.outcome()
    last = share_of(game, battle.state, side, outcome) if outcome else chances[-1]
    swings: list[float] = []
    low = high = last
    for n in reversed(range(len(turns))):
        if n + 1 < len(turns) and turns[n + 1] != turns[n]:
            low = high = chances[n + 1]
        low, high = min(low, chances[n]), max(high, chances[n])
        swings.append(high - low)
    return swings[::-1]


def _can_be(game: Game, view: Any, question: Question) -> bool:
    """Tell whether a question may become a puzzle: the battle is past its set-up and first turns
    and not decided, the question's kind has themes, and it has several answers.
    """
    if game.setting_up(view) or game.turn(view) < game.review.puzzle_ground().first:
        return False
    if not game.thinking.horizon(view, question).turns:
        return False
    if abs(game.thinking.chance(view, question.seat) - 0.5) > OPEN:
        return False
    if all(theme.kind != question.kind for theme in game.review.puzzle_ground().themes):
        return False
    if isinstance(question, Decision):
        return only_answer(question) is None and not any(each.area for each in question.options)
    return any(len(slot.options) > 1 for slot in question.slots)


def judge_question(
    battle: Battle, question: Question, dice: int, themes: Container[str] = ()
) -> Puzzle | None:
    """Return an open question as a puzzle, or None if it is unsuitable or its theme is in
    `themes`.
    """
    game, view = battle.game, battle.view(question.seat)
    judging = Judging(game, view, question, dice)
    # The answer of the computer player `lieutenant`, found by quick scores.
    random = Random(dice)
    if isinstance(question, Sheet):
        quick: Given = dict(best_draft(game, view, question, random))
    else:
        scored = score_answers(game, view, question, random, quick=True)[0]
        quick = Answer(scored.option, scored.dial)
    for given in (quick, *legal_answers(game, view, question, quick, dice)):
        if len(judging.results) < EVERY:
            judging.add(given)
    every = list(range(len(judging.results)))
    if len(every) < LEAST:
        return None
    for stage in STAGES:
        judging.play(every, stage.rounds)
        best, *others = _rivals(judging, question, _unlike(judging, judging.ranked(every)))
        if not others:
            return None
        ahead = judging.chance_lead(best, others[0])
        if not ahead.clear(stage.errors) or ahead.points < stage.percent:
            return None
    likely = judging.given(best)
    in_sight = likely == quick or is_alike(question, likely, quick)
    if in_sight and Random(dice).random() >= PLAIN:
        return None
    rivals = _rivals(judging, question, judging.ranked(every))
    return _fought(battle, question, judging, rivals[:RIVALS], themes)


def _rivals(judging: Judging, question: Question, ranked: list[int]) -> list[int]:
    """Return the numbers of the best answer and of all answers that clearly differ from it.

    An answer that differs only by a slightly different dial value is left out.
    """
    best = judging.given(ranked[0])
    return [
        each
        for each in ranked
        if each == ranked[0] or not is_alike(question, best, judging.given(each))
    ]


def _fought(
    battle: Battle,
    question: Question,
    judging: Judging,
    running: list[int],
    themes: Container[str],
) -> Puzzle | None:
    """Return the question as a puzzle, after playouts to the end of the battle; None if its best
    answer does not win clearly more battles.
    """
    game, view = battle.game, battle.view(question.seat)
    ground = game.review.puzzle_ground()
    ahead = Lead(0.0, 0.0)
    for battles, errors in FIGHTS:
        judging.fight(running, battles)
        ranked = sorted(running, key=lambda number: (-judging.percent(number), number))
        best, *others = _rivals(judging, question, ranked)
        theme = ground.theme(question.kind, option_ids(judging.given(best)))
        if len(others) < LEAST - 1 or not theme or theme in themes:
            return None
        ahead = judging.gain(best, others[0])
        decided = judging.percent(others[0]) > DECIDED or judging.percent(best) < 100 - DECIDED
        if decided or not ahead.clear(errors) or ahead.points < AHEAD / 2:
            return None
        running = [
            best,
            *others[:2],
            *(each for each in others[2:LEFT] if not judging.gain(best, each).clear(BEHIND)),
        ]
    told = [best, *others]
    if ahead.points < AHEAD:
        return None
    judging.fight(told, battles)
    judging.play(told, ground.rounds)
    told = [best, *sorted(others, key=lambda each: (-judging.percent(each), each))]
    puzzle = Puzzle(
        name="unnamed",
        game=game.name,
        scenario=battle.header.scenario,
        seed=battle.seed,
        moves=packed_moves(game, battle.entries),
        seat=question.seat,
        kind=question.kind,
        theme=theme,
        finders=(),
        dice=judging.dice,
        rounds=battles,
        fought=True,
        error=round(ahead.error, 4),
        answers=tuple(
            judged_answer(judging.given(each), judging.percent(each), judging.terms(each))
            for each in told
        ),
    )

    def right(given: Given) -> bool:
        number = judging.add(given)
        judging.fight([number], battles)
        return puzzle.right(judging.percent(number))

    finders = tuple(
        name
        for name in FINDERS
        if right(make_player(name, game, battle.seed, question.seat).choose(view, question))
    )
    plain = "lieutenant" in finders or right(_first(game, view, question))
    return msgspec.structs.replace(puzzle, finders=finders, plain=plain)


def _first(game: Game, view: Any, question: Question) -> Given:
    """Return the answer that the rules list first, or propose for a sheet."""
    if isinstance(question, Sheet):
        return dict(best_draft(game, view, question, Random(0)))
    option = question.options[0]
    dial = question.dial if option.dial else None
    return Answer(option.id, dial.rest if dial else None)


def _unlike(judging: Judging, ranked: list[int]) -> list[int]:
    """Return the ranked answers without those whose playouts all had the same results as an earlier
    answer's.
    """
    kept: list[int] = []
    for number in ranked:
        if not any(judging.same(number, each) for each in kept):
            kept.append(number)
    return kept


FIND = Work(find, FoundPuzzles)


# Making: battles are searched for puzzles one after another, until there are as many puzzles as
# requested.
#
# The battles are used in the order of their numbers, not in the order in which they finish. So the
# same seed makes the same puzzles with any number of processes, whether the search was interrupted
# or not.


CREWS = (
    ("lieutenant", "lieutenant"),
    ("lieutenant", "ensign"),
    ("ensign", "lieutenant"),
)
"""The pairs of players in the battles, used in rotation. These players are quick, and their
blunders often leave the opponent one clearly good answer. The player `captain` is too slow: in Iron
& Oak its orders would take longer than all the judging."""
OF_A_THEME = 3
"""A theme may have at most the wanted number of puzzles divided by this, so that a book has several
themes."""
EASY = 0.6
"""The largest fraction of a book's puzzles that may be easy."""
IN_SIGHT = 0.4
"""The largest fraction of a book's puzzles whose right answer is the one that seems best at a
glance (`Puzzle.plain`)."""
SAME_ANSWER = 0.5
"""At most this fraction of the puzzles with one kind of question may have the same kind of answer
(`answer_name`), so that nobody can guess it from the question."""
SAME_AT_FIRST = 4
"""This many may have it in any case, so that a book is not empty for long."""
ENDLESS = 60
"""The search gives up after this many battles for each wanted puzzle."""


def empty_book(game: Game, seed: int) -> Book:
    """Return a book without puzzles; raises `Refused` for a game without a `puzzle_ground`."""
    if not game.review.puzzle_ground().scenarios:
        raise Refused(f"{game.title} does not name scenarios to find puzzles in")
    return Book(game=game.name, rules=game.rules_version, seed=seed)


def make_puzzles(book: Book, wanted: int, jobs: int = 1, cluster: str = "") -> Iterator[Book]:
    """Yield the book after each battle, until it has `wanted` puzzles.

    Raises the errors of `run_bouts`, and `Refused` where too few are found.
    """
    if len(book.puzzles) >= wanted:
        return
    game = system(book.game)
    waiting: dict[int, FoundPuzzles] = {}
    with closing(run_bouts(FIND, _bouts(game, book), jobs, cluster)) as results:
        for bout, found in results:
            waiting[bout.match.seed - book.seed] = found
            while book.searched in waiting:
                book = _with_needed(book, waiting.pop(book.searched).puzzles, wanted)
                yield book
                if len(book.puzzles) >= wanted:
                    return
                if book.searched >= ENDLESS * wanted:
                    some = pluralized(len(book.puzzles), "puzzle")
                    raise Refused(
                        f"only {some} of {wanted} found after "
                        f"{pluralized(book.searched, 'battle')}; the search is given up"
                    )


def _with_needed(book: Book, found: Sequence[Puzzle], wanted: int) -> Book:
    """Return the book after one more battle, with the needed ones of its spare and `found` puzzles.

    The others are spare: to find one takes minutes, and one that the first line of the list solves
    is needed as soon as the book has two more that it does not solve.
    """
    puzzles, spare = list(book.puzzles), [*book.spare, *found]
    while len(puzzles) < wanted:
        each = next((one for one in spare if _is_needed(one, puzzles, wanted)), None)
        if each is None:
            break
        spare.remove(each)
        numbers = (int(one.name.rpartition("_")[2]) for one in puzzles)
        name = f"{book.game}_{max(numbers, default=0) + 1}"  # no number is reused
        puzzles.append(msgspec.structs.replace(each, name=name))
    different = [one for one in spare if not any(_alike(one, each) for each in puzzles)]
    return msgspec.structs.replace(
        book,
        searched=book.searched + 1,
        spare=() if len(puzzles) >= wanted else tuple(different[-wanted:]),
        puzzles=tuple(puzzles),
    )


def _bouts(game: Game, book: Book) -> Iterator[Bout]:
    """Yield the battles that have not been searched yet; scenarios and pairs of players take
    turns.
    """
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
    """Tell whether a puzzle may be added to those `kept`.

    None of them may be the same puzzle, and its theme, difficulty and kind of answer must not be
    too frequent among them.
    """
    of_theme = [each for each in kept if each.theme == puzzle.theme]
    of_kind = [each for each in kept if each.kind == puzzle.kind]
    same = sum(answer_name(each) == answer_name(puzzle) for each in of_kind)
    easy = sum(each.difficulty == 0 for each in kept)
    plain = sum(each.plain for each in kept)
    return not (
        any(_alike(puzzle, each) for each in kept)
        or len(of_theme) >= -(-wanted // OF_A_THEME)
        or same + 1 > max(SAME_AT_FIRST, SAME_ANSWER * (len(of_kind) + 1))
        or (puzzle.difficulty == 0 and easy >= EASY * wanted)
        or (puzzle.plain and plain + 1 > IN_SIGHT * (len(kept) + 2))
    )


def answer_name(puzzle: Puzzle) -> str:
    """Return the option ids of the best answer without ships, figures and sides of the chart, and
    the value of its dial: the kind of answer. To leave by the left edge or by the right is one.
    """
    best = puzzle.answers[0]
    ids = (id.partition(":")[0] for id in option_ids(best.given))
    names = {re.sub(r"[A-Z]?\d+", "", id) for id in ids}
    turned = [f"{best.answer.dial:g}"] if best.answer and best.answer.dial is not None else []
    return " ".join([*sorted(names), *turned])


def _alike(one: Puzzle, other: Puzzle) -> bool:
    """Tell whether two puzzles are the same: same scenario, seat and kind of question, and the same
    two best answers, so that one would give away the other.
    """
    first, second = ([each.given for each in puzzle.answers[:2]] for puzzle in (one, other))
    return (one.scenario, one.seat, one.kind) == (other.scenario, other.seat, other.kind) and (
        first == second
    )
