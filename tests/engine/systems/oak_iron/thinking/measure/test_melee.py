"""The expected result of Close Combat, computed from the dice."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.space.plane.many import Bearings
from engine.systems.oak_iron.gunnery.odds import Odds, attack_odds
from engine.systems.oak_iron.gunnery.shot import shot
from engine.systems.oak_iron.state.ships import first_side
from engine.systems.oak_iron.state.state import Rules, Ship, State
from engine.systems.oak_iron.thinking.measure.guns import Guns, melee_fire_terms
from engine.systems.oak_iron.thinking.measure.melee import (
    Crew,
    Fight,
    beset,
    capture_scale,
    crew,
    crew_under_fire,
    expected_fight,
    fight,
    fight_terms,
)
from engine.systems.oak_iron.thinking.measure.reach import base
from tests.engine.systems.oak_iron.skirmish import Skirmish, ship

SIDE, BOW = 5 / 8, 1 / 8
FRESH = Crew(dice=5, share=SIDE, fatigue=0, boxes=7)


def tired(points: int) -> Crew:
    """Return a crew that already has this much Fatigue."""
    return FRESH._replace(fatigue=points)


def test_who_strikes_first_has_the_better_of_an_even_fight() -> None:
    first, second = fight(FRESH, FRESH, 1.0), fight(FRESH, FRESH, 0.0)
    assert first.given > first.borne
    assert second == pytest.approx((first.lost, first.taken, first.borne, first.given))
    even = fight(FRESH, FRESH, 0.5)
    assert even.given == pytest.approx(even.borne)
    assert first.given > even.given > second.given


def test_the_more_tired_she_is_the_likelier_she_is_taken() -> None:
    chances = [fight(FRESH, tired(points), 1.0).taken for points in range(8)]
    assert chances == sorted(chances)
    assert chances[0] < 0.3
    assert chances[5] > 0.8


def test_a_shaken_crew_without_a_chance_to_rally_is_taken() -> None:
    assert fight(FRESH, tired(7), 1.0).taken == pytest.approx(1.0)
    assert fight(tired(7), tired(7), 1.0)[:2] == pytest.approx((0.0, 0.0))


def test_one_strike_is_counted_as_the_dice_fall() -> None:
    """The target has one point left; the attacker strikes first, with one die, and cannot be
    hit.
    """
    weak = Crew(dice=1, share=SIDE, fatigue=0, boxes=7)
    idle = Crew(dice=1, share=0.0, fatigue=6, boxes=7)
    once = SIDE
    held = 1.0 - 3 / 8  # she fails to cut free with one die
    assert fight(weak, idle, 1.0).taken == pytest.approx(once + (1 - once) * held * once)


def test_to_lie_bow_on_is_no_way_to_fight() -> None:
    assert fight(FRESH._replace(share=BOW), FRESH, 1.0).given < fight(FRESH, FRESH, 1.0).given / 3


def test_a_blow_at_once_tells() -> None:
    assert fight(FRESH, FRESH, 0.0, at_once=True).given > fight(FRESH, FRESH, 0.0).given + 1.0


def test_enemies_about_who_fire_into_the_fight_tell_against_her() -> None:
    alone, one, three = (fight(FRESH._replace(beset=others), FRESH, 0.5) for others in (0, 1, 3))
    assert alone.lost < one.lost < three.lost
    assert alone.taken > one.taken > three.taken
    assert fight(FRESH, FRESH._replace(beset=3), 0.5).taken == pytest.approx(three.lost)


def test_enemies_within_pistol_shot_beset_a_ship_where_many_fight() -> None:
    held, holder = ship("A1", x=18, y=18), ship("B1", x=19.2, y=18)
    about = [ship(f"B{number}", "sloop", 16, 8 + 4 * number, 0) for number in (2, 3)]
    off = [ship(f"B{number}", "sloop", 34, 2 * number, 0) for number in range(7, 14)]
    friend = ship("A2", "sloop", 16, 18, 0)
    crowd = Skirmish(held, holder, friend, *about, *off, rules=Rules()).state
    assert beset(crowd, "A1", "B1") == 2
    assert beset(crowd, "B1", "A1") == 1
    near = [ship(f"B{number}", "sloop", 15, 7 + 3 * number, 0) for number in range(2, 6)]
    assert beset(Skirmish(held, holder, *near, *off, rules=Rules()).state, "A1", "B1") == 3
    assert beset(Skirmish(held, holder, *about, rules=Rules()).state, "A1", "B1") == 0


def test_in_a_crowd_a_capture_that_makes_a_side_withdraw_is_the_dearer() -> None:
    """Side B has only two ships left, so that losing one more makes it withdraw."""
    foes = [ship("B1", x=22), ship("B2", x=28), replace(ship("B3"), lost="sunk", pose=None)]
    far = [ship(f"A{number}", "sloop", 34, 3 * number, 0) for number in range(2, 11)]
    even = Fight(taken=0.3, lost=0.2, given=0.0, borne=0.0)

    def captures(*ships: Ship) -> tuple[float, float]:
        found = fight_terms(Skirmish(*ships, rules=Rules()).state, "A1", "B1", even)
        return found["prize"], found["taken"]

    assert captures(ship("A1"), *foes, *far) == (pytest.approx(0.3 * 27 / 12), 0.2)
    assert captures(ship("A1"), *foes) == (0.3, 0.2)
    whole = [ship(f"B{number}", x=22 + 2 * number) for number in (3, 4, 5, 6)]
    assert captures(ship("A1"), *foes[:2], *whole, *far) == (0.3, 0.2)


def test_ships_fight_with_their_crews_and_by_the_initiative() -> None:
    """A fifth rate with crew 2 fights a sloop with crew 1, side to side."""
    big, small = ship("A1", "fifth_rate", 18, 18, 0), ship("B1", "sloop", 19.2, 18, 0)
    play = Skirmish(big, small, rules=Rules(), entangled=(("A1", "B1"),), phase="movement")
    ours = expected_fight(play.state, "A1", "B1")
    theirs = expected_fight(replace(play.state, initiative="B"), "A1", "B1")
    assert ours.given > theirs.given > 0.0
    assert expected_fight(play.state, "B1", "A1") == pytest.approx(
        (ours.lost, ours.taken, ours.borne, ours.given)
    )


def test_what_her_guns_would_do_is_not_counted_as_a_loss_twice() -> None:
    play = Skirmish(ship("A1"), ship("B1", x=22), rules=Rules())
    hard = Fight(0.0, 0.0, given=1.0, borne=2.0)
    without = fight_terms(play.state, "A1", "B1", hard)["melee"]
    assert fight_terms(play.state, "A1", "B1", hard, theirs=0.7)["melee"] == pytest.approx(
        without + 1
    )
    assert fight_terms(play.state, "A1", "B1", hard, theirs=9.0)["melee"] > 0.0


# Fire at an enemy in close combat with a consort: a prize, or a consort freed.


OURS = ship("A1", "fifth_rate", 18, 18, 0, moved=True, fatigue=3)
HOLDER = ship("B1", "fifth_rate", 19.3, 18, 0, moved=True, fatigue=2)
CONSORT = ship("A2", "fifth_rate", 23.0, 18, 0, moved=True)
FAR = [ship(f"B{number}", "sloop", 34, 3 * number, 0, moved=True) for number in range(3, 11)]


def sea(*ships: Ship, held: bool = True) -> State:
    """Return a view in which B1 holds A1, and A2 has loaded guns."""
    entangled = (("A1", "B1"),) if held else ()
    return Skirmish(*ships, rules=Rules(), phase="attack", entangled=entangled).state


def adds(state: State) -> dict[str, float]:
    """Return the terms of A2's broadside at B1, other than the harm that it does."""
    return dict(melee_fire_terms(state, "A2", "B1", volley(state)))


def volley(state: State) -> Odds:
    """Return the odds of A2's port broadside at B1."""
    at = shot(state, "A2", "B1", "broadside", "port")
    assert at.legal
    return attack_odds(state, "A2", "B1", at, "broadside")


def test_in_a_crowd_every_point_of_fatigue_brings_her_capture_nearer() -> None:
    found = adds(sea(OURS, HOLDER, CONSORT, *FAR))
    assert found["prize"] > 0.0
    assert found["grip"] > 0.0
    worn = adds(sea(OURS, replace(HOLDER, fatigue=4), CONSORT, *FAR))
    assert worn["prize"] > found["prize"]


def test_it_eases_a_tired_crew_more_than_a_fresh_one() -> None:
    tired, fresh = (
        adds(sea(replace(OURS, fatigue=points), HOLDER, CONSORT, *FAR))["grip"] for points in (4, 0)
    )
    assert tired > fresh


def test_among_few_the_prize_is_hers_to_be_shaken_and_no_more() -> None:
    state = sea(OURS, HOLDER, CONSORT)
    assert adds(state) == {"prize": volley(state).shaken}


def test_it_adds_nothing_that_an_enemy_is_held_by_nobody_or_by_who_takes_no_prize() -> None:
    assert adds(sea(OURS, HOLDER, CONSORT, *FAR, held=False)) == {}
    assert adds(sea(replace(OURS, fatigue=7), HOLDER, CONSORT, *FAR)) == {}


@pytest.mark.parametrize("few", [True, False])
def test_in_a_crowd_places_are_looked_for_from_which_to_fire_into_the_fight(few: bool) -> None:
    ships = (OURS, HOLDER, CONSORT, *(() if few else FAR))
    held, free = sea(*ships), sea(*ships, held=False)
    worths = [
        max(
            float(side[0])
            for side in Guns(state).broadsides(
                "A2", "B1", Bearings(base(state, "A2"), base(state, "B1"))
            )
        )
        for state in (held, free)
    ]
    assert (worths[0] > worths[1]) is not few


def test_the_blow_that_shakes_her_makes_her_a_prize() -> None:
    state = sea(OURS, replace(HOLDER, fatigue=6), CONSORT, *FAR)
    own, foe = crew_under_fire(state, "A1", "B1"), crew(state, "B1", "A1")
    unaided = fight(own, foe, float(first_side(state) == "A")).taken
    shaken = 1.0 - volley(state).fatigue[0]
    sure = capture_scale(state, "B1", "prize") * shaken * (1.0 - unaided)
    assert adds(state)["prize"] == pytest.approx(sure)
