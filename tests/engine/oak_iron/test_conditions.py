"""Advantages and conditions, each by a test of its name."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from engine.oak_iron import events as ev
from engine.oak_iron.records import book
from engine.oak_iron.set_up.conditions import deployments, last_touches
from engine.oak_iron.state import Ship
from engine.oak_iron.steps import CrewAction, DeploySquadron, Draft, SailChoice, WindChoice
from tests.engine.oak_iron.skirmish import Skirmish, ship
from tests.engine.oak_iron.test_objectives import battle


def held(card: str, *ships: Ship, by: str = "B") -> Skirmish:
    """Return a battle in which a squadron holds a condition; B is the defender."""
    play = battle("engage_the_enemy", *(ships or (ship("A1", y=2), ship("B1", y=34))))
    squadrons = dict(play.state.squadrons)
    squadrons[by] = replace(squadrons[by], conditions=(card,))
    play.state = replace(play.state, squadrons=squadrons)
    return play


def drafting(*offers: str) -> Skirmish:
    play = battle("engage_the_enemy", ship("A1", y=2), ship("B1", y=34))
    plan = replace(play.state.plan, offers={"condition": offers}, drafted={})
    play.state = replace(play.state, plan=plan, agenda=(Draft(),))
    return play


def test_a_condition_that_is_drafted_is_its_squadrons() -> None:
    play = drafting("local_pilot", "steady_wind", "well_found").do("A", "local_pilot")
    assert play.state.squadrons["A"].conditions == ("local_pilot",)


def test_favoured_by_fortune_gives_one_more_point() -> None:
    play = drafting("favoured_by_fortune", "steady_wind", "well_found")
    before = play.state.squadrons["A"].fortune
    play.do("A", "favoured_by_fortune")
    assert play.state.squadrons["A"].fortune == before + 1


def test_early_warning_keeps_the_defenders_last_ship_back() -> None:
    waiting = [replace(ship(key), pose=None) for key in ("A1", "B1", "B2")]
    play = held("early_warning", *waiting)
    play.state = replace(
        play.state, phase="set_up", agenda=tuple(reversed(deployments(play.state)))
    )
    for seat, key in (("B", "B2"), ("A", "A1"), ("B", "B1")):
        play.do(seat, key, dial=0.0)
        place = play.asked(seat).area
        assert place is not None
        play.do(seat, "here", at=place.rest)
    assert [fact.ship for fact in play.facts(ev.ShipDeployed)] == ["B2", "A1", "B1"]


def test_without_early_warning_the_defender_deploys_wholly() -> None:
    state = held("early_warning", by="A").state
    assert deployments(state) == [DeploySquadron("B"), DeploySquadron("A")]


def test_rested_crews_lets_the_flagships_first_rally_remove_two() -> None:
    play = held("rested_crews", ship("A1", y=2), ship("B1", y=34, fatigue=5), ship("B2", x=9))
    for left in (3, 2):
        play.turn_to(CrewAction(), active="B1").do("B", "rally")
        assert play["B1"].fatigue == left


def test_rested_crews_is_for_the_flagship_alone() -> None:
    play = held("rested_crews", ship("A1", y=2), ship("B1", y=34), ship("B2", x=9, fatigue=5))
    play.turn_to(CrewAction(), active="B2").do("B", "rally")
    assert play["B2"].fatigue == 4


def test_weather_wise_turns_the_wind_round_or_leaves_it() -> None:
    for answer, edge in (("turn", "east"), ("none", "west")):
        play = held("weather_wise")
        assert last_touches(play.state) == [WindChoice("B")]
        play.state = replace(play.state, agenda=(WindChoice("B"),))
        play.do("B", answer)
        assert play.state.table.weather_edge == edge


def test_well_found_lets_one_ship_begin_at_another_sail_setting() -> None:
    play = held("well_found", ship("A1", y=2), ship("B1", y=34), ship("B2", x=9))
    assert last_touches(play.state) == [SailChoice("B")]
    play.state = replace(play.state, agenda=(SailChoice("B"),))
    play.do("B", "B2_minimal")
    assert [play[key].sail for key in ("B1", "B2")] == ["battle", "minimal"]
    assert not play.state.agenda


def test_every_condition_has_a_test_of_its_name() -> None:
    """Local Pilot is tested with the shoals, Steady Wind with the events."""
    elsewhere = {"local_pilot", "steady_wind"}
    named: Any = " ".join(name for name in globals() if name.startswith("test_"))
    assert all(card in named for card in book().conditions.keys() - elsewhere)
