"""Previews of the highlighted option: words and marks about its result."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Literal

import pytest
from msgspec.structs import replace

from engine.base.errors import Refused
from engine.game import panel
from engine.game.chart import Hull, Spot, Trace
from engine.game.decision import Closed, Decision, Dial, Option
from engine.game.panel import EVERYTHING, Bar, Heading, Row, Track, Words
from engine.game.parts.screen import Preview
from engine.space.plane.pose import Pose
from engine.systems.oak_iron.screen.preview import preview
from engine.systems.oak_iron.state import commands as do
from engine.systems.oak_iron.state.state import Activation, Attack, State
from tests.engine.systems.oak_iron.fleet import small_battle, with_ship, with_squadron
from tests.engine.systems.oak_iron.skirmish import island

TURN = Dial(-30, 30, 1)


def moving(ship: str = "A1", **changes: Any) -> State:
    state = small_battle(
        phase="movement", activation=Activation(ship=ship, phase="movement", point="large")
    )
    return replace(state, **changes)


def shown(
    state: State, command: do.AnyCommand, dial: float | None = None, ship: str = "A1", **more: Any
) -> Preview:
    option = Option("it", "it", command, dial="angle" if dial is not None else "")
    decision = Decision("A", more.pop("kind", "any"), "?", (option,), TURN, ship=ship, **more)
    return preview(state, decision, option, dial)


def lines(rows: tuple[Row, ...]) -> list[str]:
    shown = panel.visible_rows(rows, EVERYTHING)
    return ["".join(span.text for span in row.spans) for row in shown if isinstance(row, Words)]


def heads(rows: tuple[Row, ...]) -> list[str]:
    return [row.title for row in rows if isinstance(row, Heading)]


def ghost_of(found: Preview) -> Hull:
    return next(mark for mark in found.marks if isinstance(mark, Hull) and mark.state == "ghost")


def kinds(found: Preview) -> set[str]:
    return {mark.kind for mark in found.marks if isinstance(mark, Trace)}


def test_a_move_shows_its_ghost_where_the_rules_would_put_the_ship() -> None:
    found = shown(moving(), do.Sail("end"), dial=20)
    ghost = ghost_of(found)
    assert ghost.pose.heading == pytest.approx(110.0)
    assert ghost.pose.x > 14.5
    assert ghost.key == "A1"


def test_the_swept_water_runs_along_both_sides_of_the_slide() -> None:
    found = shown(moving(), do.Sail())
    sides = [mark for mark in found.marks if isinstance(mark, Trace) and mark.kind == "sweep"]
    assert sorted(trace.points[0][1] for trace in sides) == pytest.approx([19.375, 20.625])
    for trace in sides:
        (start, _), (end, _) = trace.points
        assert (start, end) == pytest.approx((10.75, 16.25))


def test_while_a_dial_turns_no_rings_follow() -> None:
    found = shown(moving(), do.Sail("end"), dial=5)
    assert "ring" in kinds(found)
    assert found.quick_marks is not None
    quick = {mark.kind for mark in found.quick_marks if isinstance(mark, Trace)}
    assert quick == {"sweep"}


def test_a_move_that_would_strike_shows_where() -> None:
    state = with_ship(moving("A2"), "A2", type="corvette")
    found = shown(state, do.Sail(), ship="A2")
    (spot,) = [mark for mark in found.marks if isinstance(mark, Spot)]
    assert spot.kind == "collision"
    assert spot.at[0] == pytest.approx(10.75, abs=0.01)
    assert "she collides with A1 Swan" in lines(found.rows)
    assert "3 dice: a skull damages her, a sail entangles both" not in lines(found.rows)
    assert any("a skull damages her" in line for line in lines(found.rows))


def test_of_two_turns_the_dial_is_said_to_be_the_first() -> None:
    told = "the dial is her first turn; after her move she may turn again (her rule: Yare)"
    assert told in lines(shown(moving(), do.Sail("both"), dial=15).rows)
    for when in ("start", "end"):
        assert told not in lines(shown(moving(), do.Sail(when), dial=15).rows)


def test_a_move_off_the_table_is_told_as_the_end_of_her_battle() -> None:
    state = with_ship(moving(), "A1", pose=Pose(33.0, 20.0, 90.0))
    found = shown(state, do.Sail())
    assert "she leaves the table and the battle" in lines(found.rows)
    assert kinds(found) == {"sweep"}


def test_enemies_in_reach_of_the_new_pose_come_with_dice_and_odds() -> None:
    state = with_ship(moving(), "B1", pose=Pose(15.0, 16.5, 90.0))
    rows = lines(shown(state, do.Sail()).rows)
    (about,) = [line for line in rows if line.startswith("B1")]
    assert "pistol" in about
    assert about.endswith("starboard")
    assert any(line.startswith("    5 dice = 4 broadside") for line in rows)
    assert "    65 in 100: damage 2+" in rows
    assert any("can fire back, port" in line for line in rows)


def test_a_stern_rake_from_the_new_pose_is_named_and_drawn() -> None:
    state = with_ship(moving(), "B1", pose=Pose(15.0, 16.0, 180.0), damage=4)
    found = shown(state, do.Sail())
    assert "    STERN RAKE, fortitude 1" in lines(found.rows)
    assert any(line.endswith("crippled") for line in lines(found.rows))
    assert "rake" in kinds(found)


def test_a_side_to_reload_is_given_as_the_reason() -> None:
    """This is the reason for a target in her broadside path; other targets are not in arc."""
    state = with_ship(moving(), "A1", reload=("starboard",))
    state = with_ship(state, "B1", pose=Pose(15.0, 16.5, 90.0))
    rows = lines(shown(state, do.Sail()).rows)
    assert rows[1].endswith("A1's starboard side has to reload")
    assert rows[-1].endswith("not in arc")


def attacking(**changes: Any) -> State:
    return replace(small_battle(activation=Activation(ship="A1", phase="attack")), **changes)


BROADSIDE = do.Fire("broadside", "B1", "starboard")


def test_an_attack_shows_its_dice_with_reasons_and_what_counts() -> None:
    rows = lines(shown(attacking(), BROADSIDE).rows)
    assert 'range      2.2"  pistol shot' in rows
    assert "4 broadside + 1 formation = 5 dice" in rows
    assert "6 of 8 faces count: skull cannon musket swords" in rows
    assert "2 hits for 1 damage" in rows
    assert "fatigue needs 2 hits: High Freeboard" in rows
    assert "re-rolls by skill 1 and fortune are not counted in these odds" in rows


def test_a_fortitude_that_differs_from_the_card_is_named_with_its_reasons() -> None:
    """Small counts at Cannon Shot, Weight of Fire up to Musket Shot, and a stern rake alone."""
    small = with_ship(attacking(), "B1", type="corvette", pose=Pose(12.0, 10.0, 90.0))
    rows = lines(shown(small, BROADSIDE).rows)
    assert "2 hits for 1 damage" in rows
    assert "fortitude 2: 1, Small +1 at cannon shot" in rows
    near = with_ship(small, "B1", pose=Pose(12.0, 16.0, 90.0))
    assert "1 hit for 1 damage" in lines(shown(near, BROADSIDE).rows)
    assert not any(row.startswith("fortitude") for row in lines(shown(near, BROADSIDE).rows))
    heavy = with_ship(attacking(), "A1", type="third_rate")
    rows = lines(shown(heavy, BROADSIDE).rows)
    assert "fortitude 1: 2, Weight of Fire -1 at pistol shot" in rows
    stern = with_ship(attacking(), "B1", pose=Pose(12.0, 17.0, 180.0))
    assert "fortitude 1: 2, 1 in a stern rake" in lines(shown(stern, BROADSIDE).rows)


def test_odds_say_which_re_rolls_they_leave_out() -> None:
    spent = with_squadron(attacking(), "A", fortune=0)
    assert "re-rolls by skill 1 are not counted in these odds" in lines(
        shown(spent, BROADSIDE).rows
    )
    plain = with_ship(attacking(), "A1", skill=0)
    assert "re-rolls by fortune are not counted in these odds" in lines(
        shown(plain, BROADSIDE).rows
    )
    neither = with_ship(spent, "A1", skill=0)
    assert not [row for row in lines(shown(neither, BROADSIDE).rows) if "re-rolls" in row]
    lucky = with_ship(neither, "A2", commander="lucky_captain")
    turned = replace(lucky, activation=Activation(ship="A2", phase="attack"))
    aboard = lines(shown(turned, BROADSIDE, ship="A2").rows)
    assert "re-rolls by fortune are not counted in these odds" in aboard
    quick = replace(plain, rules=replace(plain.rules, quick_start=True))
    assert not [row for row in lines(shown(quick, BROADSIDE).rows) if "re-rolls" in row]


def test_an_attack_shows_bars_that_add_up() -> None:
    rows = shown(attacking(), BROADSIDE).rows
    assert "Chance (%) of damage" in heads(rows)
    damage = [row for row in rows if isinstance(row, Bar)]
    assert sum(bar.share for bar in damage) == pytest.approx(1.0, abs=0.02)
    (fatigue,) = (line for line in lines(rows) if line.startswith("fatigue +"))
    assert sum(map(int, re.findall(r"\d:(\d+)%", fatigue))) == pytest.approx(100, abs=2)


def test_each_chance_of_an_attack_says_that_it_is_in_100() -> None:
    """Without the sign % the figure after a result's name would be read as points."""
    state = with_ship(attacking(), "B1", damage=5, fatigue=6)
    told = "\n".join(lines(shown(state, BROADSIDE).rows))
    chances = re.findall(r"(?:crippled|shaken|no harm|out of action|\+\d:) ?<?\d+\S*", told)
    assert len(chances) > 4
    assert all(each.endswith("%") for each in chances)


def test_an_attack_tells_what_would_tip_the_enemy_and_the_reload_to_come() -> None:
    state = with_ship(attacking(), "B1", damage=5)
    state = with_ship(state, "B2", damage=7, fatigue=7)
    rows = lines(shown(state, BROADSIDE).rows)
    assert "B1 crippled: Blue 3 points, 1 ship." in rows
    assert "More than 1 strike point: Blue withdraws." in rows
    assert "Afterwards A1 has to reload starboard." in rows


def test_a_shaken_ship_that_would_be_crippled_is_told_as_out_of_action() -> None:
    state = with_ship(attacking(), "B1", damage=5, fatigue=7)
    rows = lines(shown(state, BROADSIDE).rows)
    assert "B1 out of action: Blue 3 points, 1 ship." in rows
    assert not any(row.startswith("B1 crippled") for row in rows)


@pytest.mark.parametrize(
    ("damage", "fatigue", "told"),
    [(5, 6, "crippled|shaken"), (5, 7, "crippled"), (7, 6, "shaken"), (7, 7, "")],
)
def test_no_chance_is_given_for_what_a_ship_is_already(
    damage: int, fatigue: int, told: str
) -> None:
    state = with_ship(attacking(), "B1", damage=damage, fatigue=fatigue)
    rows = "\n".join(lines(shown(state, BROADSIDE).rows))
    assert "|".join(re.findall(r"(crippled|shaken) <?\d+%", rows)) == told


def test_other_choices_are_weighed_beside_the_highlighted_one() -> None:
    first = Option("hull", "fire at B1", BROADSIDE)
    rigging = Option("rigging", "fire at B1's rigging", replace(BROADSIDE, aim="rigging"))
    decision = Decision(
        "A",
        "attack",
        "?",
        (first, rigging),
        closed=(Closed("fire at B2", "beyond cannon shot"),),
        ship="A1",
    )
    rows = lines(preview(attacking(), decision, first).rows)
    assert "fire at B1's rigging: mean damage 0.0, fatigue 0.0" in rows
    assert not any("beyond cannon shot" in row for row in rows)  # the orders say so, once


def test_a_broadside_draws_its_path() -> None:
    assert {"path", "bar"} <= kinds(shown(attacking(), BROADSIDE))


def test_boarding_shows_the_ghost_alongside_and_the_chance_of_the_test() -> None:
    state = with_ship(moving(), "B1", pose=Pose(12.0, 18.25, 90.0))
    found = shown(state, do.Board("B1"))
    assert ghost_of(found).pose.y == pytest.approx(19.5, abs=0.01)
    rows = lines(found.rows)
    assert "passed in 94 of 100, with re-rolls by skill 1, without a Fortune Point" in rows
    spent = with_squadron(state, "A", fortune=0)
    rows = lines(shown(spent, do.Board("B1")).rows)
    assert "passed in 94 of 100, with re-rolls by skill 1" in rows
    assert any(line.startswith("close combat, A1: 5 dice by her starboard") for line in rows)


@pytest.mark.parametrize(
    ("command", "passed", "failed"),
    [
        (do.Seamanship(), "change heading or", "no action, she sails on"),
        (do.Board("B1"), "she grapples B1", "B1 is not boarded"),
        (do.Repair("aground"), "she is afloat again", "she stays aground"),
        (do.Undertake("raze"), "it is razed", "it is not razed"),
    ],
)
def test_before_a_skill_test_is_rolled_it_says_what_hangs_on_it(
    command: do.AnyCommand, passed: str, failed: str
) -> None:
    rows = lines(shown(with_ship(moving(), "B1", pose=Pose(12.0, 18.25, 90.0)), command).rows)
    assert any(row.lower().startswith(f"passed: {passed}".lower()) for row in rows), rows
    assert f"failed: {failed}" in rows


def test_what_needs_no_test_of_an_objective_shows_none() -> None:
    assert shown(moving(), do.Undertake("deliver")) == Preview()


def test_choosing_a_ship_shows_her_state_and_who_is_where() -> None:
    rows = shown(small_battle(phase="movement"), do.Activate("A2"), ship="").rows
    assert heads(rows) == ["A2 Falcon", "Ships around A2"]
    keys = [
        row.key
        for row in panel.visible_rows(rows, EVERYTHING)
        if isinstance(row, Words) and row.key
    ]
    assert keys == ["A1", "B1", "B2"]


def test_choosing_a_card_shows_its_effect() -> None:
    rows = shown(small_battle(), do.ChooseCard("fire_as_she_bears"), ship="").rows
    assert heads(rows) == ["1 Fire as She Bears"]
    assert "discarded when played" in lines(rows)
    assert any("free Broadside" in line for line in lines(rows))


def test_only_after_the_first_card_it_is_said_that_cards_are_chosen_a_turn_ahead() -> None:
    told = "After turn 1 each card is chosen a turn ahead."
    card = do.ChooseCard("fire_as_she_bears")
    hidden = with_squadron(small_battle(turn=1), "A", face_up="")
    played = with_squadron(hidden, "A", face_up="fire_as_she_bears")
    row = panel.words(told, until="first")
    assert row not in shown(hidden, card, ship="").rows
    assert row in shown(played, card, ship="").rows
    assert row not in shown(played, do.DropCard("fire_as_she_bears"), ship="").rows


def unmarked(rows: Sequence[Row]) -> tuple[Row, ...]:
    """Return tracks without their words, and without the lesson that explains them."""
    return tuple(
        replace(row, told="", lesson="") if isinstance(row, Track) else row for row in rows
    )


@pytest.mark.parametrize(
    ("command", "track"),
    [
        (do.Rally(), Track("A1 fatigue", 3, 7, 2)),
        (do.Repair("damage"), Track("damage", 2, 7, 1)),
    ],
)
def test_crew_actions_show_the_track_after(command: do.AnyCommand, track: Track) -> None:
    state = with_ship(moving(), "A1", fatigue=3, damage=2)
    assert unmarked(shown(state, command).rows) == (track,)


def test_more_sail_shows_the_speed_to_come_and_its_price() -> None:
    rows = lines(
        shown(with_ship(moving(), "A1", pose=Pose(12.0, 20.0, 180.0)), do.ChangeSail("full")).rows
    )
    assert rows == ["speed from next turn: large 3 to 4", "no Reload at full sail"]


def test_adjust_speed_shows_the_move_at_the_new_speed() -> None:
    plain = ghost_of(shown(moving(), do.Sail()))
    faster = ghost_of(shown(moving(), do.AdjustSpeed(1)))
    assert faster.pose.x - plain.pose.x == pytest.approx(1.0)


def test_a_prize_shows_the_strike_points_that_follow() -> None:
    state = with_ship(small_battle(), "B1", fatigue=7)
    rows = lines(shown(state, do.Capture("B1", "A1"), ship="").rows)
    assert rows == ["Red: 0 points, 3 ships", "Blue: 3 points, 1 ship"]


def test_passing_shows_nothing() -> None:
    assert shown(moving(), do.Pass()) == Preview()


def test_a_value_off_the_dial_is_refused() -> None:
    with pytest.raises(Refused, match="is not on the dial, which goes from"):
        shown(moving(), do.Sail("end"), dial=90)


# One row a command ------------------------------------------------------------------------

FLEET = moving(attack=Attack(attacker="A1", target="B1", kind="broadside"))


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (do.ReloadBoth(), "A1 is loaded on both sides"),
        (do.DampPowder("B1", "port"), "B1 has to reload her port"),
        (do.Repair("aground"), "any skull or sail passes the test"),
        (do.Burn("B1"), "mean damage 1.2, fatigue 0.8"),
        (do.Burn("B1"), "A1 is out of action afterwards"),
        (do.Destroy("B1", "A1"), "Red: 0 points, 2 ships"),
        (do.Destroy("B1", "A1"), "Blue: 3 points, 1 ship"),
        (do.ChoosePoint("windward"), "heads 90; next turn large 3 or windward 2"),
        (do.SpinHelm("starboard"), "heads 135; next turn large 3"),
        (do.SpinHelm("port"), "heads 45; next turn windward 2"),
    ],
)
def test_a_command_shows_what_comes_of_it(command: do.AnyCommand, told: str) -> None:
    state = with_ship(FLEET, "A1", upgrades=("fire_ship",))
    assert told in lines(shown(state, command).rows)


def test_the_side_that_has_just_fired_cannot_fire_back_at_a_ship_whose_helm_is_hit() -> None:
    """The Reload marker of that side is only placed at the end of the attack, but the side is empty
    already.
    """
    for edge, answered in (("port", True), ("starboard", False)):
        fired = Attack(attacker="A1", target="B1", kind="broadside", edge=edge)
        rows = lines(shown(replace(FLEET, attack=fired), do.SpinHelm("port")).rows)
        assert any("A1 can fire back, starboard" in row for row in rows) == answered


def test_a_friend_is_helped_by_her_own_track_and_a_party_lands_where_it_is_put() -> None:
    tired = with_ship(moving(), "A2", fatigue=3)
    found = unmarked(shown(tired, do.Support("A2", do.Rally())).rows)
    assert found == (Track("A2 fatigue", 3, 7, 2),)
    assert shown(moving(), do.LandParty((3.0, 4.0))).marks == (Spot("party", (3.0, 4.0), "A1"),)


def test_the_point_of_sail_that_is_chosen_gives_the_way() -> None:
    ends = [ghost_of(shown(moving(), do.ChoosePoint(point))).pose.x for point in POINTS]
    assert ends[0] - ends[1] == pytest.approx(1.0), "3 inches large, 2 to windward"


POINTS: tuple[Literal["large", "windward"], ...] = ("large", "windward")


def test_who_cannot_get_free_is_shown_nowhere() -> None:
    held = moving(entangled=(("A1", "B1"), ("A1", "B2")))
    held = with_ship(held, "B1", pose=Pose(12.0, 18.75, 90.0))
    assert heads(shown(held, do.CutFree()).rows) == ["If she cuts free"]
    between = with_ship(held, "B2", pose=Pose(12.0, 21.25, 90.0))
    assert shown(between, do.CutFree()) == Preview()


def test_a_shoal_under_way_and_fog_before_the_guns_are_told() -> None:
    shoal = island((14, 18), (20, 18), (20, 22), (14, 22), kind="shoal")
    way = lines(shown(moving(terrain=(shoal,)), do.Sail()).rows)
    assert way[0] == "over a shoal: 2 dice, a skull puts her aground"
    fog = island((10, 17), (20, 17), (20, 19), (10, 19), kind="fog")
    assert "sight      fog or dim light: as musket shot" in lines(
        shown(attacking(terrain=(fog,)), BROADSIDE).rows
    )
    assert "    fog or dim light: as musket shot" in lines(
        shown(moving(terrain=(fog,)), do.Sail()).rows
    )


def test_an_attack_that_may_finish_her_tells_what_the_wreck_would_cost() -> None:
    worn = with_ship(attacking(), "B1", damage=6, fatigue=6)
    rows = lines(shown(worn, BROADSIDE).rows)
    assert "B1 out of action: Blue 3 points, 1 ship." in rows


def test_close_combat_names_the_side_that_touches() -> None:
    close = with_ship(attacking(entangled=(("A1", "B1"),)), "B1", pose=Pose(12.0, 18.75, 90.0))
    rows = lines(shown(close, do.Fire("close_combat", "B1")).rows)
    assert "touches    with her starboard" in rows


def test_boarding_a_wreck_says_that_nobody_fights() -> None:
    wreck = with_ship(moving(), "B1", pose=Pose(12.0, 18.25, 90.0), damage=7, fatigue=7)
    rows = lines(shown(wreck, do.Board("B1")).rows)
    assert rows[-2:] == [
        "A1 cannot fight B1: B1 is out of action",
        "B1 cannot fight A1: B1 is out of action",
    ]
