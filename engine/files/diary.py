"""A person's record: answers to puzzles and stars of lessons."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from datetime import date
from pathlib import Path

import msgspec

from engine.base import files
from engine.base.errors import FileFault
from engine.base.files import AT_ONCE, PLAIN, UNREADABLE, content, must_be_regular, toml
from engine.files.own_folders import data_folder, is_nowhere
from engine.kernel.seen import SeenBattle
from engine.puzzles.puzzle import Puzzle
from engine.puzzles.solving import Attempt, Progress, progress_of
from engine.puzzles.yours import keep, puzzles_of, read_yours
from engine.review.curve import CostlyChoice, Trial
from engine.review.proving import Fought
from engine.teaching.lesson import Lesson

# Diary: a person's answers to puzzles, one line each, in one small file.
#
# A line is appended in one write, so that two windows lose nothing; an unreadable line is skipped.


FILE = "puzzles.jsonl"
LARGEST = 4 * 1024 * 1024
"""The most bytes of a diary; an answer has about eighty."""
_read = msgspec.json.Decoder(Attempt).decode


def diary_path() -> Path:
    """Return the path of the answers to puzzles, whether the file exists or not."""
    return data_folder() / FILE


def yours_path(answers: Path | None = None) -> Path:
    """Return the file of a person's own puzzles, beside that of the answers."""
    path = answers or diary_path()
    return path.with_name(f"{path.stem}_yours.json")


def own_puzzles(answers: Path | None = None) -> tuple[Puzzle, ...]:
    """Return a person's own puzzles, the newest first; none of a file that cannot be read."""
    try:
        return read_yours(yours_path(answers)).puzzles[::-1]
    except FileFault:
        return ()


def fault_of_own(answers: Path | None = None) -> str:
    """Say why the file of own puzzles cannot be read, and none is added to it; '' when it can."""
    try:
        read_yours(yours_path(answers))
    except FileFault as fault:
        return str(fault)
    return ""


def keep_own(
    battle: SeenBattle | Fought,
    proved: Iterable[tuple[CostlyChoice, Trial]],
    seats: Iterable[str],
    answers: Path | None = None,
) -> tuple[str, ...]:
    """Keep a person's proved choices as puzzles; return the names of those that are new.

    () where there is no folder to keep them in.
    """
    path = yours_path(answers)
    if is_nowhere(path):
        return ()
    try:
        return keep(path, puzzles_of(battle, proved, seats))
    except (FileFault, OSError):
        return ()


def attempts(path: Path | None = None) -> Iterator[Attempt]:
    """Yield the answers, the oldest first; a file that cannot be read counts as none."""
    try:
        data = content(path or diary_path(), LARGEST, "a file of answers to puzzles")
    except FileFault:
        return
    for line in data.splitlines():
        try:
            yield _read(line)
        except UNREADABLE:
            continue


def load(path: Path | None = None) -> Progress:
    """Return where the person stands."""
    return progress_of(attempts(path), today())


def today() -> date:
    """Return the date here, which chooses the puzzle of the day and is stored with an answer."""
    return date.today()


def note(puzzle: Puzzle, right: bool, path: Path | None = None) -> bool:
    """Store an answer; return whether that succeeded.

    An answer that changes nothing, such as the same one given again, is not stored, so the file
    does not grow beyond the number of puzzles.
    """
    path = path or diary_path()
    if is_nowhere(path):
        return False
    attempt = Attempt(puzzle.name, right, puzzle.rating, today().isoformat())
    noted = tuple(attempts(path))
    if progress_of((*noted, attempt), today()) == progress_of(noted, today()):
        return True
    line = msgspec.json.encode(attempt) + b"\n"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | AT_ONCE | PLAIN, 0o644)
        try:
            must_be_regular(path, descriptor)
            if os.fstat(descriptor).st_size + len(line) >= LARGEST:
                return False  # a larger file is not read
            # If the last line is incomplete, the new line must not be joined to it.
            line = b"\n" * _is_cut(descriptor) + line
            return os.write(descriptor, line) == len(line)
        finally:
            os.close(descriptor)
    except (OSError, FileFault):
        return False


def _is_cut(descriptor: int) -> bool:
    if os.lseek(descriptor, 0, os.SEEK_END) == 0:
        return False
    os.lseek(descriptor, -1, os.SEEK_END)
    return os.read(descriptor, 1) != b"\n"


# Stars: the lessons that a person has finished, in one small file.


STARS = "lessons.toml"
MOST = 2
"""A star for the goal, a second for doing it without help."""


def stars_path() -> Path:
    """Return the path of the stars, whether the file exists or not."""
    return data_folder() / STARS


def key_of(lesson: Lesson) -> str:
    """Return the key of a lesson, unique among all games."""
    return f"{lesson.game}.{lesson.name}"


def load_stars(path: Path | None = None) -> dict[str, int]:
    """Return the stars by lesson; unreadable ones count as none."""
    try:
        table = toml(path or stars_path(), "a file of stars")
    except FileFault:
        return {}
    return {
        key: min(MOST, stars)
        for key, stars in table.items()
        if isinstance(stars, int) and not isinstance(stars, bool) and stars > 0
    }


def award(lesson: Lesson, stars: int, path: Path | None = None) -> bool:
    """Store the stars of a lesson, never fewer than before; return whether that succeeded."""
    path = path or stars_path()
    had = load_stars(path)
    if had.get(key_of(lesson), 0) >= stars:
        return True
    if is_nowhere(path):
        return False
    try:
        lines = [
            f'"{key}" = {count}\n' for key, count in sorted({**had, key_of(lesson): stars}.items())
        ]
        files.write(
            path,
            "".join(["# Weather Gage: lessons done, and their stars.\n", *lines]).encode(),
            private=False,
        )
    except (FileFault, OSError):
        return False
    return True
