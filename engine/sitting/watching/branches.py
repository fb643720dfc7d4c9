"""Branches of a recorded battle (its parent and the forks of both), shown one after another or side
by side.
"""

from __future__ import annotations

from collections import Counter as Sums
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from pathlib import Path

from msgspec.structs import replace

from engine.base.errors import FileFault, Refused
from engine.files.library import Branch, tree_of
from engine.files.saves import new_path, saves_folder
from engine.game.chart import Counter, Fort, Hull, Mark, Scene, Spot
from engine.game.panel import Heading, Row, words
from engine.kernel.battle import Battle
from engine.kernel.seen import SeenBattle
from engine.review import dice
from engine.review.curve import side_names
from engine.sitting.watching.reel import Reel

# The tree of forks, and the branch that is shown.


MOST_LISTED = 8
"""At most this many branches are listed: those next to the branch that is shown."""


class Branches:
    """The branches of the battle that a replay (`Reel`) shows, and the branch shown beside it, if
    any.

    The tree is empty until `find` has found it.
    """

    def __init__(self, reel: Reel) -> None:
        self.reel = reel
        self.tree: list[Branch] = []
        """The branches; empty until `find` was called."""
        self.beside: BranchComparison | None = None
        """The branch that is shown beside this one; None if only this one is shown."""

    @property
    def here(self) -> int:
        """The index in `tree` of the branch that is shown."""
        own = self.reel.battle.header.id
        return next((at for at, each in enumerate(self.tree) if each.id == own), 0)

    def find(self, saves: str | Path | None, path: Path | None) -> bool:
        """Find the branches of the file that is shown; return whether there is more than one."""
        folders = [saves_folder(saves), *([path.parent] if path else [])]
        self.tree = tree_of(path, self.reel.battle.header, folders)
        return len(self.tree) > 1

    def others(self, step: int) -> list[Branch]:
        """Return the other branches in order, beginning after the shown one (step 1) or before it
        (-1).
        """
        count = len(self.tree)
        return [self.tree[(self.here + step * far) % count] for far in range(1, count)]

    def next_beside(self) -> list[Branch]:
        """Return the branches that can be shown beside this one at the next key press, in order:
        the first that can be opened is used.

        [] after the last branch; the key press then shows this branch alone again.
        """
        shown = self.beside.other.battle.header.id if self.beside else ""
        others = self.others(1)
        at = next((at + 1 for at, each in enumerate(others) if each.id == shown), 0)
        return others[at:]

    def lay_beside(self, branch: Branch, battle: Battle) -> None:
        """Show another branch beside this one; its battle is read and then closed."""
        other = Reel(battle, self.reel.n, self.reel.viewer_seat)
        battle.close()
        self.beside = BranchComparison(self.reel, other, branch.label)

    def turn_to(self, other: Battle) -> None:
        """Show another branch at the same entry, or at its end."""
        self.beside = None
        self.reel.read(other)
        self.reel.go(self.reel.n)
        self.reel.forks = self.forks()

    def best_line(self, battle: Battle, saves: str | Path | None) -> Battle:
        """Return a new fork of a battle at this entry, which computer players are to continue."""
        from engine.review.fortune import PLAYER  # imported here, as few replays need it

        n, now = self.reel.n, datetime.now()
        scenario = battle.header.scenario or "battle"
        path = new_path(saves_folder(saves), f"{scenario} line", now)
        players = {seat.key: PLAYER for seat in battle.game.seats(battle.at(n))}
        return battle.fork(n, path, now.isoformat(timespec="seconds"), players)

    def marks(self) -> list[Mark]:
        """Return ghosts (outlines) of the ships of the branch that is shown beside this one."""
        return self.beside.ghosts() if self.beside else []

    def rows(self) -> list[Row]:
        """Return rows with the branches, and with the differences from the branch that is shown
        beside this one.
        """
        rows: list[Row] = []
        if len(self.tree) > 1:
            here = self.here
            first = max(0, min(here - MOST_LISTED // 2, len(self.tree) - MOST_LISTED))
            rows.append(Heading(f"Branch {here + 1} of {len(self.tree)}"))
            for at, each in enumerate(self.tree[first : first + MOST_LISTED], first):
                line = f"{'>' if at == here else ' '} {'  ' * each.level}{each.label}"
                rows.append(words(line, "head" if at == here else "text"))
        if self.beside:
            rows += self.beside.rows()
        return rows

    def forks(self) -> list[int]:
        """Return the numbers of the entries after which other branches part from this one: its
        forks, and its parent.
        """
        own = self.reel.battle.header.id
        return [each.entry for each in self.tree if each.parent and own in (each.parent, each.id)]


def first_readable_branch(branches: Iterable[Branch]) -> tuple[Branch, Battle]:
    """Return the first branch that can be opened, and its battle; if none can, raise the error of
    the first branch.
    """
    fault: FileFault | None = None
    for branch in branches:
        try:
            return branch, Battle.open(branch.path, write=False)
        except FileFault as error:
            fault = fault or error
    raise fault or Refused("there is no other branch")


# Two branches of a battle at one entry: positions of ships, points, damage, dice.


THERE = "there"
"""The word beside each ghost (outline of a ship) of the other branch."""
MOST_SHIPS = 6
"""A comparison of branches lists the damage of at most this many ships."""
AT_ONCE = 40
"""Each frame of the screen counts the dice of at most this many entries; later frames continue."""
LEAST = 0.05


class BranchComparison:
    """A comparison of a replay's branch with another branch: positions, points, damage, and luck in
    dice since they parted.
    """

    def __init__(self, reel: Reel, other: Reel, told: str) -> None:
        self.reel, self.other, self.told = reel, other, told
        self.parted = last_common_entry(reel.battle, other.battle)
        """The number of the last entry that both branches have in common."""
        self._dice = _Luck(reel, self.parted), _Luck(other, self.parted)

    def ghosts(self) -> list[Mark]:
        """Return a ghost (outline) for each ship that is at another place in the other branch."""
        own: dict[str, object] = {}
        for mark in self._scene(self.reel).marks:
            if isinstance(mark, Hull) and mark.state != "ghost":
                own[mark.key] = mark.pose, mark.state
            elif isinstance(mark, Counter):
                own[mark.key] = mark.box
        theirs = self._scene(self.other)
        found: list[Mark] = []
        for mark in theirs.marks:
            if isinstance(mark, Hull) and mark.state != "ghost":
                if own.get(mark.key) != (mark.pose, mark.state):
                    found += [replace(mark, state="ghost"), Spot("label", mark.pose.at, THERE)]
            elif isinstance(mark, Counter) and not mark.ghost and own.get(mark.key) != mark.box:
                found.append(replace(mark, ghost=True, state=THERE))
        return found

    def rows(self) -> list[Row]:
        """Return rows with the differences between the two branches at the same entry.

        If the other branch has ended before, its last entry is used.
        """
        return [Heading("The other branch, as ghosts"), words(self.told, "dim"), *self._told()]

    @property
    def counting(self) -> bool:
        """Tell whether some dice up to this entry have not been counted yet."""
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
            yield words(f"Both battles are the same up to entry {self.parted}.")
            return
        if there < reel.n:
            yield words(f"The other branch ends at entry {there}.", "dim")
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
        yield from _compared("successes above the average", own, *luck, "+.1f")

    def _damage(self) -> Iterator[Row]:
        own, theirs = _harm(self._scene(self.reel)), _harm(self._scene(self.other))
        found = [key for key in {**own, **theirs} if own.get(key) != theirs.get(key)]
        for key in found[:MOST_SHIPS]:
            here, there = own.get(key, "gone"), theirs.get(key, "gone")
            yield words(f"{key}: here {here}, there {there}", key=key)
        if len(found) > MOST_SHIPS:
            yield words(f"and {len(found) - MOST_SHIPS} more ships", "dim")


class _Luck:
    """Each side's luck in dice since an entry: results minus averages, counted entry by entry."""

    def __init__(self, reel: Reel, first: int) -> None:
        self._reel, self._first = reel, first
        self._sums: list[Mapping[str, float]] = [{}]

    def whole(self, n: int) -> bool:
        """Tell whether all dice up to entry `n` have been counted."""
        return len(self._sums) > n - self._first

    def upto(self, n: int) -> Mapping[str, float]:
        """Return {side: luck} up to an entry, or up to the last entry counted so far."""
        reel, steps = self._reel, AT_ONCE
        while not self.whole(n) and steps:
            at = self._first + len(self._sums)
            sums = Sums(self._sums[-1])
            for _, rolled in dice.entry_rolls(reel.battle, reel.viewer_seat, at):
                if rolled.side:  # a die that is rolled for both sides is not the luck of one side
                    sums[rolled.side] += rolled.got - rolled.mean  # type: ignore[assignment]
            self._sums.append(sums)
            steps -= 1
        return self._sums[max(0, min(n - self._first, len(self._sums) - 1))]


def last_common_entry(one: SeenBattle, other: SeenBattle) -> int:
    """Return the number of the last entry up to which two battles have the same events."""
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
    """Yield a row for each side whose figure differs between the branches."""
    for side, name in names.items():
        here, there = own.get(side, 0.0), theirs.get(side, 0.0)
        if side in {**own, **theirs} and abs(here - there) > (LEAST if form == "+.1f" else 1e-9):
            yield words(f"{name}: {what} here {here:{form}}, there {there:{form}}")


def _harm(scene: Scene) -> dict[str, str]:
    """Return {ship: her damage as text, as on her mark on the chart}."""
    found = {}
    for mark in scene.marks:
        if isinstance(mark, Hull) and mark.state != "ghost":
            found[mark.key] = f"{mark.damage[0]}/{mark.damage[1]}"
        elif isinstance(mark, Counter | Fort):
            found[mark.name] = mark.state
    return found
