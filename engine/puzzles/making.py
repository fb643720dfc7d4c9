"""Making: puzzles out of battle after battle, until there are as many as are wanted.

The battles are taken in the order of their numbers, whoever was done with one first, so that the
same seed makes the same puzzles with any number of processes, stopped and resumed or not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from itertools import count

import msgspec

from engine.arena.match import Bout, Match
from engine.arena.workers import carried_out
from engine.base.counting import counted
from engine.base.errors import Refused
from engine.game.game import Game
from engine.kernel.registry import system
from engine.puzzles.book import Book
from engine.puzzles.finding import FIND, Found
from engine.puzzles.puzzle import Puzzle

CREWS = (
    ("lieutenant", "lieutenant"),
    ("lieutenant", "ensign"),
    ("ensign", "lieutenant"),
)
"""Who fights the battles, by turns. They are quick, and make blunders to which there is one good
answer; a captain's orders in Iron & Oak cost more than all that is judged of them."""
OF_A_THEME = 3
"""One puzzle of so many may have the same theme."""
EASY = 0.8
"""Share of easy puzzles, at most."""
ENDLESS = 60
"""Battles for each puzzle that is wanted, after which it is given up."""


def begun(game: Game, seed: int) -> Book:
    """Return a book without puzzles; `Refused` for a game that says nothing of its puzzles."""
    if not game.review.puzzle_ground().scenarios:
        raise Refused(f"{game.title} does not say which battles puzzles are found in")
    return Book(game=game.name, rules=game.rules_version, seed=seed)


def made(book: Book, wanted: int, jobs: int = 1, cluster: str = "") -> Iterator[Book]:
    """Yield the book after each battle that was looked through, until it has `wanted` puzzles.

    Raises what `carried_out` raises, and `Refused` where too few are found.
    """
    if len(book.puzzles) >= wanted:
        return
    game = system(book.game)
    waiting: dict[int, Found] = {}
    with closing(carried_out(FIND, _bouts(game, book), jobs, cluster)) as results:
        for bout, found in results:
            waiting[bout.match.seed - book.seed] = found
            while book.searched in waiting:
                book = _with(book, waiting.pop(book.searched), wanted)
                yield book
                if len(book.puzzles) >= wanted:
                    return
                if book.searched >= ENDLESS * wanted:
                    some = counted(len(book.puzzles), "puzzle")
                    raise Refused(
                        f"{counted(book.searched, 'battle')} have {some} in them: "
                        f"{wanted} cannot be found"
                    )


def _bouts(game: Game, book: Book) -> Iterator[Bout]:
    """Yield the battles that were not looked through: the scenarios by turns."""
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


def _with(book: Book, found: Found, wanted: int) -> Book:
    """Return the book with what a battle brought, as far as there is need of it."""
    puzzles = list(book.puzzles)
    for each in found.puzzles:
        if len(puzzles) < wanted and _is_needed(each, puzzles, wanted):
            name = f"{book.game}_{_next(puzzles)}"
            puzzles.append(msgspec.structs.replace(each, name=name))
    return msgspec.structs.replace(book, searched=book.searched + 1, puzzles=tuple(puzzles))


def _is_needed(puzzle: Puzzle, kept: list[Puzzle], wanted: int) -> bool:
    """Tell whether there are not yet too many of its theme and difficulty, and none like it."""
    themes = Counter(each.theme for each in kept)
    easy = sum(each.difficulty == 0 for each in kept)
    if any(_alike(puzzle, each) for each in kept):
        return False
    return themes[puzzle.theme] < -(-wanted // OF_A_THEME) and (
        puzzle.difficulty > 0 or easy < EASY * wanted
    )


def _alike(one: Puzzle, other: Puzzle) -> bool:
    """Tell whether whoever has solved one knows the other: the same choice in the same waters."""
    first, second = ([each.given for each in puzzle.answers[:2]] for puzzle in (one, other))
    return (one.scenario, one.seat, one.kind) == (other.scenario, other.seat, other.kind) and (
        first == second
    )


def _next(puzzles: list[Puzzle]) -> int:
    """Return the number of the next puzzle: none has one that another had before."""
    return max((int(each.name.rpartition("_")[2]) for each in puzzles), default=0) + 1
