"""Book: the file of a game's puzzles, a line each, and how far they were looked for.

It is JSON, for it is read at once: fifty puzzles in two milliseconds.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from engine.base import durable
from engine.base.errors import FileFault
from engine.base.reading import content, decoded
from engine.puzzles.puzzle import Puzzle

ENDING = ".json"
LARGEST = 4 * 1024 * 1024
"""Bytes of a file; fifty puzzles have a hundred thousand."""
MOST = 1000
"""Puzzles of a file."""
FORMAT = 1


class Book(msgspec.Struct, frozen=True, kw_only=True):
    """Puzzles of one game, and what they were looked for in."""

    puzzles_format: Annotated[int, Meta(ge=1)] = FORMAT
    game: str
    rules: str
    """The version of the rules that they were found by."""
    seed: int
    """The seed of the first battle that was looked through."""
    searched: Annotated[int, Meta(ge=0)] = 0
    """How many battles were looked through."""
    puzzles: Annotated[tuple[Puzzle, ...], Meta(max_length=MOST)] = ()


_read = msgspec.json.Decoder(Book).decode


def read_book(path: Path) -> Book:
    """Read a file of puzzles; `Missing` where there is none, `FileFault` says what is wrong."""
    book = decoded(_read, content(path, LARGEST, "a file of puzzles"), path)
    if book.puzzles_format != FORMAT:
        raise FileFault(
            f"{path} has format {book.puzzles_format} of puzzles, this program has {FORMAT}"
        )
    names = [each.name for each in book.puzzles]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice:
        raise FileFault(f"{path} has two puzzles called {twice}")
    alien = next((each for each in book.puzzles if each.game != book.game), None)
    if alien:
        raise FileFault(f"{path}: {alien.name} is a puzzle of {alien.game}, not of {book.game}")
    return book


def write_book(path: Path, book: Book) -> None:
    """Write a file of puzzles, whole or not at all; `FileFault` when it cannot be written."""
    head = msgspec.json.encode(msgspec.structs.replace(book, puzzles=()))
    lines = b",\n".join(map(msgspec.json.encode, book.puzzles))
    durable.write(path, head.removesuffix(b"[]}") + b"[\n" + lines + b"\n]}\n", private=False)
