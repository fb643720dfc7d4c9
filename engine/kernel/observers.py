"""Those who are told of every change of a battle, in the order in which changes happened."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Generic, TypeVar

import msgspec

from engine.base.generic import E, S
from engine.game.record import Record

LOG = logging.getLogger("weathergage.battle")
B = TypeVar("B")


class Change(msgspec.Struct, Generic[S, E], frozen=True):
    """What observers are told: the entry just acknowledged, and the states around it."""

    record: Record[E]
    before: S
    after: S
    notice: str = ""
    """What players must be told of the file, when it had to be written anew in another place."""

    @property
    def kind(self) -> str:
        """command, undo, redo, take_back, note, bookmark, chat, reveal, or a way of leaving."""
        return self.record.kind


class Observers(Generic[B]):
    """The observers of one battle; one of them may answer by a command of its own.

    Screens, hosts and logs subscribe through the battle, which tells them after a change is on
    disk, each in turn and on its own: one that fails holds nobody else up.
    """

    def __init__(self) -> None:
        self._observers: list[Callable[[B, Change], None]] = []
        self._untold: list[Change] = []

    def add(self, observer: Callable[[B, Change], None]) -> Callable[[], None]:
        """Let an observer be told from now on; return what ends that."""
        self._observers.append(observer)
        return lambda: self._observers.remove(observer) if observer in self._observers else None

    def tell(self, battle: B, change: Change) -> None:
        """Tell all of a change, after they have been told of the one that is being told.

        An observer that fails is logged: what it is told of is on disk, and whoever answered must
        not take that for refused.
        """
        self._untold.append(change)
        if len(self._untold) > 1:
            return
        try:
            while self._untold:
                for observer in tuple(self._observers):
                    try:
                        observer(battle, self._untold[0])
                    except Exception:
                        LOG.exception("an observer failed after entry %d", self._untold[0].record.n)
                del self._untold[0]
        finally:
            self._untold.clear()
