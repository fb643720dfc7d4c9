"""The whole example of a campaign in the rulebook: one refit with its cards and crews, and the end
roll.
"""

from __future__ import annotations

import pytest

from engine.systems.iron_oak.campaign.state.state import Refit
from tests.engine.systems.iron_oak.campaign.random_wars import played
from tests.engine.systems.iron_oak.campaign.war import UNION, War, row, ship, war

ALBEMARLE = ship("css_albemarle", crew_loss=6)
REBELS = (ship("css_virginia", hits=9), ALBEMARLE)
ROLLS = 1, 10, 5


def refit(hands: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())) -> War:
    """Return the yard phase after battle 1, an Engagement in which the Confederates attacked and
    won.
    """
    first = row("confederate", attacker="confederate")
    return war("yard", UNION, REBELS, rows=[first], hands=hands, dice=ROLLS)


def test_rolls_of_1_10_and_5_give_5_5_and_5_points() -> None:
    assert refit().state.refit == Refit("confederate", 5, 5, 5)


def test_with_a_fast_repair_the_rolls_become_3_and_12() -> None:
    begun = refit(((), (5,))).do("B", "fast_repair", *ROLLS)
    assert begun.state.refit == Refit("confederate", 10, 5, 5)


def test_with_a_yard_fire_against_it_both_are_settled() -> None:
    begun = refit(((15,), (5,))).do("B", "fast_repair").do("A", "done")
    assert begun.asked() == ("A", "answer")
    begun.do("A", "yard_fire:5", *ROLLS)
    assert begun.state.refit == Refit("confederate", 5, 5, 5)


def test_five_replacements_keep_albemarle_average_and_a_sixth_makes_her_green() -> None:
    begun = refit()
    assert begun.only("B", {"css_albemarle crew": "5"}).ship("css_albemarle").crew_loss == 1
    assert begun.ship("css_albemarle").grade == "average"
    points = {"side": "confederate", "repair": 0, "critical": 0, "crew": 8}
    first = row("confederate", attacker="confederate")
    richer = war("spend", UNION, REBELS, rows=[first], refit=points)
    full = richer.only("B", {"css_albemarle crew": "6"}).ship("css_albemarle")
    assert (full.crew_loss, full.grade) == (0, "green")


@pytest.mark.parametrize(("face", "last", "plans"), [(3, 5, ["5"]), (4, 0, ["5", "6"])])
def test_a_3_after_battle_4_names_the_fifth_the_last_and_a_4_goes_on(
    face: int, last: int, plans: list[str]
) -> None:
    sent = (ship("uss_monitor", battle=5),), (ship("css_virginia", battle=5),)
    ended = war("end", *sent, rows=[row()] * 4, dice=(face,))
    assert ended.state.last == last
    assert list(ended.state.plans) == plans


# Random wars: no dead end, no broken state, the fold is the state.


@pytest.mark.parametrize("seed", [2, 3])
def test_a_war_ends_and_breaks_nothing(seed: int) -> None:
    state, events = played(seed)
    assert len(state.rows) >= 3
    assert events["BattleClosed"] == len(state.rows)
    assert events["BattleBegan"] > 0
    assert events["CampaignEnded"] == 1
