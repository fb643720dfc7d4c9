"""Covered: a battle looked at as while it goes on, so that cards never shown stay hidden."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from engine.kernel.seen import SeenBattle


class Covered:
    """A battle that has not ended as far as anybody can tell; all else is the battle's own.

    What is opened of a battle is opened because it is over: whoever reads this one opens nothing.
    """

    def __init__(self, battle: SeenBattle) -> None:
        self._battle = battle

    def __getattr__(self, name: str) -> Any:
        """Return what the battle itself has."""
        return getattr(self._battle, name)

    def outcome(self) -> None:
        """Return None: it goes on."""

    def view(self, seat: str) -> Any:
        """Return the state as a seat sees it; '' is a watcher."""
        return self._battle.game.view(self._battle.state, seat)


def covered(battle: SeenBattle) -> SeenBattle:
    """Return a battle of which nothing is opened, whether it is over or not."""
    return cast("SeenBattle", Covered(battle))
