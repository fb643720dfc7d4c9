"""Caution and eagerness: more danger counts for a side that leads, less for one that trails."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.space.plane.pose import Pose
from engine.systems.oak_iron.state.state import State
from engine.systems.oak_iron.thinking.measure.outlook import Outlook
from engine.systems.oak_iron.thinking.measure.reach import base
from engine.systems.oak_iron.thinking.measure.weights import EAGER, caution, eagerness, lead
from tests.engine.systems.oak_iron.fleet import small_battle, with_ship


def crippled(ship: str) -> State:
    return with_ship(small_battle(), ship, damage=7)


def test_the_lead_is_the_enemys_strike_points_less_ones_own() -> None:
    assert lead(crippled("B1"), "A") == 1.0
    assert lead(crippled("B1"), "B") == -1.0
    assert lead(crippled("A1"), "A") == -1.0


def test_a_tie_is_the_defenders_and_without_one_nobodys() -> None:
    level = small_battle()
    assert lead(level, "A") == lead(level, "B") < 0.0
    defended = replace(level, defender="B")
    assert lead(defended, "B") > 0.0 > lead(defended, "A")


def test_who_leads_is_more_cautious_the_later_it_is() -> None:
    ahead = [caution(replace(crippled("B1"), turn=turn), "A") for turn in (1, 5, 10)]
    behind = [caution(replace(crippled("B1"), turn=turn), "B") for turn in (1, 5, 10)]
    assert 1.0 < ahead[0] < ahead[1] < ahead[2]
    assert 1.0 > behind[0] > behind[1] > behind[2] > 0.0


def test_their_guns_count_by_that_and_ours_do_not() -> None:
    early = with_ship(crippled("B1"), "A1", pose=Pose(18.0, 18.0, 0.0))
    early = with_ship(early, "B2", pose=Pose(21.0, 18.0, 0.0), reload=())
    late = replace(early, turn=10)
    here = base(early, "A1")
    before, after = (Outlook(state, "A1").terms(here) for state in (early, late))
    assert before["danger"][0] > 0.0
    assert after["danger"][0] > 1.3 * before["danger"][0]
    assert after["fire"][0] == before["fire"][0]


def test_who_must_still_win_minds_the_distance_more_where_a_tie_is_nobodys() -> None:
    level = small_battle()
    assert [eagerness(level, side) for side in "AB"] == [EAGER, EAGER]
    assert [eagerness(crippled("B1"), side) for side in "AB"] == [1.0, EAGER]
    defended = replace(level, defender="B")
    assert [eagerness(defended, side) for side in "AB"] == [1.0, 1.0]


def test_who_must_still_win_minds_to_be_too_far_the_more_and_to_be_too_near_as_ever() -> None:
    def closing(y: float, defender: str) -> float:
        state = with_ship(small_battle(defender=defender), "B1", pose=Pose(12.0, y, 0.0))
        return float(Outlook(state, "B1").terms(base(state, "B1"))["closing"][0])

    def gain(start: float, end: float, defender: str) -> float:
        return closing(end, defender) - closing(start, defender)

    assert gain(2.5, 10.0, "A") > 0.0
    assert gain(2.5, 10.0, "") == pytest.approx(EAGER * gain(2.5, 10.0, "A"))
    assert 0.0 < gain(17.0, 16.5, "") <= gain(17.0, 16.5, "A"), "too near already"
