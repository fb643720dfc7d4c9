"""Generation: each die of a battle, by the tables of the data (Iron & Oak 8.4.1)."""

from __future__ import annotations

import pytest

from engine.systems.iron_oak.campaign.state.state import Plan
from engine.systems.iron_oak.data.facts import Current
from tests.engine.systems.iron_oak.campaign.war import plan, row, ship, war

TWO = [row("confederate"), row("union")]


def fourth(*dice: int) -> Plan:
    """Return battle 4 as the winner of battle 2, the Union, rolls it."""
    return war("next", rows=TWO, dice=dice).state.plan(4)


def test_the_winner_of_the_latest_battle_rolls() -> None:
    assert fourth().rolled_by == "union"
    later = war("next", rows=[row("union"), row("confederate")])
    assert later.state.plan(4).rolled_by == "confederate"


def test_the_second_battle_is_rolled_by_who_did_not_roll_the_first() -> None:
    first = plan(rolled_by="confederate")
    assert war("next", rows=[], plans=[first]).state.plan(2).rolled_by == "union"


def test_a_battle_by_its_dice() -> None:
    assert fourth(3, 6, 7, 7, 6, 4, 10, 2, 6, 9, 2, 8) == Plan(
        number=4,
        kind="engagement",
        rolled_by="union",
        attacker="union",
        limit=600,
        current=Current("right", "moderate"),
        wind="calm",
        night=True,
        banks=("top", "bottom"),
        shoals={"row A": 1, "row B": 2, "row D": 3},
    )


def test_still_water_has_no_direction_and_beyond_600_points_no_limit_holds() -> None:
    calm = fourth(1, 7, 8, 1, 10, 10, 10, 10, 1, 5, 7)
    assert calm == Plan(number=4, kind="engagement", rolled_by="union", attacker="confederate")


@pytest.mark.parametrize(
    ("face", "kind"),
    [(1, "engagement"), (4, "passage"), (6, "escort"), (8, "defend"), (10, "blockade")],
)
def test_the_type_is_by_a_die(face: int, kind: str) -> None:
    assert fourth(face).kind == kind


def test_the_union_always_defends_a_blockade_and_no_bank_is_near() -> None:
    blockade = fourth(9)
    assert (blockade.attacker, blockade.defender) == ("confederate", "union")
    assert blockade.banks == ()


def test_nothing_is_generated_beyond_the_last_battle() -> None:
    sent = (ship("uss_monitor", battle=5),), (ship("css_virginia", battle=5),)
    assert list(war("next", *sent, rows=[row()] * 4, last=5).state.plans) == ["5"]
    assert list(war("next", *sent, rows=[row()] * 4).state.plans) == ["5", "6"]
