"""BranchKeys: the keys that change to another branch of a battle, show two branches side by side,
or let computer players continue the battle in a new one.
"""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, Protocol

from engine.base.errors import Refused
from engine.files.library import Branch
from engine.game.panel import Row
from engine.kernel.battle import Battle
from engine.sitting.watching.branches import Branches, first_readable_branch
from engine.sitting.watching.reel import Reel
from tui.input.actions import Handlers
from tui.replay.replay_advice import LateAdvice
from tui.screens.game_app import GameApp

GROUP = "branches"


class BranchDisplay(Protocol):
    """What the keys for branches need of a replay's screen."""

    battle: Battle

    @property
    def game_app(self) -> GameApp:
        """The application, with the folder of battles and the current battle."""

    @property
    def is_current(self) -> bool:
        """Whether no other screen covers this one."""

    def pause(self) -> None:
        """Stop playing, and stay at the present entry."""

    def say(self, sentence: str) -> None:
        """Show a message."""

    def jump(self, moved: bool) -> None:
        """Show the entry that the replay is now at, if it has moved."""

    def draw_words(self) -> None:
        """Draw everything except the chart."""

    def draw(self) -> None:
        """Draw everything."""

    def work(self, task: Callable[[], Coroutine[Any, Any, None]], group: str, alone: bool) -> None:
        """Run a task in the background."""


class BranchKeys:
    """The handlers of keys for the branches of a battle (ways in which it was continued): a method
    `act_NAME` for each action NAME.

    The branches are read when they are first needed.
    """

    def __init__(self, reel: Reel, display: BranchDisplay, advice: LateAdvice) -> None:
        self.reel = reel
        self.display = display
        self.advice = advice
        self.known = Branches(reel)
        self.why_not = ""
        """Why this replay neither shows nor creates branches; '' if it does."""

    def handlers(self) -> Handlers:
        """Return {name of an action: its handler} for the actions of this class."""
        return {
            "up": self.act_up,
            "down": self.act_down,
            "beside": self.act_beside,
            "best_line": self.act_best_line,
        }

    def act_up(self) -> None:
        """Show the previous branch at this entry; while advice is open, the previous answer."""
        self._step(-1)

    def act_down(self) -> None:
        """Show the next branch at this entry; while advice is open, the next answer."""
        self._step(1)

    def act_beside(self) -> None:
        """Show the ships of the next branch as ghosts over those of this one; after the last branch
        show none.
        """
        self.display.pause()
        self._may()
        self._work(self._lay_beside)

    def act_best_line(self) -> None:
        """Let captains (computer players) continue the battle from this entry in a new branch, and
        show it.
        """
        self.display.pause()
        self._may()
        if self.reel.game.outcome(self.display.battle.at(self.reel.n)):
            raise Refused("the battle is over at this entry; go back to an earlier one")
        self._work(self._play_on)

    # Inside ------------------------------------------------------------------------------------

    def rows(self) -> list[Row]:
        """Return the list of branches, and how the branch that is shown as ghosts differs from this
        one.
        """
        rows, beside = self.known.rows(), self.known.beside
        if beside and beside.counting:
            self._work(self._count_on, "count dice")
        return rows

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
        """Read the branches; if there is only one, show a message and return False."""
        display = self.display
        found = await to_thread(self.known.find, display.game_app.saves, display.battle.path)
        if not found:
            display.say("There is no other branch: play on from an entry to make one")
        return found

    async def _walk(self, step: int) -> None:
        if await self._find():
            await self._turn_to(*await to_thread(first_readable_branch, self.known.others(step)))

    async def _turn_to(self, branch: Branch, other: Battle) -> None:
        """Show another branch at the present entry; at its end, if it is shorter."""
        display, known, old = self.display, self.known, self.display.battle
        display.battle = other
        known.turn_to(other)
        if old is not display.game_app.battle:
            old.close()
        display.jump(True)
        display.say(f"Branch {known.here + 1} of {len(known.tree)}, {branch.label}")

    async def _lay_beside(self) -> None:
        if not await self._find():
            return
        known = self.known
        others, self.reel.forks = known.next_beside(), known.forks()
        if others:
            known.lay_beside(*await to_thread(first_readable_branch, others))
        else:
            known.beside = None
        self.display.draw()
        if not others:
            self.display.say("No other branch is shown now")

    async def _count_on(self) -> None:
        """Redraw until all dice for the comparison are counted: each drawing counts some more."""
        if self.display.is_current:
            self.display.draw_words()

    async def _play_on(self) -> None:
        from engine.review.fortune import play_on

        display, known = self.display, self.known
        fork = known.best_line(display.battle, display.game_app.saves)
        display.say("Computer captains play on from here ...")
        try:
            count = await to_thread(play_on, fork, lambda: display.is_current, lambda n: None)
        finally:
            fork.close()
        if await self._find() and (path := fork.path):
            made = next(each for each in known.tree if each.path == path)
            await self._turn_to(made, await to_thread(Battle.open, path, False))
            display.say(f"Computer captains played {count} entries from here: {path.name}")
