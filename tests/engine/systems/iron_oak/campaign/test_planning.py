"""The plan of a coming battle: each die by the tables of the data, and the ships that each side
sends in secret.
"""

from __future__ import annotations

import pytest

from engine.base.errors import Refused
from engine.systems.iron_oak.campaign.game import IronOakCampaign
from engine.systems.iron_oak.campaign.state import events as ev
from engine.systems.iron_oak.campaign.state.state import SECRET, Plan
from engine.systems.iron_oak.data.facts import Current
from tests.engine.systems.iron_oak.campaign.war import (
    CONFEDERATE,
    UNION,
    War,
    battle,
    plan,
    row,
    ship,
    war,
)

# Each die of a battle (Iron & Oak 8.4.1).


TWO = [row("confederate"), row("union")]


def fourth(*dice: int) -> Plan:
    """Return battle 4 as rolled with these dice by the Union, the winner of battle 2."""
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


# Who may be sent, one battle ahead, in secret (Iron & Oak 8.4.2).


GAME = IronOakCampaign()


def committing(kind: str = "engagement", **fields: object) -> War:
    """Return a campaign in which ships are being sent to battle 3; Monitor and Virginia go to
    battle 2.
    """
    union = fields.pop("union", (ship("uss_monitor", battle=2), *UNION[1:]))
    confederate = fields.pop("confederate", (ship("css_virginia", battle=2), *CONFEDERATE[1:]))
    return war("commit", union, confederate, plans=[plan(), plan(kind, **fields)])  # type: ignore[arg-type]


def test_who_goes_to_the_coming_battle_or_sank_or_was_taken_is_not_sent() -> None:
    union = (
        ship("uss_monitor", battle=2),
        ship("uss_hartford"),
        ship("uss_benton"),
        ship("uss_galena", sunk_in=1),
        ship("uss_cairo", captured_by="confederate"),
    )
    assert committing(union=union).picks("A") == ["uss_benton", "uss_hartford"]
    closed = committing(union=union).sheet("A").slot("ships").closed
    assert [each.label for each in closed] == ["Monitor"]


def test_a_prize_is_sent_once_a_new_crew_is_aboard() -> None:
    fresh = (*UNION[1:3], ship("uss_cairo", captured_by="confederate"))
    assert "uss_cairo" not in committing(union=fresh).picks("B")
    manned = (*UNION[1:3], ship("uss_cairo", captured_by="confederate", crew_loss=7))
    assert "uss_cairo" in committing(union=manned).picks("B")
    few = (*UNION[1:3], ship("uss_cairo", captured_by="confederate", crew_loss=8))
    assert "uss_cairo" not in committing(union=few).picks("B")


def test_a_ship_with_heavy_casualties_stays_and_one_with_a_hull_shot_through_may_go() -> None:
    hurt = (ship("uss_hartford", crew_loss=14), ship("uss_galena", crew_loss=7, hits=9), UNION[3])
    assert committing(union=hurt).picks("A") == ["uss_cairo", "uss_galena"]


def test_the_limit_of_an_engagement_holds() -> None:
    assert committing(limit=600).picks("A") == ["uss_cairo", "uss_galena"]
    assert committing(limit=560).picks("A") == ["uss_cairo", "uss_galena"]
    assert "uss_hartford" in committing(limit=660).picks("A")


def test_only_blockaders_go_to_a_blockade() -> None:
    sheet = committing("blockade", attacker="confederate")
    assert sheet.picks("A") == ["uss_galena", "uss_hartford"]


def test_at_least_one_ship_and_never_more_than_the_most() -> None:
    sent = committing()
    with pytest.raises(Refused, match="at least 1 must be sent"):
        sent.only("A", {"ships": ()})
    three = committing("passage", attacker="confederate")
    with pytest.raises(Refused, match="at most 2"):
        three.only("A", {"ships": ("uss_hartford", "uss_galena", "uss_cairo")})


def test_fewer_than_the_fewest_only_if_there_are_no_more() -> None:
    defend = committing("defend", attacker="confederate")
    with pytest.raises(Refused, match="at least 2 must be sent"):
        defend.only("A", {"ships": ("uss_hartford",)})
    alone = (ship("uss_monitor", battle=2), ship("uss_hartford"))
    forced = committing("defend", attacker="confederate", union=alone)
    assert forced.asked() == ("B", "commit")
    forced.fill("B", {})
    assert forced.found(ev.Committed)[0].ships["union"] == ("uss_hartford",)


def test_a_commitment_is_secret_until_the_battle_is_fought() -> None:
    one = committing().fill("A", {"ships": ("uss_hartford",)})
    other = committing().fill("A", {"ships": ("uss_galena", "uss_cairo")})
    assert GAME.view(one.state, "B") == GAME.view(other.state, "B")
    assert GAME.view(one.state, "") == GAME.view(other.state, "")
    assert GAME.view(one.state, "A") != GAME.view(other.state, "A")
    one.fill("B", {"ships": ("css_arkansas",)})
    seen = GAME.view(one.state, "B").ships
    assert seen["uss_hartford"].battle == seen["uss_galena"].battle == SECRET
    assert seen["css_arkansas"].battle == 3


def test_who_sends_no_ship_loses_and_where_nobody_comes_the_defender_wins() -> None:
    for union, confederate, winner in (
        (("uss_monitor",), (), "union"),
        ((), ("css_virginia",), "confederate"),
        ((), (), "confederate"),
    ):
        done = battle("engagement", union, confederate)
        fought = done.state.rows[-1]
        assert fought.winner == winner
        assert not fought.turns
        assert all(not ship.battle for ship in done.state.ships.values())
