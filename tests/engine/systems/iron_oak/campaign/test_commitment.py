"""Commitment: who may be sent, one battle ahead, in secret (Iron & Oak 8.4.2)."""

from __future__ import annotations

import pytest

from engine.base.errors import Refused
from engine.systems.iron_oak.campaign.game import IronOakCampaign
from engine.systems.iron_oak.campaign.state import events as ev
from engine.systems.iron_oak.campaign.state.state import SECRET
from tests.engine.systems.iron_oak.campaign.war import (
    CONFEDERATE,
    UNION,
    War,
    battle,
    plan,
    ship,
    war,
)

GAME = IronOakCampaign()


def committing(kind: str = "engagement", **fields: object) -> War:
    """Return a war in which ships are sent to battle 3; Monitor and Virginia go to battle 2."""
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
