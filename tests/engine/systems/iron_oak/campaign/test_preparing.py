"""Before a battle: what is revealed, drawn, named, laid and placed, for each type of battle. Iron &
Oak 8.1, 8.5.
"""

from __future__ import annotations

from typing import Any

import pytest

from engine.base.errors import Refused
from engine.systems.iron_oak.campaign.game import IronOakCampaign
from tests.engine.systems.iron_oak.campaign.war import CONFEDERATE, War, battle, plan, ship, war

GAME = IronOakCampaign()
HARTFORD, MONITOR, CAIRO = "uss_hartford", "uss_monitor", "uss_cairo"
VIRGINIA, ALBEMARLE, HENRY = "css_virginia", "css_albemarle", "css_patrick_henry"
LIMITED = ({"card": 9, "by": "union", "yard": "confederate"},)


def places(war: War, seat: str, id: str) -> set[str]:
    return {option.id for option in war.sheet(seat).slot(id).options}


def victory(war: War) -> tuple[Any, ...]:
    assert war.state.battle is not None
    return war.state.battle.rules.victory


# Showing -------------------------------------------------------------------------


def test_ships_are_shown_by_day_and_not_by_night() -> None:
    for night in (False, True):
        begun = battle("engagement", (HARTFORD,), (VIRGINIA,), water={"night": night})
        seen = GAME.view(begun.state, "B")
        assert (seen.ships[HARTFORD].battle == 2) != night


def test_the_attacker_plays_first_and_both_have_their_cards() -> None:
    begun = battle("defend", (HARTFORD,), (VIRGINIA, ALBEMARLE)).to_battle()
    fought = begun.state.battle
    assert fought is not None
    assert fought.first == "union"
    assert {side: len(each.hand) for side, each in fought.sides.items()} == {
        "union": 6,
        "confederate": 7,
    }


# The types of battles ------------------------------------------------------------


def test_an_engagement_begins_in_the_outer_columns_where_it_is_deep_enough() -> None:
    water = {"shoals": [{"band": "row A", "depth": 2}]}
    begun = battle("engagement", (HARTFORD, MONITOR), (VIRGINIA,), water=water)
    assert places(begun, "B", VIRGINIA) == {"B5", "C5", "D5", "E5"}
    begun.fill("B", {})
    assert places(begun, "A", HARTFORD) == {"B1", "C1", "D1", "E1"}
    assert places(begun, "A", MONITOR) == {"A1", "B1", "C1", "D1", "E1"}
    begun.to_battle()
    assert [line.when for line in victory(begun)] == ["spoils"]


def test_a_passage_has_a_fort_mines_and_obstructions() -> None:
    """The attacker starts beyond one edge; half of the attacking ships, rounded up, must leave by
    the opposite one.
    """
    begun = battle("passage", (HARTFORD, MONITOR, CAIRO), (VIRGINIA,), dice=(2,))
    sheet = begun.sheet("B")
    assert {slot.id: slot.at_most for slot in sheet.slots if slot.at_most > 1} == {
        "mines": 2,
        "obstructions": 2,
    }
    assert places(begun, "B", "section 1") == {"A3", "A4", "A5"}
    assert places(begun, "B", "mines") == {f"{row}{column}" for row in "ABCDE" for column in "234"}
    with pytest.raises(Refused, match="two sections in one box"):
        begun.fill("B", {"section 1": "A4", "section 2": "A4"})
    begun.fill("B", {"mines": ("C2", "C4"), "obstructions": ("B3",)})
    fought = begun.state.battle
    assert fought is not None
    assert {fought.ships[id].box for id in (HARTFORD, MONITOR, CAIRO)} == {"off:left"}
    assert [(each.kind, each.box) for each in fought.board.markers] == [
        ("mine", "C2"),
        ("mine", "C4"),
        ("obstruction", "B3"),
    ]
    assert all(each.side == "confederate" for each in fought.sections.values())
    assert 1 <= len(fought.sections) <= 3
    (line,) = victory(begun)
    assert (line.when, line.side, line.at_least) == ("exit_count", "union", 2)


def test_a_fort_lies_along_the_bottom_where_that_alone_is_a_bank() -> None:
    begun = battle("passage", (HARTFORD,), (VIRGINIA,), water={"banks": ["bottom"]})
    assert places(begun, "B", "section 1") == {"E3", "E4", "E5"}


def test_an_escort_takes_two_transports_and_a_ship_for_each_barge() -> None:
    begun = battle("escort", (HARTFORD,), (VIRGINIA, ALBEMARLE))
    assert places(begun, "B", VIRGINIA) <= {f"{row}{column}" for row in "ABCDE" for column in "12"}
    barges = {
        "transport 1": "barge_1",
        "transport 2": "barge_2",
        "its box 1": "C1",
        "its box 2": "C1",
        VIRGINIA: "C1",
    }
    with pytest.raises(Refused, match="that can tow her"):
        begun.fill("B", {**barges, ALBEMARLE: "C2"})
    with pytest.raises(Refused, match="can be placed only once"):
        begun.fill("B", {**barges, "transport 2": "barge_1", ALBEMARLE: "C1"})
    begun.fill("B", {**barges, ALBEMARLE: "C1"}).to_battle()
    fought = begun.state.battle
    assert fought is not None
    assert {fought.ships[VIRGINIA].towing, fought.ships[ALBEMARLE].towing} == {"barge_1", "barge_2"}
    (line,) = victory(begun)
    assert (line.when, line.side, line.ships) == ("exit", "confederate", ("barge_1", "barge_2"))
    assert fought.rules.default == "union"


def test_a_transport_begins_where_it_is_deep_enough() -> None:
    water = {"shoals": [{"band": "row A", "depth": 0}]}
    begun = battle("escort", (HARTFORD,), (VIRGINIA,), water=water)
    carrier = begun.sheet("B").proposed["transport 1"].option
    with pytest.raises(Refused, match="too shallow"):
        begun.fill("B", {"transport 1": carrier, "its box 1": "A1"})


def test_the_attacker_of_a_defend_battle_names_the_target() -> None:
    begun = battle("defend", (HARTFORD,), (VIRGINIA, ALBEMARLE))
    assert begun.asked() == ("A", "target")
    begun.do("A", ALBEMARLE)
    assert places(begun, "B", VIRGINIA) == {f"{row}{column}" for row in "BCD" for column in "234"}
    begun.to_battle()
    fought = begun.state.battle
    assert fought is not None
    assert fought.ships[ALBEMARLE].box == "C3"
    assert fought.ships[ALBEMARLE].criticals == ("engine_stopped",)
    assert fought.ships[VIRGINIA].criticals == ()
    (line,) = victory(begun)
    assert (line.when, line.ships) == ("any_of", (ALBEMARLE,))
    assert fought.turns == 8


def test_no_ship_that_is_badly_hurt_is_the_target_if_there_is_another() -> None:
    for others, target in (((ALBEMARLE,), ALBEMARLE), ((), VIRGINIA)):
        hurt = ship(VIRGINIA, hits=19, battle=2)
        rebels = (hurt, *(ship(id, battle=2) for id in others))
        begun = war("battle", (ship(HARTFORD, battle=2),), rebels, plans=[plan("defend")])
        assert begun.state.setting is not None
        assert begun.state.setting.target == target


def test_a_badly_hurt_ship_draws_more_water() -> None:
    water = {"shoals": [{"band": "row A", "depth": 3}]}
    for hits, rows in ((0, "ABCDE"), (19, "BCDE")):
        rebels = (ship(VIRGINIA, hits=hits, battle=2), ship(ALBEMARLE))
        begun = war("battle", (ship(HARTFORD, battle=2),), rebels, plans=[plan(**water)])
        assert places(begun, "B", VIRGINIA) == {f"{row}5" for row in rows}


def test_by_night_the_target_is_drawn_by_lot() -> None:
    for face, drawn in ((1, ALBEMARLE), (2, VIRGINIA)):
        begun = battle(
            "defend", (HARTFORD,), (VIRGINIA, ALBEMARLE), water={"night": True}, dice=(face,)
        )
        assert begun.state.setting is not None
        assert begun.state.setting.target == drawn
        assert begun.asked() == ("B", "place")


def test_a_stopped_engine_takes_the_place_of_a_damaged_one() -> None:
    hurt = ship(VIRGINIA, criticals=["engine_damaged", "ram"], battle=2)
    begun = war("battle", (ship(HARTFORD, battle=2),), (hurt,), plans=[plan("defend")])
    fought = begun.to_battle().state.battle
    assert fought is not None
    assert fought.ships[VIRGINIA].criticals == ("ram", "engine_stopped")


def test_half_of_the_blockaders_may_be_at_anchor() -> None:
    begun = battle("blockade", (HARTFORD, MONITOR), (VIRGINIA,), attacker="confederate")
    slot = begun.sheet("A").slot("anchored")
    assert slot.at_most == 1
    begun.fill("A", {"anchored": HARTFORD}).to_battle()
    fought = begun.state.battle
    assert fought is not None
    assert fought.ships[HARTFORD].anchored
    assert not fought.ships[MONITOR].anchored
    assert [(line.when, line.side) for line in victory(begun)] == [
        ("exit", "confederate"),
        ("taken", "confederate"),
    ]


# Cards that were played for it -----------------------------------------------------


def test_limited_ammunition_is_drawn_after_ships_are_shown() -> None:
    for face, short in ((1, ALBEMARLE), (2, VIRGINIA)):
        begun = battle(
            "engagement", (HARTFORD,), (VIRGINIA, ALBEMARLE), laid=LIMITED, dice=(face,)
        ).to_battle()
        fought = begun.state.battle
        assert fought is not None
        assert [id for id, each in fought.ships.items() if each.limited_ammunition] == [short]


def test_two_cards_of_limited_ammunition_find_two_ships() -> None:
    two = (*LIMITED, {"card": 10, "by": "union", "yard": "confederate"})
    begun = battle("engagement", (HARTFORD,), (VIRGINIA, ALBEMARLE), laid=two, dice=(2,))
    assert begun.state.setting is not None
    assert begun.state.setting.limited == (VIRGINIA, ALBEMARLE)
    one = battle("engagement", (HARTFORD,), (VIRGINIA,), laid=two)
    assert one.state.setting is not None
    assert one.state.setting.limited == (VIRGINIA,)


# What a battle begins with ---------------------------------------------------------


def test_a_ship_goes_to_battle_as_she_is_in_the_book() -> None:
    hurt = ship(
        HARTFORD,
        grade="crack",
        hits=4,
        shields={"A": -2},
        crew_loss=5,
        criticals=["rudder"],
        battle=2,
    )
    enemy = ship(ALBEMARLE, spar_spent=True, battle=2)
    begun = war("battle", (hurt, ship(MONITOR)), (enemy, CONFEDERATE[0])).to_battle()
    assert begun.state.battle is not None
    there = begun.state.battle.ships[HARTFORD]
    assert (there.grade, there.hits, there.shields, there.crew_loss, there.criticals) == (
        "crack",
        4,
        {"A": -2},
        5,
        ("rudder",),
    )
    assert begun.state.battle.ships[ALBEMARLE].spar_spent


def test_by_night_all_ships_are_hidden_among_two_false_contacts_a_side() -> None:
    begun = battle("escort", (HARTFORD,), (VIRGINIA,), water={"night": True}).to_battle()
    fought = begun.state.battle
    assert fought is not None
    assert all(ship.hidden for ship in fought.ships.values())
    contacts = [ship.side for ship in fought.ships.values() if ship.kind == "contact"]
    assert sorted(contacts) == ["confederate", "confederate", "union", "union"]
    assert {HARTFORD, VIRGINIA} <= set(fought.ships)
