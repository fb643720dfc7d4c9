"""Computed chances, compared with counts by hand."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.base.dice import Dice
from engine.systems.iron_oak.game import IronOak
from engine.systems.iron_oak.machine import Ledger, chance, faces, multiples, ways
from engine.systems.iron_oak.state.state import Roll, beats

DICE = st.sampled_from(["d4", "d6", "d8", "d8d4", "d10", "d10d6", "d10d8d4"])


@pytest.mark.parametrize(
    ("challenge", "response", "drm", "share"),
    [
        ("d10", "d8d6", 0, 0.4770833),
        ("d10", "d8", 0, 0.55),
        ("d10", "d10d8", 0, 0.345),
        ("d10d8", "d10", 2, 0.745),
        ("d10d8", "d10", 0, 0.555),
        ("d10", "d10", -1, 0.36),
    ],
)
def test_the_shares_of_the_specification(
    challenge: str, response: str, drm: int, share: float
) -> None:
    against = -1 if challenge == "d10" == response else 0
    drm = -2 if against else drm
    assert chance(challenge, response, drm, against) == pytest.approx(share, abs=1e-7)


def test_a_shot_at_a_worn_location() -> None:
    shares = multiples("d10d8d4", "d6d4", -3, -2)
    assert shares == pytest.approx((0.6567708, 0.49375, 0.3161458), abs=1e-7)


@given(DICE, DICE, st.integers(-5, 5), st.integers(-4, 0))
def test_chances_are_counts_of_faces(one: str, two: str, drm: int, shield: int) -> None:
    def every(dice: str) -> list[int]:
        sides = [int(each) for each in dice.split("d") if each]
        return [max(roll) for roll in product(*(range(1, each + 1) for each in sides))]

    pairs = [(a + drm, b + shield) for a in every(one) for b in every(two)]
    assert chance(one, two, drm, shield) == sum(a > b for a, b in pairs) / len(pairs)
    doubles = [max(1, a) >= 2 * max(1, b) for a, b in pairs]
    assert multiples(one, two, drm, shield)[1] == sum(doubles) / len(pairs)
    assert sum(count for _, count in faces(one)) == ways(one)


def test_highest_die_and_sum() -> None:
    assert Roll("d4d8", (4, 2)).kept == 4
    assert Roll("d4+d8", (4, 2)).kept == 6
    assert Roll("d4", (1,), -3).result == 1
    assert not beats(Roll("d8", (4,)), Roll("d8", (4,)))


# Dice of one event count themselves: each is the next, and the event counts them all.


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
