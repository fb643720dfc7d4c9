"""The timeline: the commands of a battle in order, and a cache of the state after each.

States are immutable, so every computed state is kept, except where somebody reads a battle once
from its start to its end. A state that is not in memory is computed: the events are applied to the
nearest known state before it, which is a cached one or a keyframe (a state stored in the file).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Any, Generic, NamedTuple

import msgspec

from engine.base.errors import SURROUNDINGS, Refused
from engine.game.game import Game, Record, fold_events
from engine.game.parts.part import E, S
from engine.kernel.codec import codec
from engine.kernel.journal import Damage


class Happening(NamedTuple, Generic[S, E]):
    """An event of a command, with the states just before and just after it."""

    before: S
    event: E
    after: S


UNFOLDED = 4
"""The states between the events are cached for this many commands: the command on the screen, and
its neighbours in a replay."""


FEW = 64
"""The number of states that are kept where a battle is read only once. It is more than the events
between two keyframes, so that a state a little before the latest one can be computed quickly."""


class Timeline(Generic[S, E]):
    """The commands of a battle: 1 to `position` are applied, later ones are undone and may be
    redone.

    A battle has one timeline, and a proof creates its own. It keeps every computed state, since
    adjacent entries share states and a replay goes back and forth. States of a battle read from a
    file are computed on first use.
    """

    def __init__(self, game: Game[S, Any, E], start: S, source: str = "") -> None:
        self.game = game
        self.source = source
        self.position = 0
        self._line: list[Record] = []
        self.most_states = 0
        """How many of the latest computed states are kept besides the start; 0 keeps all states."""
        self._states: list[S | None] = [start]
        self._computed: deque[int] = deque()
        """The numbers of the kept states, in the order in which they were computed. It is used only
        where not all states are kept."""
        self._applied: tuple[Record, ...] | None = ()
        """A cache of the commands that are not undone: a replay asks for them ten times for each
        key press."""
        self._between: dict[int, tuple[Record[E], tuple[S, ...]]] = {}
        """{command's number: the command and the states after each of its events}, a cache for the
        latest commands looked at."""

    def __len__(self) -> int:
        return len(self._line)

    @property
    def entries(self) -> tuple[Record, ...]:
        """The commands that are not undone, oldest first."""
        if self._applied is None:
            self._applied = tuple(self._line[: self.position])
        return self._applied

    @property
    def last(self) -> Record | None:
        """The latest command that is not undone; None if there is none."""
        return self._line[self.position - 1] if self.position else None

    def latest(self, seat: str) -> int:
        """Return the number of a seat's latest command that is not undone; 0 if there is none."""
        return max((record.at for record in self.entries if record.seat == seat), default=0)

    @property
    def next(self) -> Record | None:
        """The undone command that a redo would apply next; None if there is none."""
        return self._line[self.position] if self.position < len(self._line) else None

    def push(self, record: Record, states: tuple[S, ...] | None = None) -> None:
        """Apply a new command; undone commands can then no longer be redone.

        `states` has the state after each of its events, if they are known.
        """
        del self._line[self.position :], self._states[self.position + 1 :]
        self._line.append(record)
        self._states.append(None)
        self.position += 1
        self._applied = None
        if states is not None:
            self._states[-1] = states[-1] if states else self._states[-2]
            self._keep(self.position, record, states)

    def branch(self, line: tuple[Record, ...], source: str) -> Timeline[S, E]:
        """Return the timeline of a fork.

        `line` has the first commands of this timeline, renumbered. The new timeline shares the
        states that are already computed, so that they need not be computed again.
        """
        fork = Timeline(self.game, self.at(0), source)
        fork._line, fork._applied, fork.position = list(line), line, len(line)
        fork._states = self._states[: len(line) + 1]
        return fork

    def move(self, position: int) -> None:
        """Set how many commands are applied: fewer for an undo, more for a redo."""
        self.position = position
        self._applied = None

    def at(self, n: int) -> S:
        """Return the state after the nth command; 0 is the start."""
        state = self._states[n]
        return self._fold(n) if state is None else state

    def moment(self, n: int) -> tuple[S, Record[E]]:
        """Return the state before the nth command (from 1), and that command."""
        if not 1 <= n <= len(self._line):
            raise Refused(f"there is no entry {n}; the last is {len(self._line)}")
        return self.at(n - 1), self._line[n - 1]

    def unfolded(self, n: int) -> tuple[Happening[S, E], ...]:
        """Return the events of the nth command (from 1), each with the states before and
        after it.
        """
        before, record = self.moment(n)
        kept = self._between.get(n)
        if kept is None or kept[0] is not record:
            states = fold_events(before, record.events, self.game.evolve).states
            if states and self._states[n] is None:
                self._store(n, states[-1])
            states = self._keep(n, record, states)
        else:
            states = kept[1]
        around = zip((before, *states), record.events, states, strict=False)
        return tuple(Happening(*each) for each in around)

    def _keep(self, n: int, record: Record, states: tuple[S, ...]) -> tuple[S, ...]:
        """Cache and return the states after each event of a command.

        All but the last are marked by `Game.under_way`, because they are in the middle of the
        command.
        """
        states = (*map(self.game.under_way, states[:-1]), *states[-1:])
        self._between.pop(n, None)
        self._between[n] = record, states
        while len(self._between) > UNFOLDED:
            del self._between[next(iter(self._between))]
        return states

    def since_keyframe(self) -> int:
        """Return how many events have been applied since the last keyframe (stored state)."""
        events = 0
        for index in range(self.position - 1, -1, -1):
            if self._line[index].frame is not None:
                break
            events += len(self._line[index].events)
        return events

    def _fold(self, n: int) -> S:
        """Return the state after the nth command, computed from the nearest known state before it.

        The states in between are cached too.
        """
        known = n
        while (state := self._states[known]) is None:
            record = self._line[known - 1]
            # A keyframe is decoded only where the previous state is unknown. Where it is known,
            # folding takes less time and memory, because a decoded state shares no objects with
            # the states around it.
            if record.frame is not None and self._states[known - 1] is None:
                try:
                    framed: S = codec(self.game).state(record.frame)
                except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
                    raise Damage(
                        self.source, record.n + 1, "has a state that cannot be read"
                    ) from None
                state = self._store(known, framed)
                break
            known -= 1
        for index in range(known, n):
            state = self._store(index + 1, self._folded(state, self._line[index]))
        return state

    def _store(self, n: int, state: S) -> S:
        """Cache and return the state after the nth command."""
        self._states[n] = state
        if self.most_states:
            self._computed.append(n)
            if len(self._computed) > self.most_states:
                self._states[self._computed.popleft()] = None
        return state

    def _folded(self, state: S, record: Record[E]) -> S:
        try:
            return fold(self.game, state, record.events)
        except SURROUNDINGS:
            raise
        # a forged file may contain any event, and `evolve` may raise any exception
        except Exception:
            raise Damage(
                self.source, record.n + 1, "has an event that cannot have happened"
            ) from None


def fold(game: Game[S, Any, E], state: S, events: Iterable[E]) -> S:
    """Return the state after all these events, applied to `state` one after another."""
    for event in events:
        state = game.evolve(state, event)
    return state
