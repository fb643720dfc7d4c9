"""Advice on orders to a crew, such as why another sail is set when that costs nothing."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from engine.game.decision import Advice
from engine.systems.oak_iron.state.state import Rules, Ship
from engine.systems.oak_iron.state.steps import CrewAction, EndActivation, FreeSail
from engine.systems.oak_iron.thinking.advice.advise import advice
from tests.engine.systems.oak_iron.skirmish import Skirmish, ship

FAR = ship("B1", "fifth_rate", 32, 32, 0)
SWIFT = ship("A1", "fifth_rate", 18, 18, 135, moved=True, upgrades=("expert_topmen",))
"""A ship on a course with the wind from behind; the wind is in the north."""


def with_topmen(*ships: Ship) -> dict[str, Advice]:
    """Return {option: advice} on A1's free change of sail."""
    play = Skirmish(*ships, rules=Rules(), phase="movement")
    play.turn_to(FreeSail(), EndActivation(), active="A1", phase="movement").settle()
    assert play.asked("A").kind == "free_sail"
    return {each.option: each for each in advice(play.state, play.asked("A"))}


def test_sail_is_set_for_the_way_that_it_gives() -> None:
    found = with_topmen(SWIFT, FAR)
    wind = {
        option: sum(r.worth for r in each.reasons if r.term == "wind")
        for option, each in found.items()
    }
    assert wind["sail_full"] > 0.0 == wind["none"] > wind["sail_minimal"]
    assert next(iter(found)) == "sail_full"
    assert all(reason.term != "sense" for each in found.values() for reason in each.reasons)


def test_full_sail_is_not_set_by_who_has_still_to_load() -> None:
    """No side can be loaded at full sail, and the enemy is abeam."""
    abeam = ship("B1", "fifth_rate", 20.5, 20.5, 135, moved=True)
    empty = replace(SWIFT, reload=("port", "starboard"))
    found = with_topmen(empty, abeam)
    assert found["sail_full"].worth < found["none"].worth


def with_crew(*ships: Ship) -> dict[str, Advice]:
    """Return {option: advice} on A1's Crew Action."""
    play = Skirmish(*ships, rules=Rules(), phase="movement")
    play.turn_to(CrewAction(), EndActivation(), active="A1", phase="movement").settle()
    return {each.option: each for each in advice(play.state, play.asked("A"))}


def test_of_a_ship_that_is_not_active_nothing_is_advised() -> None:
    play = Skirmish(SWIFT, FAR, rules=Rules(), phase="movement")
    play.turn_to(CrewAction(), EndActivation(), active="A1", phase="movement").settle()
    asked = play.asked("A")
    assert advice(play.state, asked)
    assert advice(replace(play.state, activation=None), asked) == ()


def test_in_a_crowd_who_lies_among_enemies_gets_under_way() -> None:
    """A ship without sails sets them again, rather than resting a crew that is hardly tired."""
    stuck = ship("A1", "fifth_rate", 18, 18, 0, moved=True, sail="anchored", fatigue=1)
    foe = ship("B1", "fifth_rate", 24, 18, 0, moved=True)
    sloops = [ship(f"B{number}", "sloop", 34, 3 * number, 0, moved=True) for number in range(2, 9)]
    found = with_crew(stuck, foe, *sloops)
    assert max(found.values(), key=lambda each: each.worth).option == "sail_minimal"
    found = with_crew(replace(stuck, sail="battle"), foe, *sloops)
    assert found["sail_full"].worth < found["rally"].worth > found["sail_minimal"].worth


def sails(at: float, **rest: Any) -> dict[str, float]:
    """Return {option: worth} of another sail for A1 in a crowd, with the nearest enemy `at` inches
    away.
    """
    own = ship("A1", "fifth_rate", 18, 6, 0, moved=True, **rest)
    foe = ship("B1", "fifth_rate", 18, 6 + at, 90, moved=True)
    far = [
        ship(f"B{number}", "sloop", 34, 44 + 3 * number, 0, moved=True) for number in range(2, 9)
    ]
    return {option: each.worth for option, each in with_crew(own, foe, *far).items()}


def test_in_a_crowd_sail_is_shortened_before_the_guns_speak_and_set_to_close() -> None:
    """An idle crew changes the sails, since no side can be loaded at full sail."""
    assert sails(9, sail="full")["sail_battle"] > 0.0 > sails(9, sail="battle")["sail_full"]
    assert sails(20, sail="battle")["sail_full"] > 0.0 > sails(20, sail="full")["sail_battle"]


def test_a_crew_that_sets_sail_loads_no_side_in_that_turn() -> None:
    empty = {"reload": ("port", "starboard")}
    foe = ship("B1", "fifth_rate", 21, 18, 0, moved=True)
    far = [
        ship(f"B{number}", "sloop", 34, 44 + 3 * number, 0, moved=True) for number in range(2, 9)
    ]
    own = ship("A1", "fifth_rate", 18, 18, 0, moved=True, sail="full", **empty)
    found = with_crew(own, foe, *far)["sail_battle"]
    assert all(reason.term != "fire" for reason in found.reasons)


def test_a_rough_look_leaves_sails_to_a_rule_of_thumb() -> None:
    foe = ship("B1", "fifth_rate", 18, 15, 90, moved=True)
    far = [ship(f"B{number}", "sloop", 34, 44 + 3 * number, 0) for number in range(2, 9)]
    play = Skirmish(ship("A1", "fifth_rate", 18, 6, 0, moved=True), foe, *far, rules=Rules())
    play.turn_to(CrewAction(), EndActivation(), active="A1", phase="movement").settle()
    for rough in (True, False):
        found = advice(play.state, play.asked("A"), rough=rough)
        sails = [each for each in found if each.option.startswith("sail")]
        terms = {reason.term for each in sails for reason in each.reasons}
        assert (terms == {"sails"}) is rough
