"""The end of a campaign: end rolls, the winner, a side without ships (Iron & Oak 8.7.6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from engine.systems.iron_oak.campaign.inspection import last_battle_chances
from engine.systems.iron_oak.data.book import book
from tests.engine.systems.iron_oak.campaign.war import (
    CONFEDERATE,
    UNION,
    War,
    battle,
    plan,
    position,
    row,
    ship,
    war,
)


def rolled(fought: int, face: int) -> War:
    sent = {"battle": fought + 1}
    union, confederate = ((fleet[0] | sent, *fleet[1:]) for fleet in (UNION, CONFEDERATE))
    return war("end", union, confederate, rows=[row()] * fought, plans=[plan()], dice=(face,))


@pytest.mark.parametrize(("fought", "most"), [(4, 3), (6, 5), (8, 7), (10, 9), (12, 9), (14, 9)])
def test_the_next_battle_is_the_last_up_to_a_face(fought: int, most: int) -> None:
    assert rolled(fought, most).state.last == fought + 1
    assert rolled(fought, most + 1).state.last == 0


@pytest.mark.parametrize("fought", [1, 2, 3, 5, 7])
def test_no_die_is_rolled_after_others(fought: int) -> None:
    assert book().campaign.end.ends_on(fought) == 0
    assert rolled(fought, 1).state.last == 0


def test_chances_of_the_last_battle() -> None:
    chances = last_battle_chances(position("end", rows=[row()] * 3))
    assert {key: round(chance, 4) for key, chance in chances.items()} == {
        "5": 0.3,
        "7": 0.35,
        "9": 0.245,
        "11": 0.0945,
        "13": 0.0095,
        "15": 0.0009,
    }


@pytest.mark.parametrize(("step", "first"), [("refit", "5"), ("next", "7")])
def test_an_end_roll_that_has_failed_is_not_told_again(step: str, first: str) -> None:
    assert next(iter(last_battle_chances(position(step, rows=[row()] * 4)))) == first


def decided(rows: Sequence[Any], *fleets: tuple[Any, ...]) -> str:
    """Return how a campaign ends if no attacker comes to its last battle, so that the defender wins
    that.
    """
    ended = war("battle", *fleets, rows=rows, last=len(rows) + 1).state
    assert ended.outcome is not None
    return f"{' '.join(ended.outcome.winners)}: {ended.outcome.reason}"


def test_most_battles_won_wins() -> None:
    assert decided([row()] * 4).startswith("Union: the Union won 4 battles to 1")
    lost = [row("confederate")] * 4
    assert decided(lost).startswith("Confederacy: the Confederacy won 5 battles to 0")


def test_equal_battles_are_decided_by_points_afloat_prizes_among_them() -> None:
    rows = [row(), row(), row("confederate")]
    both = (ship("uss_monitor"),), (ship("css_virginia"),)
    assert decided(rows, *both) == "Confederacy: 2 battles each, 820 points afloat to 550"
    prize = (*both[0], ship("uss_benton", captured_by="confederate")), both[1]
    assert "1360 points afloat to 550" in decided(rows, *prize)
    more = (*both[0], ship("uss_essex")), both[1]
    assert decided(rows, *more) == "Union: 2 battles each, 1010 points afloat to 820"
    sunk = (*more[0], ship("uss_cairo", sunk_in=1)), both[1]
    assert decided(rows, *sunk) == decided(rows, *more)


def test_equal_points_are_a_draw() -> None:
    rows = [row(), row(), row("confederate")]
    both = (ship("uss_tecumseh"),), (ship("css_atlanta"),)
    assert decided(rows, *both) == ": 2 battles each, and the fleets are worth the same"


@pytest.mark.parametrize(("before", "won"), [(1, 5), (3, 5), (4, 7), (5, 7)])
def test_a_side_without_ships_loses_what_is_left(before: int, won: int) -> None:
    """Battles that would still have been fought, up to the earliest possible last one, count as
    lost.
    """
    number = before + 1
    union = (ship("uss_monitor", battle=number),)
    rebels = (ship("css_virginia", battle=number),)
    rows = [row()] * before
    begun = war("battle", union, rebels, rows=rows).to_battle()
    after = begun.over("union", css_virginia={"lost": "sunk", "hits": 22, "box": ""})
    assert after.state.outcome is not None
    words = f"the Union won {won} battles to 0; the Confederacy has no ship left"
    assert after.state.outcome.reason == words
    assert after.state.outcome.winners == ("Union",)


def test_after_a_battle_that_is_not_the_last_the_war_goes_on() -> None:
    after = battle("engagement", ("uss_monitor",), ("css_virginia",)).to_battle().over("union")
    assert after.state.outcome is None
    assert after.state.forces["union"].won == 2
