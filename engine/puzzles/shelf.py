"""The puzzles that came with the games of this program, and the one of a day."""

from __future__ import annotations

from collections.abc import Container, Sequence
from hashlib import blake2b
from pathlib import Path

from engine.base.errors import Refused
from engine.kernel.registry import system, systems
from engine.kit.records import shipped_folder
from engine.puzzles.book import ENDING, Book, read_book
from engine.puzzles.puzzle import Puzzle

FILE = f"puzzles{ENDING}"
TODAY = "today"
"""What the puzzle of the day is called."""


def shipped_path(game: str) -> Path:
    """Return the file of a game's puzzles, whether it exists or not."""
    return shipped_folder(game) / FILE


def shipped_paths() -> list[Path]:
    """Return the files of the games that have puzzles, in the order of the games."""
    paths = (shipped_path(name) for name in systems())
    return [path for path in paths if path.is_file()]


def shipped_books() -> list[Book]:
    """Return the puzzles of each game that has some; raises what `read_book` raises."""
    return [read_book(path) for path in shipped_paths()]


def shelf() -> list[tuple[str, Puzzle]]:
    """Return the puzzles of all games, the easy ones of each first, with the game's title."""
    return [
        (system(book.game).title, puzzle)
        for book in shipped_books()
        for puzzle in sorted(book.puzzles, key=lambda each: each.difficulty)
    ]


def puzzle_named(name: str) -> Puzzle:
    """Return a puzzle by its name; `Refused` says how names look."""
    there = {puzzle.name: puzzle for _, puzzle in shelf()}
    if name not in there:
        like = next(iter(there), "oak_iron_1")
        raise Refused(f"no puzzle is called '{name}'; names look like {like}: puzzles --list")
    return there[name]


def chosen_puzzle(name: str, day: int, tried: Container[str] = ()) -> Puzzle:
    """Return the puzzle of a name, that of the day for `today`, and for '' the next to be tried.

    Raises `Refused` for any other name.
    """
    puzzles = [puzzle for _, puzzle in shelf()]
    if name == TODAY:
        return puzzle_of(day, puzzles)
    if name:
        return puzzle_named(name)
    left = (each for each in puzzles if each.name not in tried)
    return next(left, None) or puzzle_of(day, puzzles)


def puzzle_of(day: int, puzzles: Sequence[Puzzle]) -> Puzzle:
    """Return the puzzle of a day, by its number: the same for all who have the same puzzles.

    The days go through all of them in one order before any comes again. `Refused` without any.
    """
    if not puzzles:
        raise Refused("no puzzles came with the games of this program")
    order = sorted(puzzles, key=lambda each: blake2b(each.name.encode()).digest())
    return order[day % len(order)]
