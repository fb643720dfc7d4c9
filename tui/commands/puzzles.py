"""The command `puzzles`: solve one, list them, find new ones, check those that there are."""

from __future__ import annotations

import os
import re
from argparse import Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from engine.base.counting import counted
from tui.commands.grammar import FINE, INTERRUPTED, NO, Misuse

if TYPE_CHECKING:
    from engine.puzzles.book import Book

TABLE = re.compile(r"(<!-- puzzles -->\n).*?(<!-- end -->)", re.S)
"""Where the table of a check goes in a document."""


def puzzles(chosen: Namespace) -> int:
    """Do what the first word says: `make`, `check`, or the name of a puzzle."""
    word, *others = chosen.what or [""]
    if word == "make":
        return _make(chosen, others)
    if word == "check":
        return _check(chosen, others)
    if others:
        raise Misuse(f"one puzzle at a time: {word} {others[0]} (see weathergage puzzles --help)")
    if chosen.list or (chosen.plain and not word):
        return _list()
    return _solve(chosen, word)


def _solve(chosen: Namespace, name: str) -> int:
    from engine.puzzles.shelf import chosen_puzzle
    from tui.commands.play import looks_of, make_ready, open_app

    if not chosen.plain:
        make_ready("puzzles")
    from engine.files.diary import today
    from tui.openers import OPENERS

    if not name:
        return open_app(looks_of(chosen), start=OPENERS["puzzles"])
    puzzle = chosen_puzzle(name, today().toordinal())
    if chosen.plain:
        from tui.commands import plain

        plain.solve(puzzle)
        return FINE
    looks = looks_of(chosen)
    return open_app(looks, start=lambda app: OPENERS["puzzle"](app, puzzle))


def _list() -> int:
    from engine.files.diary import load
    from engine.sitting.kinds.puzzle import listed

    progress = load()
    print("\n".join([progress.words, *listed(progress)]))
    return FINE


def _make(chosen: Namespace, words: Sequence[str]) -> int:
    """Look through battles until there are as many puzzles as are wanted."""
    from engine.base.errors import WeatherGageError
    from engine.kernel.registry import system
    from engine.puzzles.book import write_book
    from engine.puzzles.making import begun, made
    from tui.commands.progress import Progress

    if len(words) != 1:
        raise Misuse("which game's puzzles are wanted: weathergage puzzles make SYSTEM")
    if chosen.cluster and chosen.jobs > 1:
        raise Misuse("--jobs is for this machine; a cluster has workers of its own")
    path = Path(chosen.write or f"puzzles_{words[0]}.json")
    fresh, stop = begun(system(words[0]), chosen.seed), None
    with _alone(path):
        book = _kept(path, fresh)
        with Progress(chosen.count, len(book.puzzles)) as progress:
            try:
                for more in made(book, chosen.count, chosen.jobs, chosen.cluster):
                    write_book(path, more)
                    for _ in more.puzzles[len(book.puzzles) :]:
                        progress.step()
                    book = more
            except (KeyboardInterrupt, WeatherGageError) as error:
                stop = error
    print(f"{path}: {counted(len(book.puzzles), 'puzzle')} out of {book.searched} battles")
    if isinstance(stop, WeatherGageError):
        raise stop
    return INTERRUPTED if stop else FINE


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Keep others from making puzzles into the same file; `FileFault` when somebody does."""
    from engine.base.reading import unusable
    from engine.kernel.locks import lock_alone

    held = path.with_name(f"{path.name}.lock")
    try:
        descriptor = os.open(held, os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as error:
        unusable(held, "be made", error)
    try:
        lock_alone(path, descriptor)
        try:
            yield
        finally:
            held.unlink(missing_ok=True)
    finally:
        os.close(descriptor)


def _kept(path: Path, fresh: Book) -> Book:
    """Return the puzzles that a file has already; `FileFault` when they are of another search."""
    from engine.base.errors import FileFault
    from engine.base.reading import Missing
    from engine.puzzles.book import read_book

    try:
        book = read_book(path)
    except Missing:
        return fresh
    for what in ("game", "seed", "rules"):
        there, here = getattr(book, what), getattr(fresh, what)
        if there != here:
            raise FileFault(f"{path} keeps another search: {what} is {there} there, {here} here")
    return book


def _check(chosen: Namespace, files: Sequence[str]) -> int:
    """Play the answers of puzzles on again, print the table; 1 when one fails."""
    from msgspec.structs import replace

    from engine.base import durable
    from engine.base.errors import FileFault
    from engine.base.reading import LARGEST, text
    from engine.puzzles.book import read_book, write_book
    from engine.puzzles.checking import checked_all
    from engine.puzzles.shelf import shipped_paths
    from engine.puzzles.table import checked_before, table
    from tui.commands.progress import Progress

    paths = [Path(each) for each in files] or shipped_paths()
    page = text(chosen.write, LARGEST, "a document") if chosen.write else ""
    if chosen.write and not TABLE.search(page):
        raise FileFault(f"{chosen.write} has no <!-- puzzles --> and <!-- end --> for the table")
    if chosen.new and not chosen.write:
        raise Misuse("--new needs the document that has the table of the others: --write FILE")
    books = {path: read_book(path) for path in paths}
    puzzles = [each for book in books.values() for each in book.puzzles]
    found = checked_before(page, puzzles, chosen.times) if chosen.new else {}
    left = [each for each in puzzles if each.name not in found]
    with Progress(len(left)) as progress:
        for puzzle, result in checked_all(left, chosen.jobs, chosen.times):
            found[puzzle.name] = result
            progress.step()
    told = table(puzzles, found)
    print(told)
    if chosen.write:
        page = TABLE.sub(lambda marks: f"{marks[1]}{told}\n{marks[2]}", page)
        durable.write(Path(chosen.write), page.encode(), private=False)
    failed = [result for result in found.values() if not result.holds]
    for result in failed:
        print(f"{result.name}: {result.fault}")
    if chosen.drop:
        for path, book in books.items():
            holding = tuple(each for each in book.puzzles if found[each.name].holds)
            write_book(path, replace(book, puzzles=holding))
    return NO if failed else FINE
