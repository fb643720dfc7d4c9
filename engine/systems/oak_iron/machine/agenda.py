"""The agenda and the ledger of Oak & Iron: chapters register here what their steps do."""

from __future__ import annotations

from collections.abc import Sequence

from engine.base.dice import Dice
from engine.kit import ledger as kit
from engine.kit.agenda import Agenda
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.data.facts import Symbol
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.state import State

# The agenda of Oak & Iron: chapters register here what their steps ask, take and do.


RULES = Agenda[State]()


# The ledger of one decision: the state so far, the dice, and the facts written down.


class Ledger(kit.Ledger[State, ev.AnyEvent]):
    """What `decide` writes into, with the dice of Oak & Iron."""

    def __init__(self, state: State, dice: Dice) -> None:
        super().__init__(state, dice, ev.Planned)

    def _faces(self, count: int) -> tuple[Symbol, ...]:
        table = book().dice.faces
        return tuple(table[face - 1] for face in self.faces(count, len(table)))

    def roll(self, purpose: str, ship: str, count: int) -> tuple[Symbol, ...]:
        """Roll so many dice, and return the symbols."""
        faces = self._faces(count)
        self.write(ev.DiceRolled(purpose, ship, faces))
        return faces

    def chance(self, sides: int) -> int:
        """Return 1 to `sides` by the next die; the event that tells of it must count the die."""
        return self.face(sides)

    def add(self, card: str, count: int) -> tuple[Symbol, ...]:
        """Roll dice that a card adds to the roll on the table, and return their symbols."""
        faces = self._faces(count)
        self.write(ev.DiceAdded(card, faces))
        return faces

    def draw(self) -> Symbol:
        """Return the next die's symbol; the event that tells of it must count the die."""
        return self._faces(1)[0]

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
