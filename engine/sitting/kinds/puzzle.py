"""Sittings in which an answer is judged but not played in the battle: puzzles, and choices of a
battle that a player tries again.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from engine.base.errors import Refused, WeatherGageError
from engine.files import diary
from engine.files.own_folders import USUAL_FILES, OwnFiles
from engine.game.decision import Answer, Decision
from engine.game.game import Given, titled
from engine.game.question import Question, Sheet
from engine.kernel.registry import system
from engine.players import Player
from engine.puzzles.puzzle import DIFFICULTIES, OWN, Puzzle, drawn_opening, shelf
from engine.puzzles.solving import Progress, Solving
from engine.review.hindsight import SMALL, answer_cost, cost_text, own_random
from engine.sitting.adviser import think
from engine.sitting.kinds.kind import Done, Kind, Sitting, Thought
from engine.sitting.seats import OwnTable
from engine.sitting.sheet_orders import SheetOrders

# Puzzles: the seat, what is different from a plain battle, and the comment on an answer.


PLAYED_ON = "Your answer is being played out, to be compared."
FIND_IT = "One answer is clearly the best. Find it."


class PuzzleTable(OwnTable):
    """The seat that the puzzle asks; after the answer no question is open."""

    def __init__(self, solving: Solving) -> None:
        super().__init__(solving.battle, (solving.puzzle.seat,))
        self.solving = solving
        self.before: Progress | None = None
        """The person's progress before the answer; None until there is an answer."""
        self.now: Progress | None = None

    @property
    def goes_on(self) -> bool:
        """Tell whether Enter leaves the puzzle: as soon as there is a verdict on the answer."""
        return self.solving.verdict is not None

    def asked(self) -> Question | None:
        """Return the question of the puzzle until it is answered."""
        return None if self.solving.verdict else self.solving.question

    def computed(self) -> tuple[Player, Question] | None:
        """Return None, because no computer player takes part."""
        return None


class PuzzleKind(Kind):
    """The sitting of a puzzle: one question, and the verdict on its answer, found by playouts
    (continued battles).

    The answer is not played in the battle; it is stored in the person's diary of puzzles.
    """

    closed: Mapping[str, str] = {
        **dict.fromkeys(
            ("undo", "redo", "take_back", "part", "aside", "resign", "coach", "note"),
            "a puzzle has only this question",
        ),
        "advice": "puzzles are solved without advice: you see figures after your answer",
    }
    counts = False
    says_filling = False  # the proposed answer is drawn by lot

    def __init__(
        self, table: PuzzleTable, own: OwnFiles = USUAL_FILES, gone: Callable[[], bool] = bool
    ) -> None:
        """Begin a puzzle. `gone` returns whether the person has left; it is called again and again
        while an answer is judged, to stop.
        """
        self.table = table
        self.own = own
        self._gone = gone
        self._taken: Given | None = None

    @property
    def answered(self) -> bool:
        """Whether the puzzle has been answered and the answer judged."""
        return self.table.solving.verdict is not None

    def introduction(self) -> Iterable[str]:
        """Return the puzzle's name and its task."""
        return (f"{title_of(self.table.solving.puzzle)}. {FIND_IT}",)

    def seat_title(self, seat: str, name: str) -> str:
        """Return the text by which the prompt names the seat: that this is a puzzle."""
        return f"Puzzle, {name}"

    def opens_on(self, question: Question) -> Given | None:
        """Return an answer drawn by lot, because the usual one is often the right one."""
        return drawn_opening(question, self.table.solving.puzzle.dice)

    def standing(self, sitting: Sitting, usual: str) -> str:
        """Return a sentence that says whether the answer is being judged, or was right."""
        found = self.table.solving.verdict
        if found is None:
            return PLAYED_ON
        return "Right." if found.right else ""

    def goes_on(self) -> str:
        """Return in words what Enter does when there is a verdict."""
        return "leads to the next puzzle" if self.answered else ""

    def go_on(self) -> Done:
        """Leave an answered puzzle."""
        self.left = True
        return ()

    def over(self, sitting: Sitting) -> bool:
        """Tell whether the puzzle has been answered."""
        return self._taken is not None or super().over(sitting)

    def give(self, sitting: Sitting, seat: str, given: Given) -> Iterable[str]:
        """Accept an answer if the rules allow it, but do not play it."""
        self.table.solving.validate(given)
        self._taken = given
        return ()

    async def after(self, thought: Thought) -> AsyncIterator[str]:
        """Judge the answer, and record it in the diary."""
        given, solving = self._taken, self.table.solving
        if given is None:
            return
        if solving.table_answer(given) is None:
            yield PLAYED_ON
        found = await thought(lambda: solving.judge(given, self._gone))
        if found is None:
            return
        self.table.before = diary.load(self.own.answers)
        kept = diary.record_answer(solving.puzzle, found.right, self.own.answers)
        self.table.now = diary.load(self.own.answers)
        if not kept:
            yield f"Your answer cannot be kept: {self.own.why_not}."

    def ending(self, sitting: Sitting) -> Iterable[str]:
        """Return the verdict on the answer."""
        if self.answered:
            for said in verdict(self.table, self.table.battle.game.thinking.unit):
                yield f"{'  ' * bool(said.indent)}{said.text}"


class VerdictRow(NamedTuple):
    """One row of the comment on an answer: style, words, and the indent of wrapped lines."""

    style: str
    text: str
    indent: str = ""


GAP = VerdictRow("", "")
"""An empty line."""


def verdict(table: PuzzleTable, unit: str) -> Iterator[VerdictRow]:
    """Yield the comment on an answer: its result, the results of the best and second best answers,
    and the main differences.
    """
    puzzle, found = table.solving.puzzle, table.solving.verdict
    assert found is not None
    best, second = puzzle.answers[:2]
    size = table.battle.game.thinking.unit_size
    yield VerdictRow(
        *(("ok", "Right.") if found.right else ("warning", "Another answer is better."))
    )
    if table.before and table.now:  # comes before the figures, since the end may be cut off
        yield VerdictRow("ok", _rated(puzzle, table.before, table.now))
    yield VerdictRow("dim", f"Theme: {puzzle.theme}.")
    told = [("Best", found.best_words, best.points)]
    if found.own_words != found.best_words:
        told.append(("Yours", found.own_words, found.own.points))
    if found.own_words != found.second_words:
        told.append(("Second", found.second_words, second.points))
    elif len(told) > 1:
        told[-1] = ("Yours (2nd best)", found.own_words, found.own.points)
    for name, words, points in told:
        yield VerdictRow("text", f"{points:3.0f}%  {name}: {' '.join(words.split())}", "      ")
    far = f"Won of {puzzle.rounds} battles played on to the end, +-{puzzle.error:.0f}%"
    yield VerdictRow("dim", far)
    if found.why:
        whose = "the second best" if found.right else "yours"
        yield from (GAP, VerdictRow("head", f"Best against {whose}, in {unit}"))
        for words, worth in found.why:
            yield VerdictRow("text", f"{size * worth:+.1f}  {words}", "      ")


def _rated(puzzle: Puzzle, before: Progress, now: Progress) -> str:
    """Return a sentence about the new rating after an answer."""
    if puzzle.name.startswith(OWN):
        return "A choice of your own: your rating stays"
    if puzzle.name in before.results:
        return f"Tried before: your rating stays {now.strength.rating:.0f}"
    more = now.strength.rating - before.strength.rating
    row = f"{now.streak} solved in a row"
    return f"Rating {now.strength.rating:.0f} ({more:+.0f}), {row}"


def title_of(puzzle: Puzzle) -> str:
    """Return a puzzle's number and difficulty."""
    if puzzle.name.startswith(OWN):
        return f"Puzzle {number_of(puzzle)}, from a battle of yours"
    return f"Puzzle {number_of(puzzle)}, {DIFFICULTIES[puzzle.difficulty]}"


def number_of(puzzle: Puzzle) -> str:
    """Return the number at the end of a puzzle's name, which counts the puzzles of its game."""
    return puzzle.name.rpartition("_")[2]


def battle_of(puzzle: Puzzle) -> str:
    """Return the title of the battle from which a puzzle was taken."""
    return titled(system(puzzle.game), puzzle.scenario).title


def next_puzzle(puzzle: Puzzle, progress: Progress, own: Iterable[Puzzle] = ()) -> Puzzle | None:
    """Return the next puzzle to try, preferably of the same game; None when all were tried.

    A person's own puzzle is skipped if its position can no longer be reached, for example after a
    change of the rules.
    """
    puzzles = [each for _, each in shelf(own)]
    names = [each.name for each in puzzles]
    at = names.index(puzzle.name) + 1 if puzzle.name in names else 0
    left = [each for each in puzzles[at:] + puzzles[:at] if each.name not in progress.results]
    same_first = sorted(left, key=lambda each: each.game != puzzle.game)
    return next(filter(_can_be_asked, same_first), None)


def _can_be_asked(puzzle: Puzzle) -> bool:
    if not puzzle.name.startswith(OWN):
        return True
    try:
        puzzle.position()
    except WeatherGageError:
        return False
    return True


def puzzle_lines(progress: Progress, words: str = "", own: Iterable[Puzzle] = ()) -> Iterator[str]:
    """Yield a line for each puzzle with its status, name and battle, but only lines that contain
    the text `words`.

    The theme of a puzzle is shown only after the puzzle was tried, because the theme may give the
    answer away.
    """
    for title, puzzle in shelf(own):
        sign = progress.sign(puzzle.name)
        about = f", {puzzle.theme}" if sign else ""
        difficulty = DIFFICULTIES[puzzle.difficulty]
        line = f"{sign:<2}{puzzle.name:<18}{difficulty:<10}{title}: {battle_of(puzzle)}{about}"
        if words.lower() in f"{line} {puzzle.scenario}".lower():
            yield line


# A choice tried again: the question of a battle is asked once more.


GUARDED = "orders are not carried out here: you only see their worth"
WEIGHING = "Working out what the order is worth..."
FOUND = "Found: this is the best answer."


class RetryTable(OwnTable):
    """The seat whose choice is tried again; only this seat is asked."""

    def asked(self) -> Question | None:
        """Return the question of this seat."""
        pending = self.battle.game.pending(self.battle.state)
        return next((each for each in pending if each.seat in self.persons), None)


class RetryKind(Kind):
    """A sitting in which a person tries other answers to a question of a battle, after hindsight
    has found that the answer given there was costly.

    Each answer is only judged, not played in the battle, and the question stays open until the
    person leaves. In a sheet only the answer to the highlighted slot is judged.
    """

    closed = dict.fromkeys(
        ("undo", "redo", "take_back", "aside", "resign", "part", "coach", "note"), GUARDED
    )
    by_slot = True

    def __init__(self, slot: str = "") -> None:
        """Ask a question again; if it is a sheet, `slot` is the slot that was judged, which is
        highlighted.
        """
        self.slot = slot
        self._taken: tuple[Sitting, Decision, Answer] | None = None

    def seat_title(self, seat: str, name: str) -> str:
        """Return the text by which the prompt names the seat: that the choice is tried again."""
        return f"{name}, try again"

    def give(self, sitting: Sitting, seat: str, given: Given) -> Iterable[str]:
        """Accept the answer, to be judged by `after`."""
        orders, asked = sitting.orders, sitting.question
        if isinstance(asked, Sheet) and isinstance(orders, SheetOrders):
            asked, given = orders.decision, orders.answer
        if not isinstance(asked, Decision) or not isinstance(given, Answer):
            raise Refused(GUARDED)
        self._taken = sitting, asked, given
        return (WEIGHING,)

    async def after(self, thought: Thought) -> AsyncIterator[str]:
        """Yield how much worse the answer is than the best one, and the main reason."""
        if self._taken is None:
            return
        (sitting, decision, answer), self._taken = self._taken, None
        battle, game = sitting.battle, sitting.battle.game
        random = own_random(battle.seed, battle.position, decision.seat)
        view = battle.view(decision.seat)
        cost, reason = await think(answer_cost, game, view, decision, answer, random)
        if cost < SMALL:
            yield FOUND
        else:
            yield f"{cost_text(cost, reason, game.thinking)}. Try again."
