"""Steps of an agenda, events with their effect on the state, and the ledger.

A ledger collects the events of one command while the rules decide it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, Protocol, TypeVar, Union

import msgspec
from msgspec.structs import replace

from engine.base.dice import Dice
from engine.game.game import Decided

# The base of all steps of an agenda, and the event that records a change of the agenda.


class Step(msgspec.Struct, frozen=True, tag_field="step"):
    """A step of the agenda, something that is still to be done. Each subclass is a kind of step."""


class UnderWay(tuple[Step, ...]):
    """The agenda of a state in the middle of a command, which has no questions.

    Such a state is only drawn. In a live battle its agenda is partly done; in a battle read from a
    file it is the agenda before the command, since only the command's last event changes the
    agenda. Neither agrees with the rest of the state, so no rule may ask for open questions. The
    steps can still be read, for the name of a phase.
    """


class Planned(msgspec.Struct, frozen=True):
    """The event that the agenda (the steps still to be done) has changed.

    `taken` steps were removed from its end, then the steps `laid` were added. A system's own event
    derives from this class and from the system's base class of events, and declares `laid` with the
    system's types of steps.
    """

    taken: int
    laid: tuple[Any, ...] = ()

    def after(self, state: Any) -> Any:
        """Return the state with the changed agenda."""
        kept = state.agenda[: len(state.agenda) - self.taken]
        return replace(state, agenda=(*kept, *self.laid))


# Folds: an event's `after` returns the next state; `evolve` calls it, the same way in all games.
# The functions here change `ships`, the ships by id: a field that every state has.


S = TypeVar("S")


def union_of(base: type, module: str = "") -> Any:
    """Return the union of all structs that derive from a base, for decoding files.

    The base is that of all events, steps or commands of a system. A struct with subclasses is not a
    member. With `module`, only structs in modules whose names begin with it are members.
    """
    kinds = [base]
    for each in kinds:
        kinds += each.__subclasses__()
    leaves = (each for each in kinds if not each.__subclasses__())
    return Union[tuple(each for each in leaves if each.__module__.startswith(module))]  # noqa: UP007


def evolve(state: S, event: Any) -> S:
    """Return the state after an event.

    Replays, undo and simulated battles all call this function. An event's `after` knows no rules
    and never refuses; it applies the event's result.
    """
    after: S = event.after(state)
    return after


class HasShips(Protocol):
    """A state with ships by id."""

    @property
    def ships(self) -> Any:
        """The ships by id."""


A = TypeVar("A", bound=HasShips)


def with_ship(state: A, id: str, **changes: Any) -> A:
    """Return the state with fields of one ship changed."""
    ship = replace(state.ships[id], **changes)
    return replace(state, ships={**state.ships, id: ship})  # type: ignore[type-var]  # it is a struct


def put_ship(state: A, ship: Any) -> A:
    """Return the state with a ship replaced."""
    return replace(state, ships={**state.ships, ship.id: ship})  # type: ignore[type-var]  # it is a struct


# The ledger of one decision: the state so far, the dice, and the events so far.


class HasAgenda(Protocol):
    """The fields that the kit needs in a state: an agenda and a count of dice."""

    @property
    def agenda(self) -> tuple[Any, ...]:
        """The steps still to be done; the last of the tuple is done next."""

    @property
    def dice(self) -> int:
        """The number of dice rolled so far."""

    @property
    def outcome(self) -> Any:
        """The outcome; None until the battle is over."""


P = TypeVar("P", bound=HasAgenda)
E = TypeVar("E")


class Ledger(Generic[P, E]):
    """The events of one command while it is decided; `state` is always the state after them.

    A ledger is made for each command and then discarded. Rules read `state`, roll by `face` and
    write events; they never change a state themselves, so that a replay of the events gives the
    same state.

    The agenda changes with every step, but is recorded once: `decided` ends the events with one
    `planned` event, the difference between the agenda before and after the command.
    """

    def __init__(
        self,
        state: P,
        dice: Dice,
        planned: Callable[[int, tuple[Any, ...]], E],
    ) -> None:
        """Begin with a state; `planned` creates the event from (number of steps removed, steps
        added).
        """
        self.state = state
        self.events: list[E] = []
        self._states: list[P] = []
        self._dice = dice
        self._planned = planned
        self._agenda = state.agenda

    def write(self, event: E) -> None:
        """Add an event and apply it to the state."""
        self.state = evolve(self.state, event)
        self.events.append(event)
        self._states.append(self.state)

    def finish(self, *then: Step) -> None:
        """Remove the current step from the agenda.

        The steps `then` take its place and are done in the given order.
        """
        self.state = replace(self.state, agenda=(*self.state.agenda[:-1], *then[::-1]))  # type: ignore[type-var]

    def plan(self, *then: Step) -> None:
        """Add steps that are done first, in the given order; the current step follows them."""
        self.state = replace(self.state, agenda=(*self.state.agenda, *then[::-1]))  # type: ignore[type-var]

    def decided(self) -> Decided[P, E]:
        """Return the events of the command, with the state after each.

        The last event records the change of the agenda, if there is one.
        """
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
            self._states[-1] = self.state  # the agenda has not changed
        return Decided(self.events, self._states)

    def face(self, sides: int, after: int = 0) -> int:
        """Return the face (1 to `sides`) of the next die; `after` dice before it are skipped.

        The event that reports the roll must count every die up to this one.
        """
        return self._dice.face(self.state.dice + after, sides)

    def faces(self, count: int, sides: int) -> tuple[int, ...]:
        """Return the faces of the next dice; the event that reports the roll must count them."""
        return tuple(self.face(sides, place) for place in range(count))

    def shuffled(self, cards: Sequence[str], after: int = 0) -> tuple[str, ...]:
        """Return cards shuffled by the next dice, one die for each card except the last.

        `after` dice before them are skipped; the event that reports the shuffle must count all of
        them.
        """
        left = list(cards)
        drawn: list[str] = []
        for number in range(len(left), 1, -1):
            drawn.append(left.pop(self.face(number, after + len(drawn)) - 1))
        return (*drawn, *left)
