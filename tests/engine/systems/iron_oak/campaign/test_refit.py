"""Repair and refit: points, what they pay for, crews, extra ships (Iron & Oak 8.8, 8.9.2 to
8.9.7).
"""

from __future__ import annotations

from typing import Any

import pytest

from engine.base.errors import Refused
from engine.systems.iron_oak.campaign.state.state import Refit
from engine.systems.iron_oak.data.book import book
from tests.engine.systems.iron_oak.campaign.war import CONFEDERATE, GAME, UNION, War, ship, war

FLEET = (
    ship(
        "uss_hartford",
        grade="crack",
        hits=6,
        shields={"A": -2, "B": -1},
        crew_loss=10,
        criticals=["captain", "speed_2", "ram"],
        battle=2,
    ),
    ship("uss_galena", grade="elite", crew_loss=2),
    ship("uss_cairo", grade="green"),
    ship("uss_benton"),
    ship("uss_tyler", crew_loss=7),
)


def spending(*fleet: dict[str, Any], repair: int = 10, critical: int = 3, crew: int = 5) -> War:
    refit = {"side": "union", "repair": repair, "critical": critical, "crew": crew}
    return war("spend", fleet or FLEET, refit=refit)


def rolled(*dice: int, laid: Any = ()) -> Refit:
    """Return the refit of the Union with the points from these dice."""
    refit = war("refit", FLEET, dice=dice, laid=laid).state.refit
    assert refit is not None
    return refit


# Points ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "points"),
    [((1, 1, 1), (5, 1, 5)), ((2, 9, 9), (10, 3, 5)), ((10, 10, 10), (15, 5, 8))],
)
def test_points_by_their_dice(dice: tuple[int, ...], points: tuple[int, int, int]) -> None:
    refit = rolled(*dice)
    assert (refit.side, refit.repair, refit.critical, refit.crew) == ("union", *points)


@pytest.mark.parametrize(
    ("card", "by", "face", "points"),
    [
        (5, "union", 8, (15, 5, 5)),
        (15, "confederate", 3, (5, 1, 5)),
        (13, "union", 8, (10, 3, 8)),
        (7, "confederate", 2, (10, 3, 2)),
    ],
)
def test_a_card_changes_the_rolls_by_two(
    card: int, by: str, face: int, points: tuple[int, ...]
) -> None:
    """A crew roll below 1 takes 3 points away: for example, a 2 reduced by 2."""
    use = "crew" if card == 13 else ""
    laid = [{"card": card, "by": by, "yard": "union", "use": use}]
    refit = rolled(face, face, face, laid=laid)
    assert (refit.repair, refit.critical, refit.crew) == points


def test_two_cards_are_four_and_a_cancelled_one_nothing() -> None:
    two = [{"card": card, "by": "union", "yard": "union"} for card in (5, 6)]
    assert rolled(6, 5, 5, laid=two) == Refit("union", 15, 3, 5)
    cancelled = [two[0], {**two[1], "answered": True}]
    assert rolled(6, 7, 5, laid=cancelled) == Refit("union", 10, 3, 5)
    fire = [two[0], {"card": 15, "by": "confederate", "yard": "union"}]
    assert rolled(8, 2, 5, laid=fire) == Refit("union", 10, 3, 5)
    short = [{"card": card, "by": "confederate", "yard": "union"} for card in (7, 8)]
    assert [rolled(5, 5, face, laid=short).crew for face in (4, 5)] == [2, 5]


def test_the_winner_refits_first_and_points_are_not_kept() -> None:
    hurt = (ship("css_virginia", hits=9, battle=2), ship("css_arkansas"))
    begun = war("refit", FLEET, hurt, dice=(5, 5, 5))
    assert begun.asked() == ("A", "refit")
    begun.only("A", {}, 5, 5, 5)
    assert begun.asked() == ("B", "refit")
    assert begun.state.refit == Refit("confederate", 10, 3, 5)


# What they buy -----------------------------------------------------------------------


def test_a_point_takes_off_a_hit_or_a_step_of_a_shield() -> None:
    begun = spending().only("A", {"uss_hartford hits": "5", "uss_hartford A": "2"})
    hartford = begun.ship("uss_hartford")
    assert (hartford.hits, hartford.shields) == (1, {"B": -1})


def test_points_are_not_overspent() -> None:
    with pytest.raises(Refused, match="repair"):
        spending(repair=4).only("A", {"uss_hartford hits": "4", "uss_hartford B": "1"})
    with pytest.raises(Refused, match="critical"):
        spending(critical=1).only("A", {"uss_hartford criticals": ("captain", "ram")})
    with pytest.raises(Refused, match="crew"):
        spending(crew=2).only("A", {"uss_hartford crew": "2", "uss_galena crew": "1"})


def test_a_critical_point_takes_off_a_whole_marker() -> None:
    begun = spending().only("A", {"uss_hartford criticals": ("speed_2", "captain")})
    assert begun.ship("uss_hartford").criticals == ("ram",)


@pytest.mark.parametrize(("spent", "criticals"), [(True, []), (False, ["spar"]), (True, ["spar"])])
def test_a_critical_point_gives_a_new_spar_torpedo(spent: bool, criticals: list[str]) -> None:
    hurt = ship("uss_spuyten_duyvil", spar_spent=spent, criticals=criticals)
    begun = spending(hurt, UNION[0]).only("A", {"uss_spuyten_duyvil criticals": "spar"})
    after = begun.ship("uss_spuyten_duyvil")
    assert not after.spar_spent
    assert after.criticals == ()


def test_committed_ships_and_prizes_are_mended_too() -> None:
    prize = ship("css_selma", captured_by="union", hits=3)
    refit = {"side": "union", "repair": 10, "critical": 3, "crew": 5}
    begun = war("spend", FLEET, (*CONFEDERATE, prize), refit=refit)
    begun.only("A", {"css_selma hits": "3", "css_selma crew": "4", "uss_hartford hits": "1"})
    selma = begun.ship("css_selma")
    assert (selma.hits, selma.crew_loss, selma.grade) == (0, 2, "green")
    assert begun.ship("uss_hartford").hits == 5


# Crews -------------------------------------------------------------------------------


def test_more_than_half_of_a_crew_replaced_costs_a_grade() -> None:
    """Hartford's crew is 18: replacing ten is more than half, replacing nine is not."""
    kept = spending(crew=10).only("A", {"uss_hartford crew": "9"})
    assert kept.ship("uss_hartford").grade == "crack"
    lost = spending(crew=10).only("A", {"uss_hartford crew": "10"})
    assert lost.ship("uss_hartford").grade == "average"


def test_half_is_rounded_up_and_green_stays_green() -> None:
    """Tyler's crew is 7: replacing four is half of it, rounded up, so it costs no grade."""
    kept = spending(crew=8).only("A", {"uss_tyler crew": "4"})
    assert kept.ship("uss_tyler").grade == "average"
    lost = spending(crew=8).only("A", {"uss_tyler crew": "5"})
    assert lost.ship("uss_tyler").grade == "green"
    green = spending(ship("uss_tyler", grade="green", crew_loss=7), UNION[0], crew=8)
    assert green.only("A", {"uss_tyler crew": "7"}).ship("uss_tyler").grade == "green"


def test_crews_of_equal_or_better_grade_move_free_of_loss() -> None:
    begun = spending(crew=0).only("A", {"uss_hartford from": "7:uss_galena"})
    hartford, galena = begun.ship("uss_hartford"), begun.ship("uss_galena")
    assert (hartford.crew_loss, hartford.grade) == (3, "crack")
    assert (galena.crew_loss, galena.grade) == (9, "elite")


def test_crews_of_a_poorer_grade_count_as_replacements() -> None:
    from_benton = {"uss_hartford from": "9:uss_benton"}
    assert spending().only("A", from_benton).ship("uss_hartford").grade == "crack"
    more = {**from_benton, "uss_hartford crew": "1"}
    assert spending().only("A", more).ship("uss_hartford").grade == "average"
    elite = {"uss_hartford from": "5:uss_galena", "uss_hartford crew": "5"}
    assert spending().only("A", elite).ship("uss_hartford").grade == "crack"


def test_a_green_crew_goes_to_no_other_ship() -> None:
    """Men of Elite, Crack and Average crews may transfer (Iron & Oak 8.8.3), also to a Green ship,
    but not from one.
    """
    short = ship("uss_hartford", crew_loss=10)
    green = spending(short, ship("uss_benton", grade="green"))
    assert not any(slot.id == "uss_hartford from" for slot in green.sheet("A").slots)
    taking = spending(ship("uss_tyler", grade="green", crew_loss=3), ship("uss_benton"))
    after = taking.only("A", {"uss_tyler from": "3:uss_benton"})
    assert after.ship("uss_tyler").crew_loss == 0


def test_a_ship_that_gave_all_her_crew_is_green() -> None:
    begun = spending().only("A", {"uss_hartford from": "8:uss_galena", "uss_galena crew": "2"})
    galena = begun.ship("uss_galena")
    assert (galena.crew_loss, galena.grade) == (8, "green")


def test_nobody_is_lent_twice_or_beyond_a_crew() -> None:
    with pytest.raises(Refused, match="11 are more than the 10 aboard"):
        spending().only(
            "A", {"uss_hartford from": "8:uss_benton", "uss_tyler from": "3:uss_benton"}
        )
    with pytest.raises(Refused, match="11 crew are more than the 10 that she lacks"):
        spending().only("A", {"uss_hartford from": "8:uss_benton", "uss_hartford crew": "3"})
    with pytest.raises(Refused, match="a ship is named twice to lend crew"):
        spending().only("A", {"uss_hartford from": ("2:uss_benton", "3:uss_benton")})


def test_a_ship_that_goes_to_battle_keeps_enough_of_her_crew() -> None:
    """Of Hartford's crew of 18, 13 may be missing before her losses are heavy; ten are missing
    already.
    """
    with pytest.raises(Refused, match="too few would stay aboard for battle 2"):
        spending().only("A", {"uss_tyler from": "4:uss_hartford"})
    lent = spending().only("A", {"uss_tyler from": "3:uss_hartford"})
    assert lent.ship("uss_tyler").crew_loss == 4


# A ship more --------------------------------------------------------------------------


def more(*dice: int, uses: tuple[str, ...] = ("ship",), answered: bool = False) -> War:
    """Return a campaign in which the Union has played Replacements; the refit uses the first three
    dice.
    """
    laid = [
        {"card": card, "by": "union", "yard": "union", "use": use, "answered": answered}
        for card, use in zip((13, 14), uses, strict=False)
    ]
    sunk = (ship("uss_cairo", sunk_in=1), *UNION[:3])
    return war("refit", sunk, dice=(5, 5, 5, *dice), laid=laid)


def dearest(begun: War) -> int:
    """Return the Victory Points of the most expensive ship on offer."""
    assert begun.asked() == ("A", "extra_ship")
    return max(book().ships[id].victory_points for id in begun.options("A") if id != "none")


@pytest.mark.parametrize(("face", "most"), [(5, 200), (6, 350), (9, 500), (10, 600)])
def test_what_a_ship_more_may_be_worth(face: int, most: int) -> None:
    assert most - 60 < dearest(more(face)) <= most


def test_a_ship_more_was_never_chosen_is_of_the_own_nation_and_average() -> None:
    begun = more(9)
    offered = begun.options("A")
    assert "uss_cairo" not in offered
    assert {"uss_carondelet", "none"} <= set(offered)
    assert {book().ships[id].side for id in offered[:-1]} == {"union"}
    assert not {book().ships[id].type for id in offered[:-1]} & {"transport", "barge"}
    begun.do("A", "uss_carondelet")
    joined = begun.ship("uss_carondelet")
    assert (joined.grade, joined.hits, joined.control) == ("average", 0, "union")


def test_two_cards_are_two_ships_or_two_more_on_one_roll() -> None:
    two = more(6, uses=("ship", "ship")).do("A", "none", 4)
    assert dearest(two) <= 200
    assert dearest(more(8, uses=("ship", "more"))) > 500
    one = more(8, uses=("ship", "more")).do("A", "none")
    assert GAME.pending(one.state)[0].kind != "extra_ship"


def test_a_low_roll_or_a_cancelled_card_brings_nobody() -> None:
    for begun in (more(3), more(10, answered=True)):
        assert GAME.pending(begun.state)[0].kind != "extra_ship"


def test_who_has_chosen_every_ship_is_offered_none() -> None:
    """Ships of at most 200 points outside the fleet are offered; here every such ship is in the
    fleet.
    """
    cheap = [
        ship(card.id, sunk_in=1)
        for card in book().ships.values()
        if card.side == "union" and card.victory_points <= 200
        if card.type not in {"transport", "barge"}
    ]
    laid = [{"card": 13, "by": "union", "yard": "union", "use": "ship"}]
    begun = war("refit", (*cheap, *UNION), dice=(5, 5, 5, 5), laid=laid)
    assert GAME.pending(begun.state)[0].kind != "extra_ship"
    assert dearest(war("refit", (*cheap[1:], *UNION), dice=(5, 5, 5, 5), laid=laid)) <= 200
