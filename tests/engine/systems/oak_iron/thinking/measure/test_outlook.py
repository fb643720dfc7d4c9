"""A captain's preferences between places: weights may be changed as long as these stay true."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from engine.game.decision import Advice, Decision, Option
from engine.space.plane.hull import on_table
from engine.space.plane.many import Bases, Numbers
from engine.space.plane.pose import Pose
from engine.systems.oak_iron.sailing import course
from engine.systems.oak_iron.sailing.grapple import as_if
from engine.systems.oak_iron.state import commands as do
from engine.systems.oak_iron.state.ships import distance, hull
from engine.systems.oak_iron.state.state import Kind, Rules, SetUpPlan, State, Terrain
from engine.systems.oak_iron.state.steps import (
    AttackChoice,
    CrewAction,
    EndActivation,
    Manoeuvre,
    NameShip,
    SettleMove,
)
from engine.systems.oak_iron.thinking.advice import before_battle, helm
from engine.systems.oak_iron.thinking.advice.advise import advice
from engine.systems.oak_iron.thinking.measure.outlook import Outlook
from engine.systems.oak_iron.thinking.measure.reach import base
from tests.engine.systems.oak_iron.skirmish import Skirmish, ship

Place = tuple[float, float, float]


def sea(*ships: Any, **rest: Any) -> Skirmish:
    """Return a battle under all rules in its Movement Phase."""
    return Skirmish(*ships, rules=Rules(), phase="movement", **rest)


def terms(play: Skirmish, *places: Place, key: str = "A1") -> dict[str, Numbers]:
    """Return {term: its values at some places of a ship}."""
    lies = base(play.state, key)
    x, y, heading = np.array(places, dtype=float).T
    return Outlook(play.state, key).terms(Bases(x, y, heading, lies.length, lies.width))


def worths(play: Skirmish, *places: Place) -> list[float]:
    """Return the scores of places for A1."""
    return [float(each) for each in helm.total(terms(play, *places))]


def steering(*ships: Any) -> tuple[State, tuple[Advice, ...]]:
    """Return (battle before A1's move, advice on the move, best first)."""
    steps = (Manoeuvre(), SettleMove(), EndActivation())
    play = sea(*ships).turn_to(*steps, active="A1").settle()
    return play.state, advice(play.state, play.asked("A"))


def sailed(state: State, found: Advice) -> course.Course:
    """Return the course of an advised move."""
    turns: dict[str, Any] = {name: turn for turn, name in helm.NAMES.items()}
    way = course.trace(state, "A1", do.Sail(turns[found.option], found.dial or 0.0))
    assert way is not None
    return way


def reason(found: Advice, term: str) -> float:
    """Return how much a term adds to the worth of an answer."""
    return sum(each.worth for each in found.reasons if each.term == term)


FIFTH = ship("A1", "fifth_rate", 10, 10, 90)


def test_of_distances_that_out_of_a_boarders_reach_is_liked_best() -> None:
    foe = ship("B1", "fifth_rate", 18, 18, 0, moved=True)
    abeam = [(18.0 + apart, 18.0, 0.0) for apart in (2.0, 4.0, 6.5, 9.0, 13.0)]
    closing = terms(sea(ship("A1", "fifth_rate", 4, 4, 0), foe), *abeam)["closing"]
    assert int(np.argmax(closing)) == 2
    assert closing[4] < closing[3]


def test_to_a_shaken_enemy_a_captain_closes() -> None:
    foe = ship("B1", "fifth_rate", 18, 18, 0, moved=True, fatigue=7)
    abeam = [(18.0 + apart, 18.0, 0.0) for apart in (2.0, 4.0, 6.5, 9.0, 13.0)]
    closing = terms(sea(ship("A1", "fifth_rate", 4, 4, 0), foe), *abeam)["closing"]
    assert int(np.argmax(closing)) == 0


def test_in_a_crowd_a_shorter_distance_is_liked() -> None:
    foe = ship("B1", "fifth_rate", 18, 18, 0, moved=True)
    own = ship("A1", "fifth_rate", 4, 4, 0)
    consorts = [ship(f"A{number}", "sloop", 30, 3 * number, 0) for number in range(2, 9)]
    abeam = [(18.0 + apart, 18.0, 0.0) for apart in (2.0, 4.0, 6.5, 9.0, 13.0)]
    few = terms(sea(own, foe, *consorts[:6], defender="B"), *abeam)["closing"]
    many = terms(sea(own, foe, *consorts, defender="B"), *abeam)["closing"]
    assert (int(np.argmax(few)), int(np.argmax(many))) == (2, 1)


def test_to_who_is_left_alone_a_captain_closes_where_a_tie_is_nobodys() -> None:
    own, foe = ship("A1", "fifth_rate", 4, 4, 0), ship("B1", "fifth_rate", 18, 18, 0, moved=True)
    beside = ship("A2", "sloop", 30, 4, 0), ship("B2", "sloop", 4, 34, 0)
    abeam = [(18.0 + apart, 18.0, 0.0) for apart in (2.0, 4.0, 6.5, 9.0, 13.0)]

    def liked(*ships: Any, **rest: Any) -> int:
        return int(np.argmax(terms(sea(own, foe, *ships, **rest), *abeam)["closing"]))

    assert liked(beside[0]) < 2
    assert liked(beside[0], defender="B") == liked() == 2
    lost = replace(beside[1], pose=None, lost="sunk")
    assert liked(beside[0], lost) < 2


def crowd(*ships: Any) -> list[Any]:
    """Return these ships, and so many sloops far away that the battle counts as a crowd."""
    sloops = [ship(f"A{number}", "sloop", 34, 3 * number, 0, moved=True) for number in range(5, 12)]
    return [*ships, *sloops]


def test_in_a_crowd_a_ship_keeps_with_her_nearest_consorts() -> None:
    foe = ship("B1", "corvette", 18, 34, 0)
    consorts = ship("A2", "corvette", 10, 10, 0), ship("A3", "corvette", 13, 10, 0)
    near, far = (16.0, 10.0, 0.0), (26.0, 20.0, 0.0)
    astray = terms(sea(FIFTH, *crowd(*consorts, foe)), near, far)["astray"]
    assert astray[0] == 0.0 < astray[1]
    assert not terms(sea(FIFTH, *consorts, foe), near, far)["astray"].any()


def test_in_a_crowd_no_fire_is_looked_for_through_a_ship_that_lies_between() -> None:
    foe, ahead = ship("B1", "corvette", 18, 18, 90, moved=True), (18.0, 24.0, 90.0)
    between = ship("A2", "sloop", 18, 21, 0, moved=True)

    def exchange(consort: Any) -> list[float]:
        found = terms(sea(*crowd(FIFTH, consort, foe)), ahead)
        return [float(found[name][0]) for name in ("fire", "danger")]

    clear = exchange(replace(between, pose=Pose(4.0, 30.0, 0.0)))
    assert all(
        0.0 < less < 0.5 * whole for less, whole in zip(exchange(between), clear, strict=True)
    )
    assert exchange(replace(between, moved=False))[0] == clear[0]
    few = terms(sea(FIFTH, between, foe), ahead)
    assert float(few["fire"][0]) > 0.9 * clear[0]


def test_in_a_crowd_a_ship_keeps_out_of_her_consorts_line_of_fire() -> None:
    foe, gunner = (
        ship(*each, 90, moved=True)
        for each in (("B1", "corvette", 18, 18), ("A2", "fifth_rate", 18, 24))
    )
    places = [(18.0, 21.0, 90.0), (23.0, 21.0, 90.0)]
    masking = terms(sea(*crowd(FIFTH, gunner, foe)), *places)["masking"]
    assert masking[0] > 0.0 == masking[1]
    spent = replace(gunner, reload=("port", "starboard"))
    assert not terms(sea(*crowd(FIFTH, spent, foe)), *places)["masking"].any()
    assert not terms(sea(*crowd(FIFTH, replace(gunner, moved=False), foe)), *places)[
        "masking"
    ].any()
    assert not terms(sea(FIFTH, gunner, foe), *places)["masking"].any()


def test_in_a_crowd_a_ship_is_lost_but_once() -> None:
    """Three enemies that could each finish her cost hardly more than one, since she can be lost
    only once.
    """
    ours = replace(FIFTH, damage=6, fatigue=7)
    foes = [
        ship(f"B{number}", "third_rate", x, 18, 0, moved=True)
        for number, x in enumerate((15, 18, 21), 1)
    ]
    place = (18.0, 14.0, 90.0)

    def danger(*ships: Any) -> float:
        return float(terms(sea(ours, *ships), place)["danger"][0])

    assert danger(*crowd(*foes)) < 1.4 * danger(*crowd(foes[1]))
    assert danger(*foes) > 2.0 * danger(foes[1])
    assert danger(*crowd(*foes)) > danger(*crowd(foes[1]))


def test_in_a_crowd_a_shoal_is_sailed_round_if_it_can_be() -> None:
    bar = Terrain("S1", "shoal", ((14, 17.7), (15, 17.7), (15, 18.3), (14, 18.3)))
    ours, foe = ship("A1", "fifth_rate", 10, 18, 90), ship("B1", "corvette", 26, 18, 0, moved=True)

    def best(**rest: Any) -> Advice:
        steps = (Manoeuvre(), SettleMove(), EndActivation())
        play = sea(*crowd(ours, foe), **rest).turn_to(*steps, active="A1").settle()
        return advice(play.state, play.asked("A"))[0]

    assert not reason(best(terrain=(bar,)), "shoal")
    wide = replace(bar, outline=((12, 2), (15, 2), (15, 34), (12, 34)))
    assert reason(best(terrain=(wide,)), "shoal") < 0.0
    assert not reason(best(), "shoal")


def test_to_cross_her_stern_is_liked_better_than_her_bow_and_that_than_to_lie_abeam() -> None:
    """The enemy has moved and is not loaded, so her own guns do not matter."""
    foe = ship("B1", "fourth_rate", 18, 18, 180, moved=True, reload=("port", "starboard"))
    places = [(18.0, 22.0, 90.0), (18.0, 14.0, 90.0), (22.0, 18.0, 180.0)]
    astern, ahead, abeam = terms(sea(FIFTH, foe), *places)["fire"]
    assert astern > ahead > abeam > 0.0


def test_a_loaded_side_is_turned_to_the_enemy() -> None:
    foe = ship("B1", "corvette", 18, 18, 90, moved=True, reload=("port", "starboard"))
    ours = replace(FIFTH, reload=("port",), sail="full")
    starboard, port = worths(sea(ours, foe), (18, 22, 90), (18, 22, 270))
    assert starboard > port
    fresh = worths(sea(replace(ours, reload=("starboard",)), foe), (18, 22, 90), (18, 22, 270))
    assert fresh[1] - fresh[0] > port - starboard


def test_a_side_that_could_be_loaded_counts_but_for_less_than_a_loaded_one() -> None:
    foe = ship("B1", "corvette", 18, 18, 90, moved=True)

    def fire(**changes: Any) -> float:
        return float(terms(sea(replace(FIFTH, **changes), foe), (18, 22, 90))["fire"][0])

    loaded, empty = fire(), fire(reload=("starboard",))
    hurried = fire(reload=("starboard",), sail="full")
    assert loaded > empty > hurried >= 0.0


def test_an_enemy_that_has_still_to_move_is_not_sure_to_stay_under_our_guns() -> None:
    moved, waiting = (
        terms(sea(FIFTH, ship("B1", "corvette", 18, 18, 90, moved=done)), (18, 22, 90))["fire"][0]
        for done in (True, False)
    )
    assert moved > waiting > 0.0


@pytest.mark.parametrize("kind", ["third_rate", "fourth_rate"])
def test_a_worn_ship_keeps_out_of_a_heavy_ships_broadside(kind: str) -> None:
    """Two places at pistol shot are compared: abeam of the heavy ship, and off her bow, where none
    of her sides bears.
    """
    heavy = ship("B1", kind, 18, 18, 90, moved=True)
    abeam, off_bow = (17.0, 21.5, 90.0), (23.5, 21.5, 90.0)
    worn = ship("A1", "sloop", 4, 30, 90, damage=6, fatigue=4)
    fresh = replace(worn, damage=0, fatigue=0)
    here, there = worths(sea(worn, heavy), abeam, off_bow)
    assert there > here
    dread = [float(terms(sea(each, heavy), abeam)["danger"][0]) for each in (worn, fresh)]
    assert dread[0] > dread[1] > 0.0


def test_who_fires_at_a_better_target_is_less_of_a_danger() -> None:
    """A heavy ship lies between a damaged ship (to port), which she prefers to fire at, and an
    undamaged one (to starboard).
    """
    heavy = ship("B1", "fourth_rate", 18, 18, 0, moved=True)
    ours, friend = ship("A1", "sixth_rate", 4, 4, 0), ship("A2", "sloop", 14.5, 18, 0, damage=5)
    alone = terms(sea(ours, heavy), (22, 18, 0))["danger"][0]
    beside = terms(sea(ours, heavy, friend), (22, 18, 0))["danger"][0]
    assert alone > beside > 0.0


def test_the_tables_edge_ahead_is_shunned_before_it_is_too_late() -> None:
    foe = ship("B1", "corvette", 4, 30, 180)
    play = sea(FIFTH, foe)
    inward, outward = terms(play, (30, 18, 270), (30, 18, 90))["room"]
    assert inward > outward
    state, found = steering(ship("A1", "fifth_rate", 29.0, 18.0, 90), foe)
    end = sailed(state, found[0]).end
    assert abs((end.heading - 90 + 180) % 360 - 180) >= 25
    for each in found[:3]:
        there = hull(as_if(state, "A1", sailed(state, each).end).ships["A1"])
        assert on_table(there, state.table.size)


def test_to_leave_the_table_is_the_last_thing_to_do() -> None:
    state, found = steering(ship("A1", "sloop", 34.6, 18.0, 90), ship("B1", x=4, y=4))
    off = [each for each in found if sailed(state, each).off_table]
    assert off
    assert all(reason(each, "deserted") < -10 for each in off)
    stays = [each for each in found if each not in off]
    assert all(each.worth > other.worth for each in stays for other in off)


@pytest.mark.parametrize("away", [3.6, 4.2])
def test_nobody_runs_into_a_friend_who_can_help_it(away: float) -> None:
    """Another ship of her side is straight ahead."""
    ahead = ship("A2", "corvette", 12.0 + away, 18, 0)
    state, found = steering(ship("A1", "corvette", 12, 18, 90), ahead, ship("B1", x=18, y=27))
    straight = next(each for each in found if each.option == "straight")
    assert sailed(state, straight).struck == ("A2",)
    assert reason(straight, "struck") < 0.0
    assert not sailed(state, found[0]).struck
    assert found[0].worth > straight.worth


def test_a_berth_that_is_taken_is_worth_less_than_one_that_is_free() -> None:
    play = sea(FIFTH, ship("A2", "sloop", 20, 20, 90), ship("B1", x=4, y=34))
    assert terms(play, (20, 20.5, 90), (20, 23, 90))["crowd"].tolist() == [-1.0, 0.0]


def test_far_off_an_enemy_is_sailed_for() -> None:
    state, found = steering(ship("A1", "corvette", 8, 18, 180), ship("B1", x=30, y=18, heading=180))
    then = as_if(state, "A1", sailed(state, found[0]).end)
    straight = next(each for each in found if each.option == "straight")
    assert distance(then, "A1", "B1") < distance(
        as_if(state, "A1", sailed(state, straight).end), "A1", "B1"
    )


def test_the_winds_eye_is_a_bad_place_to_end_in() -> None:
    play = sea(FIFTH, ship("B1", x=30, y=4))
    eye, windward, large = terms(play, (18, 18, 10), (18, 18, 60), (18, 18, 180))["wind"]
    assert large > windward > eye


def acting(step: Any, *ships: Any, phase: str = "movement") -> dict[str, Advice]:
    """Return {option: advice} on A1's Crew Action or attack."""
    play = sea(*ships).turn_to(step, EndActivation(), active="A1", phase=phase).settle()
    return {each.option: each for each in advice(play.state, play.asked("A"))}


@pytest.mark.parametrize(
    ("x", "bears", "idle"), [(22, "starboard", "port"), (14, "port", "starboard")]
)
def test_the_side_that_bears_is_loaded_first(x: float, bears: str, idle: str) -> None:
    ours = ship("A1", "corvette", 18, 18, 0, reload=("port", "starboard"), moved=True)
    found = acting(CrewAction(), ours, ship("B1", "corvette", x, 18, 0, moved=True))
    sides = {name: each.worth for name, each in found.items() if "reload" in name}
    by_side = {
        side: next(worth for name, worth in sides.items() if side in name) for side in (bears, idle)
    }
    assert by_side[bears] > by_side[idle]
    assert by_side[bears] == max(each.worth for each in found.values())


def test_the_worn_target_is_fired_at_first() -> None:
    ours = ship("A1", "fifth_rate", 18, 18, 0, moved=True)
    worn = ship("B1", "fifth_rate", 22.5, 18, 0, moved=True, damage=5, fatigue=4)
    fresh = ship("B2", "fifth_rate", 13.5, 18, 0, moved=True)
    found = acting(AttackChoice(), ours, worn, fresh, phase="attack")
    best = max(found.values(), key=lambda each: each.worth)
    assert "B1" in best.option
    assert "starboard" in best.option


def test_in_the_attack_the_best_shot_goes_first_and_under_way_who_has_least_to_learn() -> None:
    near = ship("A1", "corvette", 18, 18, 0, moved=True)
    far = ship("A2", "corvette", 4, 4, 0, moved=True)
    foe = ship("B1", "corvette", 21.5, 18, 0, moved=True)
    play = sea(near, far, foe).turn_to(NameShip("A", "attack"), phase="attack").settle()
    found = advice(play.state, play.asked("A"))
    assert found[0].option.endswith("A1")
    waiting = [replace(each, moved=False) for each in (near, far, foe)]
    play = sea(*waiting).turn_to(NameShip("A", "movement")).settle()
    found = advice(play.state, play.asked("A"))
    assert found[0].option.endswith("A2")


def test_in_a_crowd_a_ship_lets_the_consorts_in_her_way_move_first() -> None:
    ahead, astern = ship("A1", "corvette", 18, 18, 90), ship("A2", "corvette", 15, 18, 90)
    foe = ship("B1", "corvette", 30, 24, 0)

    def hemmed(*ships: Any) -> list[str]:
        play = sea(*ships).turn_to(NameShip("A", "movement")).settle()
        found = advice(play.state, play.asked("A"))
        return [each.option[-2:] for each in found if reason(each, "hemmed_in")]

    assert hemmed(*crowd(ahead, astern, foe)) == ["A2"]
    assert hemmed(ahead, astern, foe) == []
    assert hemmed(*crowd(replace(ahead, moved=True), astern, foe)) == []


# A captain's choice of zones before an escort, by the lee edge.


CARDS: dict[Kind, tuple[str, ...]] = {
    "deployment": ("lee_berth", "centre", "weather_gage"),
    "condition": ("well_found", "weather_wise"),
}


def escort(objective: str = "escort") -> State:
    """Return a view in which B carries the dignitary; the wind is from the west."""
    play = Skirmish(
        ship("A1", x=18, y=4),
        ship("B1", x=32, y=32, heading=180, token="dignitary"),
        rules=Rules(),
        objective=objective,
        defender="B",
    )
    plan = SetUpPlan(size="patrol", homes={"A": "south", "B": "north"}, attacker="A", offers=CARDS)
    return replace(play.state, plan=plan, table=replace(play.state.table, weather_edge="west"))


def drafted(view: State, seat: str) -> list[str]:
    """Return the cards in the order in which a seat is advised to take them."""
    options = [
        Option(card, card, do.Draw(kind, card)) for kind, cards in CARDS.items() for card in cards
    ]
    found = before_battle.draft(view, Decision(seat, "draft", "?", tuple(options)))
    return [each.option for each in found]


@pytest.mark.parametrize("seat", ["A", "B"])
def test_who_escorts_takes_the_zone_by_the_lee_edge_and_who_attacks_denies_it(seat: str) -> None:
    found = drafted(escort(), seat)
    assert [card for card in found if card in CARDS["deployment"]] == [*CARDS["deployment"]]
    others = drafted(escort("engage_the_enemy"), seat)
    assert others[0] == "well_found"
    assert others.index("weather_gage") < others.index("lee_berth")
