"""Puzzles on the screen: the list of puzzles, and a puzzle with its one question on the chart."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import ClassVar

from engine.base.errors import Refused
from engine.files import diary, record
from engine.files.own_folders import is_nowhere
from engine.files.saved_battles import find, has_person
from engine.files.saves import search_folder
from engine.game.decision import Decision
from engine.game.game import Given
from engine.kernel.registry import systems
from engine.puzzles.puzzle import DIFFICULTIES, YOURS, Puzzle, puzzle_of, shelf
from engine.puzzles.solving import Solving
from engine.sitting.kinds.puzzle import (
    FIND_IT,
    PuzzleKind,
    PuzzleTable,
    battle_of,
    next_puzzle,
    number_of,
    title_of,
    verdict,
)
from tui.battle.exercise import Exercise
from tui.battle.parts import sit_down
from tui.battle.screen import BattleScreen
from tui.battle.session import BattleSession
from tui.input.actions import Handlers
from tui.screens.chooser import ListBelowMenu, ListedRow
from tui.screens.game_app import GameApp
from tui.terminal.cells import cut, rows_of
from tui.terminal.page import Line, TextPage

# PuzzlesScreen: the puzzles of all games, the puzzle of the day, and the person's rating.


NAMES = 48
"""The width of the list in columns; beside it are details of the chosen puzzle."""
TODAY = "Puzzle of the day"
OWN_CHOICE = (
    "From a battle of yours. The computer played the battle out from here many times: another "
    "answer won more often than yours. This puzzle is not rated."
)
WIDEST = 28
"""The maximum width, in columns, of a battle's name in the list."""
DATE = re.compile(r", \d{4}(-\d\d)*$")
"""Matches a date at the end of a battle's name."""


class PuzzlesScreen(ListBelowMenu):
    """The list of puzzles: first the puzzle of the day, then those of each game.

    Enter opens the chosen one.
    """

    screen_name: ClassVar[str] = "puzzles"
    what_for: ClassVar[str] = (
        "Positions from battles between computer players. In each, one answer is clearly the "
        "best: find it. You see figures after your answer. Your first answer to a puzzle is rated."
    )
    hints: ClassVar[tuple[str, ...]] = ("accept", "find", "help", "end", "down=choose")

    def __init__(self, name: str = "", day: int | None = None) -> None:
        """List the puzzles, beginning with the puzzle of the `day` (None means today).

        The puzzle called `name` is highlighted; if there is none, an easy one of the game that the
        person played last.
        """
        super().__init__()
        of_games = shelf(diary.own_puzzles(self.game_app.own_files.answers))
        self.puzzles: Sequence[tuple[str, Puzzle]] = of_games
        if of_games:
            day = diary.today().toordinal() if day is None else day
            shipped = [each for title, each in of_games if title != YOURS]
            today = puzzle_of(day, shipped)
            self.puzzles = [(TODAY, today), *of_games]
        self.progress = diary.load(self.game_app.own_files.answers)
        names = [puzzle.name for _, puzzle in self.puzzles]
        if name in names[1:]:
            self.index = names.index(name, 1)
        else:
            # An easy puzzle of the person's latest game that was not tried yet.
            game = last_game(self.game_app.saves, self.game_app.own_files.stars)
            easy = (
                at
                for at, (title, puzzle) in enumerate(self.puzzles)
                if puzzle.game == game
                and not puzzle.difficulty
                and title != YOURS
                and not self.progress.sign(puzzle.name)
            )
            self.index = next(easy, 0)

    def _stands(self) -> None:
        """Update the list when it is shown again, because a puzzle may just have been solved: the
        next one that was not tried is highlighted then.
        """
        super()._stands()
        before, self.progress = self.progress, diary.load(self.game_app.own_files.answers)
        if self.progress.results != before.results:
            left = (
                at
                for at in self.found
                if at >= self.index and not self.progress.sign(self.puzzles[at][1].name)
            )
            self.index = next(left, self.index)
        self.draw()

    def listed(self) -> Sequence[ListedRow]:
        return [
            ListedRow(
                f"{self.progress.sign(puzzle.name):<2}{cut(_row(puzzle), WIDEST):<{WIDEST}} "
                f"{'' if title == YOURS else DIFFICULTIES[puzzle.difficulty]}",
                title,
                f"{puzzle.name} {puzzle.scenario} {self._theme(puzzle)}",
            )
            for title, puzzle in self.puzzles
        ]

    def _theme(self, puzzle: Puzzle) -> str:
        """Return the theme of a puzzle that was tried; otherwise '', because the theme may give the
        answer away.
        """
        return puzzle.theme if self.progress.sign(puzzle.name) else ""

    def fill(self, page: TextPage) -> None:
        """Write the list, and the description of the chosen puzzle."""
        told = self.how_many("puzzles") if self.words else self.progress.words
        page.bar(0, "PUZZLES", "status", told)
        self.write_list(page, 1, NAMES - 2, self._click_row)
        if self.index not in self.found:
            return
        left, (title, puzzle) = NAMES + 1, self.puzzles[self.index]
        width = page.columns - left - 2
        row = page.paragraph(left, 2, width, battle_of(puzzle), "head")
        own = title == YOURS
        hard = f"{DIFFICULTIES[puzzle.difficulty]}, rated {puzzle.rating}"
        about = f"{title}, puzzle {number_of(puzzle)}: {hard}"
        row = page.paragraph(left, row, width, OWN_CHOICE if own else about, "text")
        if not own:
            row = page.paragraph(left, row + 1, width, _found_by(puzzle), "dim")
        told = {
            "": "Not tried yet." if own else "Not tried yet: your first answer is rated.",
            "-": f"Tried, not solved yet. Theme: {self._theme(puzzle)}.",
            "+": f"Solved. Theme: {self._theme(puzzle)}.",
        }[self.progress.sign(puzzle.name)]
        page.paragraph(left, row + 1, width, told, "text")

    def prompt(self) -> str:
        if not self.puzzles:
            return "No puzzles came with the games of this program."
        puzzle = self.puzzles[self.index][1]
        return f"Enter shows  {title_of(puzzle)}: {battle_of(puzzle)}"

    def act_accept(self) -> None:
        """Open the chosen puzzle."""
        if self.index not in self.found:
            raise Refused("choose a puzzle first")
        self.open_screen("puzzle", self.puzzles[self.index][1])


def last_game(saves: Path | None, stars: Path | None) -> str:
    """Return the name of the game that a person played last.

    Without a battle, it is the game with the most lessons done; without lessons, the first game.
    """
    games = systems()
    fought = find([search_folder(saves)]) if not (saves and is_nowhere(saves)) else []
    own = (each.header.game for each in fought if each.header and has_person(each.header))
    done = Counter(key.partition(".")[0] for key in record.load_stars(stars))
    learnt = max(games, key=lambda game: done[game])  # the first of the games with equally many
    return next((game for game in own if game in games), learnt)


def _row(puzzle: Puzzle) -> str:
    """Return the row of a puzzle: its number and the name of its battle.

    A long name is shown without its date.
    """
    title = battle_of(puzzle)
    title = DATE.sub("", title) if len(title) > WIDEST - 4 else title
    return f"{number_of(puzzle):>2}  {title}"


def _found_by(puzzle: Puzzle) -> str:
    if not puzzle.finders:
        return "Neither computer player, lieutenant or captain, finds the answer."
    if len(puzzle.finders) > 1:
        return "Both computer players, lieutenant and captain, find the answer."
    return f"The computer player {puzzle.finders[0]} finds the answer; the other does not."


# PuzzleScreen: a battle at one question; the answer is judged, but not submitted.


LONGEST = 4
"""The maximum number of rows for one answer in the panel: an answer to a sheet of several orders is
long."""


def task_rows(table: PuzzleTable, width: int) -> list[Line]:
    """Return a puzzle's title, then its task or the verdict on the answer, as lines of at most
    `width` columns.
    """
    puzzle = table.solving.puzzle
    lines: list[Line] = [(("head", row),) for row in rows_of(title_of(puzzle), width, 2)]
    if table.solving.verdict is None:
        question = table.solving.question
        if isinstance(question, Decision):  # the lines of a sheet say themselves what they ask
            lines += [(("text", row),) for row in rows_of(question.prompt, width, 3)]
        return [*lines, *((("ok", row),) for row in rows_of(FIND_IT, width, 3))]
    return [*lines, *verdict_lines(table, table.battle.game.thinking.unit, width)]


def verdict_lines(table: PuzzleTable, unit: str, width: int) -> list[Line]:
    """Return the verdict on an answer as lines of at most `width` columns."""
    lines: list[Line] = []
    for said in verdict(table, unit):
        rows = rows_of(said.text, width, LONGEST, said.indent) if said.text else []
        lines += [((said.style, row),) for row in rows] or [()]
    return lines


def puzzle_hints(session: BattleSession, hints: list[str]) -> list[str]:
    """Return the actions of the key line; after a verdict, those to look at it and to go on come
    first.
    """
    if not session.table.goes_on or session.listing or session.typed:
        return [each for each in hints if each not in ("undo", "advice")]
    return [
        "accept=next puzzle", "advice=best line", "replay=your line", "redo=try again",
        "end=all puzzles", "look", "help",
    ]  # fmt: skip


class PuzzleScreen(BattleScreen):
    """The battle screen during a puzzle."""

    what_for = (
        "A puzzle: one question from a battle, with one answer that is clearly the best. Look "
        "around as long as you like; then take an answer and see how good it is."
    )

    def __init__(self, solving: Solving, app: GameApp) -> None:
        puzzle = solving.puzzle
        self.solving = solving
        self.table = PuzzleTable(solving)
        self.exercise = Exercise(
            self, lambda: PuzzlesScreen(puzzle.name), lambda: PuzzleScreen.for_puzzle(puzzle, app)
        )
        seated = partial(
            sit_down,
            onward=self.go_on,
            told=partial(task_rows, self.table),
            guides=False,  # solvers have played before, and the figures need the room
            hints=puzzle_hints,
            keys=lambda course: {**self.exercise.keys(course), **LineKeys(self).handlers()},
        )
        kind = PuzzleKind(self.table, app.own_files, lambda: self.gone)
        super().__init__(BattleSession(solving.battle, self.table, kind), app, seated)

    @classmethod
    def for_puzzle(cls, puzzle: Puzzle, app: GameApp) -> PuzzleScreen:
        """Return the screen of a puzzle that is not answered yet; raises the errors of
        `Puzzle.position`.
        """
        return cls(Solving(puzzle), app)

    def walk(self, given: Given, whose: str) -> None:
        """Show, entry by entry, how the battle continues after an answer to the puzzle.

        The replay opens at the position before the answer; a message says which key shows the
        answer.
        """
        line = self.solving.line(given)
        key = self.game_app.keymap.key("replay", "right") or "Enter"
        said = f"The position before {whose}. {key} shows what follows."
        at, seat = self.solving.battle.position, self.solving.puzzle.seat
        self.open_screen("replay", line, at, seat, said)

    def go_on(self) -> None:
        """Open the next unsolved puzzle, preferably of the same game; if all are solved, the
        list.
        """
        answers = self.game_app.own_files.answers
        own = diary.own_puzzles(answers)
        puzzle = next_puzzle(self.solving.puzzle, diary.load(answers), own)
        if puzzle is None:
            self.exercise.to_its_list()
        else:
            self.exercise.instead(PuzzleScreen.for_puzzle(puzzle, self.game_app))


class LineKeys:
    """The handlers of keys that show how the battle goes on after an answer: `act_NAME` for each
    action NAME.
    """

    def __init__(self, screen: PuzzleScreen) -> None:
        self._screen = screen

    def handlers(self) -> Handlers:
        """Return {name of an action: its handler} for the actions of this class."""
        return {"advice": self.act_advice, "replay": self.act_replay}

    def act_advice(self) -> None:
        """Show how the battle goes on after the best answer; raises `Refused` before there is a
        verdict.
        """
        if self._screen.solving.verdict is None:
            raise Refused(PuzzleKind.closed["advice"])
        self._screen.walk(self._screen.solving.puzzle.answers[0].given, "the best answer")

    def act_replay(self) -> None:
        """Show how the battle goes on after the person's own answer; before a verdict, replay the
        battle up to the position.
        """
        verdict = self._screen.solving.verdict
        if verdict is None:
            battle, seat = self._screen.solving.battle, self._screen.solving.puzzle.seat
            self._screen.open_screen("replay", battle, 0, seat)
        else:
            self._screen.walk(verdict.own.given, "your answer")
