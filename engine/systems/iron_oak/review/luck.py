"""Luck: what a side's dice did against what they should have done, by purpose."""

from __future__ import annotations

from collections import Counter, defaultdict

from engine.game.parts.aftermath import ALL, Luck
from engine.game.parts.rolled import Rolled
from engine.systems.iron_oak.data.facts import SIDES
from engine.systems.iron_oak.review.rolls import rolls
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state.state import State
from engine.systems.iron_oak.victory.wording import NAMES

PURPOSES = ("gunnery", "maneuvers", "hazards", "repairs")


class Fortunes:
    """Rolls of both sides as they fall; a roll and its response count as one."""

    def __init__(self) -> None:
        self._rolls: Counter[tuple[str, str]] = Counter()
        self._good: Counter[tuple[str, str]] = Counter()
        self._expected: defaultdict[tuple[str, str], float] = defaultdict(float)

    def take(self, state: State, event: ev.AnyEvent) -> None:
        """Count the roll of an event, if it has one that counts."""
        for rolled in rolls(state, event):
            if rolled.kind in PURPOSES:
                self._note(rolled)

    def _note(self, rolled: Rolled) -> None:
        for each in (rolled.kind, ALL):
            self._rolls[rolled.side, each] += 1
            self._good[rolled.side, each] += rolled.got
            self._expected[rolled.side, each] += rolled.mean

    def all(self) -> tuple[Luck, ...]:
        """Return every purpose that a die was thrown for, by side."""
        return tuple(
            Luck(
                side,
                purpose,
                self._rolls[side, purpose],
                self._good[side, purpose],
                self._expected[side, purpose],
            )
            for purpose in (*PURPOSES, ALL)
            for side in map(NAMES.__getitem__, SIDES)
            if self._rolls[side, purpose]
        )
