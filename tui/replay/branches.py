"""Branches of a battle: from one to another, side by side, and the best line."""

from __future__ import annotations

from asyncio import to_thread
from collections import Counter as Sums
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from msgspec.structs import replace

from engine.base.errors import FileFault, Refused
from engine.files.saves import new_path, saves_folder
from engine.files.shelves import Branch, tree_of
from engine.game.chart import Counter, Fort, Hull, Mark, Scene, Spot
from engine.game.panel import Heading, Row, words
from engine.kernel.battle import Battle
from engine.kernel.seen import SeenBattle
from engine.review import dice
from engine.review.curve import side_names
from tui.input.actions import Handlers
from tui.replay.reel import Reel
from tui.replay.replay_advice import LateAdvice
from tui.screens.game_app import GameApp

# Two branches of a battle at one entry: where ships lie otherwise, points, damage, dice.


THERE = "there"
"""The word beside a ghost of the other branch."""
MOST_SHIPS = 6
"""Ships whose damage is told."""
AT_ONCE = 40
"""Entries whose dice are counted for one draw; the rest is counted for the next ones."""
LEAST = 0.05


class Beside:
    """Another branch beside a reel: its own reel, and the dice of both since they parted."""

    def __init__(self, reel: Reel, other: Reel, told: str) -> None:
        self.reel, self.other, self.told = reel, other, told
        self.parted = parting(reel.battle, other.battle)
        """The last entry that both have."""
        self._dice = _Luck(reel, self.parted), _Luck(other, self.parted)

    def ghosts(self) -> list[Mark]:
        """Return the other branch's ships where they lie elsewhere by now, as ghosts."""
        own, theirs = _places(self._scene(self.reel)), self._scene(self.other)
        found: list[Mark] = []
        for mark in theirs.marks:
            if isinstance(mark, Hull) and mark.state != "ghost":
                if own.get(mark.key) != (mark.pose, mark.state):
                    found += [replace(mark, state="ghost"), Spot("label", mark.pose.at, THERE)]
            elif isinstance(mark, Counter) and not mark.ghost and own.get(mark.key) != mark.box:
                found.append(replace(mark, ghost=True, state=THERE))
        return found

    def rows(self) -> list[Row]:
        """Return what is otherwise there, at this entry or at the branch's end."""
        return [Heading("Beside it, as ghosts"), words(self.told, "dim"), *self._told()]

    @property
    def counting(self) -> bool:
        """Tell whether dice are still to be counted for this entry."""
        here, there = self._dice
        return not (here.whole(self.reel.n) and there.whole(self._there))

    @property
    def _there(self) -> int:
        return min(self.reel.n, self.other.end)

    def _scene(self, reel: Reel) -> Scene:
        return reel.game.screen.scene(reel.view(self._there if reel is self.other else reel.n))

    def _told(self) -> Iterator[Row]:
        reel, other, there = self.reel, self.other, self._there
        if reel.n <= self.parted:
            yield words(f"Both are alike up to entry {self.parted}.")
            return
        if there < reel.n:
            yield words(f"It ends at entry {there}.", "dim")
        names = side_names(reel.battle)
        points = reel.game.review.score(reel.view()), other.game.review.score(other.view(there))
        yield from _compared("points", names, *points, "g")
        chances = [
            {side: float(chance)}
            for each, n in ((reel, reel.n), (other, there))
            if each.curve and (chance := each.curve.at(n)) is not None and (side := each.curve.side)
        ]
        if len(chances) == 2:
            yield from _compared("chances", names, chances[0], chances[1], ".0%")
        yield from self._damage()
        luck = self._dice[0].upto(reel.n), self._dice[1].upto(there)
        own = {side: side for each in luck for side in each}
        yield from _compared("dice over fair ones", own, *luck, "+.1f")

    def _damage(self) -> Iterator[Row]:
        own, theirs = _harm(self._scene(self.reel)), _harm(self._scene(self.other))
        found = [key for key in {**own, **theirs} if own.get(key) != theirs.get(key)]
        for key in found[:MOST_SHIPS]:
            here, there = own.get(key, "gone"), theirs.get(key, "gone")
            yield words(f"{key}: {here}, there {there}", key=key)
        if len(found) > MOST_SHIPS:
            yield words(f"and {len(found) - MOST_SHIPS} more ships", "dim")


class _Luck:
    """What dice gave each side over fair ones since an entry, counted as far as was asked."""

    def __init__(self, reel: Reel, first: int) -> None:
        self._reel, self._first = reel, first
        self._sums: list[Mapping[str, float]] = [{}]

    def whole(self, n: int) -> bool:
        """Tell whether all up to an entry is counted."""
        return len(self._sums) > n - self._first

    def upto(self, n: int) -> Mapping[str, float]:
        """Return the sums up to an entry, or as far as they are counted."""
        reel, steps = self._reel, AT_ONCE
        while not self.whole(n) and steps:
            at = self._first + len(self._sums)
            sums = Sums(self._sums[-1])
            for _, rolled in dice.thrown(reel.battle, reel.viewer_seat, at):
                if rolled.side:  # a die of both sides is nobody's luck
                    sums[rolled.side] += rolled.got - rolled.mean  # type: ignore[assignment]
            self._sums.append(sums)
            steps -= 1
        return self._sums[max(0, min(n - self._first, len(self._sums) - 1))]


def parting(one: SeenBattle, other: SeenBattle) -> int:
    """Return the last entry up to which two battles have the same commands."""
    if one.at(0) != other.at(0):
        return 0
    both = zip(one.entries, other.entries, strict=False)
    alike = (mine.seat == theirs.seat and mine.events == theirs.events for mine, theirs in both)
    n = 0
    for same in alike:
        if not same:
            break
        n += 1
    return n


def _compared(
    what: str,
    names: Mapping[str, str],
    own: Mapping[str, float],
    theirs: Mapping[str, float],
    form: str,
) -> Iterator[Row]:
    """Yield a row for each side whose figure differs."""
    for side, name in names.items():
        here, there = own.get(side, 0.0), theirs.get(side, 0.0)
        if side in {**own, **theirs} and abs(here - there) > (LEAST if form == "+.1f" else 1e-9):
            yield words(f"{name}: {what} {here:{form}}, there {there:{form}}")


def _places(scene: Scene) -> dict[str, object]:
    found: dict[str, object] = {}
    for mark in scene.marks:
        if isinstance(mark, Hull) and mark.state != "ghost":
            found[mark.key] = mark.pose, mark.state
        elif isinstance(mark, Counter):
            found[mark.key] = mark.box
    return found


def _harm(scene: Scene) -> dict[str, str]:
    """Return how much each ship has suffered, in the words of her mark."""
    found = {}
    for mark in scene.marks:
        if isinstance(mark, Hull) and mark.state != "ghost":
            found[mark.key] = f"{mark.damage[0]}/{mark.damage[1]}"
        elif isinstance(mark, Counter | Fort):
            found[mark.name] = mark.state
    return found


# BranchKeys: from one branch of a battle to another, two side by side, and the best line.


if TYPE_CHECKING:
    pass

MOST_LISTED = 8
"""Branches that are listed in the panel, around the one that is shown."""
GROUP = "branches"


class BranchDisplay(Protocol):
    """What shows a reel, as far as branches need it; asked nothing before a key is pressed."""

    battle: Battle

    @property
    def game_app(self) -> GameApp:
        """The application: its folder of battles, and the battle that is played."""

    @property
    def is_current(self) -> bool:
        """Whether it is on the screen."""

    def pause(self) -> None:
        """Stop where the reel stands."""

    def say(self, sentence: str) -> None:
        """Say one sentence."""

    def jump(self, moved: bool) -> None:
        """Show where the reel stands now if it has moved."""

    def draw_words(self) -> None:
        """Draw all but the chart."""

    def draw(self) -> None:
        """Draw everything."""

    def work(self, task: Callable[[], Coroutine[Any, Any, None]], group: str, alone: bool) -> None:
        """Run a task beside the keys."""


class BranchKeys:
    """One method an action; the names are those of the registry. It knows the tree once asked."""

    def __init__(self, reel: Reel, display: BranchDisplay, advice: LateAdvice) -> None:
        self.reel = reel
        self.display = display
        self.advice = advice
        self.tree: list[Branch] = []
        """The branches of the battle, once somebody has asked for them."""
        self.why_not = ""
        """Why no branches are shown or made here; '' while they are."""
        self.beside: Beside | None = None
        """The branch that is shown beside, if one is."""

    def handlers(self) -> Handlers:
        """Return what each action does here, by its name in the registry."""
        return {
            "up": self.act_up,
            "down": self.act_down,
            "beside": self.act_beside,
            "best_line": self.act_best_line,
        }

    def act_up(self) -> None:
        """Show the branch before at this entry; of advice that is open, the answer before."""
        self._step(-1)

    def act_down(self) -> None:
        """Show the next branch at this entry; of advice that is open, the next answer."""
        self._step(1)

    def act_beside(self) -> None:
        """Show the next branch beside this one, as ghosts; after the last none."""
        self.display.pause()
        self._may()
        self._work(self._lay_beside)

    def act_best_line(self) -> None:
        """Let captains play on from here, as a branch that is shown then."""
        self.display.pause()
        self._may()
        if self.reel.game.outcome(self.display.battle.at(self.reel.n)):
            raise Refused("the battle is over here; go back to an entry where it goes on")
        self._work(self._play_on)

    # What is drawn -----------------------------------------------------------------------------

    def marks(self) -> list[Mark]:
        """Return the ghosts of the branch that is shown beside."""
        return self.beside.ghosts() if self.beside else []

    def rows(self) -> list[Row]:
        """Return the branches, and what is otherwise on the one beside."""
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
        """Return the entries after which branches leave this one, or it left its own."""
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
        """Find the branches; say so and return False where there are none but this one."""
        battle, app = self.display.battle, self.display.game_app
        folders = [saves_folder(app.saves)]
        folders += [battle.path.parent] if battle.path else []
        self.tree = await to_thread(tree_of, battle.path, battle.header, folders)
        if len(self.tree) < 2:
            self.display.say("There is no other branch: playing on from an entry makes one")
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
        """Draw again, for which more dice are counted."""
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
    """Return the first branch that can be opened, and its battle; else raise what the first did."""
    fault: FileFault | None = None
    for branch in branches:
        try:
            return branch, await to_thread(Battle.open, branch.path, False)
        except FileFault as error:
            fault = fault or error
    raise fault or Refused("there is no other branch")
