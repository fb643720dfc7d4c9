"""What a captain does for the battle's objective, and the reasons in the advice."""

from __future__ import annotations

from typing import Any

import numpy as np
from msgspec.structs import replace

from engine.game.decision import Advice
from engine.space.plane.many import Bases
from engine.space.plane.pose import Pose
from engine.systems.oak_iron.state.steps import EndActivation, Manoeuvre, SettleMove
from engine.systems.oak_iron.thinking.advice.advise import advice
from engine.systems.oak_iron.thinking.measure.flight import Objective
from engine.systems.oak_iron.thinking.measure.weights import terms
from engine.systems.oak_iron.thinking.objective_task import Berth, objective_task
from tests.engine.systems.oak_iron.fleet import small_battle
from tests.engine.systems.oak_iron.set_up.test_objectives import battle, on_island
from tests.engine.systems.oak_iron.skirmish import Skirmish, ship

MARKER = (18.0, 18.0)
Place = tuple[float, float, float]


def pulls(play: Skirmish, key: str, *places: Place) -> dict[str, list[float]]:
    """Return {term: its values at some places of a ship}."""
    x, y, heading = np.array(places).T
    found = Objective(play.state, key).terms(Bases(x, y, heading, 2.5, 1.25))
    return {name: list(each) for name, each in found.items()}


def raid(*ships: Any) -> Skirmish:
    return on_island(battle("raid", *ships, marker=MARKER))


def steering(play: Skirmish, key: str) -> Advice:
    """Return the best advice on a ship's move."""
    play.turn_to(Manoeuvre(), SettleMove(), EndActivation(), active=key).settle()
    return advice(play.state, play.asked(key[0]))[0]


def test_without_an_objective_there_are_no_terms_and_none_while_ships_are_deployed() -> None:
    assert Objective(small_battle(), "A1").terms(Bases.of(Pose(4, 4, 0), 2.5, 1.25)) == {}
    play = raid(ship("A1", x=14, y=6), ship("B1", x=2, y=34))
    play.state = replace(play.state, phase="set_up")
    assert pulls(play, "A1", (4, 4, 0)) == {}


def test_a_raider_is_drawn_to_her_berth_by_distance_and_heading() -> None:
    play = raid(ship("A1", x=14, y=6), ship("B1", x=2, y=34))
    there = objective_task(play.state, "A1")
    assert isinstance(there, Berth)
    x, y = there.at
    far, near, about, done = pulls(
        play, "A1", (x, y - 9, 0), (x, y - 5, 0), (x, y - 9, 180), (x, y - 2, 0)
    )["berth"]
    assert done == 0.0
    assert about < far < near < done


def test_who_guards_is_drawn_to_the_enemy_that_is_about_to_land() -> None:
    play = raid(ship("A1", x=14, y=23), ship("B1", x=20, y=28))
    near, far = pulls(play, "B1", (17, 25, 0), (20, 28, 0))["prey"]
    assert far < near < 0.0


def test_a_flagship_that_is_cut_off_makes_for_her_consorts_rather_than_for_the_enemy() -> None:
    alone = ship("B1", x=18, y=18, heading=90, token="alone")
    consorts = [ship(f"B{number}", x=3 * number, y=34, heading=0) for number in range(2, 10)]
    play = battle("cut_off", ship("A1", x=18, y=10), alone, *consorts)
    back, on = pulls(play, "B1", (18, 22, 0), (18, 15, 180))["rejoin"]
    assert on < back < 0.0
    best = steering(play, "B1")
    assert any(each.term == "rejoin" for each in best.reasons)


def test_the_escape_of_the_dignitary_is_the_room_of_flight() -> None:
    play = battle("escort", ship("A1", y=2), ship("B1", x=12, y=30, token="dignitary"))
    assert pulls(play, "B1", (12, 30, 0)) == {}
    assert set(pulls(play, "A1", (12, 30, 0))) == {"prey"}


def test_a_captain_steers_for_the_island_and_says_so() -> None:
    own, foe = ship("A1", x=4, y=16, heading=60), ship("B1", x=34, y=34)
    found = steering(raid(own, foe), "A1")
    told = {each.term: each.words for each in found.reasons}
    assert told["berth"] == terms()["berth"].words
    plain = raid(own, foe)
    plain.state = replace(plain.state, objective="engage_the_enemy")
    assert "berth" not in {each.term for each in steering(plain, "A1").reasons}
