"""The ledger of one decision: the state so far, the dice, and the events written down."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, Protocol, TypeVar

from msgspec.structs import replace

from engine.base.dice import Dice
from engine.game.decided import Decided
from engine.kit.fold import evolve
from engine.kit.step import Step


class Playing(Protocol):
    """What the kit asks of a state: a struct with an agenda and a count of its dice."""

    @property
    def agenda(self) -> tuple[Any, ...]:
        """The steps that are still to be done, the next one last."""

    @property
    def dice(self) -> int:
        """How many numbered dice were rolled."""

    @property
    def outcome(self) -> Any:
        """How the battle ended; None while it goes on."""


S = TypeVar("S", bound=Playing)
E = TypeVar("E")


class Ledger(Generic[S, E]):
    """What `decide` writes into. `state` always follows from what was written and planned.

    One is made for each command and thrown away with it. Rules read `state`, roll by `face` and
    write events; they never change a state themselves, so that a replay, which has the events
    alone, comes to the same.

    The agenda changes with every step, but it is written down once: `decided` ends the events
    with one `planned` event, the difference between the agenda before and after the command.
    """

    def __init__(
        self,
        state: S,
        dice: Dice,
        planned: Callable[[int, tuple[Any, ...]], E],
    ) -> None:
        """Begin with a state; `planned` makes the event of (steps taken off, steps laid on)."""
        self.state = state
        self.events: list[E] = []
        self._states: list[S] = []
        self._dice = dice
        self._planned = planned
        self._agenda = state.agenda

    def write(self, event: E) -> None:
        """Write an event down and let the state follow."""
        self.state = evolve(self.state, event)
        self.events.append(event)
        self._states.append(self.state)

    def finish(self, *then: Step) -> None:
        """Take the step off the agenda and lay others on, the first to be done first."""
        self.state = replace(self.state, agenda=(*self.state.agenda[:-1], *then[::-1]))  # type: ignore[type-var]

    def plan(self, *then: Step) -> None:
        """Lay steps on the agenda before the one that stands there."""
        self.state = replace(self.state, agenda=(*self.state.agenda, *then[::-1]))  # type: ignore[type-var]

    def decided(self) -> Decided[S, E]:
        """Return the events, ended by the change of the agenda, and the state after each."""
        before, after = self._agenda, self.state.agenda
        same = 0
        for old, new in zip(before, after, strict=False):
            if old != new:
                break
            same += 1
        if same < len(before) or same < len(after):
            self.events.append(self._planned(len(before) - same, after[same:]))
            self._states.append(self.state)
        elif self._states:
            self._states[-1] = self.state  # the agenda has come back to what it was
        return Decided(self.events, self._states)

    def face(self, sides: int, after: int = 0) -> int:
        """Return 1 to `sides` by the next die, or the one `after` it.

        The event that tells of it must count the die.
        """
        return self._dice.face(self.state.dice + after, sides)

    def faces(self, count: int, sides: int) -> tuple[int, ...]:
        """Return the next dice; the event that tells of them must count them."""
        return tuple(self.face(sides, place) for place in range(count))

    def shuffled(self, cards: Sequence[str], after: int = 0) -> tuple[str, ...]:
        """Return cards in the order of the next dice, one a card but the last.

        `after` dice are passed over; the event that tells of it must count all of them.
        """
        left = list(cards)
        drawn: list[str] = []
        for number in range(len(left), 1, -1):
            drawn.append(left.pop(self.face(number, after + len(drawn)) - 1))
        return (*drawn, *left)
