"""Special rules and options of ships, and rules of nations; each test is named after one."""

from __future__ import annotations

import pytest

from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.effects.hits import damage_boxes, fatigue_boxes
from engine.systems.oak_iron.gunnery.shot import shot
from engine.systems.oak_iron.sailing.course import dice as shoal_dice
from engine.systems.oak_iron.sailing.course import rating
from engine.systems.oak_iron.sailing.seamanship import test_pool as pool
from engine.systems.oak_iron.squadrons.squadron import Roster, RosterShip, option_price
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.steps import EndActivation, Manoeuvre
from engine.systems.oak_iron.victory.strike import points
from tests.engine.systems.oak_iron.effects_play import (
    FULL,
    abeam,
    attacking,
    broadside,
    crewing,
    locked,
    melee,
    small_arms,
)
from tests.engine.systems.oak_iron.roster import faults, fleet
from tests.engine.systems.oak_iron.skirmish import Skirmish, ship

FAR = ship("B1", "sloop", 34, 2, 180)


def sailing(kind: str, heading: float = 180, **changes: object) -> Skirmish:
    """Return a battle in which A1 is about to move."""
    play = Skirmish(ship("A1", kind, heading=heading, **changes), FAR)
    return play.turn_to(Manoeuvre(), EndActivation(), active="A1").settle()


def fortitude(target: str, inches: float, red: str = "corvette", kind: str = "broadside") -> int:
    """Return the hits that are needed for one point of damage."""
    blue = ship("B1", target, 10 + inches + (0.875 if red == "third_rate" else 0.5) + 0.5, 18, 0)
    play = Skirmish(ship("A1", red, 10, 18, 0), blue)
    side = "starboard" if kind == "broadside" else ""
    return shot(play.state, "A1", "B1", kind, side).fortitude  # type: ignore[arg-type]


def test_yare_turns_at_both_ends_of_the_move() -> None:
    assert "turn_twice" in sailing("corvette").options()
    assert "turn_twice" not in sailing("fluyt").options()


def test_yare_turns_once_more_in_the_eye() -> None:
    play = sailing("corvette", heading=0).do("A", "turn", dial=10)
    assert not play["A1"].moved
    assert play.do("A", "turn", dial=10)["A1"].moved


@pytest.mark.parametrize(("kind", "turns"), [("fluyt", 1), ("corvette", 2), ("sloop", 3)])
def test_fore_and_aft_adds_a_turn_in_the_eye(kind: str, turns: int) -> None:
    play = sailing(kind, heading=0)
    for _ in range(turns):
        assert not play["A1"].moved
        play.do("A", "turn", dial=10)
    assert play["A1"].moved


def test_weatherly_is_faster_windward() -> None:
    play = Skirmish(ship("A1", "petite_fregate", options=("weatherly",)), FAR)
    assert rating(play.state, "A1", "windward").value == 3
    assert rating(play.state, "A1", "large").value == 3


def test_weatherly_and_full_sail_add_up() -> None:
    play = Skirmish(ship("A1", "petite_fregate", options=("weatherly",), sail="full"), FAR)
    assert rating(play.state, "A1", "windward").value == 4


def test_swift_is_faster_large() -> None:
    play = Skirmish(ship("A1", "sloop", options=("swift",)), FAR)
    assert rating(play.state, "A1", "large").value == 4
    assert rating(play.state, "A1", "windward").value == 2


def test_swift_ship_that_is_crippled_stays_at_two() -> None:
    play = Skirmish(ship("A1", "sloop", options=("swift",), damage=7), FAR)
    assert rating(play.state, "A1", "large").value == 2


def test_fast_is_built_in() -> None:
    play = Skirmish(ship("A1", "revenge"), FAR)
    assert rating(play.state, "A1", "large").value == book().ships["revenge"].large + 1


@pytest.mark.parametrize(("kind", "dice"), [("sloop", 0), ("fluyt", 1), ("petite_fregate", 2)])
def test_shallow_draft_rolls_a_die_less_for_shoals(kind: str, dice: int) -> None:
    play = Skirmish(ship("A1", kind), FAR)
    assert shoal_dice(play.state, play["A1"]).dice == dice


def test_small_is_harder_to_hurt_at_cannon_shot() -> None:
    assert (fortitude("corvette", 11), fortitude("corvette", 6)) == (2, 1)


def tired(target: str, faces: str) -> int:
    """Return a ship's Fatigue after a Broadside at Musket Shot that shows these faces."""
    play = attacking(ship("A1", "corvette", 10, 18, 0), ship("B1", target, 16, 18, 0))
    return play.dice(faces).do("A", "broadside_starboard_B1")["B1"].fatigue


def test_high_freeboard_wants_two_hits() -> None:
    assert tired("fluyt", "cannon sail sail") == 0
    assert tired("fluyt", "cannon musket sail") == 1


def test_very_high_freeboard_wants_three_hits() -> None:
    assert tired("third_rate", "cannon musket sail") == 0
    assert tired("third_rate", "cannon musket musket") == 1


def test_weight_of_fire_takes_fortitude_off_at_musket_shot() -> None:
    assert fortitude("petite_fregate", 5, "third_rate") == 1
    assert fortitude("petite_fregate", 8, "third_rate") == 2
    assert fortitude("petite_fregate", 5, "third_rate", "partial_fire") == 2
    assert fortitude("corvette", 5, "third_rate") == 1


def test_sweeps_let_a_ship_row_also_at_anchor_and_in_the_eye() -> None:
    red = ship("A1", options=("sweeps",), sail="anchored")
    play = crewing(red, FAR).do("A", "row")
    pose = play["A1"].pose
    assert pose is not None
    assert (pose.x, pose.y) == (18, 19)
    assert "row" not in crewing(ship("A1"), FAR).options()


def test_stout_has_a_damage_box_more() -> None:
    assert damage_boxes(book().ships["fluyt"], ("stout",)) == 8


def test_additional_crew_has_a_fatigue_box_more() -> None:
    assert fatigue_boxes(book().ships["fluyt"], ("additional_crew",)) == 8


def test_built_in_additional_crew_has_a_fatigue_box_more() -> None:
    assert fatigue_boxes(book().ships["queen_annes_revenge"]) == 8


def test_additional_guns_fire_a_die_more() -> None:
    assert broadside(*abeam(options=("additional_guns",))) == 4
    assert small_arms(*abeam(options=("additional_guns",))) == 1


def test_skill_re_rolls_a_die_for_each_point_each_die_once() -> None:
    play = attacking(*abeam(skill=2))
    play.dice("sail sail sail").do("A", "broadside_starboard_B1")
    play.dice("swords").do("A", "reroll_1")
    assert "reroll_1" not in play.options()
    play.dice("swords").do("A", "reroll_2")
    assert play["A1"].attacked


def marksmen(faces: str, more: str, inches: float = 5.0) -> Skirmish:
    """Return the battle after a Broadside by marksmen."""
    play = attacking(
        abeam(inches, upgrades=("buccaneers",))[0], ship("B1", "third_rate", 17, 18, 0)
    )
    return play.dice(faces).dice(more).do("A", "broadside_starboard_B1")


def test_marksmen_roll_a_die_for_each_musket_and_tire_once_in_all() -> None:
    assert marksmen("musket musket sail", "musket musket")["B1"].fatigue == 1
    assert marksmen("musket sail sail", "cannon")["B1"].fatigue == 0


def test_marksmen_are_told_and_leave_the_attack_as_it_was() -> None:
    play = marksmen("musket musket sail", "musket musket")
    assert [rolled.purpose for rolled in play.facts(ev.DiceRolled)] == ["broadside", "marksmen"]


def test_marksmen_are_of_no_use_at_cannon_shot() -> None:
    red = abeam(upgrades=("buccaneers",))[0]
    play = attacking(red, ship("B1", "corvette", 20, 18, 0))
    play.dice("musket musket sail").do("A", "broadside_starboard_B1")
    assert len(play.facts(ev.DiceRolled)) == 1


def test_marksmen_serve_aimed_shots_whose_dice_stay_critical() -> None:
    play = attacking(*abeam(2, "third_rate", upgrades=("buccaneers",)), rules=FULL)
    play.dice("musket sail sail sail").dice("musket").do("A", "broadside_starboard_B1_rigging")
    assert (play["B1"].fatigue, play["B1"].sail, play["B1"].aground) == (1, "minimal", True)


def test_double_rations_bring_their_card() -> None:
    ships = (RosterShip(type="sloop", upgrades=("supply_ship",)),)
    assert Roster("", "patrol", "dutch", "untested_admiral", (), ships).added == ("double_rations",)


@pytest.mark.parametrize(
    ("fate", "total"),
    [({}, 0), ({"damage": 7}, 1), ({"captured_by": "B"}, 3), ({"damage": 7, "fatigue": 7}, 3)],
)
def test_valuable_counts_a_strike_point_more_once_lost(fate: dict[str, object], total: int) -> None:
    play = Skirmish(ship("A1"), ship("A2", x=5, upgrades=("supply_ship",), **fate), FAR)
    assert points(play.state, "A") == total


def test_undermanned_rolls_a_die_less_with_muskets_and_blades() -> None:
    assert melee({"upgrades": ("merchants",)}) == 3
    assert small_arms(*abeam(upgrades=("merchants",))) == 1
    assert broadside(*abeam(upgrades=("merchants",))) == 3


def test_closed_quarters_take_a_die_from_the_boarders() -> None:
    assert melee({}, {"upgrades": ("merchants",)}) == 3


def test_fierce_adds_a_die_to_close_combat() -> None:
    assert melee({"upgrades": ("corsairs",)}) == 5


def test_boarders_add_a_die_to_the_test_for_boarding() -> None:
    play = locked({"upgrades": ("corsairs",)})
    assert pool(play.state, "A1", "boarding").dice == 6
    assert pool(play.state, "A1", "seamanship").dice == 5


def test_daring_counts_a_fatigue_less_for_seamanship() -> None:
    play = Skirmish(ship("A1", upgrades=("kapers",), fatigue=1), FAR)
    assert pool(play.state, "A1", "seamanship").dice == 5
    assert pool(play.state, "A1", "repair").dice == 4


def price(kind: str, option: str, faction: str) -> int:
    """Return the points that an option costs a nation."""
    return option_price(book().ships[kind], option, faction)


def test_fast_ships_make_swift_and_weatherly_cheaper() -> None:
    assert price("fifth_rate", "swift", "french") == price("fifth_rate", "swift", "dutch") - 1
    assert price("fifth_rate", "weatherly", "french") == 1


def test_heavily_armed_make_guns_cheaper() -> None:
    assert price("fifth_rate", "additional_guns", "french") == 1


def test_stout_ships_pay_half() -> None:
    assert price("fluyt", "stout", "spanish") == 2


def test_large_crews_cost_half() -> None:
    assert price("fluyt", "additional_crew", "pirate") == 2


SLOOPS = ({"type": "sloop"},) * 3
PIRATES = {"faction": "pirate", "hand": ["down", "careful_aim", "effective_fire", "reload"]}


def test_no_ships_of_the_line_sail_for_pirates() -> None:
    assert "ships[0].type" in faults(fleet({"type": "fourth_rate"}, *SLOOPS, **PIRATES))
    assert "ships[0].type" not in faults(fleet({"type": "fifth_rate"}, *SLOOPS, **PIRATES))


def test_mixed_hand_of_pirates_holds_cards_of_one_other_nation() -> None:
    hand = [*PIRATES["hand"], "bravado", "boarders_away"]
    assert "of other nations only" in faults(fleet(*SLOOPS, faction="pirate", hand=hand))["hand[5]"]
