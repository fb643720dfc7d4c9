"""Branches: the forks of a battle and the battle that it was forked from, shown one after the
other.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from pathlib import Path

from engine.base.errors import FileFault, Refused
from engine.files.saves import new_path, saves_folder
from engine.files.shelves import Branch, tree_of
from engine.game.chart import Mark
from engine.game.panel import Heading, Row, words
from engine.kernel.battle import Battle
from engine.sitting.watching.beside import Beside
from engine.sitting.watching.reel import Reel

MOST_LISTED = 8
"""The most branches that are listed, around the one that is shown."""


class Branches:
    """The tree of forks of the battle that a reel shows, and the branch shown beside it, if any.

    The tree is empty until `look` has found it.
    """

    def __init__(self, reel: Reel) -> None:
        self.reel = reel
        self.tree: list[Branch] = []
        """The branches, once `look` was called."""
        self.beside: Beside | None = None
        """The branch that is shown beside, if one is."""

    @property
    def here(self) -> int:
        """The index of the branch that is shown."""
        own = self.reel.battle.header.id
        return next((at for at, each in enumerate(self.tree) if each.id == own), 0)

    def look(self, saves: str | Path | None, path: Path | None) -> bool:
        """Find the branches of the file that is shown; return whether there is another one."""
        folders = [saves_folder(saves), *([path.parent] if path else [])]
        self.tree = tree_of(path, self.reel.battle.header, folders)
        return len(self.tree) > 1

    def others(self, step: int) -> list[Branch]:
        """Return the other branches in the order in which repeated steps of 1 or -1 reach them."""
        count = len(self.tree)
        return [self.tree[(self.here + step * far) % count] for far in range(1, count)]

    def next_beside(self) -> list[Branch]:
        """Return the branches that may be shown beside next, nearest first; [] to stop showing one
        beside.
        """
        shown = self.beside.other.battle.header.id if self.beside else ""
        others = self.others(1)
        at = next((at + 1 for at, each in enumerate(others) if each.id == shown), 0)
        return others[at:]

    def lay_beside(self, branch: Branch, battle: Battle) -> None:
        """Show another branch beside this one; its battle is read and then closed."""
        other = Reel(battle, self.reel.n, self.reel.viewer_seat)
        battle.close()
        self.beside = Beside(self.reel, other, branch.told)

    def turn_to(self, other: Battle) -> None:
        """Show another branch at the same entry, or at its end."""
        self.beside = None
        self.reel.read(other)
        self.reel.go(self.reel.n)
        self.reel.forks = self.forks()

    def best_line(self, battle: Battle, saves: str | Path | None) -> Battle:
        """Return a new branch of a battle from this entry on, for captains to play on."""
        from engine.review.fortune import PLAYER  # lazy import: few replays are played on

        n, now = self.reel.n, datetime.now()
        scenario = battle.header.scenario or "battle"
        path = new_path(saves_folder(saves), f"{scenario} line", now)
        players = {seat.key: PLAYER for seat in battle.game.seats(battle.at(n))}
        return battle.fork(n, path, now.isoformat(timespec="seconds"), players)

    def marks(self) -> list[Mark]:
        """Return the ghosts of the branch that is shown beside."""
        return self.beside.ghosts() if self.beside else []

    def rows(self) -> list[Row]:
        """Return the branches, and the differences from the branch beside."""
        rows: list[Row] = []
        if len(self.tree) > 1:
            here = self.here
            first = max(0, min(here - MOST_LISTED // 2, len(self.tree) - MOST_LISTED))
            rows.append(Heading(f"Branch {here + 1} of {len(self.tree)}"))
            for at, each in enumerate(self.tree[first : first + MOST_LISTED], first):
                line = f"{'>' if at == here else ' '} {'  ' * each.level}{each.told}"
                rows.append(words(line, "head" if at == here else "text"))
        if self.beside:
            rows += self.beside.rows()
        return rows

    def forks(self) -> list[int]:
        """Return the entries after which branches leave this one, or after which it was forked
        itself.
        """
        own = self.reel.battle.header.id
        return [each.entry for each in self.tree if each.parent and own in (each.parent, each.id)]


def first_whole(branches: Iterable[Branch]) -> tuple[Branch, Battle]:
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
