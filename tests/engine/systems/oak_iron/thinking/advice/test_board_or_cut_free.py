"""The computer captain's advice in positions: which enemies are boarded, when a ship cuts free, who
strikes first.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from engine.game.decision import Advice
from engine.space.plane.many import Bases
from engine.systems.oak_iron.sailing import course
from engine.systems.oak_iron.state import commands as do
from engine.systems.oak_iron.state.state import Roll, Rules, Ship, State
from engine.systems.oak_iron.state.steps import (
    AlongsideChoice,
    AttackChoice,
    CrewAction,
    EndActivation,
    Manoeuvre,
    NameShip,
    SeamanshipAction,
)
from engine.systems.oak_iron.thinking.advice import helm
from engine.systems.oak_iron.thinking.advice.advise import advice
from engine.systems.oak_iron.thinking.measure.outlook import Outlook
from engine.systems.oak_iron.thinking.measure.reach import base
from tests.engine.systems.oak_iron.skirmish import Skirmish, ship

BOARDER = ship("A1", "fifth_rate", 18, 18, 0, moved=True)
"""A boarding ship of crew 2; the enemy is abeam of her to starboard."""


def prey(**rest: Any) -> Ship:
    """Return an enemy within a yard arm, side to side with the boarder."""
    return ship("B1", "sixth_rate", 20.0, 18.0, 0, moved=True, **rest)


def asked(step: Any, *ships: Any, phase: str = "movement", **rest: Any) -> dict[str, Advice]:
    """Return {option: advice} for A1 at a step, the best first."""
    play = Skirmish(*ships, rules=Rules(), phase=phase, **rest)
    play.turn_to(step, EndActivation(), active="A1", phase=phase).settle()
    return {each.option: each for each in advice(play.state, play.asked("A"))}


def reasons(found: Advice) -> dict[str, float]:
    """Return {term: how much it adds to the answer's worth}."""
    return {each.term: each.worth for each in found.reasons}


def test_a_shaken_enemy_alongside_is_boarded() -> None:
    found = asked(CrewAction(), BOARDER, prey(fatigue=7))
    assert next(iter(found)) == "board_B1"
    why = reasons(found["board_B1"])
    assert max(why, key=lambda term: why[term]) == "prize"
    assert "taken" not in why


@pytest.mark.parametrize(
    ("theirs", "first", "boards"),
    [(0, "B", False), (1, "B", False), (5, "B", True), (6, "B", True), (5, "A", True)],
)
def test_the_crew_that_is_nearly_done_is_boarded_and_the_fresh_one_is_not(
    theirs: int, first: str, boards: bool
) -> None:
    """Either B or A strikes first in the attacks of this turn."""
    found = asked(CrewAction(), BOARDER, prey(fatigue=theirs), initiative=first)
    assert (found["board_B1"].worth > found["none"].worth) is boards


def test_a_tired_crew_boards_nobody_who_is_fresher() -> None:
    worn = ship("A1", "fifth_rate", 18, 18, 0, moved=True, fatigue=5)
    found = asked(CrewAction(), worn, prey(fatigue=2))
    why = reasons(found["board_B1"])
    assert found["board_B1"].worth < found["none"].worth
    assert why["taken"] < 0.0
    assert abs(why["taken"]) > why.get("prize", 0.0)


def test_who_will_strike_first_is_bolder() -> None:
    ours, theirs = (
        asked(CrewAction(), BOARDER, prey(fatigue=3), initiative=side)["board_B1"].worth
        for side in "AB"
    )
    assert ours > theirs


def test_a_ship_of_ours_that_was_taken_is_boarded_to_have_her_back() -> None:
    lost = ship("A2", "sixth_rate", 20.0, 18.0, 0, moved=True, captured_by="B", fatigue=7)
    found = asked(CrewAction(), BOARDER, lost, ship("B1", "sloop", 4, 4, 0))
    assert next(iter(found)) == "board_A2"
    assert list(reasons(found["board_A2"])) == ["retaken"]


def test_a_wreck_is_worth_less_than_a_ship_that_fights() -> None:
    wreck = prey(fatigue=7, damage=7)
    found = asked(CrewAction(), BOARDER, wreck, ship("B2", "sloop", 4, 4, 0))
    fights = asked(CrewAction(), BOARDER, prey(fatigue=7), ship("B2", "sloop", 4, 4, 0))
    assert 0.0 < found["board_B1"].worth < fights["board_B1"].worth / 2


def test_of_two_ways_alongside_the_broad_side_is_laid_against_her() -> None:
    """The boarder lies off the enemy's quarter at 45 degrees and may lay her bow or her broadside
    against her.
    """
    boarder = ship("A1", "fifth_rate", 18.0, 14.0, 45.0, moved=True)
    play = Skirmish(boarder, ship("B1", "sixth_rate", 18.0, 18.0, 90, moved=True), rules=Rules())
    step = AlongsideChoice("B1")
    play.turn_to(step, EndActivation(), active="A1", phase="movement").settle()
    decision = play.asked("A")
    found = advice(play.state, decision)
    assert {each.option for each in found} == {option.id for option in decision.options}
    assert len(found) == 2
    assert found[0].worth > found[1].worth
    assert reasons(found[0])["melee"] > reasons(found[1]).get("melee", 0.0)


@pytest.mark.parametrize(("ours", "theirs", "best"), [(5, 1, "cut_free"), (0, 5, "none")])
def test_who_has_the_worse_of_it_cuts_free_and_the_other_holds_on(
    ours: int, theirs: int, best: str
) -> None:
    held = ship("A1", "fifth_rate", 18, 18, 0, fatigue=ours)
    play = Skirmish(
        held,
        ship("B1", "fifth_rate", 19.3, 18, 0, fatigue=theirs, moved=True),
        rules=Rules(),
        entangled=(("A1", "B1"),),
    )
    play.turn_to(SeamanshipAction(), EndActivation(), active="A1", phase="movement")
    play.state = passed(play.state)
    found = advice(play.state, play.asked("A"))
    assert found[0].option == best
    assert {reason.term for reason in found[0].reasons} & {"freedom", "prize"}


def passed(state: State) -> State:
    """Return the state after A1 has passed a Skill Test."""
    return replace(state, roll=Roll("skill_test", "A1", ("skull",)))


def test_a_target_that_we_hold_is_finished_before_a_richer_one() -> None:
    """The ship alongside has only three points left; another enemy is under the other broadside."""
    ours = ship("A1", "fifth_rate", 18, 18, 0, moved=True)
    alongside = ship("B1", "sixth_rate", 19.3, 18, 0, moved=True, fatigue=5)
    other = ship("B2", "sloop", 14.0, 18, 0, moved=True)
    held = asked(AttackChoice(), ours, alongside, other, phase="attack", entangled=(("A1", "B1"),))
    assert next(iter(held)).endswith("B1")
    assert "prize" in reasons(next(iter(held.values())))
    free = asked(AttackChoice(), ours, alongside, other, phase="attack")
    assert all("prize" not in reasons(each) for each in free.values())


def test_a_ship_that_is_held_strikes_before_the_others_fire() -> None:
    held = ship("A1", "fifth_rate", 6, 18, 0, moved=True, reload=("port", "starboard"))
    foe = ship("B1", "fifth_rate", 7.3, 18, 0, moved=True, fatigue=4)
    free = ship("A2", "sloop", 24, 18, 0, moved=True)
    target = ship("B2", "third_rate", 30.0, 18, 0, moved=True)
    play = Skirmish(held, foe, free, target, rules=Rules(), entangled=(("A1", "B1"),))
    play.turn_to(NameShip("A", "attack"), phase="attack").settle()
    found = advice(play.state, play.asked("A"))
    assert found[0].option == "A1"


def berths(*ships: Any, done: bool = False, **rest: Any) -> list[float]:
    """Return how much boarding, by A1 or of her, adds to three places of A1: beside B1, ahead of
    B1, far away.
    """
    play = Skirmish(*ships, rules=Rules(), phase="movement", **rest)
    lies = base(play.state, "A1")
    x, y, heading = np.array([(18.0, 18.0, 0.0), (20.0, 21.5, 90.0), (8.0, 18.0, 0.0)]).T
    places = Bases(x, y, heading, lies.length, lies.width)
    found = Outlook(play.state, "A1", done=done).terms(places)["board"]
    return [float(each) for each in found]


ROOMY = ship("A1", "fifth_rate", 6, 6, 0)


def test_a_place_beside_a_tired_enemy_that_has_moved_is_one_to_board_from() -> None:
    beside, ahead, off = berths(ROOMY, prey(fatigue=6))
    assert beside > 0.0
    assert ahead == off == 0.0
    assert berths(ROOMY, prey()) == [0.0, 0.0, 0.0]


@pytest.mark.parametrize("stuck", [{"sail": "anchored"}, {"aground": True}, {"fatigue": 7}])
def test_who_cannot_board_gains_nothing_by_lying_beside_her(stuck: dict[str, Any]) -> None:
    assert berths(replace(ROOMY, **stuck), prey(fatigue=6))[0] == 0.0
    assert berths(ROOMY, prey(fatigue=6), done=True)[0] == 0.0


def test_a_tired_ship_keeps_clear_of_an_enemy_that_has_still_to_move() -> None:
    waiting = replace(prey(), moved=False, pose=prey().pose)
    worn = replace(ROOMY, fatigue=6)
    beside, _, off = berths(worn, waiting, initiative="B")
    assert beside < 0.0
    assert off == 0.0
    assert berths(worn, prey(), initiative="B")[0] == 0.0


def test_who_may_be_boarded_fears_it_the_more_the_more_enemies_there_are() -> None:
    waiting, worn = replace(prey(), moved=False), replace(ROOMY, fatigue=6)
    far = [
        ship(f"B{number}", "sloop", 60.0, 4.0 * number, 90, moved=True) for number in (2, 3, 4, 5)
    ]
    alone, two, four, five = (
        berths(worn, waiting, *far[:others], initiative="B")[0] for others in (0, 1, 3, 4)
    )
    assert two == pytest.approx(alone)
    assert five == pytest.approx(four) == pytest.approx(3.0 * alone)
    assert alone < 0.0


def test_in_a_crowd_who_may_be_boarded_fears_it_the_more_the_more_lie_about_the_place() -> None:
    """One enemy may board her there; a second one lies within Pistol Shot of the place, or far
    away.
    """
    waiting, worn = replace(prey(), moved=False), replace(ROOMY, fatigue=3)
    about, off = (ship("B2", "sloop", 20.0, y, 90, moved=True) for y in (20.5, 60.0))
    far = [ship(f"B{number}", "sloop", 60, 4 * number, 90, moved=True) for number in range(3, 11)]
    beset, lonely = (berths(worn, waiting, each, *far, initiative="B")[0] for each in (about, off))
    assert beset < 1.2 * lonely < 0.0
    few = [berths(worn, waiting, each, initiative="B")[0] for each in (about, off)]
    assert few[0] == pytest.approx(few[1])


def collision(ours: Ship, theirs: Ship, **rest: Any) -> float:
    """Return what it is worth to A1 to run straight into an enemy."""
    play = Skirmish(ours, theirs, rules=rest.pop("rules", Rules()), phase="movement", **rest)
    play.turn_to(Manoeuvre(), EndActivation(), active="A1")
    way = course.trace(play.state, "A1", do.Sail())
    assert way is not None
    assert way.struck == ("B1",)
    return helm.collision_terms(play.state, way)["struck"]


def test_to_run_into_a_tired_enemy_is_a_way_to_board_her() -> None:
    """Both sail east, the enemy slightly across A1's bow, so that they end broadside to
    broadside.
    """
    ours = ship("A1", "sixth_rate", 14.0, 18.0, 90)
    fresh, tired = (
        ship("B1", "sixth_rate", 17.2, 19.0, 110, moved=True, fatigue=points) for points in (0, 6)
    )
    assert collision(ours, tired) > 0.0 > collision(ours, fresh, initiative="B")
    assert collision(replace(ours, fatigue=6), fresh) < collision(ours, fresh)


def test_to_ram_with_the_bow_is_a_bad_way_to_board() -> None:
    ours = ship("A1", "sixth_rate", 14.0, 18.0, 90)
    across = ship("B1", "sixth_rate", 17.5, 18.0, 0, moved=True, fatigue=3)
    along = ship("B1", "sixth_rate", 17.2, 19.0, 90, moved=True, fatigue=3)
    assert collision(ours, across) < collision(ours, along)


def test_in_the_quick_start_ships_only_push_each_other() -> None:
    ours = ship("A1", "sixth_rate", 14.0, 18.0, 90)
    across = ship("B1", "sixth_rate", 17.5, 18.0, 0, moved=True, fatigue=6)
    assert -1.0 < collision(ours, across, rules=Rules(quick_start=True)) < 0.0
