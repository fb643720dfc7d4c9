"""Lessons, battles with the coach, and puzzles in lines of text; each is a `PlainTable` with its
own `Kind`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from engine.base.errors import Refused
from engine.base.text import clean
from engine.files import diary, record
from engine.files.own_folders import USUAL_FILES, OwnFiles
from engine.kernel.battle import Battle
from engine.players import Player
from engine.puzzles.puzzle import Puzzle, chosen_puzzle
from engine.puzzles.solving import Solving
from engine.review.report import battle_lines
from engine.sitting.kinds.lesson import (
    CoachedKind,
    CoachedTable,
    LessonKind,
    LessonTable,
    lesson_of,
)
from engine.sitting.kinds.puzzle import PuzzleKind, PuzzleTable, next_puzzle, puzzle_lines
from engine.sitting.seats import SeatTable
from engine.sitting.sitting import Sitting
from engine.teaching.lesson import Lesson, shelf
from engine.teaching.lesson_run import LessonRun
from tui.plain.look import wrapped
from tui.plain.table import Far, PlainTable, Read

Write = Callable[[str], None]
"""A function that writes a line."""


def lesson_table(
    lesson: Lesson, read: Read, write: Write, own: OwnFiles = USUAL_FILES, far: Far | None = None
) -> PlainTable:
    """Return a lesson as lines of text; its stars are stored in this person's file."""
    taught = LessonRun(lesson.for_lines())
    sitting = Sitting(taught.battle, LessonTable(taught), LessonKind(taught, own))
    return PlainTable(sitting, read, write, far)


def coached_table(table: CoachedTable, read: Read, write: Write) -> PlainTable:
    """Return a battle with the coach as lines of text."""
    return PlainTable(Sitting(table.battle, table, CoachedKind(table)), read, write)


def puzzle_table(
    puzzle: Puzzle, read: Read, write: Write, own: OwnFiles = USUAL_FILES, far: Far | None = None
) -> tuple[PlainTable, PuzzleKind]:
    """Return (a puzzle as lines of text, its `PuzzleKind`, which has the result when it is solved).

    The battle is replayed up to the position of the puzzle. Raises the errors of `Puzzle.position`.
    """
    table = PuzzleTable(Solving(puzzle))
    kind = PuzzleKind(table, own, lambda: far is not None and not far.connected)
    return PlainTable(Sitting(table.battle, table, kind), read, write, far), kind


async def solve(
    puzzle: Puzzle, read: Read, write: Write, own: OwnFiles = USUAL_FILES, far: Far | None = None
) -> None:
    """Run a puzzle, then the next untried ones one after another, until the person leaves."""
    put: Puzzle | None = puzzle
    while put is not None:
        table, kind = puzzle_table(put, read, write, own, far)
        await table.run()
        if not kind.answered:
            return
        put = next_puzzle(put, diary.load(own.answers), diary.own_puzzles(own.answers))
        if put is None:
            write("You have tried all puzzles.")
            return
        said = await _walked(kind.table.solving, put.name, read, write)
        if said == "again":
            put = kind.table.solving.puzzle
        elif said:
            return


async def _walked(solving: Solving, following: str, read: Read, write: Write) -> str:
    """Ask what to do after the verdict on an answer, and return what was typed.

    The words `best` and `yours` print how the battle goes on after the best answer or after the
    person's own, and ask again.
    """
    assert solving.verdict
    lines = {"best": solving.puzzle.answers[0].given, "yours": solving.verdict.own.given}
    while True:
        *rows, last = wrapped(
            f"Enter: puzzle {following}. Or type `best` or `yours`: play on after the best "
            "answer or "
            "yours; `again`: repeat this puzzle; `quit`: leave. >"
        )
        for row in rows:
            write(row)
        line = await read(f"{last} ")
        said = (line if line is not None else "quit").strip().lower()
        if said in ("", "again", "quit", "exit", "q"):
            return said
        if said not in lines:
            write(f"'{clean(said)}' is not possible here; the line above says what you can type.")
            continue
        walked = solving.line(lines[said])
        for told in battle_lines(walked, solving.battle.position + 1):
            for row in wrapped(f"{told.turn}: {told.text}"):
                write(row)


async def play_battle(
    battle: Battle, players: Mapping[str, Player], read: Read, write: Write
) -> None:
    """Play a battle in lines until it is over or the input ends.

    In a lesson's battle the coach warns of bad orders.
    """
    if lesson := lesson_of(battle, players):
        table = coached_table(CoachedTable(battle, lesson, players), read, write)
    else:
        table = PlainTable(Sitting(battle, SeatTable(battle, players)), read, write)
    await table.run()


class Learning:
    """Lists lessons and puzzles and runs them; results are stored."""

    def __init__(
        self,
        own: OwnFiles,
        read: Read,
        write: Write,
        far: Far | None = None,
        coached: Callable[[Lesson], Awaitable[None]] | None = None,
    ) -> None:
        """Create the lists of lessons and puzzles for one person.

        `coached` runs a lesson's battle with the coach; None if that is not possible.
        """
        self._own = own
        self._read = read
        self._write = write
        self._far = far
        self._coached = coached

    async def does(self, word: str, rest: str) -> None:
        """Carry out a typed command with its arguments; raises `Refused` that says what is
        missing.
        """
        match word:
            case "lessons":
                won = record.load_stars(self._own.stars)
                for title, lesson in shelf():
                    if not lesson.coach or self._coached:
                        count = "*" * won.get(record.key_of(lesson), 0)
                        self._say(f"  {count:<3}{lesson.name}  {title}: {lesson.about}")
                first = next(
                    (each for _, each in shelf() if not won.get(record.key_of(each))), None
                )
                self._say(
                    f"Type `learn` and a name, such as `learn {first.name if first else 'rakes'}`"
                )
            case "learn" if rest:
                # Paths of files are refused, because this may be a host.
                known = {lesson.name: lesson for _, lesson in shelf()}
                if rest not in known:
                    raise Refused(f"no lesson is called {clean(rest)}; `lessons` lists the names")
                lesson = known[rest]
                if not lesson.coach:
                    await lesson_table(lesson, self._read, self._write, self._own, self._far).run()
                elif self._coached:
                    await self._coached(lesson)
                else:
                    raise Refused(
                        "this lesson needs the screens of the game; it cannot be played in lines"
                    )
            case "puzzles":
                progress = diary.load(self._own.answers)
                self._say(progress.words)
                own = diary.own_puzzles(self._own.answers)
                lines = [*puzzle_lines(progress, rest, own)]
                for line in lines or [f"no puzzle has '{clean(rest)}'"]:
                    self._say(f"  {line}")
            case "puzzle":
                tried = diary.load(self._own.answers).results
                own = diary.own_puzzles(self._own.answers)
                puzzle = chosen_puzzle(clean(rest), diary.today().toordinal(), tried, own)
                await solve(puzzle, self._read, self._write, self._own, self._far)
            case _:
                raise Refused("which lesson? Type `learn NAME`; `lessons` lists the names")

    def _say(self, text: str) -> None:
        for line in wrapped(text):
            self._write(line)
