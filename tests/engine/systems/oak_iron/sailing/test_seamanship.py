"""Seamanship Actions: the Skill Test, which actions are possible, and Cut Free in detail (Oak &
Iron ch. 4).
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.base.text import pluralized
from engine.game.chart import Hull
from engine.game.decision import Answer
from engine.space.plane.pose import Pose
from engine.systems.oak_iron.sailing.grapple import as_if
from engine.systems.oak_iron.sailing.seamanship import free_slide, stakes
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state import steps as st
from engine.systems.oak_iron.state.ships import distance
from engine.systems.oak_iron.state.state import Rules
from engine.systems.oak_iron.state.steps import (
    AttackChoice,
    CrewAction,
    EndActivation,
    Manoeuvre,
    SeamanshipOffer,
    SettleMove,
)
from engine.systems.oak_iron.thinking.advice.advise import advice
from engine.systems.oak_iron.thinking.advice.crew_orders import salvo
from engine.systems.oak_iron.thinking.measure.guns import Guns
from engine.systems.oak_iron.thinking.measure.weights import weight
from engine.systems.oak_iron.thinking.quick_score import quick_score
from engine.systems.oak_iron.thinking.quick_worth import PlaceScores
from tests.engine.systems.oak_iron.skirmish import GAME, Skirmish, island, ship

PASSED = "sail cannon cannon cannon cannon"
HELD = (ship("A1", "corvette", 10, 18, 180), ship("B1", "corvette", 11.001, 18, 180))
"""Two grappled ships side by side."""
PAIR = (("A1", "B1"),)
FAR = ship("B1", "sloop", 34, 2, 180)


def acting(*ships: object, **rest: object) -> Skirmish:
    """Return a battle in which A1 begins her activation."""
    play = Skirmish(*ships, **rest)  # type: ignore[arg-type]
    steps = (SeamanshipOffer(), Manoeuvre(), SettleMove(), CrewAction(), EndActivation())
    return play.turn_to(*steps, active="A1").settle()


def freed(
    *ships: object, entangled: tuple[tuple[str, str], ...] = PAIR, **rest: object
) -> Skirmish:
    """Return the battle after A1 has cut free."""
    play = acting(*ships, entangled=entangled, **rest)
    return play.dice(PASSED).do("A", "attempt").do("A", "cut_free")


def pose_of(play: Skirmish, key: str = "A1") -> Pose:
    """Return the present pose of a ship."""
    pose = play[key].pose
    assert pose is not None
    return pose


@pytest.mark.parametrize(("fatigue", "dice"), [(0, 5), (3, 2), (4, 1), (6, 1)])
def test_skill_test_rolls_five_dice_less_fatigue_and_one_at_least(fatigue: int, dice: int) -> None:
    play = acting(ship("A1", "fluyt", 10, 20, 180, fatigue=fatigue), FAR)
    label = next(option.label for option in play.asked().options if option.id == "attempt")
    assert label == f"attempt a Skill Test, {pluralized(dice, 'die', 'dice')}"


@pytest.mark.parametrize(("face", "passes"), [("skull", True), ("sail", True), ("swords", False)])
def test_one_skull_or_sail_passes(face: str, passes: bool) -> None:
    play = acting(ship("A1", "fluyt", 10, 20, 180, fatigue=4), FAR)
    play.dice(face).do("A", "attempt")
    assert play.facts(ev.TestResolved)[0].passed is passes


def test_passed_test_may_be_left_unused() -> None:
    play = acting(ship("A1", "fluyt", 10, 20, 180), FAR).dice(PASSED).do("A", "attempt")
    play.do("A", "none")
    assert play.asked().kind == "manoeuvre"


def test_attempt_may_be_left_out() -> None:
    play = acting(ship("A1", "fluyt", 10, 20, 180), FAR).do("A", "none")
    assert not play.facts(ev.DiceRolled)
    assert play.asked().kind == "manoeuvre"


def test_one_action_an_activation() -> None:
    play = acting(ship("A1", "fluyt", 10, 20, 180), FAR).dice(PASSED).do("A", "attempt")
    play.do("A", "slower")
    assert play.asked().kind == "manoeuvre"


def test_in_the_eye_neither_heading_nor_speed_can_be_adjusted() -> None:
    play = acting(ship("A1", "fluyt", 10, 20, 0), FAR)
    assert play.asked().kind == "turn", "nothing is open, so nothing is asked"


def test_ship_aground_has_no_seamanship_action() -> None:
    play = acting(ship("A1", "fluyt", 10, 20, 180, aground=True, damage=1), FAR)
    assert play.asked().kind == "crew_action"


def test_entangled_ship_may_only_cut_free() -> None:
    play = acting(*HELD, entangled=PAIR)
    closed = play.closed()
    assert closed["Change Heading"] == closed["Adjust Speed up"] == "she is entangled"
    play.dice(PASSED).do("A", "attempt")
    assert play.options() == ("cut_free", "none")


def test_speed_that_would_not_change_is_not_adjusted() -> None:
    play = acting(ship("A1", "corvette", 10, 20, 180, damage=7), FAR)
    assert play.closed()["Adjust Speed up"] == "the speed would stay 2"


def test_slower_than_one_is_no_move_at_all() -> None:
    play = acting(ship("A1", "light_galleon", 10, 20, 60), FAR).dice(PASSED)
    play.do("A", "attempt").do("A", "slower")
    assert not play.facts(ev.ShipMoved)
    assert play.asked().kind == "crew_action"


def test_change_heading_of_an_anchored_ship() -> None:
    play = acting(ship("A1", "fluyt", 10, 20, 180, sail="anchored"), FAR).dice(PASSED)
    play.do("A", "attempt").do("A", "change_heading", dial=-45)
    assert pose_of(play).heading == 135
    assert play.asked().kind == "crew_action"


def test_cut_free_goes_a_yard_arm_directly_away() -> None:
    play = freed(*HELD)
    assert pose_of(play) == Pose(9.0, 18.0, 180.0)
    assert distance(play.state, "A1", "B1") >= 0.998
    assert not play.state.entangled


def test_failed_test_cuts_nothing() -> None:
    play = acting(*HELD, entangled=PAIR).dice("cannon " * 5).do("A", "attempt")
    assert play.state.entangled == PAIR
    assert pose_of(play) == HELD[0].pose


def test_cut_free_frees_from_all_at_once() -> None:
    play = freed(
        ship("A1", "corvette", 10, 18, 180),
        ship("B1", "corvette", 11.001, 19, 180),
        ship("B2", "corvette", 11.001, 16.9, 180),
        entangled=(("A1", "B1"), ("A1", "B2")),
    )
    assert not play.state.entangled
    assert pose_of(play).x == pytest.approx(9.0, abs=0.01)


CORNERED = (
    ship("A1", "corvette", 10, 18, 180),
    ship("B1", "corvette", 11.001, 18, 180),
    ship("B2", "corvette", 10, 20.001, 180),
)
"""A ship that is held from two sides at right angles: by one east of her and one north of her."""
BOTH = (("A1", "B1"), ("A1", "B2"))


def test_a_ship_held_on_two_sides_slides_by_the_diagonal_as_far_as_she_must() -> None:
    play = freed(*CORNERED, entangled=BOTH)
    pose = pose_of(play)
    assert (pose.x, pose.y) == pytest.approx((9.002, 17.002), abs=0.0015)
    assert play.facts(ev.ShipMoved)[0].how == "cut_free"
    assert not play.state.entangled
    gaps = [distance(play.state, "A1", other) for other in ("B1", "B2")]
    assert gaps == pytest.approx([0.998, 0.998], abs=0.0012)
    assert min(gaps) >= 0.998


def test_who_is_held_on_opposite_sides_or_has_no_room_for_the_longer_slide_stays() -> None:
    opposite = (*HELD, ship("B2", "corvette", 8.999, 18, 180))
    assert "attempt" not in acting(*opposite, entangled=BOTH).options()
    # Where the shortest slide would end, a third ship lies too near; a farther one does not matter.
    for x, opened in ((7.3, False), (7.0, True)):
        play = acting(*CORNERED, ship("B3", "corvette", x, 17, 180), entangled=BOTH)
        assert ("attempt" in play.options()) is opened


def test_what_is_said_of_cut_free_is_what_she_does() -> None:
    play = acting(*CORNERED, entangled=BOTH).dice(PASSED).do("A", "attempt")
    asked = play.asked()
    said = GAME.screen.preview(play.state, asked, Answer("cut_free"))
    ghost = next(mark for mark in said.marks if isinstance(mark, Hull))
    play.do("A", "cut_free")
    assert ghost.pose == pose_of(play)


def test_whoever_judges_cut_free_looks_at_where_she_would_lie() -> None:
    friend, foe = ship("A2", "corvette", 11.001, 18, 180), ship("B1", "corvette", 10, 24, 180)
    play = acting(HELD[0], friend, foe, entangled=(("A1", "A2"),)).dice(PASSED).do("A", "attempt")
    asked, slide = play.asked(), free_slide(play.state, "A1")
    assert slide is not None
    score = quick_score(play.state, asked, asked.option("cut_free"))
    assert score == pytest.approx(0.3 + PlaceScores(play.state).at("A1", slide.pose))
    held = acting(*CORNERED, entangled=BOTH).dice(PASSED).do("A", "attempt")
    freed = free_slide(held.state, "A1")
    assert freed is not None
    there = as_if(held.state, "A1", freed.pose)
    foes = (there.ships["B1"], there.ships["B2"])
    fire = max(salvo(there, there.ships["A1"], each, Guns(there)) for each in foes)
    best = next(each for each in advice(held.state, held.asked()) if each.option == "cut_free")
    told = {reason.term: reason.worth for reason in best.reasons}
    assert told.get("fire", 0.0) == pytest.approx(weight("fire") * fire)


def test_cut_free_leaves_others_entangled_with_each_other() -> None:
    play = freed(
        *HELD,
        ship("A2", "corvette", 12.002, 18, 180),
        entangled=(("A1", "B1"), ("A2", "B1")),
    )
    assert play.state.entangled == (("A2", "B1"),)


def test_ships_can_be_boxed_in() -> None:
    play = acting(
        *HELD,
        ship("B2", "corvette", 7.5, 18, 180),
        ship("B3", "corvette", 10, 20.002, 180),
        ship("B4", "corvette", 10, 15.998, 180),
        entangled=PAIR,
    )
    assert play["A1"].moved, "neither Cut Free nor a crew action is open to her"


def test_every_other_ship_must_lie_a_yard_arm_away_afterwards() -> None:
    beyond = acting(*HELD, ship("B2", "corvette", 7.0, 18, 180), entangled=PAIR)
    assert "attempt" in beyond.options(), "exactly a yard arm is enough"
    walls = (
        island((8.5, 14), (11.6, 14), (11.6, 16.9), (8.5, 16.9)),
        island((8.5, 19.1), (11.6, 19.1), (11.6, 22), (8.5, 22), key="T2"),
    )
    near = acting(*HELD, ship("B2", "corvette", 7.2, 18, 180), entangled=PAIR, terrain=walls)
    assert near["A1"].moved


def test_ship_aground_cannot_cut_free_but_others_can_from_her() -> None:
    red, blue = HELD
    stuck = acting(ship("A1", "corvette", 10, 18, 180, aground=True), blue, entangled=PAIR)
    assert stuck["A1"].moved
    play = freed(red, ship("B1", "corvette", 11.001, 18, 180, aground=True))
    assert not play.state.entangled


def test_after_cutting_free_she_may_stay_or_move_any_way_at_speed_one() -> None:
    play = freed(*HELD)
    assert "stay" in play.options()
    assert {"straight", "turn_end", "astern_end", "port_end", "starboard_start"} <= {
        *play.options()
    }
    play.do("A", "astern_end", dial=0)
    assert pose_of(play) == Pose(9.0, 19.0, 180.0)
    assert play.facts(ev.ShipMoved)[-1].speed == 1


@pytest.mark.parametrize(("option", "x"), [("starboard_end", 8.0), ("port_end", 10.0)])
def test_sideways_move_after_cutting_free(option: str, x: float) -> None:
    # Heading south, starboard is west; to port lies the ship that she was held by.
    play = freed(*HELD)
    play.do("A", option, dial=0)
    assert pose_of(play).x == pytest.approx(x, abs=0.01)


def test_cutting_free_keeps_the_sail_setting() -> None:
    red = ship("A1", "corvette", 10, 18, 180, sail="full")
    play = freed(red, HELD[1]).do("A", "straight")
    assert play["A1"].sail == "full"
    assert pose_of(play).y == 17


def test_after_cutting_free_no_crew_action_in_this_phase_but_one_in_the_next() -> None:
    red = ship("A1", "corvette", 10, 18, 180, fatigue=1)
    play = freed(red, ship("B1", "corvette", 11.001, 18, 180, damage=7, fatigue=7))
    play.do("A", "stay")
    assert play["A1"].moved
    play.turn_to(AttackChoice(), EndActivation(), active="A1", phase="attack").settle()
    assert "rally" in play.options()


def test_anchored_ship_cuts_free_and_stays() -> None:
    play = freed(ship("A1", "corvette", 10, 18, 180, sail="anchored"), HELD[1])
    assert pose_of(play) == Pose(9.0, 18.0, 180.0)
    assert play["A1"].moved


def test_cutting_free_leaves_no_landing_party_ashore() -> None:
    play = freed(
        ship("A1", "corvette", 10, 18, 180, sail="anchored", landing_party=(5.0, 18.0)), HELD[1]
    )
    assert play["A1"].landing_party is None


def test_table_edge_leaves_no_room_to_cut_free() -> None:
    play = acting(
        ship("A1", "corvette", 0.6, 18, 180),
        ship("B1", "corvette", 1.601, 18, 180),
        ship("B2", "corvette", 0.6, 20.1, 180),
        ship("B3", "corvette", 0.6, 15.9, 180),
        entangled=PAIR,
    )
    assert play["A1"].moved


def test_free_move_may_collide_and_rolls_one_die() -> None:
    play = freed(*HELD, rules=Rules())
    play.dice("cannon").do("A", "port_end", dial=0)
    assert play.facts(ev.Collided)
    assert play.facts(ev.DiceRolled)[-1].faces == ("cannon",)


def test_a_crippled_ship_may_adjust_her_speed_below_her_limit() -> None:
    play = acting(ship("A1", "corvette", 10, 20, 180, damage=7), FAR).dice(PASSED)
    play.do("A", "attempt").do("A", "slower").do("A", "straight")
    assert pose_of(play).y == pytest.approx(19.0)


@pytest.mark.parametrize(
    ("towards", "x"), [("astern", 11.001), ("port", 8.999), ("starboard", 11.001)]
)
def test_a_yare_ship_that_has_cut_free_turns_twice_whichever_way_she_goes(
    towards: str, x: float
) -> None:
    play = freed(HELD[0], ship("B1", "corvette", x, 18, 180)).do("A", f"{towards}_twice", dial=20)
    assert play.asked().kind == "turn"
    play.do("A", "turn", dial=-10)
    assert pose_of(play).heading == pytest.approx(190)


def test_a_ship_without_yare_turns_once_after_cutting_free() -> None:
    play = freed(ship("A1", "fluyt", 10, 18, 180), ship("B1", "corvette", 11.126, 18, 180))
    assert "astern_end" in play.options()
    assert not any(option.endswith("_twice") for option in play.options())


def test_who_is_out_of_the_fight_or_has_done_with_moving_is_offered_none() -> None:
    wreck = acting(ship("A1", "corvette", 10, 18, 180, damage=7, fatigue=7), FAR)
    assert "attempt" not in wreck.options()
    play = Skirmish(ship("A1", "corvette", 10, 18, 180), FAR)
    play.turn_to(SeamanshipOffer(), EndActivation(), active="A1")
    assert "attempt" in play.options()
    play.state = replace(play.state, activation=replace(play.state.activation, done=True))
    assert play.options() == ()


# Every Skill Test says what it is for and what follows when it fails.


@pytest.mark.parametrize(
    ("step", "what", "failed"),
    [
        (st.SeamanshipAction(), "a Seamanship Action", "no action, she sails on"),
        (st.BoardingTest("B2"), "boarding B2", "B2 is not boarded"),
        (st.RepairTest(), "getting off the ground", "she stays aground"),
        (st.RazeTest(), "razing the marker", "it is not razed"),
        (st.SquallResult(), "holding her sails in the squall", "she takes in a level of sail"),
        (
            st.BonusStands("A1", "rally", "take_courage"),
            "more rest (Take Courage)",
            "no more Fatigue is removed",
        ),
        (st.CardTestStands("A", "zeal", ("A1",)), "recovery (Zeal)", "no Fatigue is removed"),
        (
            st.CardTestStands("A", "raise_the_black", ("B1",)),
            "standing firm (Raise the Black)",
            "she takes 1 Fatigue",
        ),
    ],
)
def test_stakes_of_a_skill_test(step: st.AnyStep, what: str, failed: str) -> None:
    found = stakes(step)
    assert found is not None
    assert (found.what, found.failed) == (what, failed)
