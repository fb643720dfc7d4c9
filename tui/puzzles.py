"""Puzzles on the screen: their list, and one question on the chart."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from engine.base.errors import Refused
from engine.files import diary
from engine.game.game import Given, Seat
from engine.game.panel import Row
from engine.puzzles.puzzle import DIFFICULTIES, Puzzle, puzzle_of, shelf
from engine.puzzles.solving import Solving
from engine.sitting.kinds.puzzle import FIND_IT, PuzzleTable, following, title_of, verdict
from tui.battle.course import GROUP, BattleCourse, given_by
from tui.battle.panel import Panel
from tui.battle.parts import sit_down
from tui.battle.prompt import Prompt
from tui.battle.screen import TaskScreen
from tui.battle.session import SCREEN, BattleSession
from tui.input.actions import Handlers
from tui.screens.chooser import ListBelowMenu, ListedRow
from tui.screens.game_app import GameApp
from tui.terminal.cells import cut, rows_of
from tui.terminal.page import TextPage
from tui.terminal.runs import Line

# PuzzlesScreen: the puzzles of all games, the one of the day, and where the person stands.


NAMES = 48
"""Columns of the list; what is chosen is told beside it."""
TODAY = "Puzzle of the day"
WIDEST = 28
"""Columns of a battle's name in the list."""


class PuzzlesScreen(ListBelowMenu):
    """The puzzle of the day, then those of each game below its name. Enter shows the chosen one."""

    screen_name: ClassVar[str] = "puzzles"
    what_for: ClassVar[str] = (
        "Positions of battles between computer players, each with one answer that is far better "
        "than the next. Find it; what it leads to is told in figures. The first answer to a puzzle "
        "counts for your rating."
    )
    hints: ClassVar[tuple[str, ...]] = ("accept", "find", "help", "end", "down=choose")

    def __init__(self, name: str = "", day: int | None = None) -> None:
        """List them, with the one of that name chosen, else that of the day (None: today)."""
        super().__init__()
        of_games = shelf()
        self.puzzles: Sequence[tuple[str, Puzzle]] = of_games
        if of_games:
            day = diary.today().toordinal() if day is None else day
            today = puzzle_of(day, [each for _, each in of_games])
            self.puzzles = [(TODAY, today), *of_games]
        self.progress = diary.load(self.game_app.own_files.answers)
        self.index = self._place(name)

    def _place(self, name: str) -> int:
        names = [puzzle.name for _, puzzle in self.puzzles]
        if name in names[1:]:
            return names.index(name, 1)
        return 0

    def _stands(self) -> None:
        """Look at the diary again: a puzzle may just have been solved."""
        super()._stands()
        self.progress = diary.load(self.game_app.own_files.answers)
        self.draw()

    def listed(self) -> Sequence[ListedRow]:
        return [
            ListedRow(
                f"{self.progress.sign(puzzle.name):<2}{cut(battle_of(puzzle), WIDEST):<{WIDEST}} "
                f"{DIFFICULTIES[puzzle.difficulty]}",
                title,
                f"{puzzle.name} {self._theme(puzzle)}",
            )
            for title, puzzle in self.puzzles
        ]

    def _theme(self, puzzle: Puzzle) -> str:
        """Return what a puzzle is about, once it was tried: it may give the answer away."""
        return puzzle.theme if self.progress.sign(puzzle.name) else ""

    def fill(self, page: TextPage) -> None:
        """Write the list, and what the chosen puzzle is about."""
        page.bar(0, "PUZZLES", "status", self.progress.words)
        self.write_list(page, 1, NAMES - 2, self._click_row)
        if self.index not in self.found:
            return
        left, (title, puzzle) = NAMES + 1, self.puzzles[self.index]
        width = page.columns - left - 2
        row = page.paragraph(left, 2, width, battle_of(puzzle).strip(), "head")
        about = f"{title}: {puzzle.name}, {DIFFICULTIES[puzzle.difficulty]}, rated {puzzle.rating}"
        row = page.paragraph(left, row, width, about, "text")
        row = page.paragraph(left, row + 1, width, _found_by(puzzle), "dim")
        told = {
            "": "Not tried yet: your answer counts.",
            "-": f"Tried, not solved yet. It is about {self._theme(puzzle)}.",
            "+": f"Solved. It is about {self._theme(puzzle)}.",
        }[self.progress.sign(puzzle.name)]
        page.paragraph(left, row + 1, width, told, "text")

    def prompt(self) -> str:
        if not self.puzzles:
            return "No puzzles came with the games of this program."
        return f"Enter shows  {self.puzzles[self.index][1].name}"

    def act_accept(self) -> None:
        """Show the chosen puzzle."""
        if self.index not in self.found:
            raise Refused("no puzzle is chosen")
        self.open_screen("puzzle", self.puzzles[self.index][1])


def battle_of(puzzle: Puzzle) -> str:
    """Return which battle a puzzle is from: its number, and the scenario."""
    number = puzzle.name.rpartition("_")[2]
    return f"{number:>2}  {puzzle.scenario.replace('_', ' ').title()}"


def _found_by(puzzle: Puzzle) -> str:
    if not puzzle.finders:
        return "Neither a lieutenant nor a captain finds it."
    if len(puzzle.finders) > 1:
        return "A lieutenant and a captain find it."
    return f"Of the computer players a {puzzle.finders[0]} finds it, and the other does not."


# PuzzleScreen: a battle at one question, whose answer is judged and never given to the rules.


NO_ADVICE = "A puzzle is solved without advice: figures come with your answer."
NOT_UNDONE = "Nothing has been done yet: the answer that you take is judged."
LONGEST = 4
"""Rows of one answer in the panel, at most: a sheet has many words."""


class PuzzleCourse(BattleCourse):
    """Has an answer judged instead of giving it to the rules."""

    table: PuzzleTable

    def take(self) -> None:
        """Take the highlighted order; once there is a verdict go on to the next puzzle."""
        if self.table.solving.verdict:
            self.table.go_on()
        else:
            super().take()

    def take_at_once(self) -> None:
        """Have the order judged; `Refused` where the rules do not allow it."""
        orders = self.session.orders
        if orders is None:
            return
        given = given_by(orders)
        self.table.solving.permit(given)
        self.display.work(partial(self._judge, given), GROUP, alone=True)

    def submit(self, seat: str, answer: Given) -> None:
        """Nothing is given to the rules: only the question of the puzzle is answered here."""
        raise Refused("in a puzzle only its question is answered")

    async def _judge(self, given: Given) -> None:
        table = self.table
        if table.solving.known(given) is None:
            self.changes.drop()
            self.changes.think(table.solving.puzzle.seat)
        judged = partial(table.solving.judge, given, lambda: table.left)
        verdict = await self.app.thought(judged)
        if verdict is None:
            return
        own = self.app.own_files
        table.before = diary.load(own.answers)
        kept = diary.note(table.solving.puzzle, verdict.right, own.answers)
        table.now = diary.load(own.answers)
        self.advance()
        if not kept:
            self.changes.say(f"Your answer cannot be kept: {own.why_not}.")


class PuzzlePanel(Panel):
    """What the puzzle asks stands above the cards; the figures take their place."""

    def lines(self, width: int, height: int, log_in_panel: bool, third: bool = False) -> list[Line]:
        """Return what is told, then the panel as it is else."""
        if self.session.listing or self.session.advising or self.session.shows == "hand":
            return super().lines(width, height, log_in_panel, third)
        told = self._told(width)
        rest = super().lines(width, max(0, height - len(told)), log_in_panel, third)
        return [*told, *rest][:height]

    @property
    def guiding(self) -> bool:
        """Nobody solves a puzzle as a first battle: its orders and figures need the room."""
        return False

    def _who(self) -> list[Row]:
        """Leave out who one is: the question says it, and its words need the room."""
        return []

    def _told(self, width: int) -> list[Line]:
        table = self.session.table
        assert isinstance(table, PuzzleTable)
        puzzle = table.solving.puzzle
        lines: list[Line] = [(("head", row),) for row in rows_of(title_of(puzzle), width, 2)]
        if table.solving.verdict is None:
            lines += [(("ok", row),) for row in rows_of(FIND_IT, width, 3)]
        else:
            lines += verdict_lines(table, self.session.game.thinking.unit, width)
        return [*lines, ()]


def verdict_lines(table: PuzzleTable, unit: str, width: int) -> list[Line]:
    """Return what is said of an answer, in rows of a width."""
    lines: list[Line] = []
    for said in verdict(table, unit):
        rows = rows_of(said.text, width, LONGEST, said.indent) if said.text else []
        lines += [((said.style, row),) for row in rows] or [()]
    return lines


class PuzzlePrompt(Prompt):
    """Says what comes next."""

    table: PuzzleTable

    def standing(self) -> str:
        """Say how one goes on."""
        verdict = self.table.solving.verdict
        if verdict is None:
            return "Your answer is played on, as those of the puzzle were."
        said = "Right. " if verdict.right else ""
        return f"{said}Enter leads to the next puzzle."

    def hints(self) -> list[str]:
        """Return what can be done once there is a verdict."""
        if self.table.solving.verdict is None or self.session.listing or self.session.typed:
            return [each for each in super().hints() if each not in ("undo", "advice")]
        return ["accept=next puzzle", "redo=try again", "end=all puzzles", "look", "help", "replay"]

    def asked_seat(self, key: str) -> Seat:
        """Return the seat under the name of the puzzle."""
        seat = super().asked_seat(key)
        return Seat(key, f"Puzzle, {seat.name}", seat.side)


class PuzzleScreen(TaskScreen):
    """A puzzle on the chart."""

    what_for = (
        "A puzzle: one question of a battle, and one answer that is far better than the next. Look "
        "around as long as you like; the answer that you take is judged, in figures."
    )

    def __init__(self, solving: Solving, app: GameApp) -> None:
        seated = partial(
            sit_down,
            course=PuzzleCourse,
            prompt=PuzzlePrompt,
            panel=PuzzlePanel,
        )
        self.solving = solving
        self.table = PuzzleTable(solving)
        self.table.go_on = self.go_on
        super().__init__(BattleSession(solving.battle, self.table), app, seated)

    @classmethod
    def begun(cls, puzzle: Puzzle, app: GameApp) -> PuzzleScreen:
        """Return a puzzle that nobody has answered; raises what `Puzzle.position` raises."""
        return cls(Solving(puzzle), app)

    def on_unmount(self) -> None:
        """Let what is being judged be."""
        self.table.left = True
        super().on_unmount()

    def handlers(self) -> Handlers:
        return {**super().handlers(), "advice": self.act_advice, "aside": self.act_aside}

    def act_advice(self) -> None:
        """Say that there is none."""
        self.say(NO_ADVICE)

    def act_undo(self) -> None:
        """Say that nothing has been done."""
        if self.solving.verdict:
            self.say(f"{self.keymap.key(SCREEN, 'redo')} tries it again.")
        else:
            self.say(NOT_UNDONE)

    def act_aside(self) -> None:
        """Say that only the question is answered."""
        raise Refused("in a puzzle only its question is answered")

    def act_redo(self) -> None:
        """Try the puzzle again."""
        self.instead(PuzzleScreen.begun(self.solving.puzzle, self.game_app))

    def go_on(self) -> None:
        """Go to the next puzzle that was not solved, of the same game if there is one."""
        puzzle = following(self.solving.puzzle, diary.load(self.game_app.own_files.answers))
        if puzzle is None:
            self.act_end()
        else:
            self.instead(PuzzleScreen.begun(puzzle, self.game_app))

    def its_list(self) -> PuzzlesScreen:
        return PuzzlesScreen(self.solving.puzzle.name)
