"""Learning: lessons and puzzles of one person on a host, in lines."""

from __future__ import annotations

from collections.abc import Callable

from engine.base.errors import Refused
from engine.base.text import clean
from engine.files import diary
from engine.files import diary as stars
from engine.files.own_folders import OwnFiles
from engine.puzzles.puzzle import chosen_puzzle
from engine.sitting.kinds.puzzle import listed
from engine.teaching.lesson import shelf
from tui.host.connection.lines import LineTerminal
from tui.plain.learning import lesson_table, solve


class Learning:
    """Lists lessons and puzzles and goes through them; what was made of them is kept."""

    def __init__(
        self,
        own: OwnFiles,
        terminal: LineTerminal,
        say: Callable[[str], None],
        back: Callable[[], None],
    ) -> None:
        self._own = own
        self._terminal = terminal
        self._say = say
        self._back = back
        """Shows the lobby again."""

    async def does(self, word: str, rest: str) -> None:
        """Do what a word and what stands behind it say; `Refused` says what is missing."""
        match word:
            case "lessons":
                self._lessons()
            case "learn" if rest:
                await self._learn(rest)
            case "puzzles":
                self._puzzles(rest)
            case "puzzle":
                await self._solve(rest)
            case _:
                raise Refused("which lesson: learn NAME; lessons lists them")

    def _lessons(self) -> None:
        won = stars.load_stars(self._own.stars)
        for title, lesson in shelf():
            if not lesson.coach:
                count = "*" * won.get(stars.key_of(lesson), 0)
                self._say(f"  {count:<3}{lesson.name}  {title}: {lesson.about}")

    async def _learn(self, name: str) -> None:
        """Go through a lesson that came with the game; no path of the host is a name of one."""
        known = {lesson.name: lesson for _, lesson in shelf()}
        if name not in known:
            raise Refused(f"no lesson is called {clean(name)}; lessons lists them")
        if known[name].coach:
            raise Refused("this one is a battle with the coach, for a screen of your own")
        terminal = self._terminal
        read, write = terminal.read, terminal.write
        await lesson_table(known[name], read, write, self._own, terminal).run()
        self._back()

    def _puzzles(self, words: str) -> None:
        progress = diary.load(self._own.answers)
        self._say(progress.words)
        for line in [*listed(progress, words)] or [f"no puzzle has '{clean(words)}'"]:
            self._say(f"  {line}")

    async def _solve(self, name: str) -> None:
        """Solve puzzles that came with the game, the one of a name first."""
        tried = diary.load(self._own.answers).results
        puzzle = chosen_puzzle(clean(name), diary.today().toordinal(), tried)
        terminal = self._terminal
        await solve(puzzle, terminal.read, terminal.write, self._own, terminal)
        self._back()
