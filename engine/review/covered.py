"""Covered: a finished battle viewed as if under way, so that cards never shown stay hidden."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.game.game import Game, Record
    from engine.game.question import Question
    from engine.kernel.battle import Battle
    from engine.kernel.journal import Header
    from engine.kernel.seen import Change, SeenBattle
    from engine.kernel.timeline import Happening


class CoveredBattle:
    """A finished battle that appears to be under way; it cannot be played.

    Code that reveals secrets asks whether the battle is over, and here it is not. Each member is
    written out instead of delegated, so that a future member of `Battle` reveals nothing by
    default.
    """

    def __init__(self, battle: SeenBattle) -> None:
        self._battle = battle

    @property
    def game(self) -> Game[Any, Any, Any]:
        """The rules."""
        return self._battle.game

    @property
    def header(self) -> Header:
        """The first line of its file."""
        return self._battle.header

    @property
    def path(self) -> Path | None:
        """Its file."""
        return self._battle.path

    @property
    def notice(self) -> str:
        """The notice about its file."""
        return self._battle.notice

    @property
    def why_closed(self) -> str:
        """Why no command is accepted."""
        return "this view only shows the battle"

    @property
    def seed(self) -> int:
        """The seed for random parts of the view."""
        return self._battle.seed

    @property
    def position(self) -> int:
        """The number of commands in the battle."""
        return self._battle.position

    @property
    def state(self) -> Any:
        """The state after all commands."""
        return self._battle.state

    @property
    def entries(self) -> tuple[Record, ...]:
        """The commands, oldest first."""
        return self._battle.entries

    @property
    def log(self) -> list[Record]:
        """The entries of the file, including talk, notes and undos."""
        return self._battle.log

    @property
    def notes(self) -> tuple[Record, ...]:
        """The notes and bookmarks."""
        return self._battle.notes

    def pending(self) -> tuple[Question, ...]:
        """Return the open questions."""
        return self._battle.pending()

    def view(self, seat: str) -> Any:
        """Return the state as a seat sees it; '' is a watcher."""
        return self._battle.game.view(self._battle.state, seat)

    def outcome(self) -> None:
        """Return None: a covered battle counts as not over."""

    def at(self, n: int) -> Any:
        """Return the state after the nth command; 0 is the start."""
        return self._battle.at(n)

    def moment(self, n: int) -> tuple[Any, Record]:
        """Return the state before the nth command (from 1), and that command."""
        return self._battle.moment(n)

    def unfolded(self, n: int) -> tuple[Happening, ...]:
        """Return the events of the nth command (from 1), each with the states before and
        after it.
        """
        return self._battle.unfolded(n)

    def subscribe(self, observer: Callable[[Any, Change], None]) -> Callable[[], None]:
        """Register an observer; the returned function unsubscribes it."""
        return self._battle.subscribe(observer)

    def fork(self, n: int) -> Battle:
        """Return a copy in memory, forked after the nth command."""
        return self._battle.fork(n)

    def close(self) -> None:
        """Close its file."""
        self._battle.close()


def covered(battle: SeenBattle) -> SeenBattle:
    """Return a view of a battle with all secrets hidden, whether it is over or not."""
    return CoveredBattle(battle)
