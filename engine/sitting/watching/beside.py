"""Two branches of a battle at one entry: positions of ships, points, damage, dice."""

from __future__ import annotations

from collections import Counter as Sums
from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from engine.game.chart import Counter, Fort, Hull, Mark, Scene, Spot
from engine.game.panel import Heading, Row, words
from engine.kernel.seen import SeenBattle
from engine.review import dice
from engine.review.curve import side_names
from engine.sitting.watching.reel import Reel

THERE = "there"
"""The word beside a ghost of the other branch."""
MOST_SHIPS = 6
"""The most ships whose damage is listed."""
AT_ONCE = 40
"""The number of entries whose dice are counted for one frame; later frames count the rest."""
LEAST = 0.05


class Beside:
    """Another branch beside a reel: its own reel, and the dice of both since they diverged."""

    def __init__(self, reel: Reel, other: Reel, told: str) -> None:
        self.reel, self.other, self.told = reel, other, told
        self.parted = parting(reel.battle, other.battle)
        """The last entry that both branches have."""
        self._dice = _Luck(reel, self.parted), _Luck(other, self.parted)

    def ghosts(self) -> list[Mark]:
        """Return a ghost for each ship of the other branch whose position differs in this one."""
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
        """Return the differences at this entry or at the branch's end."""
        return [Heading("The other branch, as ghosts"), words(self.told, "dim"), *self._told()]

    @property
    def counting(self) -> bool:
        """Tell whether dice for this entry are still to be counted."""
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
        yield from _compared("successes above the average", own, *luck, "+.1f")

    def _damage(self) -> Iterator[Row]:
        own, theirs = _harm(self._scene(self.reel)), _harm(self._scene(self.other))
        found = [key for key in {**own, **theirs} if own.get(key) != theirs.get(key)]
        for key in found[:MOST_SHIPS]:
            here, there = own.get(key, "gone"), theirs.get(key, "gone")
            yield words(f"{key}: {here}, there {there}", key=key)
        if len(found) > MOST_SHIPS:
            yield words(f"and {len(found) - MOST_SHIPS} more ships", "dim")


class _Luck:
    """Each side's luck in dice since an entry, counted incrementally."""

    def __init__(self, reel: Reel, first: int) -> None:
        self._reel, self._first = reel, first
        self._sums: list[Mapping[str, float]] = [{}]

    def whole(self, n: int) -> bool:
        """Tell whether all dice up to an entry are counted."""
        return len(self._sums) > n - self._first

    def upto(self, n: int) -> Mapping[str, float]:
        """Return the sums up to an entry, or up to the last entry counted so far."""
        reel, steps = self._reel, AT_ONCE
        while not self.whole(n) and steps:
            at = self._first + len(self._sums)
            sums = Sums(self._sums[-1])
            for _, rolled in dice.thrown(reel.battle, reel.viewer_seat, at):
                if rolled.side:  # a die rolled for both sides is no side's luck
                    sums[rolled.side] += rolled.got - rolled.mean  # type: ignore[assignment]
            self._sums.append(sums)
            steps -= 1
        return self._sums[max(0, min(n - self._first, len(self._sums) - 1))]


def parting(one: SeenBattle, other: SeenBattle) -> int:
    """Return the last entry up to which the commands of two battles are the same."""
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
    """Return the damage of each ship, in the words of the ship's mark."""
    found = {}
    for mark in scene.marks:
        if isinstance(mark, Hull) and mark.state != "ghost":
            found[mark.key] = f"{mark.damage[0]}/{mark.damage[1]}"
        elif isinstance(mark, Counter | Fort):
            found[mark.name] = mark.state
    return found
