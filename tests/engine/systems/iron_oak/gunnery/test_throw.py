"""Dice of one event count themselves: each is the next, and the event counts them all."""

from __future__ import annotations

from engine.base.dice import Dice
from engine.systems.iron_oak.game import IronOak
from engine.systems.iron_oak.machine import Ledger


def test_dice_of_one_event_are_the_next_ones_in_their_order() -> None:
    state = IronOak().set_up("hampton_roads")
    ledger, dice = Ledger(state, Dice(3)), Dice(3)
    throw = ledger.throw()
    rolls = throw.roll("d10d6", 2), throw.face(8), throw.roll("d4")
    sides = (10, 6, 8, 4)
    faces = tuple(dice.face(state.dice + place, each) for place, each in enumerate(sides))
    assert (*rolls[0].faces, rolls[1], *rolls[2].faces) == faces
    assert rolls[0].drm == 2
    challenge, response = ledger.contest("d10", "d8")
    assert (challenge.faces, response.faces) == ((faces[0],), (dice.face(state.dice + 1, 8),))
