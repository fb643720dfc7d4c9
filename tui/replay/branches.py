"""BranchKeys: switching between branches of a battle, comparing two, and the best line."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, Protocol

from engine.base.errors import Refused
from engine.files.shelves import Branch
from engine.game.panel import Row
from engine.kernel.battle import Battle
from engine.sitting.watching.branches import Branches, first_whole
from engine.sitting.watching.reel import Reel
from tui.input.actions import Handlers
from tui.replay.replay_advice import ReplayAdvice
from tui.screens.game_app import GameApp

MOST_LISTED = 8
"""The most branches listed in the panel, around the current one."""
GROUP = "branches"


class BranchDisplay(Protocol):
    """The display interface for branches; not used before a key is pressed."""

    battle: Battle

    @property
    def game_app(self) -> GameApp:
        """The application: its folder of battles, and the current battle."""

    @property
    def is_current(self) -> bool:
        """Whether it is on the screen."""

    def pause(self) -> None:
        """Stop playing at the reel's position."""

    def say(self, sentence: str) -> None:
        """Show a message."""

    def jump(self, moved: bool) -> None:
        """Show the reel's position if it has moved."""

    def draw_words(self) -> None:
        """Draw everything except the chart."""

    def draw(self) -> None:
        """Draw everything."""

    def work(self, task: Callable[[], Coroutine[Any, Any, None]], group: str, alone: bool) -> None:
        """Run a task in the background."""


class BranchKeys:
    """Key handlers: one method for each action of the registry, with its name.

    It knows the tree once asked.
    """

    def __init__(self, reel: Reel, display: BranchDisplay, advice: ReplayAdvice) -> None:
        self.reel = reel
        self.display = display
        self.advice = advice
        self.tree: list[Branch] = []
        """The branches of the battle, once they were requested."""
        self.why_not = ""
        """Why branches cannot be shown or created here; '' while they can."""
        self.beside: Beside | None = None
        """The other branch that is compared, if any."""

    def handlers(self) -> Handlers:
        """Return the handler of each action, by its name in the registry."""
        return {
            "up": self.act_up,
            "down": self.act_down,
            "beside": self.act_beside,
            "best_line": self.act_best_line,
        }

    def act_up(self) -> None:
        """Show the previous branch at this entry; if advice is open, the previous answer."""
        self._step(-1)

    def act_down(self) -> None:
        """Show the next branch at this entry; if advice is open, the next answer."""
        self._step(1)

    def act_beside(self) -> None:
        """Compare with the next branch, drawn as ghosts; after the last with none."""
        self.display.pause()
        self._may()
        self._work(self._lay_beside)

    def act_best_line(self) -> None:
        """Let captains continue from here, as a new branch that is then shown."""
        self.display.pause()
        self._may()
        if self.reel.game.outcome(self.display.battle.at(self.reel.n)):
            raise Refused("the battle is over here; go back to an entry where it goes on")
        self._work(self._play_on)

    # What is drawn -----------------------------------------------------------------------------

    def marks(self) -> list[Mark]:
        """Return the ghosts of the compared branch."""
        return self.beside.ghosts() if self.beside else []

    def rows(self) -> list[Row]:
        """Return the list of branches, and the differences to the compared one."""
        rows: list[Row] = []
        if len(self.tree) > 1:
            here = self._here()
            first = max(0, min(here - MOST_LISTED // 2, len(self.tree) - MOST_LISTED))
            rows.append(Heading(f"Branch {here + 1} of {len(self.tree)}"))
            for at, each in enumerate(self.tree[first : first + MOST_LISTED], first):
                line = f"{'>' if at == here else ' '} {'  ' * each.level}{each.told}"
                rows.append(words(line, "head" if at == here else "text"))
        if self.beside:
            rows += self.beside.rows()
            if self.beside.counting:
                self._work(self._count_on, "count dice")
        return rows

    def forks(self) -> list[int]:
        """Return the entries after which branches leave this one, or it left its parent."""
        own = self.display.battle.header.id
        return [each.entry for each in self.tree if each.parent and own in (each.parent, each.id)]

    # Inside ------------------------------------------------------------------------------------

    def _work(self, task: Callable[[], Coroutine[Any, Any, None]], group: str = GROUP) -> None:
        self.display.work(task, group, True)

    def _step(self, step: int) -> None:
        if self.advice.advised.ready:
            (self.advice.act_down if step > 0 else self.advice.act_up)()
            return
        self.display.pause()
        self._may()
        self._work(partial(self._walk, step))

    def _may(self) -> None:
        if self.why_not:
            raise Refused(self.why_not)

    async def _find(self) -> bool:
        """Find the branches; show a message and return False if there is only this one."""
        battle, app = self.display.battle, self.display.game_app
        folders = [saves_folder(app.saves)]
        folders += [battle.path.parent] if battle.path else []
        self.tree = await to_thread(tree_of, battle.path, battle.header, folders)
        if len(self.tree) < 2:
            self.display.say("There is no other branch: play on from an entry to make one")
        return len(self.tree) > 1

    async def _walk(self, step: int) -> None:
        if await self._find():
            await self._turn_to(*await to_thread(first_whole, self.known.others(step)))

    async def _turn_to(self, branch: Branch, other: Battle) -> None:
        """Show another branch at the same entry, or at its end."""
        display, known, old = self.display, self.known, self.display.battle
        display.battle = other
        known.turn_to(other)
        if old is not display.game_app.battle:
            old.close()
        display.jump(True)
        display.say(f"Branch {known.here + 1} of {len(known.tree)}, {branch.told}")

    async def _lay_beside(self) -> None:
        if not await self._find():
            return
        known = self.known
        others, self.reel.forks = known.next_beside(), known.forks()
        if others:
            known.lay_beside(*await to_thread(first_whole, others))
        else:
            known.beside = None
        self.display.draw()
        if not others:
            self.display.say("No branch beside it now")

    async def _count_on(self) -> None:
        """Redraw, so that more dice are counted."""
        if self.display.is_current:
            self.display.draw_words()

    async def _play_on(self) -> None:
        from engine.review.fortune import play_on

        display, known = self.display, self.known
        fork = known.best_line(display.battle, display.game_app.saves)
        display.say("Captains play on from here ...")
        try:
            count = await to_thread(play_on, fork, lambda: display.is_current, lambda n: None)
        finally:
            fork.close()
        if await self._find() and (path := fork.path):
            made = next(each for each in known.tree if each.path == path)
            await self._turn_to(made, await to_thread(Battle.open, path, False))
            display.say(f"Captains played {count} entries from here: {path.name}")


async def _first_whole(branches: Iterable[Branch]) -> tuple[Branch, Battle]:
    """Return the first branch that can be opened, and its battle; else raise the first
    one's error.
    """
    fault: FileFault | None = None
    for branch in branches:
        try:
            return branch, await to_thread(Battle.open, branch.path, False)
        except FileFault as error:
            fault = fault or error
    raise fault or Refused("there is no other branch")
