"""Collisions with ships and land (Oak & Iron ch. 5, Collisions; the quick start rolls no dice)."""

from __future__ import annotations

from math import dist

import pytest

from engine.space.plane.contact import gap, overlapping
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.ships import distance, hull, solids
from engine.systems.oak_iron.state.state import Rules
from engine.systems.oak_iron.state.steps import (
    AttackChoice,
    CrewAction,
    EndActivation,
    Manoeuvre,
    SeamanshipOffer,
    SettleMove,
    ShiftOffer,
)
from tests.engine.systems.oak_iron.skirmish import Skirmish, island, ship

FULL = Rules()
ACROSS = ship("B1", "fluyt", 10, 17, 90)
"""An enemy across the course of a ship at (10, 20) that heads south."""


def running(*ships: object, rules: Rules = FULL, **rest: object) -> Skirmish:
    """Return a battle in which A1 is about to move, with no Skill Test before."""
    play = Skirmish(*ships, rules=rules, **rest)  # type: ignore[arg-type]
    steps = (Manoeuvre(), SettleMove(), CrewAction(), EndActivation())
    return play.turn_to(*steps, active="A1").settle()


def test_mover_stops_at_first_contact() -> None:
    play = running(ship("A1", "fluyt", 10, 20, 180), ACROSS)
    play.dice("cannon cannon cannon").do("A", "turn_end", dial=30)
    moved = play.facts(ev.ShipMoved)[0]
    assert moved.ship == "A1"
    assert moved.pose.heading == 180, "and the turn is lost"
    assert moved.pose.y == pytest.approx(17 + 0.625 + 1.25, abs=0.002)
    assert play.facts(ev.Collided)[0].struck == ("B1",)


def test_turn_before_the_move_that_strikes_is_the_end_of_it() -> None:
    # Her stern swings against a ship on her quarter; the way ahead would be free.
    play = running(ship("A1", "corvette", 10, 20, 180), ship("B1", "corvette", 8.95, 21.5, 180))
    play.dice("cannon cannon cannon cannon").do("A", "turn_start", dial=-30)
    moved = play.facts(ev.ShipMoved)[0]
    assert 150 < moved.pose.heading < 180
    assert moved.pose.y == pytest.approx(20, abs=0.1)


def test_speed_of_the_move_is_the_number_of_dice() -> None:
    play = running(ship("A1", "fluyt", 10, 20, 180), ACROSS)
    play.dice("cannon cannon cannon").do("A", "straight")
    assert play.facts(ev.DiceRolled)[0].faces == ("cannon",) * 3
    slow = running(ship("A1", "fluyt", 10, 20, 180, sail="minimal"), ACROSS)
    slow.dice("cannon cannon").do("A", "straight")
    assert slow.facts(ev.DiceRolled)[0].faces == ("cannon",) * 2


@pytest.mark.parametrize(
    ("dice", "damage"), [("skull cannon cannon", 1), ("skull skull skull", 1), ("musket " * 3, 0)]
)
def test_skulls_cost_the_mover_one_damage_however_many(dice: str, damage: int) -> None:
    play = running(ship("A1", "fluyt", 10, 20, 180), ACROSS).dice(dice).do("A", "straight")
    assert (play["A1"].damage, play["B1"].damage) == (damage, 0)


def test_without_a_sail_the_struck_ship_goes_a_yard_arm_away() -> None:
    play = running(ship("A1", "fluyt", 10, 20, 180), ACROSS)
    play.dice("skull cannon musket").do("A", "straight")
    assert distance(play.state, "A1", "B1") == pytest.approx(1.0, abs=0.01)
    assert [moved.ship for moved in play.facts(ev.ShipMoved)] == ["A1", "B1"]
    assert play["B1"].pose.heading == 90  # type: ignore[union-attr]
    assert not play.state.entangled


def test_a_sail_fouls_them_and_lays_the_mover_alongside() -> None:
    play = running(ship("A1", "fluyt", 10, 20, 180), ACROSS)
    play.dice("sail cannon musket").do("A", "straight")
    assert play.state.entangled == (("A1", "B1"),)
    assert [moved.how for moved in play.facts(ev.ShipMoved)] == ["sail"], "she lies flush already"
    assert distance(play.state, "A1", "B1") <= 0.002


def test_skull_costs_its_damage_before_the_sail_fouls() -> None:
    play = running(ship("A1", "fluyt", 10, 20, 180), ACROSS)
    play.dice("sail skull musket").do("A", "straight")
    assert play["A1"].damage == 1
    assert play.state.entangled == (("A1", "B1"),)
    kinds = [type(event) for event in play.events]
    assert kinds.index(ev.DamageTaken) < kinds.index(ev.Entangled)


def test_fouled_askew_the_mover_swings_flush() -> None:
    play = running(ship("A1", "fluyt", 10, 20, 180), ship("B1", "fluyt", 10, 17, 75))
    play.dice("sail cannon musket").do("A", "straight")
    assert [moved.how for moved in play.facts(ev.ShipMoved)] == ["sail", "alongside"]
    assert play["A1"].pose.heading % 90 == pytest.approx(75)  # type: ignore[union-attr]


@pytest.mark.parametrize("stuck", [{"aground": True}, {"sail": "anchored"}])
def test_struck_ship_aground_leaves_the_way_to_the_mover(stuck: dict[str, object]) -> None:
    struck = ship("B1", "fluyt", 10, 17, 90, **stuck)
    play = running(ship("A1", "fluyt", 10, 20, 180), struck)
    play.dice("cannon cannon cannon").do("A", "straight")
    pushed = "A1" if "aground" in stuck else "B1"
    assert play.facts(ev.ShipMoved)[-1].ship == pushed
    assert distance(play.state, "A1", "B1") == pytest.approx(1.0, abs=0.01)


def test_entangled_ship_is_not_pushed() -> None:
    play = running(
        ship("A1", "fluyt", 10, 20, 180),
        ACROSS,
        ship("A2", "fluyt", 12.501, 17, 90),
        entangled=(("A2", "B1"),),
    )
    play.dice("cannon cannon cannon").do("A", "straight")
    assert play["B1"].pose == ACROSS.pose
    assert distance(play.state, "A1", "B1") == pytest.approx(1.0, abs=0.01)


def test_what_the_struck_ship_cannot_go_the_mover_goes() -> None:
    struck = ship("B1", "fluyt", 10, 0.725, 90)
    play = running(ship("A1", "fluyt", 10, 4.5, 180), struck)
    play.dice("cannon cannon cannon").do("A", "straight")
    contact, pushed, back = play.facts(ev.ShipMoved)
    assert [contact.ship, pushed.ship, back.ship] == ["A1", "B1", "A1"]
    went = dist(struck.pose.at, pushed.pose.at) + dist(contact.pose.at, back.pose.at)  # type: ignore[union-attr]
    assert went == pytest.approx(1.0, abs=0.005)
    for corner in hull(play["B1"]).corners:
        assert min(corner) >= 0


def test_both_aground_and_hemmed_in_they_stay_where_they_are() -> None:
    struck = ship("B1", "fluyt", 10, 17, 90, aground=True)
    play = running(
        ship("A1", "fluyt", 10, 20, 180),
        struck,
        terrain=(island((5, 19), (9, 19), (9, 30), (5, 30)),),
    )
    play.dice("cannon cannon cannon").do("A", "straight")
    assert play["B1"].pose == struck.pose
    assert not overlapping(hull(play["A1"]), hull(play["B1"]))


def test_wreck_is_an_obstacle_and_is_pushed() -> None:
    wreck = ship("B1", "fluyt", 10, 17, 90, damage=7, fatigue=7)
    play = running(ship("A1", "fluyt", 10, 20, 180), wreck)
    play.dice("cannon cannon cannon").do("A", "straight")
    assert play.facts(ev.ShipMoved)[-1].ship == "B1"


def test_two_ships_struck_at_once_are_both_fouled() -> None:
    play = running(
        ship("A1", "fluyt", 10, 20, 180),
        ship("B1", "corvette", 9.45, 17, 0),
        ship("B2", "corvette", 10.55, 17, 0),
    )
    play.dice("sail cannon cannon").do("A", "straight")
    assert play.state.entangled == (("A1", "B1"), ("A1", "B2"))


def test_collision_ends_move_and_turns_but_not_the_crew_action() -> None:
    play = running(ship("A1", "corvette", 10, 20, 180, fatigue=1), ACROSS)
    play.dice("cannon cannon cannon cannon").do("A", "turn_twice", dial=0)
    assert play.state.activation is not None
    assert play.state.activation.done
    assert "rally" in play.options()


def test_after_a_collision_neither_row_nor_boarding() -> None:
    play = running(ship("A1", "corvette", 10, 20, 180, options=("sweeps",)), ACROSS)
    play.dice("cannon cannon cannon cannon").do("A", "straight")
    assert not {"row", "board_B1"} & {*play.options()}
    assert play.closed()["Row"] == "she has collided"


def test_after_a_collision_the_ship_beside_her_is_not_boarded() -> None:
    blue = ship("B1", "fluyt", 10, 17, 90, aground=True)
    shore = island((5, 19), (9, 19), (9, 30), (5, 30))
    near = ship("B2", "sloop", 11.8, 18.9, 0)
    play = running(ship("A1", "fluyt", 10, 20, 180), blue, near, terrain=(shore,))
    play.dice("cannon cannon cannon").do("A", "straight")
    assert play.closed()["Board B2"] == "she has collided"


def test_collision_of_a_change_of_heading_rolls_one_die_and_ends_the_move() -> None:
    play = Skirmish(
        ship("A1", "fluyt", 10, 20, 180), ship("B1", "sloop", 11.4, 18.4, 180), rules=FULL
    )
    steps = (SeamanshipOffer(), Manoeuvre(), SettleMove(), CrewAction(), EndActivation())
    play.turn_to(*steps, active="A1").settle()
    play.dice("sail cannon cannon cannon cannon").do("A", "attempt")
    play.dice("cannon").do("A", "change_heading", dial=-45)
    assert play.facts(ev.Collided)
    assert play.facts(ev.DiceRolled)[-1].faces == ("cannon",)
    assert play.asked().kind == "crew_action"


def test_collision_of_a_shift_rolls_one_die() -> None:
    play = Skirmish(
        ship("A1", "corvette", 10, 20, 180),
        ship("A2", "corvette", 11.5, 20, 180),
        ship("B1", "sloop", 30, 20, 180),
        cards={"A": {"face_up": "adjust_position"}},
        rules=FULL,
    )
    steps = (ShiftOffer("before"), Manoeuvre(), ShiftOffer("after"), EndActivation())
    play.turn_to(*steps, active="A1").settle()
    play.dice("cannon").do("A", "shift", dial=-1)
    assert play.facts(ev.Collided)[0].struck == ("A2",)
    assert play["A1"].moved, "move and turns are over, and so is the other shift"


def test_quick_start_pushes_without_dice() -> None:
    play = running(ship("A1", "fluyt", 10, 20, 180), ACROSS, rules=Rules(quick_start=True))
    play.do("A", "straight")
    assert not play.facts(ev.DiceRolled)
    assert distance(play.state, "A1", "B1") == pytest.approx(1.0, abs=0.01)
    assert play["A1"].damage == 0


def test_ships_that_touched_and_part_do_not_collide() -> None:
    play = running(ship("A1", "fluyt", 10, 20, 180), ship("B1", "fluyt", 11.251, 20, 180))
    play.do("A", "straight")
    assert not play.facts(ev.Collided)
    assert play["A1"].pose.y == 17  # type: ignore[union-attr]


@pytest.mark.parametrize("kind", ["island", "rocks", "land"])
def test_land_costs_damage_and_leaves_her_aground_at_anchor(kind: str) -> None:
    shore = island((5, 10), (15, 10), (15, 18), (5, 18), kind=kind)
    play = running(
        ship("A1", "fluyt", 10, 20, 180), ship("B1", "sloop", 30, 30, 0), terrain=(shore,)
    )
    play.do("A", "straight")
    red = play["A1"]
    assert (red.damage, red.aground, red.sail) == (1, True, "anchored")
    assert not play.facts(ev.DiceRolled), "no dice for land"
    assert gap(hull(red), solids(play.state)["T1"]) <= 0.002


@pytest.mark.parametrize("kind", ["shoal", "fog"])
def test_shoal_and_fog_do_not_stop_a_ship(kind: str) -> None:
    piece = island((5, 16), (15, 16), (15, 18), (5, 18), kind=kind)
    play = running(
        ship("A1", "fluyt", 10, 20, 180), ship("B1", "sloop", 30, 30, 0), terrain=(piece,)
    )
    play.dice("sail sail").do("A", "straight")
    assert not play.facts(ev.Collided)


def test_land_that_she_already_touched_only_costs_the_move() -> None:
    shore = island((5, 10), (15, 10), (15, 18.749), (5, 18.749))
    play = running(
        ship("A1", "fluyt", 10, 20, 180), ship("B1", "sloop", 30, 30, 0), terrain=(shore,)
    )
    play.do("A", "straight")
    assert (play["A1"].damage, play["A1"].aground) == (0, False)
    assert not play.facts(ev.ShipMoved)


def test_land_that_she_touched_costs_a_yare_ship_both_her_turns() -> None:
    shore = island((5, 10), (15, 10), (15, 18.999), (5, 18.999))
    play = running(
        ship("A1", "corvette", 10, 20, 180, fatigue=1),
        ship("B1", "sloop", 30, 30, 0),
        terrain=(shore,),
    )
    play.do("A", "turn_twice", dial=0)
    assert play.asked().kind == "crew_action"


def helm_hit(*ships: object, **rest: object) -> Skirmish:
    """Return a battle in which A1 has shot away B1's helm and chooses to which side B1 turns."""
    play = Skirmish(*ships, rules=FULL, **rest)  # type: ignore[arg-type]
    play.turn_to(AttackChoice(), EndActivation(), active="A1", phase="attack").settle()
    play.dice("swords swords").do("A", "broadside_starboard_B1_crew")
    assert play.options() == ("port", "starboard")
    return play


def test_helm_hit_into_a_ship_is_a_collision_at_speed_two() -> None:
    play = helm_hit(
        ship("A1", "fluyt", 10, 18, 0),
        ship("B1", "corvette", 13, 18, 0),
        ship("B2", "corvette", 14.2, 20.2, 0),
    )
    play.dice("skull cannon").do("A", "starboard")
    assert play.facts(ev.Collided) == [ev.Collided("B1", ("B2",))]
    assert play.facts(ev.DiceRolled)[-1].faces == ("skull", "cannon")
    assert play["B1"].damage == 1


def test_helm_hit_stops_at_the_edge_of_the_table() -> None:
    play = helm_hit(ship("A1", "fluyt", 3.6, 18, 180), ship("B1", "corvette", 0.6, 18, 0))
    play.do("A", "port")
    assert play["B1"].pose is not None
    assert play["B1"].pose.heading > 315, "no full turn"
    assert all(x >= 0 for x, _ in hull(play["B1"]).corners)
    assert not play.facts(ev.Collided)


@pytest.mark.parametrize(("side", "heading"), [("port", 315), ("starboard", 45)])
def test_helm_hit_turns_an_anchored_ship_fully(side: str, heading: float) -> None:
    play = helm_hit(
        ship("A1", "fluyt", 10, 18, 0), ship("B1", "corvette", 13, 18, 0, sail="anchored")
    )
    play.do("A", side)
    assert play["B1"].pose.heading == heading  # type: ignore[union-attr]


def test_collision_damage_beyond_crippled_becomes_fatigue() -> None:
    play = running(ship("A1", "fluyt", 10, 20, 180, damage=7), ACROSS)
    play.dice("skull cannon").do("A", "straight")
    assert (play["A1"].damage, play["A1"].fatigue) == (7, 1)


def test_swinging_alongside_leaves_no_landing_party_ashore() -> None:
    askew = ship("B1", "fluyt", 10, 17, 75)
    contact = running(ship("A1", "fluyt", 10, 20, 180), askew).dice("sail cannon cannon")
    met = contact.do("A", "straight").facts(ev.ShipMoved)[0].pose
    play = running(ship("A1", "fluyt", met.x, met.y, 180, landing_party=(3.0, 20.0)), askew)
    play.dice("sail cannon cannon").do("A", "straight")
    assert [moved.how for moved in play.facts(ev.ShipMoved)] == ["alongside"]
    assert play["A1"].landing_party is None


def test_ship_and_land_met_at_once_both_count() -> None:
    shore = island((5, 10), (10, 10), (10, 17.625), (5, 17.625))
    play = running(
        ship("A1", "fluyt", 10, 20, 180), ship("B1", "fluyt", 11.4, 17, 90), terrain=(shore,)
    )
    play.dice("skull cannon cannon").do("A", "straight")
    assert play.facts(ev.Collided)[0].struck == ("B1", "T1")
    red = play["A1"]
    assert (red.damage, red.aground, red.sail) == (2, True, "anchored")
    assert play.facts(ev.ShipMoved)[-1].ship == "B1", "she who struck land cannot give way"


def test_rocks_and_land_stop_a_ship_that_is_pushed_short_of_them() -> None:
    reef = island((5, 10), (15, 10), (15, 16.0), (5, 16.0), kind="rocks")
    play = running(ship("A1", "fluyt", 10, 20, 180), ACROSS, terrain=(reef,))
    play.dice("cannon cannon cannon").do("A", "straight")
    assert not play["B1"].aground, "forced movement ends short of rocks and costs nothing"
    assert play["B1"].damage == 0
    assert gap(hull(play["B1"]), solids(play.state)["T1"]) >= 0


def test_who_lies_at_the_very_edge_gives_no_way_and_the_mover_goes_it_all() -> None:
    struck = ship("B1", "fluyt", 10, 0.625, 90)
    play = running(ship("A1", "fluyt", 10, 4.5, 180), struck)
    play.dice("cannon cannon cannon").do("A", "straight")
    contact, back = play.facts(ev.ShipMoved)
    assert [contact.ship, back.ship] == ["A1", "A1"]
    assert dist(contact.pose.at, back.pose.at) == pytest.approx(1.0, abs=0.005)
