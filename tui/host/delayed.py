"""DelayedBattle: a battle as it stood some turns ago, for watchers who may not know more yet."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.game.decision import Decision
from engine.game.game import Outcome
from engine.kernel.battle import Battle, Observer
from engine.kernel.observers import Change
from engine.kernel.timeline import Record


class DelayedBattle:
    """What a battle screen needs of a battle, as it was at the end of an earlier turn.

    Once the battle is over, all of it is shown. What is not named here is the battle's own.
    """

    why_closed = "you watch some turns behind"

    def __init__(self, battle: Battle, turns: int) -> None:
        self._battle = battle
        self._turns = turns
        self._looked: tuple[Any, int] = (None, 0)
        """The battle's state when it was looked at last, and how many commands were shown."""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._battle, name)

    @property
    def position(self) -> int:
        """How many commands are shown."""
        battle = self._battle
        if battle.outcome():
            return battle.position
        if self._looked[0] is not battle.state:
            self._looked = battle.state, self._latest(battle.game.turn(battle.state) - self._turns)
        return self._looked[1]

    def _latest(self, turn: int) -> int:
        """Return how many commands there were at the end of a turn."""
        battle = self._battle
        shown = battle.position
        while shown and battle.game.turn(battle.at(shown)) > turn:
            shown -= 1
        return shown

    @property
    def state(self) -> Any:
        """The state that is shown."""
        return self._battle.at(self.position)

    @property
    def entries(self) -> tuple[Record, ...]:
        """The commands that are shown."""
        return self._battle.entries[: self.position]

    @property
    def log(self) -> list[Record]:
        """The entries of the file about what is shown."""
        shown = self.position
        return [record for record in self._battle.log if record.at <= shown]

    def view(self, seat: str) -> Any:
        """Return what is shown, as a seat sees it."""
        return self._battle.game.view(self.state, seat)

    def pending(self) -> tuple[Decision, ...]:
        """Return the questions that were open."""
        questions: tuple[Decision, ...] = self._battle.game.pending(self.state)
        return questions

    def outcome(self) -> Outcome | None:
        """Return how the battle ended, once it has."""
        return self._battle.outcome()

    def subscribe(self, observer: Observer) -> Callable[[], None]:
        """Call the observer whenever more is to be shown."""
        shown = self.position

        def heard(battle: Battle, change: Change) -> None:
            nonlocal shown
            before, shown = shown, self.position
            if shown != before:
                observer(battle, change)

        return self._battle.subscribe(heard)
