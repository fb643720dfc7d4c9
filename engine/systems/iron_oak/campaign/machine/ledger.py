"""The ledger of one decision: the war so far, the dice, and the facts written down."""

from __future__ import annotations

from engine.base.dice import Dice
from engine.kit import ledger as kit
from engine.systems.iron_oak.campaign.state import events as ev
from engine.systems.iron_oak.campaign.state.state import State
from engine.systems.iron_oak.state.state import Roll, sides_of


class Ledger(kit.Ledger[State, ev.AnyEvent]):
    """What `decide` writes into: a chapter of the war rolls, writes events, reads what follows.

    A game makes one for each command. A battle inside has a ledger of its own, made of the same
    dice, and what happened there is written here as `InBattle`.
    """

    def __init__(self, state: State, dice: Dice) -> None:
        super().__init__(state, dice, ev.Planned)
        self.dice = dice

    def roll(self, dice: str, drm: int = 0, after: int = 0) -> Roll:
        """Roll `d10`, `after` dice of the same event; the event that tells of it counts them."""
        faces = tuple(self.face(sides, after + place) for place, sides in enumerate(sides_of(dice)))
        return Roll(dice, faces, drm)
