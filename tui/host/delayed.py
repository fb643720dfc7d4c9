"""A battle as it was some turns ago, for watchers who may not know more yet."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.game.game import Outcome
from engine.game.question import Question
from engine.game.record import Record
from engine.kernel.battle import Battle, Observer
from engine.kernel.observers import Change


class DelayedBattle:
    """A read-only view of a battle at the end of the turn `turns` before the current one.

    Once the battle is over, all of it is shown. Attributes that are not defined here are those
    of the battle itself.
    """

    why_closed = "you watch some turns behind"

    def __init__(self, battle: Battle, turns: int) -> None:
        self._battle = battle
        self._turns = turns
        self._computed: tuple[Any, int] = (None, 0)
        """Cache: the battle's state when `position` was last computed, and the result."""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._battle, name)

    @property
    def position(self) -> int:
        """How many commands are shown."""
        battle = self._battle
        if battle.outcome():
            return battle.position
        if self._computed[0] is not battle.state:
            turn = battle.game.turn(battle.state) - self._turns
            self._computed = battle.state, self._position_after(turn)
        return self._computed[1]

    def _position_after(self, turn: int) -> int:
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
        """The entries of the file up to what is shown, notes and chat among them."""
        shown = self.position
        return [record for record in self._battle.log if record.at <= shown]

    def view(self, seat: str) -> Any:
        """Return what is shown, as a seat sees it."""
        return self._battle.game.view(self.state, seat)

    def pending(self) -> tuple[Question, ...]:
        """Return the questions that were open."""
        questions: tuple[Question, ...] = self._battle.game.pending(self.state)
        return questions

    def outcome(self) -> Outcome | None:
        """Return how the battle ended, once it has."""
        return self._battle.outcome()

    def subscribe(self, observer: Observer) -> Callable[[], None]:
        """Call the observer whenever more is to be shown; return a function that ends this."""
        shown = self.position

        def heard(battle: Battle, change: Change) -> None:
            nonlocal shown
            before, shown = shown, self.position
            if shown != before:
                observer(battle, change)

        return self._battle.subscribe(heard)
