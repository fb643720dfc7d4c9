"""Crew Actions except boarding and landing (Oak & Iron ch. 4, Movement Phase, step 4)."""

from __future__ import annotations

import pytest

from engine.space.plane.contact import gap
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.ships import hull, solids
from engine.systems.oak_iron.state.state import Rules
from engine.systems.oak_iron.state.steps import (
    AttackChoice,
    CrewAction,
    EndActivation,
    FreeAttack,
    NameShip,
)
from tests.engine.systems.oak_iron.skirmish import Skirmish, island, ship

FAR = ship("B1", "sloop", 34, 2, 180)
FAR_B2 = ship("B2", "sloop", 34, 2, 180)
PASSED = "sail cannon cannon cannon cannon"
FAILED = "cannon cannon musket musket swords"


def crew(red: object, *others: object, phase: str = "movement", **rest: object) -> Skirmish:
    """Return a battle in which A1 may take a crew action, in either phase."""
    play = Skirmish(red, *(others or (FAR,)), **rest)  # type: ignore[arg-type]
    step = CrewAction() if phase == "movement" else AttackChoice()
    return play.turn_to(step, EndActivation(), active="A1", phase=phase).settle()


def corvette(**changes: object) -> object:
    """Return the ship A1, a corvette, with some changes."""
    return ship("A1", "corvette", 10, 20, 180, **changes)


def test_reload_takes_one_marker_off_the_side_that_is_named() -> None:
    play = crew(corvette(reload=("port", "starboard"))).do("A", "reload_starboard")
    assert play["A1"].reload == ("port",)
    assert play["A1"].moved, "one action"


@pytest.mark.parametrize("phase", ["movement", "attack"])
def test_no_reload_at_full_sail_in_either_phase(phase: str) -> None:
    play = crew(corvette(reload=("port",), sail="full"), phase=phase)
    assert "reload_port" not in play.options()
    assert play.closed()["Reload"] == "not possible at full sail"


def test_rally_removes_one_fatigue() -> None:
    play = crew(corvette(fatigue=3))
    assert play.asked().option("rally").label == "Rally: fatigue 3 to 2"
    assert play.do("A", "rally")["A1"].fatigue == 2


def test_rally_ends_shaken() -> None:
    play = crew(corvette(fatigue=7))
    assert play.options() == ("rally", "none")
    play.do("A", "rally")
    assert not play["A1"].shaken


def test_repair_removes_one_damage() -> None:
    assert crew(corvette(damage=3)).do("A", "repair")["A1"].damage == 2


def test_crippled_ship_is_not_repaired() -> None:
    play = crew(corvette(damage=7))
    assert "repair" not in play.options()
    assert play.closed()["Repair"] == "crippled ships cannot be repaired"


def test_crippled_ship_may_still_come_off_the_ground() -> None:
    play = crew(corvette(damage=7, aground=True))
    assert "repair_aground" in play.options()
    assert "repair" not in play.options()


def test_repair_of_a_ship_aground_is_a_skill_test_instead_of_a_point() -> None:
    play = crew(corvette(damage=2, aground=True)).dice(PASSED).do("A", "repair_aground")
    assert (play["A1"].aground, play["A1"].damage) == (False, 2)
    failed = crew(corvette(damage=2, aground=True)).dice(FAILED).do("A", "repair_aground")
    assert (failed["A1"].aground, failed["A1"].damage) == (True, 2)
    assert failed["A1"].moved


def test_fortune_rerolls_the_test_to_get_off() -> None:
    play = crew(corvette(aground=True), rules=Rules(), cards={"A": {"fortune": 1}})
    play.dice(FAILED).do("A", "repair_aground")
    assert play.options() == ("fortune", "stand")
    play.dice(PASSED).do("A", "fortune")
    assert not play["A1"].aground


def test_ship_that_gets_off_comes_clear_of_the_rocks() -> None:
    rocks = island((5, 10), (15, 10), (15, 18.999), (5, 18.999), kind="rocks")
    play = crew(corvette(aground=True), FAR, terrain=(rocks,))
    play.dice(PASSED).do("A", "repair_aground")
    assert gap(hull(play["A1"]), solids(play.state)["T1"]) == pytest.approx(1.0, abs=0.01)


@pytest.mark.parametrize(
    ("sail", "levels"),
    [
        ("anchored", {"sail_minimal"}),
        ("minimal", {"sail_anchored", "sail_battle"}),
        ("battle", {"sail_minimal", "sail_full"}),
        ("full", {"sail_battle"}),
    ],
)
def test_sail_changes_by_one_level(sail: str, levels: set[str]) -> None:
    play = crew(corvette(sail=sail))
    assert {option for option in play.options() if option.startswith("sail_")} == levels
    chosen = min(levels)
    assert play.do("A", chosen)["A1"].sail == chosen.removeprefix("sail_")


def test_row_is_one_speed_one_move_without_a_turn() -> None:
    play = crew(corvette(options=("sweeps",))).do("A", "row")
    assert play["A1"].pose is not None
    assert (play["A1"].pose.x, play["A1"].pose.y, play["A1"].pose.heading) == (10, 19, 180)


@pytest.mark.parametrize("changes", [{"sail": "anchored"}, {"damage": 7}, {"sail": "full"}])
def test_row_at_anchor_crippled_or_at_full_sail(changes: dict[str, object]) -> None:
    assert "row" in crew(corvette(options=("sweeps",), **changes)).options()


def test_row_in_the_winds_eye() -> None:
    play = crew(ship("A1", "corvette", 10, 20, 0, options=("sweeps",))).do("A", "row")
    assert play["A1"].pose is not None
    assert play["A1"].pose.y == 21


def test_row_wants_sweeps_and_water() -> None:
    assert crew(corvette()).closed()["Row"] == "she has no sweeps"
    stuck = crew(corvette(options=("sweeps",), aground=True))
    assert stuck.closed()["Row"] == "she is aground"


def test_row_off_the_table_leaves_the_battle() -> None:
    play = crew(ship("A1", "corvette", 10, 1.5, 180, options=("sweeps",))).do("A", "row")
    assert play.facts(ev.ShipLeft)


def test_row_may_collide() -> None:
    play = crew(corvette(options=("sweeps",)), ship("B1", "sloop", 10, 17.5, 90), rules=Rules())
    play.dice("cannon").do("A", "row")
    assert play.facts(ev.Collided)
    assert play.facts(ev.DiceRolled)[0].faces == ("cannon",), "the dice of speed 1"


def flagship(x: float, **other: object) -> Skirmish:
    """Return a battle of a flagship and another ship of her squadron some way off."""
    consort = ship("A2", "corvette", x, 20, 180, **other)
    return crew(corvette(), consort, FAR, cards={"A": {"admiral_value": 2}})


def test_flag_goes_to_a_ship_within_pistol_shot() -> None:
    play = flagship(14).do("A", "flag_A2")
    assert play.state.squadrons["A"].flagship == "A2"
    assert play.state.squadrons["A"].admiral_value == 2


def test_flag_does_not_go_beyond_pistol_shot() -> None:
    play = flagship(14.01)
    assert "flag_A2" not in play.options()
    assert play.closed()["Transfer Flag to A2"] == "beyond pistol shot"


def test_flag_does_not_go_to_an_entangled_ship() -> None:
    play = crew(
        corvette(),
        ship("A2", "corvette", 12, 20, 180),
        ship("B1", "corvette", 13.001, 20, 180),
        entangled=(("A2", "B1"),),
    )
    assert play.closed()["Transfer Flag to A2"] == "entangled"


@pytest.mark.parametrize("changes", [{"damage": 7, "fatigue": 7}, {"captured_by": "B"}])
def test_flag_does_not_go_to_a_ship_out_of_the_fight(changes: dict[str, object]) -> None:
    play = flagship(12, **changes)
    assert "flag_A2" not in play.options()
    assert play.closed()["Transfer Flag"] == "no other ship of her squadron can fight"


def test_only_the_flagship_has_a_flag_to_transfer() -> None:
    play = crew(corvette(), ship("A2", "sloop", 12, 20, 180), cards={"A": {"flagship": "A2"}})
    assert play.closed()["Transfer Flag"] == "she is not the flagship"


def test_shaken_flagship_keeps_her_flag() -> None:
    play = crew(corvette(fatigue=7), ship("A2", "sloop", 12, 20, 180), FAR)
    assert play.options() == ("rally", "none")


def test_down_allows_only_rally_in_both_phases() -> None:
    for phase in ("movement", "attack"):
        red = corvette(fatigue=1, damage=1, reload=("port",))
        play = crew(red, FAR, phase=phase, cards={"A": {"face_up": "down"}})
        last = "none" if phase == "movement" else "hold"
        assert play.options() == ("rally", last)
        assert play.closed()["any other action"] == "Down! allows only Rally"


@pytest.mark.parametrize("phase", ["movement", "attack"])
def test_entangled_ship_takes_no_crew_action(phase: str) -> None:
    play = crew(
        corvette(fatigue=2),
        ship("B1", "corvette", 11.001, 20, 180, damage=7, fatigue=7),
        phase=phase,
        entangled=(("A1", "B1"),),
    )
    assert play["A1"].moved or play["A1"].attacked
    assert play["A1"].fatigue == 2


@pytest.mark.parametrize("held", [{"sail": "anchored"}, {"aground": True}, {"fatigue": 7}])
def test_ship_that_could_not_move_still_takes_a_crew_action(held: dict[str, object]) -> None:
    play = Skirmish(corvette(**{"fatigue": 1, "sail": "anchored", **held}), FAR)  # type: ignore[arg-type]
    play.turn_to(NameShip("A", "movement")).settle()
    if play.asked().kind == "seamanship":
        play.do("A", "none")
    assert play.asked().kind == "crew_action"
    assert "rally" in play.options()


def test_crew_action_may_be_left_out() -> None:
    play = crew(corvette(fatigue=1)).do("A", "none")
    assert play["A1"].moved
    assert play["A1"].fatigue == 1


def test_attack_phase_crew_action_counts_enemies_within_pistol_shot_only() -> None:
    near = ship("B1", "corvette", 14, 20, 0)
    assert "rally" not in crew(corvette(fatigue=1), near, phase="attack").options()
    beyond = ship("B1", "corvette", 14.01, 20, 0)
    assert "rally" in crew(corvette(fatigue=1), beyond, phase="attack").options()


@pytest.mark.parametrize("changes", [{"damage": 7, "fatigue": 7}, {"captured_by": "A"}])
def test_ships_out_of_the_fight_do_not_keep_a_crew_from_its_work(
    changes: dict[str, object],
) -> None:
    wreck = ship("B1", "corvette", 12, 20, 0, **changes)
    assert "rally" in crew(corvette(fatigue=1), wreck, FAR_B2, phase="attack").options()


def test_crew_action_takes_the_place_of_the_attack() -> None:
    play = crew(corvette(fatigue=1), ship("B1", "corvette", 15, 20, 0), phase="attack")
    assert {"broadside_port_B1", "partial_fire_B1", "rally"} <= {*play.options()}
    play.do("A", "rally")
    assert play["A1"].attacked


def test_rolling_broadsides_that_reach_nobody_say_why() -> None:
    cards = {"A": {"face_up": "rolling_broadsides"}}
    play = crew(corvette(), cards=cards)
    assert play.closed()["fire at B1"] == "beyond cannon shot"
    later = crew(corvette(fatigue=1), phase="attack", cards=cards)
    labels = [shut.label for shut in later.asked().closed]
    assert labels.count("fire at B1") == 1


def test_attacks_that_are_not_open_say_why() -> None:
    play = crew(
        corvette(reload=("port",)), ship("B1", "corvette", 14.5, 20, 0), FAR_B2, phase="attack"
    )
    closed = play.closed()
    assert closed["Broadside at B1"] == (
        "the port side has to reload; not in the starboard broadside path"
    )
    assert closed["fire at B2"] == "beyond cannon shot"
    assert closed["Close Combat"] == "she is not entangled with an enemy"
    assert "partial_fire_B1" in play.options()


def test_a_dead_admiral_crosses_nowhere() -> None:
    consort = ship("A2", "corvette", 12, 20, 180)
    play = crew(corvette(), consort, FAR, cards={"A": {"admiral_lost": True}})
    assert play.closed()["Transfer Flag"] == "the admiral is lost"


STORMED = FreeAttack("A1", "B1", "partial_fire", "buccaneers")


@pytest.mark.parametrize(
    ("ours", "theirs", "asked"),
    [
        ({}, {}, True),
        ({"fatigue": 7}, {}, False),
        ({"damage": 7, "fatigue": 7}, {}, False),
        ({}, {"x": 34.0}, False),
    ],
)
def test_a_free_attack_is_asked_for_while_she_can_make_it(
    ours: dict[str, float], theirs: dict[str, float], asked: bool
) -> None:
    """No attack is offered to a ship that is Shaken or Out of Action, or without an enemy in
    range.
    """
    place = {"x": 12.5, **theirs}
    play = Skirmish(ship("A1", x=10, **ours), ship("B1", **place), ship("A2", x=30, y=2))
    play.turn_to(STORMED, EndActivation(), active="A1")
    assert ("hold" in play.options()) is asked
