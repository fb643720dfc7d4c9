"""The ledger of one decision: the state so far, the dice, and the facts written down."""

from __future__ import annotations

from engine.base.dice import Dice
from engine.kit import ledger as kit
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state.rolls import Roll, sides_of
from engine.systems.iron_oak.state.state import State


class Ledger(kit.Ledger[State, ev.AnyEvent]):
    """What `decide` writes into: a rule rolls, writes events, and reads the state that follows.

    A game makes one for each command and takes the events out of it; rules never keep one. Dice
    are named by their text. An event has to count the dice that it tells of, so several dice of
    one event are thrown by one `throw`.
    """

    def __init__(self, state: State, dice: Dice) -> None:
        super().__init__(state, dice, ev.Planned)

    def throw(self) -> Throw:
        """Return the dice that the next event tells of, to be rolled one after another."""
        return Throw(self)

    def roll(self, dice: str, drm: int = 0) -> Roll:
        """Roll `d10d6`, the only dice of the event that tells of it."""
        return self.throw().roll(dice, drm)

    def contest(
        self, challenge: str, response: str, drm: int = 0, response_drm: int = 0
    ) -> tuple[Roll, Roll]:
        """Roll a challenge and its response, told by one event."""
        throw = self.throw()
        return throw.roll(challenge, drm), throw.roll(response, response_drm)


class Throw:
    """The dice of one event. Each is the next: they count themselves, and the event counts them."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._rolled = 0

    def face(self, sides: int) -> int:
        """Roll one die."""
        face = self._ledger.face(sides, self._rolled)
        self._rolled += 1
        return face

    def roll(self, dice: str, drm: int = 0) -> Roll:
        """Roll `d10d6`."""
        return Roll(dice, tuple(map(self.face, sides_of(dice))), drm)
