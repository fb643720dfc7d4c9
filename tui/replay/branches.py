"""BranchKeys: switching between branches of a battle, comparing two, and the best line."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Callable, Coroutine, Iterable
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from engine.base.errors import FileFault, Refused
from engine.files.saves import new_path, saves_folder
from engine.files.shelves import Branch, tree_of
from engine.game.chart import Mark
from engine.game.panel import Heading, Row, words
from engine.kernel.battle import Battle
from engine.sitting.watching.beside import Beside
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
        if self.advice.ready:
            (self.advice.act_down if step > 0 else self.advice.act_up)()
            return
        self.display.pause()
        self._may()
        self._work(partial(self._walk, step))

    def _may(self) -> None:
        if self.why_not:
            raise Refused(self.why_not)

    def _here(self) -> int:
        own = self.display.battle.header.id
        return next((at for at, each in enumerate(self.tree) if each.id == own), 0)

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
            here, count = self._here(), len(self.tree)
            others = [self.tree[(here + step * far) % count] for far in range(1, count)]
            await self._turn_to(*await _first_whole(others))

    async def _turn_to(self, branch: Branch, other: Battle) -> None:
        """Show another branch at the same entry, or at its end."""
        display, reel, old = self.display, self.reel, self.display.battle
        display.battle, self.beside = other, None
        reel.read(other)
        reel.go(reel.n)
        reel.forks = self.forks()
        if old is not display.game_app.battle:
            old.close()
        display.jump(True)
        display.say(f"Branch {self._here() + 1} of {len(self.tree)}, {branch.told}")

    async def _lay_beside(self) -> None:

        if not await self._find():
            return
        here, shown = self._here(), self.beside.other.battle.header.id if self.beside else ""
        others = [*self.tree[here + 1 :], *self.tree[:here]]
        at = next((at + 1 for at, each in enumerate(others) if each.id == shown), 0)
        self.reel.forks = self.forks()
        if at == len(others):
            self.beside = None
            self.display.draw()
            self.display.say("No branch beside it now")
            return
        branch, battle = await _first_whole(others[at:])
        other = Reel(battle, self.reel.n, self.reel.viewer_seat)
        battle.close()
        self.beside = Beside(self.reel, other, branch.told)
        self.display.draw()

    async def _count_on(self) -> None:
        """Redraw, so that more dice are counted."""
        if self.display.is_current:
            self.display.draw_words()

    async def _play_on(self) -> None:
        from engine.review.fortune import PLAYER, play_on

        display, reel = self.display, self.reel
        battle, now = display.battle, datetime.now()
        scenario = battle.header.scenario or "battle"
        path: Path = new_path(saves_folder(display.game_app.saves), f"{scenario} line", now)
        seats = battle.game.seats(battle.at(reel.n))
        players = {seat.key: PLAYER for seat in seats}
        fork = battle.fork(reel.n, path, now.isoformat(timespec="seconds"), players)
        display.say("Captains play on from here ...")
        try:
            count = await to_thread(play_on, fork, lambda: display.is_current, lambda n: None)
        finally:
            fork.close()
        if await self._find():
            made = next(each for each in self.tree if each.path == path)
            await self._turn_to(made, await to_thread(Battle.open, made.path, False))
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
