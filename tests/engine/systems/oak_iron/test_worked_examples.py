"""The worked examples of Oak & Iron about initiative, movement and boarding, as positions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from engine.space.plane.pose import Pose
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.gunnery.shot import shot
from engine.systems.oak_iron.sailing.course import rating
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.bases import distance
from engine.systems.oak_iron.state.state import Ship
from engine.systems.oak_iron.state.steps import (
    CrewAction,
    EndActivation,
    Manoeuvre,
    RevealCards,
    SeamanshipOffer,
    SettleMove,
)
from engine.systems.oak_iron.table.sight import points
from tests.engine.systems.oak_iron.skirmish import Skirmish, island, ship

FAR = ship("B1", "sloop", 34, 2, 180)
PASSED = "sail cannon cannon cannon cannon"
MOVE = (SeamanshipOffer(), Manoeuvre(), SettleMove(), CrewAction(), EndActivation())


def moving(*ships: Ship, **rest: Any) -> Skirmish:
    """Return a battle in which A1 begins her activation."""
    return Skirmish(*ships, **rest).turn_to(*MOVE, active="A1").settle()


def pose_of(play: Skirmish, key: str = "A1") -> Pose:
    """Return where a ship lies now."""
    pose = play[key].pose
    assert pose is not None
    return pose


# Initiative ------------------------------------------------------------------------


def test_four_beats_three_at_the_reveal_and_moves_first() -> None:
    cards = {
        "A": {"face_down": "effective_fire", "hand": ("down",)},
        "B": {"face_down": "adjust_position", "hand": ("reload",)},
    }
    assert [book().cards[card].value for card in ("effective_fire", "adjust_position")] == [3, 4]
    mike = ship("A1", "fluyt", 10, 20, 180), ship("A2", "fluyt", 14, 20, 180)
    lily = ship("B1", "fluyt", 20, 30, 180), ship("B2", "fluyt", 25, 5, 90)
    play = Skirmish(*mike, *lily, cards=cards, initiative="")
    play.turn_to(RevealCards(), phase="initiative").settle()
    assert play.state.initiative == "B"
    assert (play.state.phase, play.asked().seat) == ("movement", "B")


# Movement ----------------------------------------------------------------------------


def test_large_three_and_adjust_speed_make_the_four_tool_then_she_turns_and_reloads() -> None:
    play = moving(ship("A1", "fluyt", 10, 20, 180, reload=("port",)), FAR)
    assert points(play.state, "A1") == ("large",), "her stern is the nearer to the weather edge"
    assert rating(play.state, "A1", "large").value == 3
    play.dice(PASSED).do("A", "attempt").do("A", "faster")
    play.do("A", "turn_end", dial=-30).do("A", "reload_port")
    assert play.facts(ev.ShipMoved)[0].via == (Pose(10, 16, 180),), "the whole length of the tool"
    assert pose_of(play).heading == 150
    assert play["A1"].reload == ()
    assert play["A1"].moved


def test_cut_free_in_the_winds_eye_leaves_only_a_turn_and_no_rally() -> None:
    play = moving(
        ship("A1", "fluyt", 10, 18, 0, fatigue=1),
        ship("B1", "fluyt", 11.251, 18, 0),
        entangled=(("A1", "B1"),),
    )
    play.dice(PASSED).do("A", "attempt").do("A", "cut_free")
    assert distance(play.state, "A1", "B1") == pytest.approx(1.0, abs=0.002)
    assert play.options() == ("turn", "hold")
    dial = play.asked().dial
    assert dial is not None
    assert dial.high == 45, "the speed 1 tool"
    play.do("A", "turn", dial=-45)
    assert pose_of(play).heading == 315
    assert (play["A1"].moved, play["A1"].fatigue) == (True, 1)


@dataclass
class Figure:
    """A boarding: where the target lies, and how the boarder ends."""

    target: Ship
    heading: float
    edge: str


FIGURES = {
    "side to side": Figure(ship("B1", "corvette", 11.8, 18, 0), 0, "starboard"),
    "bow to side": Figure(ship("B1", "corvette", 10, 20.3, 90), 0, "bow"),
    "stern to side": Figure(ship("B1", "corvette", 10, 15.7, 90), 0, "stern"),
    "bow to stern": Figure(ship("B1", "corvette", 10, 20.8, 0), 0, "bow"),
    "askew, she swings": Figure(ship("B1", "corvette", 12.1, 18, 340), 340, "starboard"),
}


@pytest.mark.parametrize("name", FIGURES)
def test_boarder_lays_her_leading_edge_against_the_nearest(name: str) -> None:
    figure = FIGURES[name]
    play = Skirmish(ship("A1", "corvette", 10, 18, 0), figure.target)
    play.turn_to(CrewAction(), EndActivation(), active="A1").settle()
    play.dice(PASSED).do("A", "board_B1")
    assert pose_of(play).heading == pytest.approx(figure.heading, abs=0.001)
    assert distance(play.state, "A1", "B1") <= 0.002
    assert shot(play.state, "A1", "B1", "close_combat").edge == figure.edge


def test_no_space_to_lie_flush_leaves_another_crew_action() -> None:
    play = Skirmish(
        ship("A1", "corvette", 10, 18, 30, fatigue=1),
        ship("B1", "corvette", 10, 20.5, 0),
        ship("B2", "corvette", 8.9, 20.5, 0),
        ship("B3", "corvette", 11.1, 20.5, 0),
        terrain=(island((11.0, 17), (12, 17), (12, 19.45), (10.75, 19.45)),),
    )
    play.turn_to(CrewAction(), EndActivation(), active="A1").settle()
    assert "board_B1" not in play.options()
    assert "no room" in play.closed()["Board B1"]
    assert play.do("A", "rally")["A1"].fatigue == 0


@pytest.mark.parametrize(
    ("heading", "eye"), [(0, True), (44, True), (45, False), (46, False), (315, False), (316, True)]
)
def test_side_s_mid_point_level_with_the_bow_is_not_in_the_eye(heading: float, eye: bool) -> None:
    play = Skirmish(ship("A1", "corvette", 18, 18, heading), FAR)
    play.turn_to(Manoeuvre(), EndActivation(), active="A1").settle()
    assert (play.asked().kind == "turn") is eye
