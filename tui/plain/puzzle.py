"""PlainPuzzle: a puzzle in lines. What is asked, and what the answer led to, in figures."""

from __future__ import annotations

from collections.abc import Callable

from engine.base.errors import Refused
from engine.files import diary
from engine.files.own_folders import USUAL_FILES, OwnFiles
from engine.game.game import Given
from engine.game.question import Question
from engine.puzzles.puzzle import Puzzle
from engine.puzzles.solving import Solving
from engine.sitting.kinds.puzzle import FIND_IT, PuzzleTable, following, title_of, verdict
from tui.plain.table import Does, Far, PlainTable, Read

NOT_HERE = "in a puzzle only its question is answered, and without advice; quit leaves it"
OVER = ("undo", "redo", "take back", "leave", "aside")
NO_HELP = ("resign", "coach", "advice")


class PlainPuzzle(PlainTable):
    """Asks the question of a puzzle and judges the answer; `run` returns then, or at the end."""

    def __init__(
        self,
        puzzle: Puzzle,
        read: Read,
        write: Callable[[str], None],
        own: OwnFiles = USUAL_FILES,
        far: Far | None = None,
    ) -> None:
        """Lead a battle to the position; raises what `Puzzle.position` raises.

        The answer is kept in a file of the person's own, and found to be right or not by
        `far`, where others wait meanwhile.
        """
        self.puzzle_table = PuzzleTable(Solving(puzzle))
        self._own = own
        self._taken: Given | None = None
        super().__init__(self.puzzle_table.solving.battle, self.puzzle_table, read, write, far)

    async def run(self) -> None:
        """Ask, and judge the answer."""
        self._say(f"{title_of(self.puzzle_table.solving.puzzle)}. {FIND_IT}")
        await super().run()

    @property
    def answered(self) -> bool:
        """Tell whether there was an answer."""
        return self.puzzle_table.solving.verdict is not None

    def _over(self, state: object) -> bool:
        return super()._over(state) or self._taken is not None

    def _give(self, question: Question, given: Given) -> None:
        """Take an answer that the rules allow; nothing is given to them."""
        self.puzzle_table.solving.permit(given)
        self._taken = given

    async def _answered(self, question: Question | None) -> bool:
        going = await super()._answered(question)
        if self._taken is None:
            return going
        await self._judge(self._taken)
        return False

    async def _judge(self, given: Given) -> None:
        table, own = self.puzzle_table, self._own
        solving, puzzle = table.solving, table.solving.puzzle
        if solving.known(given) is None:
            self._say("Your answer is played on, as those of the puzzle were.")
        found = await self._thought(lambda: solving.judge(given, self._gone))
        if found is None:
            return
        table.before = diary.load(own.answers)
        kept = diary.note(puzzle, found.right, own.answers)
        table.now = diary.load(own.answers)
        for said in verdict(table, self.game.thinking.unit):
            self._say(f"{'  ' * bool(said.indent)}{said.text}")
        if not kept:
            self._say(f"Your answer cannot be kept: {own.why_not}.")

    def _gone(self) -> bool:
        return self._far is not None and not self._far.connected

    def _looks(self, question: Question | None) -> dict[str, Does]:
        return super()._looks(question) | dict.fromkeys(OVER, _not_here)

    def _asks(self, question: Question) -> dict[str, Does]:
        return super()._asks(question) | dict.fromkeys(NO_HELP, _not_here)


async def solve(
    puzzle: Puzzle,
    read: Read,
    write: Callable[[str], None],
    own: OwnFiles = USUAL_FILES,
    far: Far | None = None,
) -> None:
    """Put a puzzle, then the next one that was not tried, until the person leaves."""
    put: Puzzle | None = puzzle
    while put is not None:
        table = PlainPuzzle(put, read, write, own, far)
        await table.run()
        if not table.answered:
            return
        put = following(put, diary.load(own.answers))
        if put is None:
            write("You have tried all puzzles that there are.")
            return
        line = await read(f"Enter shows {put.name}, again this one, quit leaves. > ")
        said = (line or "quit").strip().lower()
        if said == "again":
            put = table.puzzle_table.solving.puzzle
        elif said:
            return


def _not_here(_: str) -> None:
    raise Refused(NOT_HERE)
