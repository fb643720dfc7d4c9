"""PlainLesson: a lesson in lines. What is told, what it asks for, and what is said to an answer."""

from __future__ import annotations

from collections.abc import Callable

from engine.base.errors import Refused
from engine.files import diary
from engine.files.own_folders import USUAL_FILES, OwnFiles
from engine.game.game import Given
from engine.game.question import Question
from engine.sitting.adviser import Coach
from engine.sitting.kinds.lesson import LOOKS_ON, CoachedTable, LessonTable
from engine.teaching.lesson import Lesson
from engine.teaching.taught import Taught
from tui.plain.table import Does, Far, PlainTable, Read


class PlainLesson(PlainTable):
    """Goes through a lesson step by step; `run` returns when it is done or the input ends."""

    def __init__(
        self,
        lesson: Lesson,
        read: Read,
        write: Callable[[str], None],
        own: OwnFiles = USUAL_FILES,
        far: Far | None = None,
    ) -> None:
        """Begin a lesson; its stars are kept in a file of the person's own.

        Advice is found by `far`, where others wait meanwhile.
        """
        self._own = own
        self._taught = Taught(lesson.told_in_lines())
        super().__init__(self._taught.battle, LessonTable(self._taught), read, write, far)
        self._at = -1
        """The step that was told last."""

    async def run(self) -> None:
        """Tell, ask, judge, until all steps are done."""
        await super().run()
        if self._taught.done:
            self._tell()
            count = 1 if self._taught.helped else diary.MOST
            self._say(f"Done, {count} of {diary.MOST} stars.")
            if not diary.award(self._taught.lesson, count, self._own.stars):
                self._say(f"Your stars cannot be kept: {self._own.why_not}.")

    def _ended(self) -> bool:
        """Tell whether all steps are done: a lesson may go on when its battle is over."""
        return self._taught.done

    def _look_up(self) -> bool:
        super()._look_up()
        return not self._taught.done

    def _waits(self) -> bool:
        return True

    def _ask(self, question: Question) -> None:
        self._tell()
        super()._ask(question)

    def _tell(self) -> None:
        """Say what is told at this step, once."""
        taught = self._taught
        if taught.at != self._at:
            self._at = taught.at
            where = f"{taught.lesson.title}, {taught.at + 1} of {len(taught.lesson.steps)}. "
            self._say(f"{'' if taught.done else where}{taught.says}")

    async def _next(self) -> str | None:
        """Return the next line; a step that is only read goes on by Enter."""
        step = self._taught.step
        if step is None or step.question:
            return await super()._next()
        self._tell()
        line = await self._read("Enter goes on. > ")
        if line is not None and not line.strip():
            self._taught.read()
        return line

    def _over(self, state: object) -> bool:
        return super()._over(state) or self._taught.at != self._begun

    async def _answered(self, question: Question | None) -> bool:
        self._begun = self._taught.at
        return await super()._answered(question)

    def _give(self, question: Question, given: Given) -> None:
        verdict = self._taught.judged(given)
        if not verdict.leads_on:
            raise Refused(verdict.says.rstrip("."))
        super()._give(question, given)
        self._taught.answered()

    def _looks(self, question: Question | None) -> dict[str, Does]:
        words = super()._looks(question)
        return words | dict.fromkeys(("undo", "redo", "take back", "leave"), _not_here)

    def _asks(self, question: Question) -> dict[str, Does]:
        return super()._asks(question) | dict.fromkeys(("resign", "coach"), _not_here)

    async def _advice(self, question: Question) -> None:
        self._taught.helped = True  # it costs the second star
        await super()._advice(question)


class CoachedLesson(PlainTable):
    """A whole battle under the eyes of the coach, in lines."""

    def __init__(self, table: CoachedTable, read: Read, write: Callable[[str], None]) -> None:
        self._coached_table = table
        super().__init__(table.battle, table, read, write)
        self.coach = Coach(table.battle)

    async def run(self) -> None:
        """Play; a victory earns the stars."""
        if self._coached_table.fresh:
            self._say(LOOKS_ON)
        await super().run()
        table = self._coached_table
        if not self.battle.outcome():
            return
        self._say(table.told())
        if not diary.award(table.lesson, table.earned):
            self._say(f"Your stars cannot be kept: {USUAL_FILES.why_not}.")

    async def _advice(self, question: Question) -> None:
        self._coached_table.help()
        await super()._advice(question)


def _not_here(_: str) -> None:
    raise Refused("a lesson goes on step by step; quit leaves it, and it can be begun again")
