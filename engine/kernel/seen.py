"""The interface through which screens read a battle, command it, and subscribe to its changes."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

import msgspec

from engine.game.game import Record
from engine.game.parts.part import E, S

# Observers that are notified of every change of a battle, in the order of the changes.


LOG = logging.getLogger("weathergage.battle")
B = TypeVar("B")


class Change(msgspec.Struct, Generic[S, E], frozen=True):
    """A notification to observers: the entry that has just been written, and the states around it.

    These are the states before and after the entry.
    """

    record: Record[E]
    before: S
    after: S
    notice: str = ""
    """A notice for players that the file had to be written again at another path; else ''."""

    @property
    def kind(self) -> str:
        """The kind of the entry: command, undo, redo, take_back, note, bookmark, chat, reveal, or a
        way of leaving.
        """
        return self.record.kind


class Observers(Generic[B]):
    """The observers of one battle.

    Screens, hosts and logs subscribe through the battle, which notifies them one after another when
    a change is on disk. An observer that fails does not affect the other observers. An observer may
    answer a notification with a command.
    """

    def __init__(self) -> None:
        self._observers: list[Callable[[B, Change], None]] = []
        self._untold: list[Change] = []

    def add(self, observer: Callable[[B, Change], None]) -> Callable[[], None]:
        """Register an observer; the returned function unsubscribes it."""
        self._observers.append(observer)
        return lambda: self._observers.remove(observer) if observer in self._observers else None

    def notify(self, battle: B, change: Change) -> None:
        """Notify all observers of a change, after they have received all earlier changes.

        An observer's error is logged and not raised: the change is on disk, and the caller must not
        think that it was refused.
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


# The facts that a screen may read of a battle, and the requests it may make in a seat's name.
# `Battle` implements this interface. A host shows its battles through another implementation that
# reveals no more than the person may know; screens use only these types, and so cannot bypass it.


if TYPE_CHECKING:
    from engine.game.game import Game, Given, Outcome, Record
    from engine.game.question import Draft, Question
    from engine.kernel.battle import Battle
    from engine.kernel.journal import Header
    from engine.kernel.leaving import LeavingKind
    from engine.kernel.timeline import Happening


class SeenBattle(Protocol):
    """A battle that can be read: its states, commands and log, up to the moment that may be seen.

    Screens for watching take this type. A host passes a proxy that knows the reader's seat
    (`ShownBattle`), so that secrets are out of reach.
    """

    @property
    def game(self) -> Game:
        """The game system, with its rules."""

    @property
    def header(self) -> Header:
        """The header of the battle, which is the first line of its file."""

    @property
    def path(self) -> Path | None:
        """The battle's file; None where there is none, or where the reader may not know it."""

    @property
    def notice(self) -> str:
        """What players must be told about the battle's file, such as damage; '' for nothing."""

    @property
    def why_closed(self) -> str:
        """Why the battle accepts no command; '' if it does."""

    @property
    def seed(self) -> int:
        """A seed for what a screen computes with random numbers, such as advice."""

    @property
    def position(self) -> int:
        """The number of visible commands."""

    @property
    def state(self) -> Any:
        """The state after the visible commands."""

    @property
    def entries(self) -> tuple[Record, ...]:
        """The visible commands, oldest first."""

    @property
    def log(self) -> list[Record]:
        """The visible entries of the file: commands, talk, notes and undos."""

    @property
    def notes(self) -> tuple[Record, ...]:
        """The notes and bookmarks among the visible entries."""

    def pending(self) -> tuple[Question, ...]:
        """Return the open questions."""

    def view(self, seat: str) -> Any:
        """Return the state as a seat sees it; an empty `seat` stands for a watcher."""

    def outcome(self) -> Outcome | None:
        """Return the outcome; None while the battle goes on."""

    def at(self, n: int) -> Any:
        """Return the state after the nth visible command; 0 is the start."""

    def moment(self, n: int) -> tuple[Any, Record]:
        """Return the state before the nth command (from 1), and that command."""

    def unfolded(self, n: int) -> tuple[Happening, ...]:
        """Return the events of the nth command (from 1), each with the states before and
        after it.
        """

    def subscribe(self, observer: Callable[[Any, Change], None]) -> Callable[[], None]:
        """Register an observer; the returned function unsubscribes it."""

    def fork(self, n: int) -> Battle:
        """Return a fork in memory: a battle that goes on from a copy of this one after the nth
        command.
        """

    def close(self) -> None:
        """Close the battle's file, if one was opened."""


class SeatDrafts(Protocol):
    """The answers that seats (players) have filled in on sheets that are not sealed yet."""

    def of(self, seat: str, sheet: str) -> Draft:
        """Return a seat's draft of a sheet (a form of several questions)."""

    def keep(self, seat: str, sheet: str, draft: Draft) -> None:
        """Store a seat's draft."""


class PlayedBattle(SeenBattle, Protocol):
    """A battle that can be played; `Refused` says why something is not allowed."""

    @property
    def drafts(self) -> SeatDrafts:
        """The answers that seats have filled in on sheets that are not sealed yet."""

    def refresh(self) -> bool:
        """Read the entries that another process has written; return whether there were new ones."""

    def submit(self, seat: str, command: Any) -> tuple[Any, ...]:
        """Submit a seat's command, and return its events."""

    def answer(self, seat: str, given: Given | str) -> tuple[Any, ...]:
        """Answer a seat's open question."""

    def why_not_reopen(self, seat: str) -> str | None:
        """Say why this seat may not reopen the sheet that it has sealed; None when it may."""

    def reopen(self, seat: str) -> tuple[Any, ...]:
        """Open a seat's sealed sheet (handed in) again, and return the events of this entry."""

    def why_not_undo(self, seat: str) -> str | None:
        """Say why this seat may not undo the latest command without consent; None when it may."""

    def undo(self, seat: str) -> None:
        """Undo this seat's latest command."""

    def why_not_redo(self) -> str | None:
        """Say why nothing can be redone; None when there is a command to redo."""

    def undone(self) -> Record | None:
        """Return the command that a redo would apply again."""

    def redo(self, seat: str) -> None:
        """Apply the last undone command again."""

    def why_not_take_back(self, seat: str) -> str | None:
        """Say why this seat has no command that can be taken back; None when it has one."""

    def take_back(self, seat: str) -> None:
        """Go back to the state before this seat's latest command."""

    def note(self, text: str, seat: str = "") -> None:
        """Write a note on the present moment."""

    def leave(self, kind: LeavingKind, seat: str, text: str = "") -> None:
        """Record a step that ends the battle outside its rules, or leads to such an end."""


def visible_events(battle: SeenBattle, n: int) -> list[Happening[Any, Any]]:
    """Return those events of the nth command that a watcher may see.

    Each event has the states before and after it; when the battle is over, nothing is hidden in
    these states. Events whose type is in `Rules.bookkeeping` are left out. The log, reports,
    replays and the line interface all use this function.
    """
    silent = battle.game.bookkeeping
    happened = [each for each in battle.unfolded(n) if not isinstance(each.event, silent)]
    if battle.outcome() is None:
        return happened
    told: list[Happening[Any, Any]] = []
    opened = battle.game.review.opened
    for each in happened:
        # The state before an event is the state after the previous one: each is opened only once.
        before = told[-1].after if told else opened(each.before)
        told.append(each._replace(before=before, after=opened(each.after)))
    return told
