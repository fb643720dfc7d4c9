"""Hindsight: judges the choices of a battle one entry at a time, in the adviser's thread.

Results are cached with the battle, so that the page continues where it stopped.
"""

from __future__ import annotations

from collections.abc import Iterator
from weakref import WeakKeyDictionary

from engine.kernel.seen import SeenBattle
from engine.review.curve import CostlyChoice, costliest, judge_of, kept_beside
from engine.review.hindsight import judged
from engine.review.proving import Winning

_cached: WeakKeyDictionary[SeenBattle, Hindsight] = WeakKeyDictionary()


class Hindsight:
    """The choices that some seats made in a battle, as far as they are judged."""

    def __init__(self, battle: SeenBattle, seats: tuple[str, ...]) -> None:
        self.about = battle.header.id, battle.position, seats
        self.total = battle.position
        self.judged = 0
        start, entries = battle.at(0), battle.entries
        self._work: Iterator[CostlyChoice | None] = judged(
            battle.game, start, entries, battle.seed, seats
        )
        self._found: list[CostlyChoice] = []
        self._winning: dict[int, Winning] = {}
        self._take_kept(battle, seats)

    def _take_kept(self, battle: SeenBattle, seats: tuple[str, ...]) -> None:
        """Load earlier results, if all of them are stored beside the battle's file."""
        curve = kept_beside(battle) if battle.outcome() is not None else None
        every = {seat.key for seat in battle.game.seats(battle.state)}
        if curve and curve.whole and curve.judge == judge_of(battle) and every == {*seats}:
            self._found, self.judged = list(curve.costly), self.total

    @property
    def over(self) -> bool:
        """Tell whether every entry has been judged."""
        return self.judged >= self.total

    def step(self) -> None:
        """Judge the next entry, if there is one."""
        if self.over:
            return
        choice = next(self._work)
        self.judged += 1
        if choice:
            self._found.append(choice)

    def winning(self, battle: SeenBattle, choice: CostlyChoice) -> Winning:
        """Return the effect of a choice on the chance of winning, as far as it is known.

        It is cached, so that it continues when the choice is shown again.
        """
        if choice.n not in self._winning:
            self._winning[choice.n] = Winning(battle, choice)
        return self._winning[choice.n]

    def costliest(self, most: int) -> tuple[CostlyChoice, ...]:
        """Return the costliest choices so far."""
        return costliest(self._found, most)


def hindsight_on(battle: SeenBattle, seats: tuple[str, ...]) -> Hindsight:
    """Return the cached hindsight on these seats; a new one after another entry."""
    cached = _cached.get(battle)
    if cached is None or cached.about != (battle.header.id, battle.position, seats):
        cached = _cached[battle] = Hindsight(battle, seats)
    return cached
