"""The commands `learn`, `puzzles` and `series`."""

from __future__ import annotations

import os
import re
import sys
from argparse import Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.base.text import clean, pluralized
from tui.commands.grammar import FINE, INTERRUPTED, NO, Misuse
from tui.commands.play import appearance_of, computers_of, named, open_app, prepare_first_frame

if TYPE_CHECKING:
    from engine.puzzles.puzzle import Book


# The command `learn`: the lessons, one of them, or a check whether a lesson file can be completed.


def learn(chosen: Namespace) -> int:
    """Open the list of lessons, or one lesson; or print the list; or check a lesson's file."""
    from tui.commands.source import use_data_folder

    use_data_folder(chosen.data)
    if chosen.check:
        from engine.teaching.lesson import read_lesson
        from engine.teaching.lesson_run import check

        lesson = read_lesson(Path(chosen.check))
        check(lesson)
        told = f"{pluralized(len(lesson.steps), 'step')}, played through with the right answers"
        print(f"{clean(lesson.title)}: {'a battle with the coach' if lesson.coach else told}")
        return FINE
    if chosen.list or (chosen.plain and not chosen.name):
        from engine.files import record
        from engine.teaching.lesson import shelf

        won = record.load_stars()
        for title, lesson in shelf():
            count = "*" * won.get(record.key_of(lesson), 0)
            print(f"{count:<3}{lesson.name:<22}{title}: {lesson.about}")
        return FINE
    from engine.teaching.lesson import lesson_named

    if chosen.plain:
        from tui.commands import plain

        plain.learn(lesson_named(chosen.name), chosen.saves)
        return FINE
    prepare_first_frame("learn")
    from tui.openers import OPENERS

    looks = appearance_of(chosen)
    if not chosen.name:
        return open_app(looks, start=OPENERS["lessons"])
    lesson = lesson_named(chosen.name)
    return open_app(looks, start=lambda app: OPENERS["lesson"](app, lesson))


# The command `puzzles`: solve one, list them, find new ones, check the existing ones.


TABLE = re.compile(r"(<!-- puzzles -->\n).*?(<!-- end -->)", re.S)
"""Matches the table of checked puzzles in a document, with the comments around the table."""


def puzzles(chosen: Namespace) -> int:
    """Do what the first word says: `make` or `check` puzzles, or open the puzzle with this name."""
    word, *others = chosen.what or [""]
    if word == "make":
        return _make(chosen, others)
    if word == "check":
        return _check_puzzles(chosen, others)
    if others:
        raise Misuse(
            f"name one puzzle at a time: {word} {others[0]} (see weathergage puzzles --help)"
        )
    if chosen.list or (chosen.plain and not word):
        from engine.files.diary import load, own_puzzles, own_puzzles_fault
        from engine.sitting.kinds.puzzle import puzzle_lines

        progress = load()
        print("\n".join([progress.words, *puzzle_lines(progress, own=own_puzzles())]))
        if fault := own_puzzles_fault():
            print(f"weathergage: your own puzzles are left out: {clean(fault)}", file=sys.stderr)
        return FINE
    return _solve(chosen, word)


def _solve(chosen: Namespace, name: str) -> int:
    from engine.puzzles.puzzle import chosen_puzzle
    from tui.commands.play import appearance_of, open_app, prepare_first_frame

    if not chosen.plain:
        prepare_first_frame("puzzles")
    from engine.files.diary import own_puzzles, today
    from tui.openers import OPENERS

    if not name:
        return open_app(appearance_of(chosen), start=OPENERS["puzzles"])
    puzzle = chosen_puzzle(name, today().toordinal(), own=own_puzzles())
    if chosen.plain:
        from tui.commands import plain

        plain.solve(puzzle)
        return FINE
    looks = appearance_of(chosen)
    return open_app(looks, start=lambda app: OPENERS["puzzle"](app, puzzle))


def _make(chosen: Namespace, words: Sequence[str]) -> int:
    """Search battles between computer players until as many puzzles are found as requested."""
    from engine.base.errors import WeatherGageError
    from engine.kernel.registry import system
    from engine.puzzles.making import empty_book, make_puzzles
    from engine.puzzles.puzzle import write_book
    from tui.commands.progress import Progress

    if len(words) != 1:
        raise Misuse("name the game whose puzzles are wanted: `weathergage puzzles make SYSTEM`")
    if chosen.cluster and chosen.jobs > 1:
        raise Misuse("--jobs cannot be used with --cluster, which has workers of its own")
    path = Path(chosen.write or f"puzzles_{words[0]}.json")
    fresh, stop = empty_book(system(words[0]), chosen.seed), None
    with _alone(path):
        book = _kept(path, fresh)
        with Progress(chosen.count, len(book.puzzles)) as progress:
            try:
                for more in make_puzzles(book, chosen.count, chosen.jobs, chosen.cluster):
                    write_book(path, more)
                    for _ in more.puzzles[len(book.puzzles) :]:
                        progress.step()
                    book = more
            except (KeyboardInterrupt, WeatherGageError) as error:
                stop = error
    print(f"{path}: {pluralized(len(book.puzzles), 'puzzle')} out of {book.searched} battles")
    if isinstance(stop, WeatherGageError):
        raise stop
    return INTERRUPTED if stop else FINE


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Lock a file in the block, so that only one process adds puzzles to it.

    Raises `FileFault` if another process holds the lock.
    """
    from engine.base.files import raise_unusable
    from engine.kernel.locks import lock_alone

    held = path.with_name(f"{path.name}.lock")
    try:
        descriptor = os.open(held, os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as error:
        raise_unusable(held, "cannot be made", error)
    try:
        lock_alone(path, descriptor)
        try:
            yield
        finally:
            held.unlink(missing_ok=True)
    finally:
        os.close(descriptor)


def _kept(path: Path, fresh: Book) -> Book:
    """Return the puzzles already in a file, to be continued, or `fresh` if there is no file.

    Raises `FileFault` if they come from a search with another game, seed or rules version.
    """
    from engine.base.errors import FileFault
    from engine.base.files import Missing
    from engine.puzzles.puzzle import read_book

    try:
        book = read_book(path)
    except Missing:
        return fresh
    for what in ("game", "seed", "rules"):
        there, here = getattr(book, what), getattr(fresh, what)
        if there != here:
            raise FileFault(
                f"{path} has puzzles of another search, with the {what} {there} instead of {here}; "
                "name another file with --write"
            )
    return book


def _check_puzzles(chosen: Namespace, files: Sequence[str]) -> int:
    """Check puzzles by playing out their answers again, and print a table; return 1 if one is
    wrong.
    """
    from msgspec.structs import replace

    from engine.base import files as durable
    from engine.base.errors import FileFault
    from engine.base.files import LARGEST, read_text
    from engine.puzzles.judging import cached_checks, check_puzzles, table
    from engine.puzzles.puzzle import read_book, shipped_paths, write_book
    from tui.commands.progress import Progress

    paths = [Path(each) for each in files] or shipped_paths()
    page = read_text(chosen.write, LARGEST, "a document") if chosen.write else ""
    if chosen.write and not TABLE.search(page):
        raise FileFault(
            f"{chosen.write} lacks the lines <!-- puzzles --> and <!-- end -->; add them where the "
            "table belongs"
        )
    if chosen.new and not chosen.write:
        raise Misuse("--new also needs --write FILE, the document with the earlier results")
    books = {path: read_book(path) for path in paths}
    puzzles = [each for book in books.values() for each in book.puzzles]
    found = cached_checks(page, puzzles, chosen.battles) if chosen.new else {}
    left = [each for each in puzzles if each.name not in found]
    with Progress(len(left)) as progress:
        for puzzle, result in check_puzzles(left, chosen.jobs, chosen.battles):
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


# The command `series`: battles of any game in a chain, played on the screen.


class Chain(NamedTuple):
    """A series of battles to begin: the game that plays it, the name of the series, and the options
    of its set-up.
    """

    game: Any
    scenario: str
    options: dict[str, Any]


def series(chosen: Namespace) -> int:
    """Begin a series of battles: of one scenario, a series that ships with the game, or one from a
    file.
    """
    prepare_first_frame("series")
    from engine.files.saves import assign_seats, begin, initial_state, random_seed, saves_folder
    from engine.players import Player, dismiss
    from tui.commands.source import use_data_folder

    looks = appearance_of(chosen)
    use_data_folder(chosen.data)
    game, scenario, options = chain(chosen)
    seed = random_seed() if chosen.seed is None else chosen.seed
    state = initial_state(game, scenario, seed, options)
    players = assign_seats(game, state, named(chosen), chosen.others or "human")
    battle = begin(game, scenario, players, saves_folder(chosen.saves), seed, options)
    sitting: dict[str, Player] = {}
    try:
        sitting = computers_of(chosen, battle)
        return open_app(looks, battle=battle, players=sitting)
    finally:
        battle.close()
        dismiss(sitting.values())


def chain(chosen: Namespace) -> Chain:
    """Return the series named on the command line; raises `Refused`, `SetUpFault` or
    `FileFault`.
    """
    from engine.base.errors import SetUpFault
    from engine.kernel.registry import SERIES, game_with_scenario, system, systems
    from tui.commands.source import options as of_the_set_up

    options = of_the_set_up(chosen)
    scenario, name = chosen.what, ""
    if Path(scenario).suffix == ".toml":
        from engine.game.position import format_value, nearest, read_toml
        from engine.series.set_up import read

        plan = read(Path(scenario), read_toml(Path(scenario)))
        options |= {key: getattr(plan, key) for key in ("title", "best_of", "alternation", "carry")}
        options["battles"] = list(plan.battles)
        scenario, name = plan.battles[0], plan.game
        known = systems(name) if name else ()
        if name and name not in known:
            allowed = ", ".join(known)
            found = f"found {format_value(name)}, allowed: one of {allowed}{nearest(name, known)}"
            raise SetUpFault(chosen.what, [("game", found)])
    for own in ("best_of", "alternation", "carry"):
        if getattr(chosen, own) is not None:
            options[own] = getattr(chosen, own)
    name = name or game_with_scenario(scenario).name
    game = system(name if name.startswith(SERIES) else f"{SERIES}{name}")
    return Chain(game, scenario, options)
