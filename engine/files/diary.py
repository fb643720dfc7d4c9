"""A person's answers to puzzles, and the puzzles from the person's own battles."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from datetime import date
from pathlib import Path

import msgspec

from engine.base.errors import FileFault
from engine.base.files import AT_ONCE, PLAIN, UNREADABLE, must_be_regular, read_bytes
from engine.files.own_folders import data_folder, is_nowhere
from engine.kernel.seen import SeenBattle
from engine.puzzles.puzzle import Puzzle
from engine.puzzles.solving import Attempt, Progress, progress_of
from engine.puzzles.yours import puzzles_of, read_own_puzzles, store_new
from engine.review.curve import CostlyChoice, Trial
from engine.review.proving import BattleSnapshot

# Diary: a person's answers to puzzles in one small file, one answer in each line.
#
# A line is appended in one write, so that two programs that write at the same time lose no answer;
# a line that cannot be read is skipped.


FILE = "puzzles.jsonl"
LARGEST = 4 * 1024 * 1024
"""The maximum size of a diary in bytes; an answer has about eighty."""
_read = msgspec.json.Decoder(Attempt).decode


def diary_path() -> Path:
    """Return the path of the answers to puzzles, whether the file exists or not."""
    return data_folder() / FILE


def own_puzzles_path(answers: Path | None = None) -> Path:
    """Return the file of a person's own puzzles, beside the file of answers."""
    path = answers or diary_path()
    return path.with_name(f"{path.stem}_yours.json")


def own_puzzles(answers: Path | None = None) -> tuple[Puzzle, ...]:
    """Return a person's own puzzles, newest first; () if the file cannot be read."""
    try:
        return read_own_puzzles(own_puzzles_path(answers)).puzzles[::-1]
    except FileFault:
        return ()


def own_puzzles_fault(answers: Path | None = None) -> str:
    """Return why the file of the player's own puzzles cannot be read; '' if it can."""
    try:
        read_own_puzzles(own_puzzles_path(answers))
    except FileFault as fault:
        return str(fault)
    return ""


def store_puzzles(
    battle: SeenBattle | BattleSnapshot,
    proved: Iterable[tuple[CostlyChoice, Trial]],
    seats: Iterable[str],
    answers: Path | None = None,
) -> tuple[str, ...]:
    """Store costly choices of a person as puzzles; return the names of those that are new.

    Each comes with the trial that proved another answer to be better. Return () where there is no
    folder to store them in.
    """
    path = own_puzzles_path(answers)
    if is_nowhere(path):
        return ()
    try:
        return store_new(path, puzzles_of(battle, proved, seats))
    except (FileFault, OSError):
        return ()


def attempts(path: Path | None = None) -> Iterator[Attempt]:
    """Yield the stored answers, oldest first; nothing if the file cannot be read."""
    try:
        data = read_bytes(path or diary_path(), LARGEST, "a file of answers to puzzles")
    except FileFault:
        return
    for line in data.splitlines():
        try:
            yield _read(line)
        except UNREADABLE:
            continue


def load(path: Path | None = None) -> Progress:
    """Return the person's progress, such as rating and streak, computed from the stored answers."""
    return progress_of(attempts(path), today())


def today() -> date:
    """Return the local date, which chooses the puzzle of the day and is stored with an answer."""
    return date.today()


def record_answer(puzzle: Puzzle, right: bool, path: Path | None = None) -> bool:
    """Store an answer to a puzzle; return whether that succeeded.

    An answer that does not change the progress, such as the same answer given again, is not stored,
    so that the file does not grow far beyond the number of puzzles.
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
                return False  # a larger file could not be read
            # If the last line is incomplete, the new line must not be joined to it.
            if os.lseek(descriptor, 0, os.SEEK_END):
                os.lseek(descriptor, -1, os.SEEK_END)
                if os.read(descriptor, 1) != b"\n":
                    line = b"\n" + line
            return os.write(descriptor, line) == len(line)
        finally:
            os.close(descriptor)
    except (OSError, FileFault):
        return False
