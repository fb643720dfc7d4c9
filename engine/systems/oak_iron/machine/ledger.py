"""The ledger of one decision: the state so far, the dice, and the facts written down."""

from __future__ import annotations

from collections.abc import Sequence

from engine.base.dice import Dice
from engine.systems.oak_iron.data.records import book
from engine.systems.oak_iron.data.terms import Symbol
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.evolve import evolve
from engine.systems.oak_iron.state.state import State
from engine.systems.oak_iron.state.steps import AnyStep


class Ledger:
    """What `decide` writes into. `state` always follows from the events written."""

    def __init__(self, state: State, dice: Dice) -> None:
        self.state = state
        self.events: list[ev.AnyEvent] = []
        self._dice = dice

    def write(self, event: ev.AnyEvent) -> None:
        """Write a fact down and let the state follow."""
        self.state = evolve(self.state, event)
        self.events.append(event)

    def finish(self, *then: AnyStep) -> None:
        """Take the step off the agenda and lay others on, in the order of their doing."""
        self._plan(1, then[::-1])

    def plan(self, *then: AnyStep) -> None:
        """Lay steps on the agenda before the one that stands there."""
        self._plan(0, then[::-1])

    def _plan(self, done: int, then: tuple[AnyStep, ...]) -> None:
        """Write a change of the agenda down; changes in a row become one fact."""
        self.state = evolve(self.state, ev.Planned(done, then))
        last = self.events[-1] if self.events else None
        if isinstance(last, ev.Planned):
            self.events.pop()
            kept = last.then[: max(len(last.then) - done, 0)]
            done = last.done + max(done - len(last.then), 0)
            then = kept + then
        if done or then:
            self.events.append(ev.Planned(done, then))

    def _faces(self, count: int) -> tuple[Symbol, ...]:
        table = book().dice.faces
        start = self.state.dice
        sides = len(table)
        return tuple(table[self._dice.face(start + i, sides) - 1] for i in range(count))

    def roll(self, purpose: str, ship: str, count: int) -> tuple[Symbol, ...]:
        """Roll so many dice, and return the symbols."""
        faces = self._faces(count)
        self.write(ev.DiceRolled(purpose, ship, faces))
        return faces

    def chance(self, sides: int) -> int:
        """Return 1 to `sides` by the next die; the event that tells of it must count the die."""
        return self._dice.face(self.state.dice, sides)

    def add(self, card: str, count: int) -> tuple[Symbol, ...]:
        """Roll dice that a card adds to the roll on the table, and return their symbols."""
        faces = self._faces(count)
        self.write(ev.DiceAdded(card, faces))
        return faces

    def draw(self) -> Symbol:
        """Return the next die's symbol; the event that tells of it must count the die."""
        return self._faces(1)[0]

    def shuffled(self, deck: Sequence[str], first: int = 0) -> tuple[str, ...]:
        """Return a deck in the order of the next dice, one a card but the last.

        `first` dice are passed over; the event that tells of it must count all of them.
        """
        left = list(deck)
        drawn: list[str] = []
        for number in range(len(left), 1, -1):
            face = self._dice.face(self.state.dice + first + len(drawn), number)
            drawn.append(left.pop(face - 1))
        return (*drawn, *left)

    def reroll(
        self, by: ev.Rerolling, ship: str, places: Sequence[int], squadron: str = ""
    ) -> None:
        """Roll some dice of the roll anew; the Fortune of a squadron takes its point first."""
        roll = self.state.roll
        assert roll is not None
        if by == "fortune" and squadron:
            left = self.state.squadrons[squadron].fortune - 1
            self.write(ev.FortuneSpent(squadron, left))
        fresh = dict(zip(places, self._faces(len(places)), strict=True))
        faces = tuple(fresh.get(place, face) for place, face in enumerate(roll.faces))
        self.write(ev.DiceRerolled(by, ship, tuple(places), faces))


def count(faces: Sequence[Symbol], purpose: str) -> int:
    """Return how many symbols count for a look-up of the dice table."""
    wanted = book().dice.counts[purpose]
    return sum(1 for face in faces if face in wanted)
