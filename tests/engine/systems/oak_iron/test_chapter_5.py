"""Rules of chapter 5, tested in positions: raking, rigging, crew, fog, fortune, the table's
edge.
"""

from __future__ import annotations

from typing import Any

import pytest

from engine.game.panel import Words
from engine.systems.oak_iron.crew.boarding import no_boarding
from engine.systems.oak_iron.gunnery.shot import Shot, shot
from engine.systems.oak_iron.screen.preview import preview
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.ships import hull
from engine.systems.oak_iron.state.state import Rules, Ship
from engine.systems.oak_iron.state.steps import (
    AttackChoice,
    EndActivation,
    Manoeuvre,
    Reactions,
    SeamanshipOffer,
    SettleMove,
)
from tests.engine.systems.oak_iron.skirmish import Skirmish, island, ship

FULL = Rules()
FIRER = ship("A1", "fluyt", 10, 18, 0)
FOG = island((11.5, 10), (12.5, 10), (12.5, 26), (11.5, 26), kind="fog")


def target(x: float = 14, heading: float = 0, kind: str = "light_galleon", **rest: Any) -> Ship:
    """Return B1 to starboard of the firing ship; on heading 90 her stern, on 270 her bow is towards
    the guns.
    """
    return ship("B1", kind, x, 18, heading, **rest)


def aimed(blue: Ship, aim: str = "hull", fog: bool = False, kind: str = "broadside") -> Shot:
    play = Skirmish(FIRER, blue, rules=FULL, terrain=(FOG,) if fog else ())
    side = "starboard" if kind == "broadside" else ""
    return shot(play.state, "A1", "B1", kind, side, aim)  # type: ignore[arg-type]


def firing(blue: Ship, **rest: Any) -> Skirmish:
    play = Skirmish(rest.pop("red", FIRER), blue, rules=FULL, **rest)
    play.turn_to(AttackChoice(), EndActivation(), active="A1", phase="attack")
    return play.settle()


# Raking -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("heading", "rake", "fortitude"), [(90, "stern", 1), (270, "bow", 3), (0, "", 3)]
)
def test_rake_by_stern_bow_and_none(heading: float, rake: str, fortitude: int) -> None:
    at = aimed(target(heading=heading))
    assert (at.rake, at.fortitude) == (rake, fortitude)
    assert at.hits_for_fatigue == (1 if rake else 2), "a rake ignores High Freeboard"


def test_no_rake_at_cannon_shot_nor_by_partial_fire_nor_at_the_rigging() -> None:
    assert aimed(target(22, 90)).band == "cannon"
    assert aimed(target(22, 90)).rake == ""
    assert aimed(target(heading=90), kind="partial_fire").rake == ""
    assert aimed(target(heading=90), aim="rigging").rake == ""


def test_fog_takes_a_rake_at_musket_shot_away() -> None:
    clear, foggy = aimed(target(17, 90)), aimed(target(17, 90), fog=True)
    assert (clear.reach, clear.rake) == ("musket", "stern")
    assert (foggy.reach, foggy.rake, foggy.hits_for_fatigue) == ("cannon", "", 2)


def test_rake_adds_no_fatigue_when_nothing_hits() -> None:
    play = firing(target(17, 90))
    play.dice("sail sail sail sail").do("A", "broadside_starboard_B1")
    assert play["B1"].fatigue == 0


def test_two_ends_of_a_line_that_misses_an_edge_do_not_rake() -> None:
    askew = aimed(target(15, 125, "corvette"))
    assert askew.rake == ""


# Targeting rigging and crew -------------------------------------------------------------------


def test_rigging_halves_the_dice_and_harms_neither_hull_nor_crew() -> None:
    assert aimed(target(), "rigging").dice == aimed(target()).dice // 2
    play = firing(target())
    play.dice("sail skull").do("A", "broadside_starboard_B1_rigging")
    blue = play["B1"]
    assert (blue.sail, blue.damage, blue.fatigue) == ("minimal", 0, 0)
    assert play["A1"].reload == ("starboard",)


def test_two_sails_at_the_rigging_cost_one_level_and_put_her_aground() -> None:
    play = firing(target()).dice("sail sail")
    play.do("A", "broadside_starboard_B1_rigging")
    assert (play["B1"].sail, play["B1"].aground) == ("minimal", True)


def test_crew_is_aimed_at_up_to_pistol_shot_fog_counted() -> None:
    assert aimed(target(), "crew").legal
    assert "pistol shot" in aimed(target(17), "crew").why_not
    assert "pistol shot" in aimed(target(), "crew", fog=True).why_not


def test_crew_shot_tires_once_and_never_damages() -> None:
    play = firing(target()).dice("swords skull")
    play.do("A", "broadside_starboard_B1_crew")
    assert (play["B1"].fatigue, play["B1"].damage) == (1, 0)


def test_two_swords_at_the_crew_tire_once_and_spin_the_helm() -> None:
    play = firing(target()).dice("swords swords")
    play.do("A", "broadside_starboard_B1_crew")
    assert play["B1"].fatigue == 1
    assert play.facts(ev.HelmHit)


def test_raked_crew_takes_the_second_fatigue_and_nothing_else() -> None:
    play = firing(target(heading=90)).dice("swords cannon")
    play.do("A", "broadside_starboard_B1_crew")
    assert (play["B1"].fatigue, play["B1"].damage) == (2, 0)
    missed = firing(target(heading=90)).dice("musket cannon")
    missed.do("A", "broadside_starboard_B1_crew")
    assert missed["B1"].fatigue == 0


def test_partial_fire_aims_at_rigging_and_crew_too() -> None:
    options = firing(target()).options()
    assert {"partial_fire_B1_rigging", "partial_fire_B1_crew"} <= {*options}


def test_careful_aim_does_not_serve_a_shot_at_the_rigging() -> None:
    play = firing(target(), cards={"A": {"face_up": "careful_aim"}})
    play.dice("cannon cannon").do("A", "broadside_starboard_B1_rigging")
    assert play["A1"].attacked, "nothing was asked"


def test_skill_rerolls_a_shot_at_the_rigging() -> None:
    """FAQ: crew Skill re-rolls attacks at crew and rigging."""
    skilled = ship("A1", "fluyt", 10, 18, 0, skill=1)
    play = firing(target(), red=skilled)
    play.dice("cannon cannon").do("A", "broadside_starboard_B1_rigging")
    play.dice("sail").do("A", "reroll_1")
    assert play["B1"].sail == "minimal"


# Fog ------------------------------------------------------------------------------------------


def test_fog_counts_for_partial_fire() -> None:
    assert aimed(target(), kind="partial_fire", fog=True).reach == "musket"
    assert aimed(target(17), kind="partial_fire").legal
    far = aimed(target(17), kind="partial_fire", fog=True)
    assert far.why_not == "partial fire reaches to musket shot"


def test_a_base_in_fog_is_enough_and_two_banks_count_once() -> None:
    about = island((13, 16), (15, 16), (15, 20), (13, 20), kind="fog", key="T2")
    for terrain in ((about,), (about, FOG)):
        state = Skirmish(FIRER, target(), rules=FULL, terrain=terrain).state
        assert shot(state, "A1", "B1", "broadside", "starboard").reach == "musket"


def test_fog_aside_of_the_line_counts_for_nothing() -> None:
    aside = island((11, 25), (13, 25), (13, 30), (11, 30), kind="fog")
    state = Skirmish(FIRER, target(), rules=FULL, terrain=(aside,)).state
    assert shot(state, "A1", "B1", "broadside", "starboard").reach == "pistol"


def test_fog_makes_a_small_ship_harder_to_hit_as_at_cannon_shot() -> None:
    small = aimed(target(17, kind="sloop"), fog=True)
    assert (small.reach, small.fortitude) == ("cannon", 2)


def test_fog_matters_neither_to_boarding_nor_to_close_combat() -> None:
    near = ship("B1", "corvette", 11.5, 18, 0)
    thick = island((5, 10), (20, 10), (20, 26), (5, 26), kind="fog")
    state = Skirmish(FIRER, near, rules=FULL, terrain=(thick,)).state
    assert no_boarding(state, "A1", "B1") == ""
    held = Skirmish(FIRER, near, rules=FULL, terrain=(thick,), entangled=(("A1", "B1"),)).state
    assert shot(held, "A1", "B1", "close_combat").legal


@pytest.mark.parametrize("fog", [False, True])
def test_small_arms_reach_to_pistol_shot_fog_counted(fog: bool) -> None:
    mover = ship("A1", "fluyt", 10, 18, 0)
    play = Skirmish(
        mover,
        target(kind="corvette"),
        rules=FULL,
        terrain=(FOG,) if fog else (),
        cards={"B": {"face_up": "small_arms"}},
    )
    play.turn_to(Manoeuvre(), SettleMove(), Reactions(), EndActivation(), active="A1").settle()
    play.do("A", "turn", dial=1)
    offered = play.state.activation is not None and play.asked().kind == "reaction"
    reach = shot(play.state, "B1", "A1", "partial_fire").reach
    assert offered is (reach == "pistol")
    assert offered is not fog


@pytest.mark.parametrize("dim", [{"terrain": (FOG,)}, {"events_in_force": ("reduced_visibility",)}])
def test_preview_says_that_the_range_counts_farther(dim: dict[str, Any]) -> None:
    play = firing(target(), **dim)
    decision = play.asked()
    rows = preview(play.state, decision, decision.option("broadside_starboard_B1")).rows
    said = [span.text for row in rows if isinstance(row, Words) for span in row.spans]
    assert "sight      fog or dim light: as musket shot" in said


# Formation and fortune -------------------------------------------------------------------------


@pytest.mark.parametrize(("rules", "dice"), [(FULL, 5), (Rules(formation=False), 4)])
def test_formation_die_is_a_switch(rules: Rules, dice: int) -> None:
    line = (FIRER, ship("A2", "fluyt", 10, 14, 0))
    state = Skirmish(*line, target(), rules=rules).state
    assert shot(state, "A1", "B1", "broadside", "starboard").dice == dice


def test_formation_without_the_flagship_gives_nothing() -> None:
    line = (ship("A2", "fluyt", 10, 18, 0), ship("A3", "fluyt", 10, 14, 0))
    state = Skirmish(ship("A1", "fluyt", 30, 30, 0), *line, target(), rules=FULL).state
    assert shot(state, "A2", "B1", "broadside", "starboard").dice == 4
    alone = Skirmish(FIRER, target(), rules=FULL).state
    assert shot(alone, "A1", "B1", "broadside", "starboard").dice == 4, "one ship is no formation"


def test_formation_adds_no_die_to_close_combat() -> None:
    near = ship("B1", "corvette", 11.1, 18, 0)
    line = (FIRER, ship("A2", "fluyt", 10, 14, 0))
    held = Skirmish(*line, near, rules=FULL, entangled=(("A1", "B1"),)).state
    assert not any(
        "formation" in reason for reason in shot(held, "A1", "B1", "close_combat").reasons
    )


def test_one_fortune_point_a_roll_and_all_of_it() -> None:
    play = firing(target(), cards={"A": {"fortune": 3}})
    play.dice("skull skull skull sail").do("A", "broadside_starboard_B1")
    play.dice("sail sail sail sail").do("A", "fortune")
    assert play["A1"].attacked, "a second point is not to be had"
    assert play.state.squadrons["A"].fortune == 2
    assert play["B1"].damage == 0, "the good dice were rolled again too"


def test_fortune_rerolls_a_skill_test() -> None:
    far = ship("B1", "sloop", 30, 30, 0)
    red = ship("A1", "fluyt", 10, 18, 180)
    play = Skirmish(red, far, rules=FULL, cards={"A": {"fortune": 1}})
    play.turn_to(SeamanshipOffer(), Manoeuvre(), EndActivation(), active="A1").settle()
    play.dice("cannon cannon cannon cannon cannon").do("A", "attempt")
    asked = play.asked()
    assert asked.prompt == (
        "A1 rolled cannon cannon cannon cannon cannon for a Seamanship Action, "
        "needs one skull or sail: re-roll?"
    )
    assert asked.option("fortune").spends
    assert asked.option("stand").label == "keep the roll: no action, she sails on"
    play.dice("sail cannon cannon cannon cannon").do("A", "fortune")
    assert play.asked().kind == "seamanship_action"


def test_fortune_serves_no_collision_dice() -> None:
    play = Skirmish(
        ship("A1", "fluyt", 10, 20, 180),
        ship("B1", "fluyt", 10, 17, 90),
        rules=FULL,
        cards={"A": {"fortune": 3}},
    )
    play.turn_to(Manoeuvre(), SettleMove(), EndActivation(), active="A1").settle()
    play.dice("skull skull skull").do("A", "straight")
    assert play["A1"].moved, "nothing was asked"
    assert play["A1"].damage == 1


# The edge of the table ----------------------------------------------------------------------------


def test_ship_off_the_table_counts_neither_as_a_ship_nor_as_strike_points() -> None:
    from engine.systems.oak_iron.victory import strike

    far = ship("B1", "sloop", 30, 30, 0)
    red = (ship("A1", "fluyt", 10, 2.5, 180), ship("A2", "fluyt", 20, 20, 0))
    play = Skirmish(*red, far, rules=FULL)
    play.turn_to(Manoeuvre(), SettleMove(), EndActivation(), active="A1").settle()
    assert strike.total(play.state, "A") == 2
    play.do("A", "straight")
    assert play["A1"].lost == "left"
    assert strike.total(play.state, "A") == 1
    assert strike.points(play.state, "A") == 0


def test_what_counts_is_the_pose_after_change_heading_slide_and_turn_together() -> None:
    far = ship("B1", "sloop", 30, 30, 0)
    play = Skirmish(ship("A1", "fluyt", 0.7, 18, 180), far, rules=FULL)
    steps = (SeamanshipOffer(), Manoeuvre(), SettleMove(), EndActivation())
    play.turn_to(*steps, active="A1").settle()
    play.dice("sail sail sail sail sail").do("A", "attempt")
    play.do("A", "change_heading", dial=-30)
    assert min(corner[0] for corner in hull(play["A1"]).corners) < 0, "her stern has swung out"
    play.do("A", "straight")
    assert play["A1"].afloat
    assert min(corner[0] for corner in hull(play["A1"]).corners) > 0
