"""The rulebook's examples about initiative, movement and boarding, as positions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from engine.space.plane.hull import Side
from engine.space.plane.pose import Pose
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.gunnery.shot import Shot, shot
from engine.systems.oak_iron.sailing.course import rating
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.ships import distance
from engine.systems.oak_iron.state.state import Rules, Ship
from engine.systems.oak_iron.state.steps import (
    AttackChoice,
    AttackPhase,
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
    """A boarding in a figure of the rulebook: the target's pose, and the boarder's final pose."""

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


# The worked examples and figures of Oak & Iron about attacks, collisions and fog, as positions.


FULL = Rules()
FIRER = ship("A1", "corvette", 10, 18, 0)


def fired(*others: Ship, side: Side = "starboard", **rest: Any) -> Shot:
    """Return A1's possible Broadside at B1."""
    play = Skirmish(rest.pop("firer", FIRER), *others, rules=FULL, **rest)
    return shot(play.state, "A1", "B1", "broadside", side)


# Figure 7: line of sight -----------------------------------------------------------------


def test_figure_7_sight_to_a_middle_and_a_corner_past_a_ship_that_hides_the_rest() -> None:
    half_hidden = ship("A2", "corvette", 13, 19.3, 0)
    assert fired(ship("B1", "corvette", 16, 18, 0), half_hidden).legal


def test_figure_7_no_sight_when_a_ship_lies_across_every_line() -> None:
    across = ship("A2", "corvette", 13, 18, 0)
    at = fired(ship("B1", "corvette", 16, 18, 0), across)
    assert at.why_not == "no line of sight from the firing side"


def test_figure_7_any_edge_sees_but_a_broadside_needs_its_own() -> None:
    play = Skirmish(FIRER, ship("B1", "corvette", 10, 22, 0), rules=FULL)
    assert shot(play.state, "A1", "B1", "partial_fire").legal, "from the bow"
    assert not shot(play.state, "A1", "B1", "broadside", "starboard").legal


# Figure 8: broadside path ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("y", "within"), [(18, True), (19.9, True), (20.1, False), (16.1, True), (15.9, False)]
)
def test_figure_8_any_part_of_a_base_between_the_two_lines_is_in_the_path(
    y: float, within: bool
) -> None:
    # The lines run from bow and stern, at 17 and 19; the target is two inches long.
    at = fired(ship("B1", "corvette", 15, y, 0))
    assert at.why_not == ("" if within else "not in the starboard broadside path")


# Figure 9: a galleon of Broadside 5 fires at a Sixth Rate of Fortitude 2, at Musket Shot --------


def test_figure_9_galleon_s_broadside_on_a_sixth_rate() -> None:
    ships = book().ships
    assert ships["light_galleon"].broadside == 5
    assert ships["sixth_rate"].fortitude == 2
    play = Skirmish(
        ship("A1", "light_galleon", 10, 18, 0),
        ship("B1", "sixth_rate", 15.5, 18, 0),
        ship("B2", "sixth_rate", 30, 30, 0),
        rules=FULL,
    )
    steps = (AttackChoice(), EndActivation(), AttackPhase("B"))
    play.turn_to(*steps, active="A1", phase="attack").settle()
    assert shot(play.state, "A1", "B1", "broadside", "starboard").band == "musket"
    label = next(o.label for o in play.asked().options if o.id == "broadside_starboard_B1")
    assert label == "fire starboard at B1, 5 dice"
    play.dice("skull cannon musket musket sail cannon").do("A", "broadside_starboard_B1")
    assert play.facts(ev.HitsScored)[0].hits == 4, "the sail is taken away"
    assert (play["B1"].damage, play["B1"].fatigue) == (2, 1)
    assert play.facts(ev.CriticalRolled)[0].faces == ("cannon",), "no critical damage"
    assert play["A1"].reload == ("starboard",)
    assert play["A1"].attacked
    assert play.asked().seat == "B", "then the other player's ship attacks"


# The example of a collision: speed 4, a skull, no sail --------------------------------------


def test_four_dice_with_a_skull_and_no_sail_hurt_the_rammer_and_push_the_other() -> None:
    play = Skirmish(
        ship("A1", "corvette", 10, 20, 180, reload=("port",)),
        ship("B1", "corvette", 10, 17, 90),
        rules=FULL,
    )
    play.turn_to(Manoeuvre(), SettleMove(), CrewAction(), EndActivation(), active="A1").settle()
    play.dice("skull cannon musket swords").do("A", "turn_end", dial=20)
    assert len(play.facts(ev.DiceRolled)[0].faces) == 4
    assert play["A1"].damage == 1
    assert not play.state.entangled
    assert distance(play.state, "A1", "B1") == pytest.approx(1.0, abs=0.01)
    assert [moved.ship for moved in play.facts(ev.ShipMoved)] == ["A1", "B1"]
    assert play["A1"].pose is not None
    assert play["A1"].pose.heading == 180, "she may not move any more"
    play.do("A", "reload_port")
    assert play["A1"].moved


# The figure of raking shots ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("y", "heading", "rake"),
    [
        (18, 90, "stern"),
        (18, 70, "stern"),
        (18, 270, "bow"),
        (18, 0, ""),
        (18, 45, ""),
        (18.4, 70, ""),  # in by the stern, out by a side
        (17.6, 70, ""),  # in by a side, out by the bow
    ],
)
def test_line_from_the_middle_of_the_side_through_bow_and_stern_rakes(
    y: float, heading: float, rake: str
) -> None:
    at = fired(ship("B1", "light_galleon", 14, y, heading))
    assert at.legal
    assert (at.rake, at.fortitude) == (rake, 1 if rake == "stern" else 3)


# The example of a fog bank: Pistol Shot is treated as Musket Shot -----------------------------


@pytest.mark.parametrize(
    ("inches", "clear", "foggy", "hits"),
    [
        (3.0, "pistol", "musket", ("skull", "cannon", "musket")),
        (12.0, "cannon", "beyond", ("skull",)),
    ],
)
def test_fog_counts_the_range_one_band_farther(
    inches: float, clear: str, foggy: str, hits: tuple[str, ...]
) -> None:
    blue = ship("B1", "light_galleon", 11.125 + inches, 18, 0)
    bank = island((11, 17.5), (11.8, 17.5), (11.8, 18.5), (11, 18.5), kind="fog")
    assert fired(blue).reach == clear
    at = fired(blue, terrain=(bank,))
    assert at.legal
    assert (at.band, at.reach, at.hits) == (clear, foggy, hits)
