"""The ledger of one decision: the state so far, the dice, and the facts written down."""

from __future__ import annotations

from engine.base.dice import Dice
from engine.kit import ledger as kit
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state.evolve import evolve
from engine.systems.iron_oak.state.rolls import Roll, sides_of
from engine.systems.iron_oak.state.state import State


class Ledger(kit.Ledger[State, ev.AnyEvent]):
    """What `decide` writes into, with dice by their text."""

    def __init__(self, state: State, dice: Dice) -> None:
        super().__init__(state, dice, evolve, ev.Planned)

    def roll(self, dice: str, drm: int = 0, after: int = 0) -> Roll:
        """Roll `d10d6`, `after` dice of the same event; the event that tells of it counts them."""
        faces = tuple(self.face(sides, after + place) for place, sides in enumerate(sides_of(dice)))
        return Roll(dice, faces, drm)

    def contest(
        self, challenge: str, response: str, drm: int = 0, response_drm: int = 0
    ) -> tuple[Roll, Roll]:
        """Roll a challenge and its response, told by one event."""
        first = self.roll(challenge, drm)
        return first, self.roll(response, response_drm, len(first.faces))
