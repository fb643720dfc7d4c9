"""Lessons, the battle with the coach and puzzles in lines: the same table, each of its own kind."""

from __future__ import annotations

from collections.abc import Callable

from engine.files import diary
from engine.files.own_folders import USUAL_FILES, OwnFiles
from engine.puzzles.puzzle import Puzzle
from engine.puzzles.solving import Solving
from engine.sitting.kinds.lesson import CoachedKind, CoachedTable, LessonKind, LessonTable
from engine.sitting.kinds.puzzle import PuzzleKind, PuzzleTable, following
from engine.sitting.sitting import Sitting
from engine.teaching.lesson import Lesson
from engine.teaching.taught import Taught
from tui.plain.table import Far, PlainTable, Read

Write = Callable[[str], None]
"""Writes a line."""


def lesson_table(
    lesson: Lesson, read: Read, write: Write, own: OwnFiles = USUAL_FILES, far: Far | None = None
) -> PlainTable:
    """Return a lesson in lines; its stars are kept in a file of the person's own."""
    taught = Taught(lesson.told_in_lines())
    sitting = Sitting(taught.battle, LessonTable(taught), LessonKind(taught, own))
    return PlainTable(sitting, read, write, far)


def coached_table(table: CoachedTable, read: Read, write: Write) -> PlainTable:
    """Return a whole battle under the eyes of the coach, in lines."""
    return PlainTable(Sitting(table.battle, table, CoachedKind(table)), read, write)


def puzzle_table(
    puzzle: Puzzle, read: Read, write: Write, own: OwnFiles = USUAL_FILES, far: Far | None = None
) -> tuple[PlainTable, PuzzleKind]:
    """Return a puzzle in lines, and what was made of it.

    Leads a battle to the position; raises what `Puzzle.position` raises.
    """
    table = PuzzleTable(Solving(puzzle))
    kind = PuzzleKind(table, own, lambda: far is not None and not far.connected)
    return PlainTable(Sitting(table.battle, table, kind), read, write, far), kind


async def solve(
    puzzle: Puzzle, read: Read, write: Write, own: OwnFiles = USUAL_FILES, far: Far | None = None
) -> None:
    """Put a puzzle, then the next one that was not tried, until the person leaves."""
    put: Puzzle | None = puzzle
    while put is not None:
        table, kind = puzzle_table(put, read, write, own, far)
        await table.run()
        if not kind.answered:
            return
        put = following(put, diary.load(own.answers))
        if put is None:
            write("You have tried all puzzles that there are.")
            return
        line = await read(f"Enter shows {put.name}, again this one, quit leaves. > ")
        said = (line or "quit").strip().lower()
        if said == "again":
            put = kind.table.solving.puzzle
        elif said:
            return
