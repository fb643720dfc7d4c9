"""A hosted battle as one person may see it: live or delayed by some turns, to play or only to
watch.

Only `HostedBattle.shown_to` creates these objects. Screens of a host get nothing else of a battle,
so that no screen can show more than a person may see.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

from engine.base.dice import derive_seed
from engine.base.errors import Refused
from engine.game.game import Game, Given, Outcome, Record
from engine.game.question import Draft, Question
from engine.kernel.battle import Battle
from engine.kernel.drafts import Drafts
from engine.kernel.journal import Header
from engine.kernel.leaving import LeavingKind
from engine.kernel.logbook import notes
from engine.kernel.seen import Change
from engine.kernel.timeline import Happening

NOT_YOURS = "this is not your seat"
ONLY_WATCHED = "you watch this battle"
GOES_ON = "wait until the battle is over"


class ShownBattle:
    """A battle up to the latest moment that a person may see; it cannot be played.

    A watcher may see the battle `behind` turns later than the players. A turn ends where its number
    or the chapter (the battle of a chain) changes; this also works between two battles of a chain,
    where the number is zero. When the battle, or the whole chain, is over, everything is shown.
    """

    def __init__(self, battle: Battle, behind: int = 0) -> None:
        self._battle = battle
        self.behind = behind
        self._sides: frozenset[str] = frozenset()
        """The sides whose private chat this person may read."""
        self._computed: tuple[Any, int] = (None, 0)
        """A cache: the battle's state when `position` was last computed, and the result."""
        self._viewed: tuple[Any, dict[str, Any]] = (None, {})
        """A cache of views by seat, so that all persons with the same view share one object."""

    # What is shown -------------------------------------------------------------------------

    @property
    def game(self) -> Game[Any, Any, Any]:
        """The game system, with its rules."""
        return self._battle.game

    @property
    def header(self) -> Header:
        """The header of the battle file, without the seed of fair dice."""
        return self._battle.header

    @property
    def path(self) -> Path | None:
        """Always None: the location of the host's files is private."""
        return None

    @property
    def notice(self) -> str:
        """What the players must be told about the battle's file, such as damage; '' for nothing."""
        return self._battle.notice

    @property
    def why_closed(self) -> str:
        """Why this person cannot play the battle."""
        return "you watch some turns behind" if self.behind else ONLY_WATCHED

    @property
    def seed(self) -> int:
        """A seed for what a screen computes with random numbers, such as advice.

        The seed of the dice cannot be computed from it.
        """
        return derive_seed(self._battle.seed, "advice", 63)

    @property
    def position(self) -> int:
        """The number of commands that this person may see."""
        battle = self._battle
        if not self.behind or battle.outcome():
            return battle.position
        if self._computed[0] is not battle.state:
            self._computed = battle.state, self._delayed()
        return self._computed[1]

    def _delayed(self) -> int:
        """Return the number of commands up to the end of the turn that was `behind` turns ago."""
        battle, game = self._battle, self._battle.game
        shown, ended = battle.position, 0
        now = _turn(game, battle.state)
        while shown:
            before = _turn(game, battle.at(shown - 1))
            if before != now:
                ended += 1
                if ended == self.behind:
                    return shown - 1
            shown, now = shown - 1, before
        return 0

    @property
    def state(self) -> Any:
        """The state after the commands that this person may see."""
        return self._battle.at(self.position)

    @property
    def entries(self) -> tuple[Record, ...]:
        """The commands that this person may see, oldest first."""
        return self._battle.entries[: self.position]

    @property
    def log(self) -> list[Record]:
        """The entries of the file up to the first command that this person may not see yet.

        While the battle goes on, the private chat of other sides is left out.
        """
        shown, entries = self.position, self._battle.entries
        until = entries[shown].n if shown < len(entries) else len(self._battle.log) + 1
        return [
            each
            for each in self._battle.log
            if each.at <= shown and each.n < until and self._may_read(each)
        ]

    @property
    def notes(self) -> tuple[Record, ...]:
        """The notes and bookmarks among the visible entries."""
        return notes(self.log, self.position)

    def view(self, seat: str) -> Any:
        """Return the state after the visible commands as a seat sees it; after the end nothing is
        hidden.
        """
        if self.outcome() is not None:
            return self.game.review.opened(self.state)
        state = self.state
        if self._viewed[0] is not state:
            self._viewed = state, {}
        seen = self._viewed[1]
        if seat not in seen:
            seen[seat] = self.game.view(state, seat)
        return seen[seat]

    def pending(self) -> tuple[Question, ...]:
        """Return the open questions after the visible commands."""
        battle = self._battle
        if self.position == battle.position:
            return battle.pending()
        questions: tuple[Question, ...] = self.game.pending(self.state)
        return questions

    def outcome(self) -> Outcome | None:
        """Return how the battle ended, if that is visible."""
        return self._battle.outcome()

    def at(self, n: int) -> Any:
        """Return the state after the nth visible command."""
        self._must_show(n)
        return self._battle.at(n)

    def moment(self, n: int) -> tuple[Any, Record]:
        """Return the state before the nth visible command, and that command."""
        self._must_show(n)
        return self._battle.moment(n)

    def unfolded(self, n: int) -> tuple[Happening, ...]:
        """Return the events of the nth visible command, one by one with their states."""
        self._must_show(n)
        return self._battle.unfolded(n)

    def _may_read(self, record: Record) -> bool:
        """Tell whether the viewer may read an entry, which may be the private chat of a side."""
        return not record.to or record.to in self._sides or self.outcome() is not None

    def _must_show(self, n: int) -> None:
        if not 0 <= n <= self.position:
            raise Refused(f"there is no entry {n}; the last one shown is {self.position}")

    def subscribe(self, observer: Callable[[Any, Change], None]) -> Callable[[], None]:
        """Register an observer, which is called whenever more becomes visible; the returned
        function unsubscribes it.
        """
        shown, state = self.position, self.state

        def heard(battle: Battle, change: Change) -> None:
            nonlocal shown, state
            if not self._may_read(change.record):
                return
            before, shown = shown, self.position
            old, state = state, self.state
            if not self.behind or battle.outcome():
                observer(self, change)
            elif shown != before:
                forward = shown > before
                record = self.entries[-1] if forward else change.record
                last = self.at(shown - 1) if forward else old
                observer(self, Change(record, last, state, change.notice))

        return self._battle.subscribe(heard)

    def fork(self, n: int) -> Battle:
        """Return a fork (a battle that goes on from a copy) in memory.

        In it the reader can try another choice. Raises `Refused` while the battle goes on.
        """
        self._must_be_over()
        return self._battle.fork(n)

    def _must_be_over(self) -> None:
        if self.outcome() is None:
            raise Refused(GOES_ON)

    def close(self) -> None:
        """Do nothing, because the file belongs to the host."""


class PersonsBattle(ShownBattle):
    """A battle as a person sees it, which the person may play with seats of the person's own.

    It is a proxy created by `HostedBattle.shown_to`; a screen of the host uses it where a screen at
    home uses a `Battle`. Views, drafts and commands of other seats cannot be reached through it, so
    screens need not be trusted. All watchers share one proxy, which has no seats.
    """

    def __init__(self, battle: Battle, seats: Collection[str] = (), behind: int = 0) -> None:
        super().__init__(battle, behind)
        self._seats = frozenset(seats)
        own = (each.side for each in self.game.seats(battle.state) if each.key in self._seats)
        self._sides = frozenset(own)
        self._all: ShownBattle | None = None
        """The result of `whole`, cached for the life of this proxy."""

    def revoke(self) -> None:
        """Revoke access to the seats, because other people have them from now on."""
        self._seats, self._sides = frozenset(), frozenset()
        self._viewed = None, {}

    @property
    def why_closed(self) -> str:
        """Why this person cannot play the battle; '' for a player of the battle."""
        return self._battle.why_closed if self._seats else super().why_closed

    def sees_as(self, seat: str) -> bool:
        """Tell whether this person may replay the battle with the view of a seat.

        Allowed are the person's own seats, and a watcher's view (''), which shows less than a
        player's.
        """
        return not seat or seat in self._seats

    @property
    def drafts(self) -> OwnDrafts:
        """The drafts of the person's own seats."""
        return OwnDrafts(self._battle.drafts, self._seats)

    def refresh(self) -> bool:
        """Return False, because there is never anything to read: the host passes on new entries."""
        return False

    def load_finished(self) -> Battle:
        """Return the complete battle from its file; raises `Refused` while it goes on."""
        self._must_be_over()
        assert self._battle.path is not None
        with Battle.open(self._battle.path, write=False) as watched:
            return watched  # its file is closed again, since a host's open files are limited

    def whole(self) -> ShownBattle:
        """Return the complete view of a finished battle, which is the same for everybody."""
        self._must_be_over()
        self._all = _whole.setdefault(self._battle, ShownBattle(self._battle))
        return self._all

    def submit(self, seat: str, command: Any) -> tuple[Any, ...]:
        """Submit a command of one of the person's seats."""
        return self._of(seat).submit(seat, command)

    def answer(self, seat: str, given: Given | str) -> tuple[Any, ...]:
        """Submit an answer to a question of one of the person's seats."""
        return self._of(seat).answer(seat, given)

    def why_not_reopen(self, seat: str) -> str | None:
        """Return why a seat may not reopen the sheet that it has sealed; None when it may."""
        return self._why_not(seat) or self._battle.why_not_reopen(seat)

    def reopen(self, seat: str) -> tuple[Any, ...]:
        """Open a sealed sheet (handed in) of one of the person's seats again, to change it."""
        return self._of(seat).reopen(seat)

    def why_not_undo(self, seat: str) -> str | None:
        """Return why a seat may not undo its latest command without consent; None when it may."""
        return self._why_not(seat) or self._battle.why_not_undo(seat)

    def undo(self, seat: str) -> None:
        """Undo the latest command of one of the person's seats."""
        self._of(seat).undo(seat)

    def why_not_redo(self) -> str | None:
        """Return why nothing can be redone; None when there is a command to redo."""
        return (ONLY_WATCHED if not self._seats else None) or self._battle.why_not_redo()

    def undone(self) -> Record | None:
        """Return the command that a redo would apply again."""
        return self._battle.undone() if self._seats else None

    def redo(self, seat: str) -> None:
        """Apply the command again that one of the person's seats has undone."""
        self._of(seat).redo(seat)

    def why_not_take_back(self, seat: str) -> str | None:
        """Return why a seat has no command that can be taken back; None when it has one."""
        return self._why_not(seat) or self._battle.why_not_take_back(seat)

    def take_back(self, seat: str) -> None:
        """Raise `Refused`: `TakingBack.ask` must first ask the other persons."""
        raise Refused("the other players must agree before an order is taken back")

    def note(self, text: str, seat: str = "") -> None:
        """Raise `Refused`: people can write into a hosted battle only by chat."""
        raise Refused("a host saves no notes")

    def leave(self, kind: LeavingKind, seat: str, text: str = "") -> None:
        """Raise `Refused`: `HostedBattle.leaving` first asks the persons who must agree."""
        raise Refused("to leave a battle of a host, use the page for leaving")

    def _of(self, seat: str) -> Battle:
        """Return the whole battle, to act in it for a seat.

        Raises `Refused` for another person's seat.
        """
        why_not = self._why_not(seat)
        if why_not:
            raise Refused(why_not)
        return self._battle

    def _why_not(self, seat: str) -> str | None:
        if not self._seats:
            return self.why_closed
        return None if seat in self._seats else NOT_YOURS


class OwnDrafts:
    """The drafts of one person's seats."""

    def __init__(self, drafts: Drafts, seats: Collection[str]) -> None:
        self._drafts = drafts
        self._seats = seats

    def of(self, seat: str, sheet: str) -> Draft:
        """Return the draft of a sheet (a form of several questions) for one of the person's seats.

        It is empty for another player's seat.
        """
        return self._drafts.of(seat, sheet) if seat in self._seats else {}

    def keep(self, seat: str, sheet: str, draft: Draft) -> None:
        """Store the draft of one of the person's seats."""
        if seat not in self._seats:
            raise Refused(NOT_YOURS)
        self._drafts.keep(seat, sheet, draft)


_whole: WeakValueDictionary[Battle, ShownBattle] = WeakValueDictionary()
"""A cache of what everybody may see of a finished battle, with its hindsight, as long as somebody
uses it. The values are weak references, because such a view refers to its battle: with weak keys no
battle would ever be freed."""


def _turn(game: Game[Any, Any, Any], state: Any) -> tuple[str, int]:
    return game.chapter(state), game.turn(state)
